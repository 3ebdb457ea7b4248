package io.keelson.provider.pulumi.schema;

import java.util.Optional;

/// What Pulumi calls a type: `aws:s3/bucket:Bucket`.
///
/// @param module empty in a token of two parts
record Token(String pkg, String module, String name) {
  /// Empty if the text is no token, or the name of a method: those are of their resource.
  static Optional<Token> parse(String text) {
    return isOfMethod(text) ? Optional.empty() : parts(text);
  }

  /// Empty if the text is no token of a method, such as `site:index:WebApp/describe`.
  static Optional<Token> method(String text) {
    return isOfMethod(text) ? parts(text) : Optional.empty();
  }

  static boolean isOfMethod(String text) {
    return text.indexOf('/', text.lastIndexOf(':') + 1) >= 0;
  }

  private static Optional<Token> parts(String text) {
    var parts = text.split(":", -1);
    if (parts.length < 2 || parts.length > 3) return Optional.empty();
    var name = parts[parts.length - 1];
    if (parts[0].isEmpty() || name.isEmpty()) return Optional.empty();
    return Optional.of(new Token(parts[0], parts.length == 3 ? parts[1] : "", name));
  }
}
