package io.keelson.provider.kubernetes;

import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Keeps the sensitive values of a manifest out of messages: the API server quotes what it refuses.
///
/// @param paths within the manifest that hold sensitive values
/// @param texts those values, and as Secrets spell them
record Secrets(SortedSet<AttributePath> paths, SortedSet<String> texts) {
  private static final Comparator<String> LONGEST_FIRST =
      Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());
  private static final String HIDDEN = "(sensitive value)";
  // As in `Invalid value: "x": must be …` and `&value.valueUnstructured{Value:1}`.
  private static final Pattern VALUE = Pattern.compile("(?i)value: ?");
  private static final int LONGEST_SHOWN = 200;

  /// The secrets of a configuration: what is marked, and all data of a Secret.
  static Secrets of(Unmarked config) {
    var found = new TreeSet<AttributePath>();
    var manifest = AttributePath.of(ObjectSchema.MANIFEST);
    config
        .marks()
        .forEach((path, marks) -> {
          if (Marks.sensitive(marks) && path.startsWith(manifest))
            found.add(new AttributePath(path.steps().subList(1, path.steps().size())));
        });
    // A deeper path would tell a key of what is hidden.
    var paths = SensitivePaths.declared(found).all();
    var texts = new TreeSet<>(LONGEST_FIRST);
    if (config.value() instanceof Mapping object) {
      var value = object.attribute(ObjectSchema.MANIFEST);
      for (var path : paths) value.at(path).ifPresent(each -> collect(each, texts));
      if (ObjectKey.of(value).filter(ObjectKey::isSecret).isPresent())
        for (var name : List.of("data", "stringData"))
          value.at(AttributePath.of(name)).ifPresent(each -> collect(each, texts));
    }
    return new Secrets(paths, texts);
  }

  /// Within an object that is found: all data of a Secret. What it holds now is nowhere in the
  /// configuration.
  static SortedSet<AttributePath> ofFound(Value manifest, ObjectKey key) {
    var secret = new TreeSet<AttributePath>();
    if (!key.isSecret()) return secret;
    var root = AttributePath.of(ObjectSchema.MANIFEST);
    for (var name : List.of("data", "stringData"))
      if (manifest.at(AttributePath.of(name)).isPresent()) secret.add(root.attribute(name));
    // Unknown annotations may hold secrets, and kubectl keeps a copy of the whole Secret in one.
    var annotations = AttributePath.of("metadata").attribute("annotations");
    if (manifest.at(annotations).filter(Value::isUnknown).isPresent())
      secret.add(root.then(annotations));
    return secret;
  }

  private static void collect(Value value, SortedSet<String> texts) {
    switch (value) {
      case Value.Text text -> {
        texts.add(text.text());
        texts.add(Base64.getEncoder().encodeToString(text.text().getBytes(StandardCharsets.UTF_8)));
      }
      case Value.Num num -> texts.add(num.number().toPlainString());
      case Sequence sequence -> sequence.elements().forEach(each -> collect(each, texts));
      case Mapping mapping -> mapping.values().forEach(each -> collect(each, texts));
      case Value.Null _, Value.Unknown _, Value.Truth _ -> {}
    }
  }

  /// The message without any of the secrets, and with long values cut: what is wrong with them
  /// comes behind them.
  String hide(String message) {
    return shortened(withoutSecrets(message));
  }

  private String withoutSecrets(String message) {
    if (texts.isEmpty()) return message;
    var hidden = withoutValues(message);
    for (var text : texts) {
      // A short secret may be part of ordinary words, so it is only taken out where it is quoted.
      hidden =
          text.length() < 4
              ? hidden.replace("\"" + text + "\"", HIDDEN)
              : hidden.replace(text, HIDDEN);
    }
    return hidden;
  }

  private static String withoutValues(String message) {
    var text = new StringBuilder();
    var matcher = VALUE.matcher(message);
    int end = 0;
    while (matcher.find(end)) {
      text.append(message, end, matcher.end());
      end = endOfValue(message, matcher.end());
      if (end > matcher.end()) text.append(HIDDEN);
    }
    return text.append(message, end, message.length()).toString();
  }

  private static int endOfValue(String message, int start) {
    if (message.startsWith("\"", start)) return endOfQuoted(message, start);
    int end = start;
    while (end < message.length() && " \t\n\r:}".indexOf(message.charAt(end)) < 0) end++;
    return end;
  }

  /// By hand, because a pattern for it takes a frame of the stack for each character.
  private static int endOfQuoted(String message, int quote) {
    int end = quote + 1;
    while (end < message.length() && message.charAt(end) != '"')
      end += message.charAt(end) == '\\' ? 2 : 1;
    return Math.min(end + 1, message.length());
  }

  /// The same place, or the one before if it is within a character.
  private static int cut(String message, int at) {
    return Character.isHighSurrogate(message.charAt(at - 1)) ? at - 1 : at;
  }

  private static String shortened(String message) {
    var text = new StringBuilder();
    int end = 0;
    for (int quote = message.indexOf('"'); quote >= 0; quote = message.indexOf('"', end)) {
      text.append(message, end, quote);
      end = endOfQuoted(message, quote);
      if (end - quote <= LONGEST_SHOWN) text.append(message, quote, end);
      else text.append(message, quote, cut(message, quote + LONGEST_SHOWN)).append("…\"");
    }
    return text.append(message, end, message.length()).toString();
  }

  Diagnostic hide(Diagnostic problem) {
    return new Diagnostic(
        problem.code(),
        problem.severity(),
        problem.summary(),
        hide(problem.detail()),
        problem.subject(),
        problem.path());
  }
}
