package io.keelson.engine.snapshot;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.StackScope;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Looks at everything that is given to components and that they give, also at what nothing uses:
/// inputs that do not fit or are not valid, outputs whose preconditions do not hold.
///
/// @rule R-CMP-5
/// @rule R-COND-8
public final class ComponentReview {
  private final Snapshot snapshot;
  private final StackScope scope;
  private final Predicate<ResourceAddress> missing;
  private final Selection selection;

  /// @param missing resources of which nothing is known, as nothing is planned for them
  public ComponentReview(
      Snapshot snapshot,
      StackScope scope,
      Selection selection,
      Predicate<ResourceAddress> missing) {
    this.snapshot = snapshot;
    this.scope = scope;
    this.selection = selection;
    this.missing = missing;
  }

  /// Each problem once.
  public List<Diagnostic> problems() {
    var problems = new LinkedHashSet<Diagnostic>();
    snapshot.config().components().forEach((path, config) -> review(path, config, problems));
    return new ArrayList<>(problems);
  }

  private void review(ComponentPath path, ComponentConfig config, Set<Diagnostic> problems) {
    if (!isIncluded(path)) return;
    var dependencies = snapshot.dependencies();
    for (var around = path; !around.isRoot(); around = around.parent())
      if (!isThere(dependencies.behindRepetition(around))) return;
    var variables =
        config.body().variables().values().stream()
            .filter(each -> isThere(dependencies.behindVariable(path, each.name())))
            .map(each -> each.name())
            .toList();
    var outputs =
        config.body().outputs().values().stream()
            .filter(each -> !each.preconditions().isEmpty())
            .filter(each -> isThere(dependencies.behindOutput(path, each.name())))
            .map(each -> each.name())
            .toList();
    if (variables.isEmpty() && outputs.isEmpty()) return;
    var instances = scope.instances(path);
    problems.addAll(instances.problems());
    for (ComponentInstance each : instances.all())
      problems.addAll(scope.problems(each, variables, outputs));
  }

  /// Whether the plan is about anything in a component.
  private boolean isIncluded(ComponentPath path) {
    return !selection.isLimited()
        || path.resourcesIn(snapshot.config().resources()).keySet().stream()
            .anyMatch(selection::includes);
  }

  private boolean isThere(Set<ResourceAddress> behind) {
    return behind.stream().noneMatch(missing);
  }
}
