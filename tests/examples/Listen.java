import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * Plays recorded streams of XMage to examples/java's listener and prints what each object is at the stream's checks:
 * {@code Listen CARDS NUMBER TRACE... COMMAND...}; the names of the cards stand between semicolons.
 */
public final class Listen {
    private static Set<String> prototypeCards;

    public static void main(String[] arguments) throws Exception {
        prototypeCards = Set.of(arguments[0].split(";"));
        int end = 2 + Integer.parseInt(arguments[1]);
        String[] command = Arrays.copyOfRange(arguments, end, arguments.length);
        try (SidecarClient sidecar = SidecarClient.start(command)) {
            for (int i = 2; i < end; i++) {
                listen(sidecar, Path.of(arguments[i]));
            }
        }
    }

    private static void listen(SidecarClient sidecar, Path trace) throws Exception {
        Map<String, String> cards = new HashMap<>();
        Map<String, String> names = new HashMap<>();
        XMageListener.Game game = new XMageListener.Game() {
            @Override
            public String cardOf(String spell) {
                return cards.getOrDefault(spell, spell);
            }

            @Override
            public String nameOf(String card) {
                return card == null ? "" : card.replaceFirst("#.*", "");
            }

            @Override
            public String nameNow(String permanent) {
                return names.get(permanent);
            }

            @Override
            public String optionOf(String spell) {
                return spell.startsWith("castproto:") ? "Cast it using Prototype" : "Cast it";
            }
        };
        Board board = new Board(sidecar);
        XMageListener xmage = new XMageListener(board, game, prototypeCards);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(trace)), StandardCharsets.UTF_8))) {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                Map<String, Object> line = Json.asObject(Json.parse(text));
                List<XMageListener.Shown> shown = new ArrayList<>();
                Object truth = line.get("truth");
                for (Object each : truth == null ? List.of() : Json.asList(truth)) {
                    Map<String, Object> row = Json.asObject(each);
                    String id = (String) row.get("id");
                    if (row.get("card") != null) {
                        cards.put(id, (String) row.get("card"));
                    }
                    boolean copied = id.startsWith("spellcopy:");
                    String which = copied ? id : cards.getOrDefault(id, id);
                    names.put(which, (String) row.get("name"));
                    if (!row.get("zone").equals("OUTSIDE") && !row.get("zone").equals("ENTERING")) {
                        shown.add(new XMageListener.Shown(which, (String) row.get("zone"), (String) row.get("name"),
                                row.get("mana_cost") == null ? "" : (String) row.get("mana_cost"),
                                (String) row.get("colors"), size(row.get("power")), size(row.get("toughness")),
                                (Boolean) row.get("token"), (Boolean) row.get("copy"),
                                (Boolean) row.get("face_down"), (Boolean) row.get("phased_out")));
                    }
                }
                if (line.get("kind").equals("fire")) {
                    xmage.fired(new XMageListener.GameEvent((String) line.get("type"), (String) line.get("target"),
                            (String) line.get("source"), (String) line.get("from"), (String) line.get("to")));
                }
                String type = (String) line.get("type");
                boolean check = line.get("kind").equals("check");
                if (check || line.get("kind").equals("fire") && (type.endsWith("_PRE") || type.endsWith("_POST"))) {
                    xmage.atRest(shown);
                }
                if (check) {
                    for (XMageListener.Shown each : shown) {
                        System.out.println(trace.getFileName() + " " + line.get("seq") + " " + each.id() + ": "
                                + board.whatIs(each.id()));
                    }
                }
            }
        }
    }

    private static Integer size(Object value) {
        return value == null ? null : Math.toIntExact((Long) value);
    }
}
