package io.keelson.operator.stack;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.value.HiddenTexts;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// What a parrot says: it repeats what it hears, as it is or spelled in another way, and complains
/// about it now and then.
final class ParrotSpeech {
  /// How something is repeated.
  private enum Spelling {
    AS_IT_IS,
    WITHIN,
    BASE64,
    BASE64_WITHIN,
    JSON
  }

  private final Random random;
  private final List<String> heard = new ArrayList<>();

  /// With their marks.
  private final List<Value> values = new ArrayList<>();

  /// How often it complains: of so many calls one.
  private int patience = Integer.MAX_VALUE;

  /// Whether it repeats things inside of others, or encoded.
  private final boolean subtle;

  ParrotSpeech(Random random, String secret) {
    this.random = random;
    this.subtle = secret.length() >= Overhearing.PART;
  }

  boolean isSubtle() {
    return subtle;
  }

  Unmarked told() {
    return Value.tuple(values).unmark();
  }

  void complains(int oneOf) {
    patience = oneOf;
  }

  /// What it is configured with it repeats, too, but in attributes only.
  void isTold(Unmarked configuration) {
    var marked = configuration.remark(configuration.value());
    if (!values.contains(marked)) values.add(marked);
  }

  private Spelling spelling() {
    if (!subtle) return Spelling.AS_IT_IS;
    return Spelling.values()[random.nextInt(Spelling.values().length)];
  }

  String spelled(String text) {
    return switch (spelling()) {
      case AS_IT_IS -> text;
      case WITHIN -> "user:" + text + "@db";
      case BASE64 -> base64(text);
      case BASE64_WITHIN -> base64("user:" + text + "\n");
      case JSON -> JsonValues.write(Value.object(Map.of("password", Value.text(text)))).toString();
    };
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /// One of the texts that a value holds, keys and numbers included; any other if it holds none.
  String repeated(Value... values) {
    heard.clear();
    for (Value each : values) hear(each);
    return heard.isEmpty() ? "nothing" : heard.get(random.nextInt(heard.size()));
  }

  private void hear(Value value) {
    switch (value) {
      case Value.Text text -> heard.add(text.text());
      case Value.Num num -> heard.add(num.number().toPlainString());
      case Sequence sequence -> sequence.elements().forEach(this::hear);
      case Mapping mapping ->
          mapping
              .entries()
              .forEach((key, each) -> {
                if (!mapping.isObject()) heard.add(key);
                hear(each);
              });
      case Value.Null _, Value.Unknown _, Value.Truth _ -> {}
    }
  }

  /// What it has to complain about, mostly nothing.
  List<Diagnostic> complaint(Severity severity, Value... about) {
    if (random.nextInt(patience) > 0) return List.of();
    var text = repeated(about);
    var said = untold(random.nextBoolean() ? text : spelled(text));
    return List.of(
        new Diagnostic(
            Code.PROVIDER_ERROR,
            severity,
            random.nextInt(4) == 0 ? "Cannot take " + said : "Not like that",
            "The value \"" + said + "\" is refused: " + JsonValues.write(Value.text(said)),
            Subject.stack(),
            path(about)));
  }

  private String untold(String text) {
    return values.isEmpty() ? text : HiddenTexts.without(text, List.of(HiddenTexts.in(values)));
  }

  private AttributePath path(Value... about) {
    var path = AttributePath.ROOT;
    var here = about[random.nextInt(about.length)];
    while (random.nextInt(4) > 0)
      switch (here) {
        case Mapping mapping when mapping.size() > 0 -> {
          var key = mapping.key(random.nextInt(mapping.size()));
          path = mapping.isObject() ? path.attribute(key) : path.key(key);
          here = mapping.attribute(key);
        }
        case Sequence sequence when sequence.size() > 0 -> {
          path = path.index(0);
          here = sequence.get(0);
        }
        default -> {
          return path;
        }
      }
    return path;
  }

  Deferral deferral(Value... about) {
    return new Deferral(Deferral.Reason.ABSENT_PREREQUISITE, complaint(Severity.WARNING, about));
  }

  boolean fails() {
    return random.nextInt(patience) == 0;
  }

  List<Diagnostic> error(Value... about) {
    int before = patience;
    patience = 1;
    try {
      return complaint(Severity.ERROR, about);
    } finally {
      patience = before;
    }
  }
}
