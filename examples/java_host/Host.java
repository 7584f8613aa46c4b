import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host in Java that implements Prototype by itself and speaks the kit's protocol: JSON lines on standard input and
 * output. Java 17, no dependency. From the root of the project:
 *
 *   mtg-prototype conformance --command 'java examples/java_host/Host.java'
 */
public class Host {
    static final List<String> CAPABILITIES = List.of("abilities", "alternative_cost", "become_copy", "card_filters",
            "control", "copy_card", "copy_spell", "devotion", "enters_as_copy", "entering", "fork", "free_cast",
            "identity", "last_known", "options", "phasing", "rewind", "token_copy");

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Game game = new Game();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<String, Object> message = object(new Json(line).value());
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("seq", message.get("seq"));
            try {
                switch ((String) message.get("message")) {
                    case "start" -> {
                        game = new Game();
                        answer.put("protocol", 1);
                        answer.put("host", Map.of("name", "java example", "version", "1"));
                        answer.put("capabilities", CAPABILITIES);
                    }
                    case "step" -> {
                        game.act(object(message.get("step")), object(message.get("card")));
                        answer.put("done", true);
                    }
                    case "ask" -> answer.put("got", game.tell(object(message.get("ask")), list(message.get("keys"))));
                    case "stop" -> {
                        return;
                    }
                    default -> answer.put("problem", "unknown message");
                }
            } catch (Unsupported lacking) {
                answer.put("unsupported", lacking.getMessage());
            } catch (RuntimeException wrong) {
                answer.put("problem", String.valueOf(wrong.getMessage()));
            }
            out.println(Json.text(answer));
        }
    }

    /** What the host cannot do. */
    static class Unsupported extends RuntimeException {
        Unsupported(String what) {
            super(what);
        }
    }

    // --- values ------------------------------------------------------------------------------------------------------

    /** The second mana cost, power and toughness of a prototype card (718.2). */
    record Prototype(String cost, Object power, Object toughness) {
        static final Pattern LINE =
                Pattern.compile("(?m)^Prototype ((?:\\{[^{}]+})+) — ([^\\s/]+)/([^\\s/]+)(?: \\(.*\\))?$");

        static Prototype in(String text) {
            Matcher found = LINE.matcher(text);
            return found.find() ? new Prototype(found.group(1), size(found.group(2)), size(found.group(3))) : null;
        }
    }

    /** Copiable values (707.2). The prototype is part of them (718.2a), and so is whether they are those of one. */
    record Values(String name, String cost, String colors, List<String> types, List<String> subtypes, Object power,
            Object toughness, List<String> keywords, String text, Prototype prototype, boolean prototyped) {

        static Values of(Map<String, Object> card) {
            String[] line = ((String) card.get("type_line")).split(" — ");
            List<String> types = new ArrayList<>(List.of(line[0].split(" ")));
            types.removeAll(List.of("Basic", "Legendary", "Ongoing", "Snow", "World"));
            String cost = (String) card.get("mana_cost");
            String text = (String) card.getOrDefault("rules_text", "");
            return new Values((String) card.get("name"), cost, Mana.colors(cost), types,
                    line.length > 1 ? List.of(line[1].split(" ")) : List.of(), size((String) card.get("power")),
                    size((String) card.get("toughness")), list(card.getOrDefault("keywords", List.of())), text,
                    Prototype.in(text), false);
        }

        /** Mana cost, power and toughness of the prototype, and the colour that follows (718.3b, 105.2). */
        Values asPrototype() {
            if (prototype == null || types.contains("Land")) {
                throw new IllegalStateException("the card has no Prototype: " + name); // 702.160a
            }
            return new Values(name, prototype.cost, Mana.colors(prototype.cost), types, subtypes, prototype.power,
                    prototype.toughness, keywords, text, prototype, true);
        }

        /** With the exceptions of a copy (707.9); {@code beneath} is what the object is without the copy effect. */
        Values except(Map<String, Object> changes, Values beneath) {
            String newCost = changes.containsKey("mana_cost") ? (String) changes.get("mana_cost") : cost;
            String newColors = changes.containsKey("mana_cost") ? Mana.colors(newCost) : colors;
            newColors = (String) changes.getOrDefault("colors", newColors);
            if (changes.containsKey("keep_colors")) {
                newColors = beneath.colors;
            }
            if (changes.containsKey("add_colors")) {
                newColors = Mana.ordered(colors + changes.get("add_colors"));
            }
            boolean own = changes.containsKey("own_pt"); // 707.9b
            return new Values((String) changes.getOrDefault("name", name), newCost, newColors,
                    joined(types, list(changes.get("add_types"))),
                    joined(list(changes.getOrDefault("subtypes", subtypes)), list(changes.get("add_subtypes"))),
                    own ? beneath.power : whole(changes.getOrDefault("power", power)),
                    own ? beneath.toughness : whole(changes.getOrDefault("toughness", toughness)), keywords, text,
                    prototype, prototyped);
        }

        boolean matches(Map<String, Object> filter, int manaValue) {
            return filter.entrySet().stream().allMatch(wanted -> switch (wanted.getKey()) {
                case "colors_include" -> colors.contains((String) wanted.getValue());
                case "colorless" -> colors.isEmpty();
                case "mana_value_max" -> manaValue <= number(wanted.getValue());
                case "mana_value_min" -> manaValue >= number(wanted.getValue());
                case "mana_value_parity" -> (manaValue % 2 == 0) == wanted.getValue().equals("even");
                case "power_max" -> power instanceof Integer size && size <= number(wanted.getValue());
                case "power_min" -> power instanceof Integer size && size >= number(wanted.getValue());
                case "toughness_max" -> toughness instanceof Integer size && size <= number(wanted.getValue());
                case "types_include" -> types.contains((String) wanted.getValue());
                default -> throw new Unsupported(wanted.getKey());
            });
        }
    }

    static class Mana {
        static final Pattern SYMBOL = Pattern.compile("\\{([^{}]+)}");

        static List<String> symbols(String text) {
            return text == null ? List.of() : SYMBOL.matcher(text).results().map(found -> found.group(1)).toList();
        }

        static String ordered(String colors) {
            StringBuilder found = new StringBuilder();
            for (String color : "WUBRG".split("")) {
                found.append(colors.contains(color) ? color : "");
            }
            return found.toString();
        }

        static String colors(String cost) {
            return ordered(String.join("", symbols(cost)));
        }

        /** 202.3; X is what was announced, on the stack, and else 0 (202.3e). */
        static int value(String cost, int x) {
            int total = 0;
            for (String symbol : symbols(cost)) {
                String first = symbol.split("/")[0];
                total += first.equals("X") ? x : first.matches("[0-9]+") ? Integer.parseInt(first) : 1;
            }
            return total;
        }

        static Map<String, Object> devotion(String cost) {
            Map<String, Object> counts = new LinkedHashMap<>();
            for (String symbol : symbols(cost)) {
                for (String color : ordered(symbol).split("")) {
                    counts.merge(color, 1, (one, more) -> (Integer) one + (Integer) more);
                }
            }
            counts.remove("");
            return counts;
        }
    }

    // --- objects -----------------------------------------------------------------------------------------------------

    enum Kind { CARD, TOKEN, COPY }

    /** A copy effect over what the object is by itself; it may end. */
    record CopyEffect(String key, Values values) {}

    /** One object in one zone; another zone makes another object of it (400.7). */
    static class Thing implements Cloneable {
        Values card; // what is printed, or what it was made as
        Values own; // as it was cast, or the same as card
        String zone;
        Kind kind = Kind.CARD;
        String owner = "A";
        String controller = "A";
        List<CopyEffect> copies = List.of(); // the newest last: two slots, so that what ends uncovers what it was
        boolean castPrototyped;
        boolean phasedOut;
        boolean gone;
        int x;

        Thing(Values card, String zone) {
            this.card = own = card;
            this.zone = zone;
        }

        /** The object that it becomes: normal, whatever it was (718.4), under its owner's control. */
        Thing in(String destination) {
            Thing moved = new Thing(card, destination);
            moved.kind = kind;
            moved.owner = moved.controller = owner;
            return moved;
        }

        Thing copy() {
            try {
                return (Thing) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError(impossible);
            }
        }

        Values values() {
            return copies.isEmpty() ? own : copies.get(copies.size() - 1).values; // 613.2a
        }

        int manaValue() {
            return Mana.value(values().cost, zone.equals("stack") ? x : 0);
        }

        void become(Thing source, String key, Map<String, Object> except) {
            List<CopyEffect> more = new ArrayList<>(copies);
            more.add(new CopyEffect(key, source.values().except(except, values()))); // 707.2c: fixed now
            copies = more;
        }

        Object tell(String key) {
            Values now = values();
            boolean sized = !zone.equals("battlefield") || now.types.contains("Creature"); // 208.3
            return switch (key) {
                case "zone" -> zone;
                case "name" -> now.name;
                case "mana_cost" -> now.cost;
                case "mana_value" -> manaValue();
                case "colors" -> now.colors;
                case "types" -> now.types;
                case "subtypes" -> now.subtypes;
                case "power" -> sized ? now.power : null;
                case "toughness" -> sized ? now.toughness : null;
                case "gone" -> gone;
                case "prototyped" -> now.prototyped;
                case "cast_prototyped" -> castPrototyped;
                case "keywords" -> now.keywords;
                case "controller" -> controller;
                case "color_identity" -> kind == Kind.CARD // 903.4
                        ? Mana.ordered(Mana.colors(card.cost) + Mana.colors(card.text.replaceAll("\\([^()]*\\)", "")))
                        : null;
                case "devotion" -> Mana.devotion(now.cost);
                default -> throw new Unsupported(key);
            };
        }
    }

    // --- the game ----------------------------------------------------------------------------------------------------

    static class Game {
        final Map<String, Thing> things = new LinkedHashMap<>();
        final Map<String, Game> forks; // one map for all of them

        Game() {
            this(new LinkedHashMap<>());
        }

        Game(Map<String, Game> forks) {
            this.forks = forks;
        }

        void act(Map<String, Object> step, Map<String, Object> card) {
            Game game = meant(step);
            Thing copiedCard = game.acted(step, card);
            for (Thing thing : game.things.values()) { // 704.5d, 704.5e
                thing.gone |= thing != copiedCard && (thing.kind == Kind.TOKEN && !thing.zone.equals("battlefield")
                        || thing.kind == Kind.COPY && !thing.zone.equals("stack"));
            }
        }

        Map<String, Object> tell(Map<String, Object> ask, List<String> keys) {
            Game game = meant(ask);
            String word = ask.keySet().stream().filter(key -> key.startsWith("expect")).findFirst().orElseThrow();
            Thing thing = game.things.get((String) ask.get(word));
            Map<String, Object> got = new LinkedHashMap<>();
            switch (word) {
                case "expect_options" -> got.put("options", options(thing, ask));
                case "expect_card_matches" ->
                    got.put("result", thing.values().matches(object(ask.get("filter")), thing.manaValue()));
                case "expect", "expect_last_known", "expect_entering" -> {
                    Thing seen = word.equals("expect_entering") ? game.resolved(thing, ask) : thing; // 614.12
                    keys.forEach(key -> got.put(key, seen.tell(key)));
                }
                default -> throw new Unsupported(word);
            }
            return got;
        }

        Game meant(Map<String, Object> step) {
            return step.containsKey("in") ? forks.get((String) step.get("in")) : this;
        }

        Thing acted(Map<String, Object> step, Map<String, Object> card) {
            String word = (String) step.get("do");
            switch (word) {
                case "put" -> {
                    Thing thing = new Thing(Values.of(card), (String) step.get("zone"));
                    thing.owner = thing.controller = (String) step.getOrDefault("player", "A");
                    return named(step, thing);
                }
                case "create_token_copy" -> {
                    Thing source = things.get((String) step.get("of"));
                    check(source, thing -> !thing.zone.equals("stack"), "no token is a copy of a spell");
                    return named(step, made(source.values().except(object(step.get("except")), source.values()),
                            "battlefield", Kind.TOKEN));
                }
                case "end_effect" -> things.values().forEach(thing -> thing.copies = thing.copies.stream()
                        .filter(copy -> !step.get("effect").equals(copy.key)).toList());
                case "fork" -> {
                    Game fork = new Game(forks);
                    things.forEach((name, thing) -> fork.things.put(name, thing.copy()));
                    forks.put((String) step.get("as"), fork);
                }
                default -> {
                    return done(word, things.get((String) step.get("object")), step);
                }
            }
            return null;
        }

        Thing done(String word, Thing thing, Map<String, Object> step) {
            check(thing, it -> !it.gone || word.equals("copy_spell"), "the object is gone");
            check(thing, it -> it.phasedOut == word.equals("phase_in"), "the object is phased out, or is not");
            switch (word) {
                case "cast" -> {
                    Thing spell = cast(thing, step);
                    return step.containsKey("cancel") ? thing : became(step, spell); // 733.1
                }
                case "resolve" -> {
                    return became(step, step.containsKey("to") ? spell(thing).in("graveyard") : resolved(thing, step));
                }
                case "counter" -> {
                    return became(step, spell(thing).in((String) step.getOrDefault("to", "graveyard")));
                }
                case "move" -> {
                    String to = (String) step.get("to");
                    boolean resolves = thing.zone.equals("stack") && to.equals("battlefield"); // 608.3
                    return became(step, resolves ? resolved(thing, step) : entering(thing.in(to), step));
                }
                case "blink" -> {
                    Thing exiled = permanent(thing).in("exile");
                    return became(step, exiled.kind == Kind.CARD ? entering(exiled.in("battlefield"), step) : exiled);
                }
                case "copy_spell" -> {
                    Thing copy = made(spell(thing).values(), "stack", Kind.COPY); // 718.3c
                    copy.x = thing.x;
                    return named(step, copy);
                }
                case "copy_card" -> {
                    return named(step, made(thing.card, thing.zone, Kind.COPY)); // 718.4, 707.12
                }
                case "become_copy" -> permanent(thing).become(things.get((String) step.get("of")),
                        (String) step.get("as_effect"), object(step.get("except")));
                case "change_control" -> thing.controller = (String) step.get("player");
                case "phase_out" -> permanent(thing).phasedOut = true;
                case "phase_in" -> thing.phasedOut = false;
                default -> throw new Unsupported(word);
            }
            return null;
        }

        /** Mana cost, size and colour of the way that is chosen; which cost is paid does not matter (118.9c). */
        Thing cast(Thing thing, Map<String, Object> step) {
            Thing spell = thing.in("stack");
            spell.castPrototyped = step.get("option").equals("prototyped");
            spell.own = spell.castPrototyped ? thing.card.asPrototype() : thing.card;
            spell.controller = (String) step.getOrDefault("player", thing.owner);
            spell.x = step.containsKey("free") ? 0 : number(step.getOrDefault("x", 0)); // 107.3b
            return spell;
        }

        /** The permanent keeps the values of its spell (718.3b); a copy becomes a token (608.3f). */
        Thing resolved(Thing thing, Map<String, Object> step) {
            Values spell = spell(thing).values();
            if (spell.types.contains("Instant") || spell.types.contains("Sorcery")) {
                return thing.in("graveyard"); // 608.2n
            }
            Thing permanent = thing.in("battlefield");
            permanent.own = spell;
            permanent.castPrototyped = thing.castPrototyped;
            permanent.controller = thing.controller;
            permanent.kind = thing.kind == Kind.COPY ? Kind.TOKEN : thing.kind;
            return entering(permanent, step);
        }

        Thing entering(Thing permanent, Map<String, Object> step) {
            if (step.containsKey("copy_of")) {
                permanent.become(things.get((String) step.get("copy_of")), null, object(step.get("except"))); // 707.5
            }
            return permanent;
        }

        /** A way is legal if the spell that it makes is allowed and not forbidden (718.3a, 601.3e). */
        List<String> options(Thing thing, Map<String, Object> ask) {
            boolean allowed = ask.containsKey("permission") || Set.of("hand", "command").contains(thing.zone);
            List<String> legal = new ArrayList<>();
            if (!allowed || Set.of("stack", "battlefield").contains(thing.zone) || thing.card.types.contains("Land")) {
                return legal;
            }
            for (String option : thing.card.prototype == null ? List.of("normal") : List.of("normal", "prototyped")) {
                Values spell = option.equals("normal") ? thing.card : thing.card.asPrototype();
                int manaValue = Mana.value(spell.cost, 0);
                boolean forbidden = ask.containsKey("prohibition")
                        && spell.matches(object(ask.get("prohibition")), manaValue);
                if (!forbidden && spell.matches(object(ask.get("permission")), manaValue)) {
                    legal.add(option);
                }
            }
            return legal;
        }

        Thing made(Values values, String zone, Kind kind) {
            Thing thing = new Thing(values, zone);
            thing.kind = kind;
            return thing;
        }

        Thing named(Map<String, Object> step, Thing thing) {
            things.put((String) step.get("as"), thing);
            return thing;
        }

        Thing became(Map<String, Object> step, Thing thing) {
            things.put((String) step.getOrDefault("as", step.get("object")), thing);
            return null;
        }

        Thing spell(Thing thing) {
            return check(thing, it -> it.zone.equals("stack"), "the object is not a spell");
        }

        Thing permanent(Thing thing) {
            return check(thing, it -> it.zone.equals("battlefield"), "the object is not a permanent");
        }

        static Thing check(Thing thing, Predicate<Thing> holds, String problem) {
            if (!holds.test(thing)) {
                throw new IllegalStateException(problem + ": " + thing.values().name);
            }
            return thing;
        }
    }

    // --- JSON --------------------------------------------------------------------------------------------------------

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<String> list(Object value) {
        return value == null ? List.of() : (List<String>) value;
    }

    static List<String> joined(List<String> words, List<String> more) {
        Set<String> all = new LinkedHashSet<>(words);
        all.addAll(more);
        return List.copyOf(all);
    }

    static int number(Object value) {
        return ((Number) value).intValue();
    }

    static Object whole(Object size) {
        return size instanceof Number value ? (Object) value.intValue() : size;
    }

    /** A whole number where it is one, such as 3, else the text, such as *. */
    static Object size(String text) {
        return text != null && text.matches("[+-]?[0-9]+") ? (Object) Integer.valueOf(text) : text;
    }

    /** JSON, read and written, as far as the protocol needs. */
    static class Json {
        private static final Pattern TOKEN = Pattern.compile(
                "\\s*(?:([\\[\\]{}:,])|\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|(-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|(true|false|null))");
        private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))");
        private final Matcher tokens;

        Json(String text) {
            tokens = TOKEN.matcher(text);
        }

        Object value() {
            next();
            return current();
        }

        private void next() {
            if (!tokens.find()) {
                throw new IllegalStateException("not JSON");
            }
        }

        private boolean is(String sign) {
            return sign.equals(tokens.group(1));
        }

        private Object current() {
            if (is("{")) {
                Map<String, Object> members = new LinkedHashMap<>();
                for (next(); !is("}"); next()) {
                    if (!is(",")) {
                        String key = plain(tokens.group(2));
                        next();
                        members.put(key, value());
                    }
                }
                return members;
            }
            if (is("[")) {
                List<Object> members = new ArrayList<>();
                for (next(); !is("]"); next()) {
                    if (!is(",")) {
                        members.add(current());
                    }
                }
                return members;
            }
            if (tokens.group(2) != null) {
                return plain(tokens.group(2));
            }
            if (tokens.group(3) != null) {
                String digits = tokens.group(3);
                return digits.matches("-?[0-9]+") ? (Object) Integer.valueOf(digits) : Double.valueOf(digits);
            }
            return "null".equals(tokens.group(4)) ? null : (Object) "true".equals(tokens.group(4));
        }

        private static String plain(String text) {
            return ESCAPE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(found.group(1) != null
                    ? String.valueOf((char) Integer.parseInt(found.group(1), 16))
                    : switch (found.group(2)) {
                        case "n" -> "\n";
                        case "t" -> "\t";
                        case "r" -> "\r";
                        case "b" -> "\b";
                        case "f" -> "\f";
                        default -> found.group(2);
                    }));
        }

        static String text(Object value) {
            if (value instanceof Map<?, ?> members) {
                return "{" + String.join(",", members.entrySet().stream()
                        .map(member -> text(member.getKey()) + ":" + text(member.getValue())).toList()) + "}";
            }
            if (value instanceof Collection<?> members) {
                return "[" + String.join(",", members.stream().map(Json::text).toList()) + "]";
            }
            if (value instanceof String string) {
                return "\"" + string.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")
                        .replaceAll("\\p{Cntrl}", " ") + "\"";
            }
            return String.valueOf(value);
        }
    }
}
