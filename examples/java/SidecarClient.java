import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A conversation with the sidecar: one JSON object a line, JSON-RPC 2.0. Not for several threads at a time.
 *
 * <p>Keep an override as it comes (a map), beside the object that it belongs to, and give it back as it is.
 */
public final class SidecarClient implements AutoCloseable {
    /** The sidecar refused. The code is one of docs/sidecar.md; field is the place in the parameters, or null. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        public final long code;
        public final String field;

        Refused(Map<String, Object> error) {
            super((String) error.get("message"));
            code = (Long) error.get("code");
            field = (String) Json.asObject(error.get("data")).get("field");
        }
    }

    /** A method and its parameters, for a batch. */
    public record Question(String method, Map<String, Object> params) {}

    private static final String GONE = "the sidecar is gone; its standard error says why";

    private final OutputStream out;
    private final BufferedReader in;
    private final AutoCloseable end;
    private long asked;

    /** What initialize answered: protocol, contract, plugins, capabilities. */
    public final Map<String, Object> info;

    private SidecarClient(OutputStream out, InputStream in, AutoCloseable end, String token) throws IOException {
        this.out = out;
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.end = end;
        Map<String, Object> params = Json.object("client", Json.object("name", "SidecarClient.java"));
        if (token != null) {
            params.put("token", token);
        }
        try {
            info = ask("initialize", params);
        } catch (IOException | RuntimeException error) {
            close();
            throw error;
        }
    }

    /** Starts a sidecar of one's own, such as {@code start("mtg-prototype", "serve")}. Its log goes where ours goes. */
    public static SidecarClient start(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        AutoCloseable end = () -> {
            try {
                process.getOutputStream().close();
            } catch (IOException error) {
                // it is gone already, and what was said last is not read
            }
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        };
        return new SidecarClient(process.getOutputStream(), process.getInputStream(), end, null);
    }

    /** Connects to {@code mtg-prototype serve --port N} on this machine. */
    public static SidecarClient connect(int port, String token) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        return new SidecarClient(socket.getOutputStream(), socket.getInputStream(), socket, token);
    }

    /** The result of a method. Throws Refused, and IOException where the sidecar is gone. */
    public Map<String, Object> ask(String method, Map<String, Object> params) throws IOException {
        Map<String, Object> answer = Json.asObject(exchange(request(method, params)));
        return result(answer);
    }

    /** The results of many methods, asked in one line; a Refused in place of each that was refused. */
    public List<Object> batch(List<Question> questions) throws IOException {
        List<Object> requests = new ArrayList<>();
        long first = asked + 1;
        for (Question each : questions) {
            requests.add(request(each.method(), each.params()));
        }
        Map<Long, Object> byId = new HashMap<>();
        for (Object each : Json.asList(exchange(requests))) {
            Map<String, Object> answer = Json.asObject(each);
            Object result;
            try {
                result = result(answer);
            } catch (Refused refused) {
                result = refused;
            }
            byId.put((Long) answer.get("id"), result);
        }
        List<Object> results = new ArrayList<>();
        for (long id = first; id < first + questions.size(); id++) {
            results.add(byId.get(id));
        }
        return results;
    }

    private Map<String, Object> request(String method, Map<String, Object> params) {
        return Json.object("jsonrpc", "2.0", "id", ++asked, "method", method, "params", params);
    }

    private static Map<String, Object> result(Map<String, Object> answer) {
        if (answer.containsKey("error")) {
            throw new Refused(Json.asObject(answer.get("error")));
        }
        if (!(answer.get("result") instanceof Map)) {
            throw new IllegalStateException("no sidecar: it answers " + Json.print(answer));
        }
        return Json.asObject(answer.get("result"));
    }

    private Object exchange(Object message) throws IOException {
        String line = null;
        try {
            out.write((Json.print(message) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            line = in.readLine();
        } catch (IOException error) {
            throw new IOException(GONE, error);
        }
        if (line == null) {
            throw new IOException(GONE);
        }
        return Json.parse(line);
    }

    @Override
    public void close() {
        try {
            end.close();
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        } catch (Exception error) {
            System.err.println("the sidecar did not end well: " + error);
        }
    }
}
