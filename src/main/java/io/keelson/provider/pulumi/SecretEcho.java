package io.keelson.provider.pulumi;

import io.keelson.provider.pulumi.wire.Property;
import java.util.TreeMap;

/// Marks as secrets what comes back, under the same name, from a provider that takes no secrets.
///
/// @rule R-PRG-2
final class SecretEcho {
  private SecretEcho() {}

  /// The answer, with secrets where what was sent had them.
  static Property.Fields marked(Property.Fields sent, Property.Fields answered) {
    var marked = new TreeMap<>(answered.fields());
    sent.fields()
        .forEach((name, value) -> marked.computeIfPresent(name, (_, each) -> marked(value, each)));
    return new Property.Fields(marked);
  }

  private static Property marked(Property sent, Property answered) {
    return switch (answered) {
      case Property.Secret secret -> secret;
      case Property.Null nothing -> nothing;
      case Property.Fields fields when sent instanceof Property.Fields given ->
          marked(given, fields);
      // Who answers with a secret inside knows where it is.
      default -> isSecret(sent) && !isSecret(answered) ? new Property.Secret(answered) : answered;
    };
  }

  /// What came back earlier, as it would come back now: what was sent in secret then and is sent in
  /// plain now, the same, is no secret any longer. What the provider itself calls one stays so, and
  /// so does a former value in whose place another one is sent.
  ///
  /// @param before what was sent then
  static Property.Fields again(
      Property.Fields before, Property.Fields sent, Property.Fields answered) {
    var own = new TreeMap<>(answered.fields());
    before
        .fields()
        .forEach((name, value) -> {
          own.computeIfPresent(name, (_, each) -> again(value, sent.at(name), each));
        });
    return marked(sent, new Property.Fields(own));
  }

  private static Property again(Property before, Property sent, Property answered) {
    return switch (answered) {
      case Property.Secret(var value) when isSecret(before) && isSame(value, sent) -> value;
      case Property.Fields fields
          when before instanceof Property.Fields old && sent instanceof Property.Fields now ->
          again(old, now, fields);
      default -> answered;
    };
  }

  /// Whether something came back as it was sent; a list may have come back in another order.
  private static boolean isSame(Property answered, Property sent) {
    return answered instanceof Property.Elements list && sent instanceof Property.Elements given
        ? list.hasSame(given)
        : answered.equals(sent);
  }

  /// Whether there is a secret in a property. A list with one inside is one as a whole: its
  /// elements may come back in another order.
  static boolean isSecret(Property sent) {
    return switch (sent) {
      case Property.Secret _ -> true;
      case Property.Output output -> output.secret();
      case Property.Elements(var elements) -> elements.stream().anyMatch(SecretEcho::isSecret);
      case Property.Fields(var fields) -> fields.values().stream().anyMatch(SecretEcho::isSecret);
      default -> false;
    };
  }
}
