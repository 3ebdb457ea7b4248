package io.keelson.operator.stack.declaration;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.stack.context.ComponentSource;
import io.keelson.operator.stack.context.ComponentSource.Resolution;
import io.keelson.operator.stack.declaration.UsedComponents.Uses;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The versions of definitions that the Components of a Stack use at one moment, and those that
/// were applied last.
final class PlannedVersions implements ComponentVersions {
  private final Map<ComponentPath, UsedComponents.Use> uses = new HashMap<>();
  private final ComponentSource source;

  PlannedVersions(List<UsedComponents.Use> components, ComponentSource source) {
    components.forEach(each -> uses.putIfAbsent(each.path(), each));
    this.source = source;
  }

  @Override
  public Optional<Used> of(ComponentPath component) {
    if (component.isRoot()) return Optional.empty();
    var use = uses.get(component.first(1));
    if (use == null || !(use.uses() instanceof Uses.Revision(Resolution.Found found)))
      return Optional.empty();
    var inside = component.from(1);
    return source
        .inside(found.revision(), inside)
        .map(now -> {
          var before = previous(use.component(), inside).filter(it -> !it.equals(now.version()));
          return new Used(now.definition(), now.version(), before);
        });
  }

  /// The applied version. It is known by the status even if the applied revision is gone.
  private Optional<String> previous(Component component, ComponentPath inside) {
    var status = component.getStatus();
    if (status == null || status.appliedRevision == null) return Optional.empty();
    return inside.isRoot()
        ? Optional.ofNullable(status.appliedVersion)
        : source.inside(status.appliedRevision, inside).map(ComponentSource.Inside::version);
  }
}
