"""The 21 prototype cards as facts, so that everything works with no network and no files. Loaded when first asked.

The facts: English and printed names, normal and prototype values, types, keywords, ids of the first print.
There are no rules texts here: what a table's card can do besides, only its host knows.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from mtg_hookspecs.characteristics import Characteristics
from mtg_hookspecs.value import Value

from .ability import PrototypeAbility

_LETTERS: Final = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})
_PASSED_OVER: Final = re.compile(r"(?:[^\w\u3099\u309a]|_)+")
"""All but letters and digits, and the marks of Japanese kana: with and without those are different letters."""


@dataclass(frozen=True, slots=True)
class TableCard(Value):
    """A prototype card. ``characteristics`` are the normal ones (718.2); ``names`` are pairs of language and name."""

    characteristics: Characteristics
    ability: PrototypeAbility
    oracle_id: str
    scryfall_id: str
    set_code: str
    collector_number: str
    names: tuple[tuple[str, str], ...]


def cards() -> tuple[TableCard, ...]:
    """All of them, by colour and collector number."""
    return _CARDS


def find(query: str) -> TableCard | None:
    """The card with that name, in any language, or id. Case, accents and punctuation do not count."""
    return _index().get(folded(query))


def nearest(query: str) -> tuple[str, ...]:
    """The names most like ``query``, best first, at most three."""
    near = get_close_matches(folded(query), _index(), n=6, cutoff=0.5)
    english = dict.fromkeys(_index()[key].characteristics.name for key in near)
    return tuple(english)[:3]


@cache
def _index() -> Mapping[str, TableCard]:
    return MappingProxyType({folded(key): card for card in _CARDS for key in _keys(card)})


def _keys(card: TableCard) -> Iterator[str]:
    yield card.characteristics.name
    yield card.oracle_id
    yield card.scryfall_id
    for _, name in card.names:
        yield name


@lru_cache(4096)
def folded(name: str) -> str:
    """The name for comparison: case, accents and punctuation do not count, unless there is nothing else."""
    letters = name.casefold()
    if not letters.isascii():
        letters = unicodedata.normalize("NFKD", letters.translate(_LETTERS))
    return _PASSED_OVER.sub("", letters) or name.strip()


def _card(printed: str, prototype: str, keywords: str, number: str, ids: str, names: str) -> TableCard:
    name, mana_cost, size, subtypes = printed.split(" | ")
    power, toughness = size.split("/")
    ability = PrototypeAbility.parse(f"Prototype {prototype}")
    characteristics = Characteristics.from_strings(
        name=name,
        mana_cost=mana_cost,
        type_line=f"Artifact Creature — {subtypes}",
        power=power,
        toughness=toughness,
        keywords=keywords.split(", ") if keywords else (),
        color_identity=ability.mana_cost.colors,  # 903.4: their texts add no other colour
    )
    oracle_id, scryfall_id = ids.split(" ")
    set_code, collector_number = number.split(" ")
    printed_names = tuple((pair[: pair.index(" ")], pair[pair.index(" ") + 1 :]) for pair in names.split(" | ") if pair)
    return TableCard(characteristics, ability, oracle_id, scryfall_id, set_code, collector_number, printed_names)


_CARDS: Final = (
    _card(
        "Autonomous Assembler | {5} | 4/5 | Assembly-Worker",
        "{1}{W} — 2/2",
        "Vigilance",
        "bro 34",
        "3afdc98e-aeeb-43e9-bdcd-0c51da44d2f8 d5dee863-e6ef-4061-a877-ddd3c4dbe87e",
        "de Autonomer Assemblierer | es Ensamblador autónomo | fr Assembleur autonome | "
        "it Assemblatore Autonomo | ja 自律型組立工 | pt Montador Autônomo | zhs 自动组装械",
    ),
    _card(
        "Combat Thresher | {7} | 3/3 | Construct",
        "{2}{W} — 1/1",
        "Double strike",
        "bro 35",
        "0c460bdd-460b-4312-9ed2-32f3809a7d36 74dfabfd-e13b-4512-a733-abe514be6404",
        "de Kampfdrescher | es Trilladora de combate | fr Batteuse de combat | "
        "it Trebbiatrice da Combattimento | ja 戦闘の打破者 | pt Debulhador de Combate | zhs 战斗甩击械",
    ),
    _card(
        "Steel Seraph | {6} | 5/4 | Angel",
        "{1}{W}{W} — 3/3",
        "Flying",
        "bro 38",
        "7ff8940f-d798-41eb-b82e-a1eba2163fe7 1b6ef5f5-4058-4f89-a573-9e2da87a9f2e",
        "de Stahl-Seraph | es Serafín de acero | fr Séraphin d'acier | it Serafino d'Acciaio | "
        "ja 鋼の熾天使 | pt Serafim de Aço | zhs 钢铁炽天使",
    ),
    _card(
        "Arcane Proxy | {7} | 4/3 | Wizard",
        "{1}{U}{U} — 2/1",
        "",
        "bro 75",
        "792f8235-f23b-4858-bdd4-c7a186b7a470 d6d74d2e-7382-4fe3-ac3e-6906203ffcc7",
        "de Arkaner Stellvertreter | es Agente arcano | fr Intermédiaire ésotérique | "
        "it Sostituto Arcano | ja 秘儀の代理者 | pt Substituto Arcano | zhs 秘法代行械",
    ),
    _card(
        "Depth Charge Colossus | {9} | 9/9 | Dreadnought",
        "{4}{U}{U} — 6/6",
        "",
        "bro 78",
        "f376f4c6-4526-4ae3-a84a-e8ea50fe78b6 34e09173-a92d-4cc3-9d02-bf18ab0850ec",
        "de Wasserbomben-Koloss | es Coloso cargaprofunda | fr Colosse grenadier sous-marin | "
        "it Colosso di Profondità | ja 深奥の突撃巨像 | pt Colosso da Carga de Profundidade | zhs 深渊冲锋巨像",
    ),
    _card(
        "Hulking Metamorph | {9} | 7/7 | Shapeshifter",
        "{2}{U}{U} — 3/3",
        "",
        "bro 79",
        "b2b09dc3-8239-4f3b-91d2-e7cbbdc062f7 420f0b81-8b87-4854-9dc4-6da84cc38623",
        "de Kolossaler Körperwandler | es Metamorfo corpulento | fr Métamorphe imposant | "
        "it Metamorfo Massiccio | ja 巨体変異 | pt Metamorfo Corpulento | zhs 巨型原身械",
    ),
    _card(
        "Spotter Thopter | {8} | 4/5 | Thopter",
        "{3}{U} — 2/3",
        "Flying",
        "bro 80",
        "ccf13531-60bd-4ebd-9a5b-68e2d05ce620 d90175ae-4109-4845-b3ff-1531fb67a0e1",
        "de Aufklärer-Thopter | es Tóptero avistador | fr Mécanoptère observateur | "
        "it Tottero da Ricognizione | ja 観測用飛行機械 | pt Tóptero Observador | zhs 监视振翼机",
    ),
    _card(
        "Goring Warplow | {6} | 5/4 | Construct",
        "{1}{B} — 1/1",
        "Deathtouch",
        "bro 120",
        "02457c7f-eced-4bf3-9b61-309b4ceab2d5 9d927dfd-ae66-4235-a61b-39c85d0c1222",
        "de Durchbohrender Kriegspflug | es Arado de guerra embestidor | "
        "fr Charrue de guerre éventreuse | it Aratro da Guerra da Incornata | ja 突き刺す戦耕し | "
        "pt Arado de Guerra Sanguinário | zhs 猛抵战犁",
    ),
    _card(
        "Phyrexian Fleshgorger | {7} | 7/5 | Phyrexian Wurm",
        "{1}{B}{B} — 3/3",
        "Lifelink, Menace, Ward",
        "bro 121",
        "d3a5a830-cd14-49da-9412-c50049c74c92 62d37423-3445-412a-9abd-0480da404637",
        "de Phyrexianischer Fleischfresser | es Engullecarnes pirexiano | "
        "fr Avaleur de chair phyrexian | it Trangugiacarne di Phyrexia | ja ファイレクシアの肉体喰らい | "
        "pt Devorador de Carne Phyrexiano | zhs 非瑞克西亚噬生亚龙",
    ),
    _card(
        "Blitz Automaton | {7} | 6/4 | Construct",
        "{2}{R} — 3/2",
        "Haste",
        "bro 158",
        "19f344ee-031d-4346-9553-c5d32b02df43 e4e5529a-848b-486c-97fb-1def35df7837",
        "de Blitzroboter | es Autómata relámpago | fr Automate à l'attaque-éclair | "
        "it Automa da Incursione | ja 奇襲用自動機械 | pt Autômato da Blitz | zhs 闪击自动械",
    ),
    _card(
        "Fallaji Dragon Engine | {8} | 5/5 | Dragon",
        "{2}{R} — 1/3",
        "Flying",
        "bro 159",
        "dc8cca38-df2a-4cef-973c-a482505be66f f7761ed0-a784-4dfb-ab6c-0f4b9a411cf3",
        "de Fallaji-Drachenmaschine | es Dragón mecánico fallaji | fr Dragon-machine fallaji | "
        "it Drago Meccanico di Fallaji | ja ファラジのドラゴン・エンジン | pt Dragão Mecânico Fallaji | "
        "zhs 法拉吉龙形引擎",
    ),
    _card(
        "Skitterbeam Battalion | {9} | 4/4 | Construct",
        "{3}{R}{R} — 2/2",
        "Haste, Trample",
        "bro 165",
        "ff1dd9c1-d1e5-49dd-b8b2-df3e4a41d3e5 38fc1715-4ddb-4404-83c6-0b8a61922578",
        "de Krabbelstrahl-Bataillon | es Batallón de rayoartrópodos | fr Bataillon ramperayon | "
        "it Battaglione Brulicoraggio | ja 瞬足光線の大隊 | pt Batalhão de Raios Artrópodes | zhs 掠束大队",
    ),
    _card(
        "Boulderbranch Golem | {7} | 6/5 | Golem",
        "{3}{G} — 3/3",
        "",
        "bro 197",
        "82caf3e2-da42-4851-b4db-546e2403c4bf 6e6e5338-9b95-4ac7-a57c-5efaa6423531",
        "de Felsenzweiggolem | es Gólem pedrerrama | fr Golem brancheroche | "
        "it Golem Ramacigno | ja 岩枝のゴーレム | pt Golem Pedragalho | zhs 岩枝魔像",
    ),
    _card(
        "Cradle Clearcutter | {6} | 3/6 | Golem",
        "{2}{G} — 1/3",
        "",
        "bro 198",
        "225f53ef-da42-47a0-b773-d2aad3338c72 50cc9b90-792e-4cf7-ab8c-cb616d94092a",
        "de Rodungsmaschine | es Talacunas | fr Trancheur de nacelles | "
        "it Abbattitore dell'Origine | ja 揺籃の地の乱伐者 | pt Abre-clareiras do Berço | zhs 育苗地皆伐械",
    ),
    _card(
        "Iron-Craw Crusher | {7} | 4/6 | Wurm",
        "{2}{G}{G} — 2/5",
        "",
        "bro 200",
        "b04f45de-cb35-45a4-b039-0bf008c3ca56 64e2ec10-f45f-46ef-a076-52425bf3fe3b",
        "de Eisenmagen-Brechmaschine | es Triturador de acero | fr Écrabouilleur gorge-de-fer | "
        "it Frantumatore Becco Ferreo | ja 鉄管の破壊者 | pt Esmagador Papo-de-ferro | zhs 铁爪轧龙",
    ),
    _card(
        "Rootwire Amalgam | {5} | 5/5 | Golem",
        "{1}{G} — 2/3",
        "",
        "bro 203",
        "7644148f-3b26-447d-9f52-28c94c111b69 2498b591-4a80-459f-a639-fe4cf8880be2",
        "de Wurzeldraht-Flickwerk | es Amalgama cablerraíz | fr Amalgame câbleracines | "
        "it Amalgama Radice di Ferro | ja 根導線の融合体 | pt Amálgama de Radifios | zhs 根缆拼合械",
    ),
    _card(
        "Rust Goliath | {10} | 10/10 | Construct",
        "{3}{G}{G} — 3/5",
        "Reach, Trample",
        "bro 204",
        "61df991d-32e7-4b6b-b8e6-700ba915c3f2 8348f73d-4226-4296-9d51-a2c497ee8270",
        "de Rostgoliath | es Coloso oxidado | fr Goliath de rouille | it Golia della Ruggine | "
        "ja 錆ゴライアス | pt Golias de Ferrugem | zhs 铁锈巨械",
    ),
    _card(
        "Woodcaller Automaton | {10} | 8/8 | Construct",
        "{2}{G}{G} — 3/3",
        "",
        "bro 292",
        "124c3af4-8545-479a-b44c-446da1c8b535 a0418156-bcba-4edc-8ea5-ce9ca9b979bd",
        "de Holzrufer-Automat | es Autómata llamabosques | fr Automate parlebois | "
        "it Automa Evocabosco | ja 森呼び自動機械 | ko 숲소환사 자동인형 | pt Autômato Convocador de Bosques | "
        "ru Автомат Лесного Зова | zhs 召木机械兽 | zht 召木機械獸",
    ),
    _card(
        "Frogmyr Enforcer | {7} | 4/4 | Frog Myr",
        "{3}{R} — 2/2",
        "Affinity",
        "mh3 120",
        "ccc7de36-aafc-4d87-80f7-fc2effc976eb 981fdd21-a650-4360-9ea5-550399d1da91",
        "fr Argousin batramyr | it Ranamyr Esecutrice | ja カエルマイアの処罰者 | "
        "pt Impositor Sapomyr | zhs 执法蛙秘耳",
    ),
    _card(
        "Forgefire Automaton | {7} | 8/5 | Construct",
        "{2}{B} — 3/2",
        "",
        "ybro 26",
        "f580bb85-819e-4aef-8e0a-75ad0a88e0a4 e2f1a70c-25c4-4f03-8b04-92b34ce4fe1b",
        "",
    ),
    _card(
        "Warzone Duplicator | {6} | 6/6 | Construct",
        "{3}{U} — 3/3",
        "",
        "ybro 30",
        "3a5b8972-7e50-42aa-a922-fa476260fafd d40bfed4-7f86-486e-a903-0165cd40e77b",
        "",
    ),
)
