package io.keelson.operator.component;

import io.keelson.operator.api.component.ComponentDefinitionSpec;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.version.Version;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// One revision as it was published.
///
/// @param body the definition that it holds
/// @param created when it was published, as the API server writes times
/// @param paused whether it is taken only by uses that pin it
/// @param allowed the namespaces that the definition allowed last
/// @param locked the revision, as namespace/name, of each component in it, by name
/// @param ending whether somebody has deleted it; it is removed when nobody uses it
/// @param bytes roughly how much memory it takes
record Published(
    DefinitionKey definition,
    String name,
    Version version,
    String created,
    ComponentDefinitionSpec body,
    String digest,
    boolean paused,
    List<String> allowed,
    SortedMap<String, String> locked,
    boolean ending,
    long bytes) {
  /// Annotation of a revision that was published while its definition was paused.
  static final String PAUSED = "keelson.dev/paused";

  /// A preferred revision comes after others: the higher version, then the younger one, then by
  /// name.
  static final Comparator<Published> ORDER =
      Comparator.comparing(Published::version)
          .thenComparing(Published::created)
          .thenComparing(Published::name);

  Published {
    allowed = List.copyOf(allowed);
    locked = Collections.unmodifiableSortedMap(new TreeMap<>(locked));
  }

  /// The name by which others refer to it.
  String reference() {
    return definition.namespace() + "/" + name;
  }

  /// Empty if the revision is not as the operator writes them: then its content is not known.
  static Optional<Published> of(ComponentRevision revision) {
    var spec = revision.getSpec();
    var meta = revision.getMetadata();
    var version = Version.read(Objects.requireNonNullElse(spec.version, ""));
    var body = spec.body;
    if (version.isEmpty() || body == null) return Optional.empty();
    var locked = new TreeMap<String, String>();
    if (spec.locked != null) locked.putAll(spec.locked);
    if (!RevisionBody.digest(body, locked).equals(spec.digest)) return Optional.empty();
    try {
      return Optional.of(
          new Published(
              DefinitionKey.of(revision),
              meta.getName(),
              version.get(),
              String.valueOf(meta.getCreationTimestamp()),
              RevisionBody.read(body),
              spec.digest,
              Objects.requireNonNullElse(meta.getAnnotations(), Map.<String, String>of())
                  .containsKey(PAUSED),
              spec.allowedNamespaces == null ? List.of() : spec.allowedNamespaces,
              locked,
              meta.getDeletionTimestamp() != null,
              RevisionBody.size(body)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
