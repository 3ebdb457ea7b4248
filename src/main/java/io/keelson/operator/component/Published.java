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
/// @param body what is in it
/// @param created when it was published, as the API server writes times
/// @param paused whether nobody takes it who does not pin it
/// @param allowed the namespaces that the definition allowed last
/// @param locked the revision, as namespace/name, of each component in it, by name
/// @param ending whether somebody has deleted it; it goes when nobody uses it
/// @param bytes about what it takes
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

  /// The one that is taken before others: by version, then the younger one, then by name.
  static final Comparator<Published> ORDER =
      Comparator.comparing(Published::version)
          .thenComparing(Published::created)
          .thenComparing(Published::name);

  Published {
    allowed = List.copyOf(allowed);
    locked = Collections.unmodifiableSortedMap(new TreeMap<>(locked));
  }

  /// As others refer to it.
  String reference() {
    return definition.namespace() + "/" + name;
  }

  /// Empty if it is not what the operator has written: then nobody can tell what it is.
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
