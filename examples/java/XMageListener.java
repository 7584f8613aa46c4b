import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
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

    public record Shown(String id, String zone, String name, String manaCost, int power, int toughness) {}

    /** What is asked of the game: the card behind a spell, its name, and how the spell's ability was chosen. */
    public interface Game {
        String cardOf(String spell);

        String nameOf(String id);

        String optionOf(String spell);
    }

    private static final Map<String, String> ZONES = Map.of(
            "HAND", "hand", "LIBRARY", "library", "GRAVEYARD", "graveyard", "BATTLEFIELD", "battlefield",
            "EXILED", "exile", "COMMAND", "command", "STACK", "stack", "OUTSIDE", "outside");

    private final Board board;
    private final Game game;
    private final Set<String> prototypeCards;
    private final Map<String, String> announced = new HashMap<>();

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
            case "COPIED_STACKOBJECT" -> board.tell("copied", "kind", "spell", "source", game.cardOf(event.source()),
                    "copy", event.target());
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
        if (!prototypeCards.contains(game.nameOf(card))) {
            return;
        }
        if (destination.equals("stack")) {
            announced.put(card, origin);
            board.tell("cast_announced", "id", card, "card", game.nameOf(card), "zone", origin);
        } else {
            board.tell("moved", "id", card, "origin", origin, "destination", destination, "card", game.nameOf(card));
        }
    }

    /** Whenever you cast: only now has it been cast. The option's name reads "Cast … using Prototype". */
    private void spellCast(GameEvent event) throws IOException {
        String card = game.cardOf(event.target());
        if (prototypeCards.contains(game.nameOf(card))) {
            String option = game.optionOf(event.target()).contains("using Prototype") ? "prototyped" : "normal";
            board.tell("cast_done", "id", card, "option", option, "card", game.nameOf(card),
                    "zone", announced.remove(card));
        }
    }

    /** At rest, whenever a player has priority: refused casts and copies that begin or end have no event of their own. */
    public void atRest(List<Shown> objects) throws IOException {
        List<Map<String, Object>> views = new ArrayList<>();
        for (Shown each : objects) {
            views.add(Json.object("id", each.id(), "zone", ZONES.get(each.zone()), "name", each.name(),
                    "mana_cost", each.manaCost(), "power", each.power(), "toughness", each.toughness()));
        }
        board.show(views);
    }

    /** A short game: a prototyped cast that is refused, one that is done, the permanent returns to the hand. */
    public static void main(String[] command) throws Exception {
        try (SidecarClient sidecar = SidecarClient.start(command)) {
            Board board = new Board(sidecar);
            Game game = new Game() {
                @Override
                public String cardOf(String spell) {
                    return spell.replace("spell:", "");
                }

                @Override
                public String nameOf(String id) {
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
            xmage.atRest(List.of(new Shown(card, "HAND", "Blitz Automaton", "{7}", 6, 4)));
            System.out.println(board.whatIs(card));
            xmage.fired(new GameEvent("ZONE_CHANGE", card, null, "HAND", "STACK"));
            xmage.fired(new GameEvent("SPELL_CAST", "spell:" + card, card, null, null));
            System.out.println(board.whatIs(card));
            xmage.fired(new GameEvent("ZONE_CHANGE", card, null, "STACK", "BATTLEFIELD"));
            System.out.println(board.whatIs(card));
            xmage.fired(new GameEvent("ZONE_CHANGE", card, null, "BATTLEFIELD", "HAND"));
            System.out.println(board.whatIs(card));
        }
    }
}
