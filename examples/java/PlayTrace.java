import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * Plays a recorded stream through the sidecar and prints the life of each prototype object, as
 * {@code mtg-prototype replay} does into a pipe: cells between tabs.
 *
 * <p>{@code java PlayTrace forge|xmage|arena|neutral TRACE [COMMAND…]}; the command is {@code mtg-prototype serve}.
 */
public final class PlayTrace {
    private static final int LINES_AT_ONCE = 200;
    private static final int LETTERS_AT_ONCE = 500_000;
    private static final List<String> HEADINGS =
            List.of("Line", "Object", "What", "Zone", "Is", "Known", "Because");

    public static void main(String[] arguments) {
        if (arguments.length < 2) {
            System.err.println("java PlayTrace forge|xmage|arena|neutral TRACE [COMMAND...]");
            System.exit(2);
        }
        String[] command = arguments.length > 2
                ? Arrays.copyOfRange(arguments, 2, arguments.length)
                : new String[] {"mtg-prototype", "serve"};
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        Program.run(() -> {
            try (BufferedReader lines = opened(Path.of(arguments[1]));
                    SidecarClient sidecar = SidecarClient.start(command)) {
                play(sidecar, arguments[0], lines, out);
            }
            out.flush();
        });
    }

    private static void play(SidecarClient sidecar, String engine, BufferedReader lines, PrintStream out)
            throws IOException {
        sidecar.ask("replay/open", Json.object("replay", "trace", "engine", engine));
        Map<String, List<List<String>>> lives = new LinkedHashMap<>();
        Map<String, Object> fed = Map.of();
        List<Object> some = new ArrayList<>();
        int letters = 0;
        for (String line = lines.readLine(); line != null || !some.isEmpty(); line = lines.readLine()) {
            if (line != null && !line.isBlank()) {
                some.add(Json.parse(line));
                letters += line.length();
            }
            if (line == null || some.size() == LINES_AT_ONCE || letters > LETTERS_AT_ONCE) {
                fed = sidecar.ask("replay/feed", Json.object("replay", "trace", "lines", some));
                for (Object each : Json.asList(fed.get("moments"))) {
                    Map<String, Object> moment = Json.asObject(each);
                    lives.computeIfAbsent((String) moment.get("object"), id -> new ArrayList<>()).add(row(moment));
                }
                some.clear();
                letters = 0;
            }
        }
        print(lives, out);
        out.println(summary(fed));
    }

    private static BufferedReader opened(Path trace) throws IOException {
        InputStream stream = Files.newInputStream(trace);
        if (trace.toString().endsWith(".gz")) {
            stream = new GZIPInputStream(stream);
        }
        return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    private static List<String> row(Map<String, Object> moment) {
        String is = (String) moment.get("is");
        String mark = Boolean.TRUE.equals(moment.get("prototyped")) ? " (prototyped)" : "";
        String phased = Boolean.TRUE.equals(moment.get("phased_out")) ? ", phased out" : "";
        return List.of(
                moment.get("line").toString(),
                (String) moment.get("object"),
                (String) moment.get("what"),
                (moment.get("zone") == null ? "–" : moment.get("zone")) + phased,
                is == null ? "–" : is + mark,
                (String) moment.get("known"),
                (String) moment.get("reason"));
    }

    private static void print(Map<String, List<List<String>>> lives, PrintStream out) {
        if (!lives.isEmpty()) {
            out.println(String.join("\t", HEADINGS));
        }
        lives.values().forEach(life -> life.forEach(row -> out.println(String.join("\t", row))));
    }

    private static String summary(Map<String, Object> fed) {
        Map<String, Object> unknown = Json.asObject(fed.getOrDefault("unknown", Map.of()));
        long number = unknown.values().stream().mapToLong(each -> (Long) each).sum();
        String kinds = number == 0 ? "" : ", " + number + " lines of " + unknown.size() + " unknown types";
        Object refused = fed.get("refused");
        String taken = Long.valueOf(0).equals(refused) ? "" : ", " + refused + " events refused";
        return fed.get("lines") + " lines, " + fed.get("events") + " events, " + fed.get("size")
                + " objects on the board" + kinds + taken;
    }
}
