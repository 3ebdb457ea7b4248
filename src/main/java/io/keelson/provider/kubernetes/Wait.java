package io.keelson.provider.kubernetes;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What `wait` says: what must be true of an object, and for how long that is waited for. The
/// timeout also bounds how long a deletion is waited for.
record Wait(Until until, Duration timeout) {
  static final String FOR = "for";
  static final String TIMEOUT = "timeout";

  static final Wait USUAL = new Wait(new Until.Exists(), Duration.ofMinutes(5));

  private static final String SHAPES =
      "write Exists, Ready, {condition: {type: Available, status: \"True\"}} or"
          + " {jsonPath: {path: .status.phase, value: Bound}}";
  private static final Pattern DURATION = Pattern.compile("(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?");

  /// What is waited for.
  sealed interface Until {
    record Exists() implements Until {}

    record Ready() implements Until {}

    record Condition(String type, String status) implements Until {}

    record Path(JsonPath path, String value) implements Until {}
  }

  /// A `wait` that cannot be understood, and where in it.
  static final class Misread extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient AttributePath path;

    Misread(AttributePath path, String message) {
      super(message);
      this.path = path;
    }

    AttributePath path() {
      return path;
    }

    String reason() {
      return String.valueOf(getMessage());
    }
  }

  /// Reads the attribute `wait`; what is unknown counts as not given.
  static Wait of(Value value) throws Misread {
    if (!(value instanceof Mapping wait)) return USUAL;
    return new Wait(until(given(wait, FOR)), timeout(given(wait, TIMEOUT)));
  }

  /// The same, and not for longer than that.
  Wait within(Optional<Duration> most) {
    return most.filter(limit -> limit.compareTo(timeout) < 0)
        .map(limit -> new Wait(until, limit))
        .orElse(this);
  }

  private static @Nullable Value given(Mapping mapping, String name) {
    var value = mapping.get(name);
    return value == null || value.isNull() || value.isUnknown() ? null : value;
  }

  private static Duration timeout(@Nullable Value value) throws Misread {
    if (value == null) return USUAL.timeout;
    var path = AttributePath.of(TIMEOUT);
    if (value instanceof Value.Text text) {
      var matcher = DURATION.matcher(text.text());
      if (!text.text().isEmpty() && matcher.matches()) {
        return Duration.ofHours(number(matcher.group(1)))
            .plusMinutes(number(matcher.group(2)))
            .plusSeconds(number(matcher.group(3)));
      }
    }
    throw new Misread(
        path, "this is not a duration; write hours, minutes and seconds as in 1h30m or 90s");
  }

  private static long number(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  private static Until until(@Nullable Value value) throws Misread {
    if (value == null) return USUAL.until;
    var path = AttributePath.of(FOR);
    if (value instanceof Value.Text text) {
      return switch (text.text()) {
        case "Exists" -> new Until.Exists();
        case "Ready" -> new Until.Ready();
        default -> throw new Misread(path, "this is nothing to wait for; " + SHAPES);
      };
    }
    if (value instanceof Mapping mapping && mapping.size() == 1) {
      var inner = mapping.value(0);
      if (mapping.has("condition")) return condition(inner, path.attribute("condition"));
      if (mapping.has("jsonPath")) return path(inner, path.attribute("jsonPath"));
    }
    throw new Misread(path, "this is nothing to wait for; " + SHAPES);
  }

  private static Until condition(Value value, AttributePath path) throws Misread {
    var type =
        text(value, "type").orElseThrow(() -> new Misread(path, "it needs a type; " + SHAPES));
    onlyHas(value, Map.of("type", "", "status", ""), path);
    return new Until.Condition(type, text(value, "status").orElse("True"));
  }

  private static Until path(Value value, AttributePath path) throws Misread {
    onlyHas(value, Map.of("path", "", "value", ""), path);
    var expression = text(value, "path");
    var wanted = text(value, "value");
    if (expression.isEmpty() || wanted.isEmpty())
      throw new Misread(path, "it needs a path and a value; " + SHAPES);
    try {
      return new Until.Path(JsonPath.parse(expression.get()), wanted.get());
    } catch (IllegalArgumentException e) {
      throw new Misread(path.attribute("path"), String.valueOf(e.getMessage()));
    }
  }

  private static void onlyHas(Value value, Map<String, String> names, AttributePath path)
      throws Misread {
    if (!(value instanceof Mapping mapping)) throw new Misread(path, "it must be an object");
    for (var key : mapping.keys())
      if (!names.containsKey(key)) throw new Misread(path, "it can have no other keys; " + SHAPES);
  }

  /// A text, or the text of a number or bool.
  private static Optional<String> text(Value value, String name) {
    if (!(value instanceof Mapping mapping) || given(mapping, name) == null)
      return Optional.empty();
    return Optional.of(JsonPath.text(JsonValues.write(mapping.attribute(name))));
  }
}
