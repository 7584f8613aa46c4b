import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where each call goes in Forge: a listener on its event bus. The records stand in for Forge's own classes, so that this
 * compiles without Forge; in Forge, the methods here are {@code @Subscribe}d and read the same from its events.
 */
public final class ForgeListener {
    // --- what Forge has --------------------------------------------------------------------------------------------

    public record Card(int id, String name, String zone, boolean lookAlike, String manaCost, int power, int toughness) {}

    public record SpellAbility(Card host, boolean isSpell, boolean isCopied, boolean hasPrototypeParam, Card copyOf) {}

    public record CardChangeZone(Card card, String from, String to) {}

    public record ZoneAdded(Card card, String zone) {}

    public record SpellAbilityCast(SpellAbility sa) {}

    public record CardStatsChanged(List<Card> cards) {}

    private static final Map<String, String> ZONES = Map.of(
            "Hand", "hand", "Library", "library", "Graveyard", "graveyard", "Battlefield", "battlefield",
            "Exile", "exile", "Command", "command", "Stack", "stack", "Sideboard", "outside");

    private final Board board;
    private final Map<Integer, String> announced = new HashMap<>();
    private final Set<Integer> kept = new HashSet<>();
    private final Set<String> prototypeCards;

    /** {@code prototypeCards}: the names of the cards that matter, once a game from card/find or the script's K:Prototype. */
    public ForgeListener(Board board, Set<String> prototypeCards) {
        this.board = board;
        this.prototypeCards = prototypeCards;
    }

    /** Fires before the cast, with the old object: the move to the stack only announces it. */
    public void on(CardChangeZone event) throws IOException {
        Card card = event.card();
        String origin = event.from() == null ? null : ZONES.get(event.from());
        String destination = ZONES.get(event.to());
        if (destination == null || !matters(card)) {
            return;
        }
        String id = String.valueOf(card.id());
        if (destination.equals("stack")) {
            announced.put(card.id(), origin);
            board.tell("cast_announced", "id", id, "card", card.name(), "zone", origin);
        } else {
            board.tell("moved", "id", id, "origin", origin, "destination", destination, "card", card.name());
        }
    }

    /** The first moment at which everything agrees. Fires for abilities and triggers too, and for copies of spells. */
    public void on(SpellAbilityCast event) throws IOException {
        SpellAbility sa = event.sa();
        if (!sa.isSpell() || !matters(sa.host())) {
            return;
        }
        String id = String.valueOf(sa.host().id());
        if (sa.isCopied()) {
            board.tell("copied", "kind", "spell", "source", String.valueOf(sa.copyOf().id()), "copy", id);
            return;
        }
        String option = sa.hasPrototypeParam() ? "prototyped" : "normal";
        board.tell("cast_done", "id", id, "option", option, "card", sa.host().name(),
                "zone", announced.remove(sa.host().id()));
    }

    /** A cast that is cancelled has no CardChangeZone back: the card is only added to its zone again. */
    public void on(ZoneAdded event) throws IOException {
        if (!event.zone().equals("Stack") && announced.containsKey(event.card().id())) {
            announced.remove(event.card().id());
            board.tell("cast_taken_back", "id", String.valueOf(event.card().id()));
        }
    }

    /** Copies that begin and end, and cards turned down, show only here. Look-alikes have ids of real cards: ignore them. */
    public void on(CardStatsChanged event) throws IOException {
        List<Map<String, Object>> views = new ArrayList<>();
        for (Card card : event.cards()) {
            if (!card.lookAlike() && ZONES.containsKey(card.zone()) && matters(card)) {
                views.add(Json.object("id", String.valueOf(card.id()), "zone", ZONES.get(card.zone()),
                        "name", card.name(), "mana_cost", card.manaCost(),
                        "power", card.power(), "toughness", card.toughness()));
            }
        }
        if (!views.isEmpty()) {
            board.show(views);
        }
    }

    private boolean matters(Card card) {
        return kept.contains(card.id()) || prototypeCards.contains(card.name()) && kept.add(card.id());
    }

    /** A short game: a prototyped cast that is cancelled, one that is done, the permanent dies. */
    public static void main(String[] command) {
        Program.run(() -> story(command));
    }

    private static void story(String[] command) throws IOException {
        try (SidecarClient sidecar = SidecarClient.start(command)) {
            Board board = new Board(sidecar);
            ForgeListener forge = new ForgeListener(board, Set.of("Blitz Automaton"));
            Card inHand = new Card(7, "Blitz Automaton", "Hand", false, "{7}", 6, 4);
            Card onStack = new Card(7, "Blitz Automaton", "Stack", false, "{2}{R}", 3, 2);
            Card lookAlike = new Card(7, "Blitz Automaton", "Hand", true, "{2}{R}", 3, 2);
            SpellAbility prototype = new SpellAbility(onStack, true, false, true, null);

            forge.on(new CardStatsChanged(List.of(inHand)));
            forge.on(new CardStatsChanged(List.of(lookAlike)));
            forge.on(new CardChangeZone(inHand, "Hand", "Stack"));
            forge.on(new ZoneAdded(inHand, "Hand"));
            System.out.println(board.whatIs("7"));
            forge.on(new CardChangeZone(inHand, "Hand", "Stack"));
            forge.on(new SpellAbilityCast(prototype));
            System.out.println(board.whatIs("7"));
            forge.on(new CardChangeZone(onStack, "Stack", "Battlefield"));
            System.out.println(board.whatIs("7"));
            forge.on(new CardChangeZone(onStack, "Battlefield", "Graveyard"));
            System.out.println(board.whatIs("7"));
        }
    }
}
