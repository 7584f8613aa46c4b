import java.io.IOException;
import java.util.List;
import java.util.Map;

/** One game's board, kept by the sidecar. Events are those of docs/sidecar.md. */
public final class Board {
    private final SidecarClient sidecar;
    private final String name;

    public Board(SidecarClient sidecar) throws IOException {
        this.sidecar = sidecar;
        name = (String) sidecar.ask("board/open", Json.object()).get("board");
    }

    /** An event: its word, then names and values in turn. What the engine does not say is null. */
    public void tell(String event, Object... namesAndValues) throws IOException {
        Map<String, Object> told = Json.object(namesAndValues);
        told.put("event", event);
        sidecar.ask("board/apply", Json.object("board", name, "events", List.of(told)));
    }

    /** What the engine shows of objects at rest: mends what no event told. */
    public void show(List<Map<String, Object>> views) throws IOException {
        sidecar.ask("board/reconcile", Json.object("board", name, "views", views));
    }

    /** What the object is now, before layers 2 to 7, in a line. */
    public String whatIs(String id) throws IOException {
        Map<String, Object> answer = sidecar.ask("board/what_is", Json.object("board", name, "id", id));
        if (answer.get("object") == null) {
            return answer.get("verdict") + ": " + answer.get("reason");
        }
        Map<String, Object> is = Json.asObject(Json.asObject(answer.get("object")).get("characteristics"));
        String mark = Boolean.TRUE.equals(answer.get("prototyped")) ? " prototyped" : "";
        return answer.get("zone") + " " + is.get("name") + " " + is.get("mana_cost") + " " + is.get("power") + "/"
                + is.get("toughness") + mark;
    }
}
