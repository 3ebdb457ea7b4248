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
