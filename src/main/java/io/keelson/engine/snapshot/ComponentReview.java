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
import java.util.TreeSet;
import java.util.function.Predicate;

/// Looks at everything that is given to components and that they give, also at what nothing uses:
/// inputs that do not fit or are not valid, outputs whose preconditions do not hold.
///
/// @rule R-CMP-5
/// @rule R-COND-8
public final class ComponentReview {
  private final Snapshot snapshot;
  private final StackScope scope;
  private final Predicate<ComponentPath> included;
  private final Predicate<Set<ResourceAddress>> known;

  private ComponentReview(
      Snapshot snapshot,
      StackScope scope,
      Predicate<ComponentPath> included,
      Predicate<Set<ResourceAddress>> known) {
    this.snapshot = snapshot;
    this.scope = scope;
    this.included = included;
    this.known = known;
  }

  /// When everything is planned.
  ///
  /// @param missing resources of which nothing is known, as nothing is planned for them
  public static ComponentReview planned(
      Snapshot snapshot,
      StackScope scope,
      Selection selection,
      Predicate<ResourceAddress> missing) {
    return new ComponentReview(
        snapshot,
        scope,
        path ->
            !selection.isLimited()
                || path.resourcesIn(snapshot.config().resources()).keySet().stream()
                    .anyMatch(selection::includes),
        behind -> behind.stream().noneMatch(missing));
  }

  /// When a plan is carried out: at what may have been unknown before.
  ///
  /// @param changed resources that the run has changed
  /// @param undone those that it was to change, and has not
  public static ComponentReview applied(
      Snapshot snapshot,
      StackScope scope,
      Set<ResourceAddress> changed,
      Set<ResourceAddress> undone) {
    return new ComponentReview(
        snapshot,
        scope,
        _ -> true,
        behind ->
            behind.stream().noneMatch(undone::contains)
                && behind.stream().anyMatch(changed::contains));
  }

  /// Each problem once.
  public List<Diagnostic> problems() {
    var problems = new LinkedHashSet<Diagnostic>();
    snapshot.config().components().forEach((path, config) -> review(path, config, problems));
    return new ArrayList<>(problems);
  }

  private void review(ComponentPath path, ComponentConfig config, Set<Diagnostic> problems) {
    if (!included.test(path)) return;
    var dependencies = snapshot.dependencies();
    var variables =
        config.body().variables().values().stream()
            .filter(each -> isKnown(path, dependencies.behindVariable(path, each.name())))
            .map(each -> each.name())
            .toList();
    var outputs =
        config.body().outputs().values().stream()
            .filter(each -> !each.preconditions().isEmpty())
            .filter(each -> isKnown(path, dependencies.behindOutput(path, each.name())))
            .map(each -> each.name())
            .toList();
    if (variables.isEmpty() && outputs.isEmpty()) return;
    var instances = scope.instances(path);
    problems.addAll(instances.problems());
    for (ComponentInstance each : instances.all())
      problems.addAll(scope.problems(each, variables, outputs));
  }

  /// Whether it can be looked at, in all instances that there are.
  private boolean isKnown(ComponentPath path, Set<ResourceAddress> behind) {
    var all = new TreeSet<>(behind);
    for (var around = path; !around.isRoot(); around = around.parent())
      all.addAll(snapshot.dependencies().behindRepetition(around));
    return known.test(all);
  }
}
