package io.keelson.apiserver;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.Optional;

/// What names an object of an API server, as its manifest says it.
///
/// @param apiVersion such as `v1` or `apps/v1`
/// @param namespace as written; empty if the manifest names none
public record ObjectKey(String apiVersion, String kind, String namespace, String name) {

  /// The key of a manifest, or empty as long as a part of it is unknown or missing.
  public static Optional<ObjectKey> of(Value manifest) {
    var apiVersion = text(manifest, "apiVersion");
    var kind = text(manifest, "kind");
    var metadata = child(manifest, "metadata");
    var name = metadata.flatMap(value -> text(value, "name"));
    var namespace = metadata.flatMap(value -> child(value, "namespace"));
    if (apiVersion.isEmpty() || kind.isEmpty() || name.isEmpty()) return Optional.empty();
    if (metadata.get().isUnknown() || namespace.filter(Value::isUnknown).isPresent())
      return Optional.empty();
    return Optional.of(
        new ObjectKey(
            apiVersion.get(),
            kind.get(),
            metadata.flatMap(value -> text(value, "namespace")).orElse(""),
            name.get()));
  }

  private static Optional<Value> child(Value value, String name) {
    return value instanceof Mapping mapping
        ? Optional.ofNullable(mapping.get(name))
        : Optional.empty();
  }

  private static Optional<String> text(Value value, String name) {
    return child(value, name)
        .filter(Value.Text.class::isInstance)
        .map(text -> ((Value.Text) text).text());
  }

  /// The API group; empty for the core group.
  public String group() {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  public boolean isSecret() {
    return kind.equals("Secret") && group().isEmpty();
  }

  public ObjectKey inNamespace(String other) {
    return new ObjectKey(apiVersion, kind, other, name);
  }

  public ObjectKey inVersion(String other) {
    return new ObjectKey(other, kind, namespace, name);
  }

  /// Kind with its group, as people say it: `ConfigMap` or `Deployment.apps`.
  public String kindName() {
    return group().isEmpty() ? kind : kind + "." + group();
  }

  /// `Deployment.apps/shop/web`, or `Namespace/shop` without a namespace.
  @Override
  public String toString() {
    return kindName() + "/" + (namespace.isEmpty() ? "" : namespace + "/") + name;
  }
}
