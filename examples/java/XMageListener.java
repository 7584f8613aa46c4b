import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where each call goes in XMage: what is done with each GameEvent that it fires, and with each state at rest. The records
 * stand in for XMage's own classes, so that this compiles without XMage.
 */
public final class XMageListener {
    // --- what XMage has --------------------------------------------------------------------------------------------

    public record GameEvent(String type, String target, String source, String from, String to) {}

    /**
     * What an object shows. The id of a spell that was cast is its card's; of a copied spell it is its own, and copy is
     * true. Power and toughness are null for what has none, the mana cost is "" for what has none.
     */
    public record Shown(String id, String zone, String name, String manaCost, String colors, Integer power,
            Integer toughness, boolean token, boolean copy, boolean faceDown, boolean phasedOut) {}

    /** What is asked of the game. */
    public interface Game {
        /** The card behind a spell, or behind the copy of one. */
        String cardOf(String spell);

        /** The name printed on the card, whatever it is a copy of now. */
        String nameOf(String card);

        /** What the permanent is called now; merged, it has the name of its topmost card. */
        String nameNow(String permanent);

        /** How the spell's ability was chosen. */
        String optionOf(String spell);
    }

    private static final Map<String, String> ZONES = Map.of(
            "HAND", "hand", "LIBRARY", "library", "GRAVEYARD", "graveyard", "BATTLEFIELD", "battlefield",
            "EXILED", "exile", "exile zone", "exile", "COMMAND", "command", "STACK", "stack",
            "OUTSIDE", "outside");

    private final Board board;
    private final Game game;
    private final Set<String> prototypeCards;
    private final Map<String, String> announced = new HashMap<>();
    private final Map<String, String> copiedSpells = new HashMap<>();
    private final Set<String> kept = new HashSet<>();

    /** {@code prototypeCards}: the names of the cards that matter. */
    public XMageListener(Board board, Game game, Set<String> prototypeCards) {
        this.board = board;
        this.game = game;
        this.prototypeCards = prototypeCards;
    }

    /** For events that are fired, not for those that are only asked; and for the game itself, not for copies of it. */
    public void fired(GameEvent event) throws IOException {
        switch (event.type()) {
            case "ZONE_CHANGE" -> zoneChange(event);
            case "SPELL_CAST" -> spellCast(event);
            case "COPIED_STACKOBJECT" -> copiedSpell(event);
            case "CREATURE_MUTATED" -> mutated(event);
            case "PHASED_OUT" -> board.tell("phased_out", "id", event.target());
            case "PHASED_IN" -> board.tell("phased_in", "id", event.target());
            case "TURNED_FACE_UP" -> board.tell("turned_face_up", "id", event.target());
            case "TURNED_FACE_DOWN" -> board.tell("turned_face_down", "id", event.target());
            default -> { }
        }
    }

    /** The move to the stack announces a cast: a cast that is refused fires it too, and nothing for the way back. */
    private void zoneChange(GameEvent event) throws IOException {
        String origin = ZONES.get(event.from());
        String destination = ZONES.get(event.to());
        String card = event.target();
        if ("outside".equals(origin) && "battlefield".equals(destination)) {
            arrived(event);
        } else if (matters(card) && "stack".equals(destination)) {
            announced.put(card, origin);
            board.tell("cast_announced", "id", card, "card", known(card), "zone", origin);
        } else if (matters(card) && destination != null) {
            board.tell("moved", "id", card, "origin", origin, "destination", destination, "card", known(card));
        }
    }

    /** A token: the source of its move is the card of the copied spell that it was. Other tokens show at rest. */
    private void arrived(GameEvent event) throws IOException {
        String spell = copiedSpells.remove(event.source());
        if (spell != null) {
            board.tell("resolved", "id", spell, "new_id", event.target());
        }
    }

    private void copiedSpell(GameEvent event) throws IOException {
        copiedSpells.put(game.cardOf(event.target()), event.target());
        board.tell("copied", "kind", "spell", "source", game.cardOf(event.source()), "copy", event.target());
    }

    /** No zone change tells that the spell is a part of the permanent now, nor on which side. */
    private void mutated(GameEvent event) throws IOException {
        String spell = event.source();
        String side = game.nameOf(spell).equals(game.nameNow(event.target())) ? "over" : "under";
        board.tell("merged", "id", event.target(), "spell", spell, "side", side, "card", known(spell));
    }

    /** Whenever you cast: only now has it been cast. The option's name reads "Cast … using Prototype". */
    private void spellCast(GameEvent event) throws IOException {
        String card = game.cardOf(event.target());
        if (matters(card)) {
            String option = game.optionOf(event.target()).contains("using Prototype") ? "prototyped" : "normal";
            board.tell("cast_done", "id", card, "option", option, "card", known(card), "zone", announced.remove(card));
        }
    }

    private boolean matters(String card) {
        return kept.contains(card) || known(card) != null && kept.add(card);
    }

    /** The card's name, if the sidecar's table has it. */
    private String known(String card) {
        String name = game.nameOf(card);
        return prototypeCards.contains(name) ? name : null;
    }

    /** At rest, whenever a player has priority: refused casts and copies that begin or end have no event of their own. */
    public void atRest(List<Shown> objects) throws IOException {
        List<Map<String, Object>> views = new ArrayList<>();
        for (Shown each : objects) {
            boolean spell = each.zone().equals("STACK");
            views.add(Json.object("id", each.id(), "zone", ZONES.get(each.zone()), "name", each.name(),
                    "mana_cost", each.manaCost(), "colors", each.colors(), "power", each.power(),
                    "toughness", each.toughness(), "token", each.token(), "copy", each.copy(),
                    "copied_spell", spell && each.copy(), "face_down", each.faceDown(),
                    "phased_out", each.phasedOut()));
        }
        board.show(views);
    }

    /**
     * A short game: a prototyped cast that is refused; one that is done, and copied; the copy arrives, as a token; a
     * creature mutates under the permanent, which is turned face down and up and returns to the hand.
     */
    public static void main(String[] command) {
        Program.run(() -> story(command));
    }

    private static void story(String[] command) throws IOException {
        try (SidecarClient sidecar = SidecarClient.start(command)) {
            Board board = new Board(sidecar);
            Game game = new Game() {
                @Override
                public String cardOf(String spell) {
                    return spell.replace("spell:", "");
                }

                @Override
                public String nameOf(String card) {
                    return card.equals("77aa") ? "Dreamtail Heron" : "Blitz Automaton";
                }

                @Override
                public String nameNow(String permanent) {
                    return "Blitz Automaton";
                }

                @Override
                public String optionOf(String spell) {
                    return "Cast Blitz Automaton using Prototype";
                }
            };
            XMageListener xmage = new XMageListener(board, game, Set.of("Blitz Automaton"));
            String card = "5f0c";

            xmage.fired(new GameEvent("ZONE_CHANGE", card, null, "HAND", "STACK"));
            xmage.atRest(List.of(
                    new Shown(card, "HAND", "Blitz Automaton", "{7}", "", 6, 4, false, false, false, false)));
            System.out.println(board.whatIs(card));
            xmage.fired(new GameEvent("ZONE_CHANGE", card, null, "HAND", "STACK"));
            xmage.fired(new GameEvent("SPELL_CAST", "spell:" + card, card, null, null));
            System.out.println(board.whatIs(card));
            xmage.fired(new GameEvent("COPIED_STACKOBJECT", "spell:91d2", "spell:" + card, null, null));
            xmage.fired(new GameEvent("ZONE_CHANGE", "e3b0", "91d2", "OUTSIDE", "BATTLEFIELD"));
            System.out.println(board.whatIs("e3b0"));
            xmage.fired(new GameEvent("ZONE_CHANGE", card, null, "STACK", "BATTLEFIELD"));
            xmage.fired(new GameEvent("CREATURE_MUTATED", card, "77aa", null, null));
            System.out.println(board.whatIs(card));
            xmage.fired(new GameEvent("TURNED_FACE_DOWN", card, null, null, null));
            System.out.println(board.whatIs(card));
            xmage.fired(new GameEvent("TURNED_FACE_UP", card, null, null, null));
            System.out.println(board.whatIs(card));
            xmage.fired(new GameEvent("ZONE_CHANGE", card, null, "BATTLEFIELD", "HAND"));
            System.out.println(board.whatIs(card));
        }
    }
}
