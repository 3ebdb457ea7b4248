package io.keelson.provider.kubernetes;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// One part of what makes an object the object it is.
///
/// @param read the part of a manifest, with defaults; empty while it is unknown
record Identity(AttributePath path, BiFunction<Value, StackIdentity, Optional<String>> read) {
  private static final AttributePath METADATA = AttributePath.of("metadata");

  static final AttributePath NAMESPACE = METADATA.attribute("namespace");

  /// Group, kind, namespace and name.
  static final List<Identity> PARTS =
      List.of(
          part(AttributePath.of("apiVersion"), (text, _) -> group(text)),
          part(AttributePath.of("kind"), (text, _) -> text),
          part(NAMESPACE, (text, stack) -> text.isEmpty() ? stack.namespace() : text),
          part(METADATA.attribute("name"), (text, _) -> text));

  private static Identity part(
      AttributePath path, BiFunction<String, StackIdentity, String> complete) {
    return new Identity(
        path,
        (manifest, stack) -> {
          var value = manifest.at(path).orElse(Value.text(""));
          return switch (value) {
            case Value.Text text -> Optional.of(complete.apply(text.text(), stack));
            case Value.Unknown _ -> Optional.empty();
            default -> Optional.of(complete.apply("", stack));
          };
        });
  }

  private static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  /// Whether two manifests agree in this part. An unknown one may always become another.
  boolean same(Value one, Value two, StackIdentity stack) {
    var first = read.apply(one, stack);
    return first.isPresent() && first.equals(read.apply(two, stack));
  }
}
