import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, numbers (Long or Double), booleans and null. All that the protocol needs. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** The value of a text. Throws IllegalArgumentException for what is no JSON. */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.space();
        if (json.at != text.length()) {
            throw json.wrong("something after the value");
        }
        return value;
    }

    /** The text of a value, in one line. */
    static String print(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    /** A map from names and values in turn, in that order. */
    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> made = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            made.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return made;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> asObject(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> asList(Object value) {
        return (List<Object>) value;
    }

    private Object value() {
        space();
        if (at >= text.length()) {
            throw wrong("the end of the text");
        }
        switch (text.charAt(at)) {
            case '{':
                return members();
            case '[':
                return elements();
            case '"':
                return string();
            case 't':
                return word("true", true);
            case 'f':
                return word("false", false);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> members() {
        Map<String, Object> made = new LinkedHashMap<>();
        at++;
        if (next('}')) {
            return made;
        }
        do {
            space();
            String name = string();
            if (!next(':')) {
                throw wrong("no colon");
            }
            made.put(name, value());
        } while (next(','));
        if (!next('}')) {
            throw wrong("an object without an end");
        }
        return made;
    }

    private List<Object> elements() {
        List<Object> made = new ArrayList<>();
        at++;
        if (next(']')) {
            return made;
        }
        do {
            made.add(value());
        } while (next(','));
        if (!next(']')) {
            throw wrong("a list without an end");
        }
        return made;
    }

    private String string() {
        if (at >= text.length() || text.charAt(at) != '"') {
            throw wrong("no string");
        }
        StringBuilder made = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                at++;
                return made.toString();
            }
            made.append(c == '\\' ? escaped() : c);
        }
        throw wrong("a string without an end");
    }

    private char escaped() {
        at++;
        if (at >= text.length()) {
            throw wrong("a string without an end");
        }
        char c = text.charAt(at);
        int known = "bfnrt".indexOf(c);
        if (known >= 0) {
            return "\b\f\n\r\t".charAt(known);
        }
        if (c != 'u') {
            return c;
        }
        at += 4;
        if (at >= text.length()) {
            throw wrong("a string without an end");
        }
        return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
    }

    private Object number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String found = text.substring(from, at);
        try {
            return found.matches("-?\\d{1,18}") ? (Object) Long.valueOf(found) : (Object) Double.valueOf(found);
        } catch (NumberFormatException error) {
            throw wrong("no value");
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong("no value");
        }
        at += word.length();
        return value;
    }

    private boolean next(char wanted) {
        space();
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("not JSON: " + what + " at " + at);
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            String comma = "{";
            for (Map.Entry<?, ?> each : map.entrySet()) {
                out.append(comma);
                quote(String.valueOf(each.getKey()), out);
                out.append(':');
                write(each.getValue(), out);
                comma = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> list) {
            String comma = "[";
            for (Object each : list) {
                out.append(comma);
                write(each, out);
                comma = ",";
            }
            out.append(comma.equals("[") ? "[]" : "]");
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            quote(value.toString(), out);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
