"""Which rule decides a short story: by what is asked, then by the rarest thing that happens in it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

Step = Mapping[str, Any]

_BY_QUESTION: Final = {"expect_entering": "614.12", "expect_card_matches": "718.4", "expect_last_known": "608.2h"}
_BY_KEY: Final = {"color_identity": "903.4", "devotion": "700.5", "controller": "109.4"}


def deciding_rules(story: Sequence[Step], *, keys: Sequence[str]) -> tuple[str, ...]:
    """The rule that decides, and those that hold besides. ``keys``: what is answered differently at the end."""
    last = story[-1]
    verbs = [str(step["do"]) for step in story if "do" in step]
    changes, prototyped, copies = any(map(_is_of_a_layer, verbs)), _casts_prototyped(story), _copies(story)
    merges, only = "mutate" in verbs, keys[0] if len(keys) == 1 else ""
    asked = str(last.get("expect_cost", last.get("expect_options", "")))
    besides = {
        "118.9": "expect_cost" in last and ("free" in last or "alternative" in last),
        "113.6e": _zone_of(asked, story) not in ("", "hand"),
        "601.3e": "expect_cost" in last and changes,
        "707.5": any("copy_of" in step for step in story),
        "707.9b": any("except" in step for step in story),
        "707.3": _is_token_of_a_token(story),
        "613.2a": "become_copy" in verbs or any("copy_of" in step for step in story),
        "730.2a": merges,
        "702.140e": merges and only == "keywords",
        "400.7a": "expect_entering" in last and changes,
        "202.3e": only == "mana_value" and any("x" in step for step in story),
        "105.2": only == "colors" and not changes,
        "718.3c": prototyped and "copy_spell" in verbs,
        "718.3d": last.get("prototyped") is True and copies,
        "707.2": last.get("prototyped") is not True and copies,
        "718.3b": prototyped,
        "718.4": not prototyped or _leaves(story),
    }
    return tuple(dict.fromkeys((_main_rule(story, keys), *(rule for rule, holds in besides.items() if holds))))


def _main_rule(story: Sequence[Step], keys: Sequence[str]) -> str:
    last = story[-1]
    verbs = [str(step["do"]) for step in story if "do" in step]
    if "expect_options" in last:
        return _rule_of_options(last, verbs)
    if "copy_card" in verbs and "expect_cost" in last:
        return "707.12"
    if "expect_cost" in last and any(map(_is_of_a_layer, verbs)):
        return "601.3e"
    if "expect_cost" in last:
        return "601.2f" if "modifiers" in last or not {"free", "alternative"} & set(last) else "118.9"
    if any("cancel" in step for step in story):
        return "733.1"
    if "mutate" in verbs:
        return _rule_of_merging(story, verbs, keys)
    if keys == ("colors",) and len(last["colors"]) > 1 and not any(map(_is_of_a_layer, verbs)):
        return "105.2"
    for word, rule in _BY_QUESTION.items():
        if word in last:
            return rule
    if "gone" in keys:
        return "704.5e" if "copy_spell" in verbs or "copy_card" in verbs else "704.5d"
    for key, rule in _BY_KEY.items():
        if key in keys:
            return rule
    if set(keys) == {"keywords"} and "lose_abilities" not in verbs:
        return "718.5"
    return _rule_of_what_happened(story, verbs, keys)


def _rule_of_options(last: Step, verbs: Sequence[str]) -> str:
    if "copy_card" in verbs:
        return "707.12"
    if last.get("permission") or last.get("prohibition"):
        return "601.3e" if {"set_colors", "add_colors"}.intersection(verbs) else "718.3a"
    if "prototyped" not in last["options"]:
        return "702.160a"
    return "113.6e" if "permission" in last else "718.3"


def _rule_of_merging(story: Sequence[Step], verbs: Sequence[str], keys: Sequence[str]) -> str:
    if "move" in verbs[verbs.index("mutate") :]:
        return "730.3"
    merged = {step["onto"] for step in story if step.get("do") == "mutate"}
    copied_over = any(step.get("do") == "become_copy" and step["object"] in merged for step in story)
    if set(keys) == {"keywords"} and not copied_over:
        return "702.140e"
    if "become_copy" in verbs or any("copy_of" in step for step in story):
        return "613.2a"
    return "730.2a"


def _rule_of_what_happened(story: Sequence[Step], verbs: Sequence[str], keys: Sequence[str]) -> str:
    steps = {str(step["do"]): step for step in story if "do" in step}
    if "turn_face_up" in verbs:
        if "become_copy" in verbs:
            return "708.10"
        return "708.8" if _casts_prototyped(story) else "708.2"
    if "turn_face_down" in verbs or any("face_down" in step for step in story):
        return "708.2a"
    if "phase_out" in verbs:
        return "702.26d"
    if "end_effect" in verbs and "become_copy" in verbs:
        return "613.2a"
    if "copy_card" in verbs:
        return "707.12"
    if "copy_spell" in verbs and not _copies(story):
        return _rule_of_spell_copy(story, keys)
    if _copies(story):
        return _rule_of_copy(story, steps, keys)
    if "resolve" in verbs and _is_on_the_spell(verbs):
        return "400.7a"
    if _leaves(story) or not _casts_prototyped(story):
        return "718.4"
    if set(keys) == {"mana_value"} and any("x" in step for step in story):
        return "202.3e"
    if any("free" in step for step in story):
        return "118.9c"
    if any("alternative" in step for step in story):
        return "118.9"
    return "718.3b"


def _rule_of_spell_copy(story: Sequence[Step], keys: Sequence[str]) -> str:
    at = next(number for number, step in enumerate(story) if step.get("do") == "copy_spell")
    left = any(step.get("object") == story[at]["object"] for step in story[:at] if step.get("do") != "cast")
    if left:
        return "608.2h"
    if keys == ("prototyped",) and story[-1].get("prototyped") is True:
        return "718.3c"
    plain = "cast_prototyped" in keys or any("x" in step for step in story) or not _casts_prototyped(story)
    return "707.10" if plain else "718.3c"


def _rule_of_copy(story: Sequence[Step], steps: Mapping[str, Step], keys: Sequence[str]) -> str:
    if any("except" in step for step in story):
        return "707.9b"
    if "lose_abilities" in steps:
        return "718.2a"
    tokens = [step for step in story if step.get("do") == "create_token_copy"]
    if _is_token_of_a_token(story):
        return "707.3"
    if keys == ("prototyped",) and story[-1].get("prototyped") is True:
        return "718.3d"
    if any(_zone_of(str(step["of"]), story) not in ("", "battlefield", "stack") for step in tokens):
        return "718.4"
    left = {
        step["object"] for step in story if step.get("do") in ("move", "blink") and step.get("as") != step["object"]
    }
    if any(step["of"] in left for step in tokens):
        return "608.2h"
    if not _casts_prototyped(story):
        return "707.2"
    return "707.2" if any(map(_is_of_a_layer, steps)) or story[-1].get("prototyped") is False else "718.3d"


def _is_token_of_a_token(story: Sequence[Step]) -> bool:
    """Whether a token copies one that is itself a copy: a token, or a copied spell that has resolved."""
    made: set[Any] = set()
    for step in story:
        if step.get("do") == "create_token_copy" and step["of"] in made:
            return True
        if step.get("do") in ("create_token_copy", "copy_spell") or (step.get("object") in made and "as" in step):
            made.add(step["as"])
    return False


def _zone_of(handle: str, story: Sequence[Step]) -> str:
    """Where the object was put or moved; empty if it came to be in another way."""
    zones = [step.get("zone", step.get("to", "")) for step in story if step.get("as") == handle]
    return str(zones[-1]) if zones else ""


def _casts_prototyped(story: Sequence[Step]) -> bool:
    return any(step.get("do") == "cast" and step["option"] == "prototyped" for step in story)


def _leaves(story: Sequence[Step]) -> bool:
    """Whether something leaves a zone otherwise than by being cast, or by resolving to the battlefield."""
    return any(step.get("do") in ("move", "blink", "counter") or ("to" in step and "do" in step) for step in story)


def _is_on_the_spell(verbs: Sequence[str]) -> bool:
    return any(map(_is_of_a_layer, verbs[: verbs.index("resolve")]))


def _is_of_a_layer(verb: str) -> bool:
    return verb.startswith(("set_", "add_", "modify_", "switch_"))


def _copies(story: Sequence[Step]) -> bool:
    return any(step.get("do") in ("create_token_copy", "become_copy") or "copy_of" in step for step in story)
