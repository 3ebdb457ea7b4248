package io.keelson.cli.definition;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentRevision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Who uses a definition through revisions: what a Component pins, or has run since, may have other
/// components in it than its definition says by now.
public final class RevisionUses {
  private final KubernetesClient client;
  private final Map<String, Optional<ComponentRevision>> read = new HashMap<>();

  public RevisionUses(KubernetesClient client) {
    this.client = client;
  }

  /// A use in a revision.
  ///
  /// @param component what it is called in there
  public record Use(ComponentRevision outer, String component, ComponentRevision inner) {}

  /// The uses of a definition in all revisions that Components have, and in those inside of these.
  ///
  /// @param home the namespace of the definition
  public List<Use> of(String name, String home, Collection<Component> components) {
    var uses = new ArrayList<Use>();
    var seen = new TreeSet<String>();
    var open = new ArrayDeque<String>();
    components.forEach(each -> revisionOf(each).ifPresent(open::add));
    for (var next = open.poll(); next != null; next = open.poll()) {
      if (!seen.add(next)) continue;
      var outer = revision(next);
      if (outer.isEmpty() || outer.get().getSpec().locked == null) continue;
      outer
          .get()
          .getSpec()
          .locked
          .forEach((component, reference) -> {
            open.add(reference);
            revision(reference)
                .filter(inner -> isOf(inner, name, home))
                .ifPresent(inner -> uses.add(new Use(outer.get(), component, inner)));
          });
    }
    return uses;
  }

  private static boolean isOf(ComponentRevision revision, String name, String home) {
    return revision.getSpec().definition.equals(name)
        && revision.getMetadata().getNamespace().equals(home);
  }

  private static Optional<String> revisionOf(Component component) {
    return Optional.ofNullable(component.getStatus()).map(status -> status.revision);
  }

  /// @param reference `namespace/name`
  public Optional<ComponentRevision> revision(String reference) {
    return read.computeIfAbsent(
        reference,
        _ -> {
          int end = reference.indexOf('/');
          return Optional.ofNullable(
              client
                  .resources(ComponentRevision.class)
                  .inNamespace(reference.substring(0, end))
                  .withName(reference.substring(end + 1))
                  .get());
        });
  }
}
