package io.keelson.provider.plugin;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;

/// Names a real system by the arguments that lead there, such as `endpoint=https://a.example,
/// region=eu-west-1`. What is secret or unset is left out, and lists and objects without anything
/// in them.
public final class SystemName {
  private static final int LONGEST = 400;
  private static final int DIGITS = 16;

  private SystemName() {}

  /// @param arguments with marks where they are secret; wholly known
  /// @param telling the names of those that count
  public static String of(Mapping arguments, SortedSet<String> telling) {
    var name =
        telling.stream()
            .flatMap(each ->
                Optional.ofNullable(arguments.get(each))
                    .flatMap(value -> text(value).map(text -> each + "=" + text))
                    .stream())
            .collect(Collectors.joining(", "));
    return name.length() <= LONGEST ? name : name.substring(0, LONGEST) + "… " + hash(name);
  }

  private static Optional<String> text(Value value) {
    if (value.isNull() || !value.marks().isEmpty()) return Optional.empty();
    return switch (value) {
      case Value.Text text -> Optional.of(text.text());
      case Value.Num num -> Optional.of(num.number().toPlainString());
      case Value.Truth truth -> Optional.of(Boolean.toString(truth.truth()));
      case Sequence list ->
          whole(
              "[",
              list.elements().stream()
                  .flatMap(each -> text(each).stream())
                  .collect(Collectors.joining(", ")),
              "]");
      case Mapping object ->
          whole(
              "{",
              object.keys().stream()
                  .flatMap(key ->
                      Optional.ofNullable(object.get(key))
                          .flatMap(each -> text(each).map(text -> key + "=" + text))
                          .stream())
                  .collect(Collectors.joining(", ")),
              "}");
      case Value.Null _, Value.Unknown _ -> Optional.empty();
    };
  }

  private static Optional<String> whole(String before, String inner, String after) {
    return inner.isEmpty() ? Optional.empty() : Optional.of(before + inner + after);
  }

  private static String hash(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of()
          .formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)))
          .substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
