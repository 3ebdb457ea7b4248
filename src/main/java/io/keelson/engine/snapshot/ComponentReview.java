package io.keelson.engine.snapshot;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.ResourcePart;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.StackScope;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/// Checks all inputs and outputs of components, also those that nothing uses: inputs that do not
/// fit or are not valid, outputs whose preconditions do not hold.
///
/// @rule R-CMP-5
/// @rule R-COND-8
public final class ComponentReview {
  private final Snapshot snapshot;
  private final StackScope scope;
  private final Predicate<ComponentPath> included;
  private final Predicate<Set<ResourceAddress>> known;
  private final BiPredicate<ComponentInstance, Set<ResourceAddress>> knownThere;

  private ComponentReview(
      Snapshot snapshot,
      StackScope scope,
      Predicate<ComponentPath> included,
      Predicate<Set<ResourceAddress>> known,
      BiPredicate<ComponentInstance, Set<ResourceAddress>> knownThere) {
    this.knownThere = knownThere;
    this.snapshot = snapshot;
    this.scope = scope;
    this.included = included;
    this.known = known;
  }

  /// The review after everything is planned.
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
        behind -> behind.stream().noneMatch(missing),
        (_, _) -> true);
  }

  /// The review while a plan is carried out, of values that may have been unknown before.
  ///
  /// @param planned everything that the plan says something of
  /// @param changed resources that the run has changed
  /// @param undone resources that the run was to change, and has not
  public static ComponentReview applied(
      Snapshot snapshot,
      StackScope scope,
      SortedSet<InstanceAddress> planned,
      Set<ResourceAddress> changed,
      Set<ResourceAddress> undone) {
    return new ComponentReview(
        snapshot,
        scope,
        _ -> true,
        behind ->
            behind.stream().noneMatch(undone::contains)
                && behind.stream().anyMatch(changed::contains)
                && behind.stream()
                    .allMatch(each -> isPlanned(each, ComponentInstance.ROOT, planned)),
        (at, behind) -> behind.stream().allMatch(each -> isPlanned(each, at, planned)));
  }

  /// Whether the plan says something of a resource, where it stands in the same instances of
  /// components as `at`. A resource that was held back then is unchanged, so it is not reviewed.
  private static boolean isPlanned(
      ResourceAddress resource, ComponentInstance at, SortedSet<InstanceAddress> planned) {
    var around = at.keys().subList(0, at.path().shared(resource.in()));
    var first = resource.instance(new InstanceKey.None().within(around));
    for (InstanceAddress each : planned.tailSet(first)) {
      if (!each.resource().equals(resource)) return false;
      if (ResourcePart.of(each).isIn(around)) return true;
    }
    return false;
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
    var variables = new TreeMap<String, Set<ResourceAddress>>();
    for (String name : config.body().variables().keySet())
      variables.put(name, withRepetition(path, dependencies.behindVariable(path, name)));
    var outputs = new TreeMap<String, Set<ResourceAddress>>();
    for (OutputConfig output : config.body().outputs().values())
      if (!output.preconditions().isEmpty())
        outputs.put(
            output.name(), withRepetition(path, dependencies.behindOutput(path, output.name())));
    variables.values().removeIf(behind -> !known.test(behind));
    outputs.values().removeIf(behind -> !known.test(behind));
    if (variables.isEmpty() && outputs.isEmpty()) return;
    var instances = scope.instances(path);
    problems.addAll(instances.problems());
    for (ComponentInstance each : instances.all())
      problems.addAll(scope.problems(each, known(each, variables), known(each, outputs)));
  }

  private List<String> known(ComponentInstance at, SortedMap<String, Set<ResourceAddress>> all) {
    return all.entrySet().stream()
        .filter(each -> knownThere.test(at, each.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /// Adds the resources that the number of instances depends on.
  private Set<ResourceAddress> withRepetition(ComponentPath path, Set<ResourceAddress> behind) {
    var all = new TreeSet<>(behind);
    all.addAll(snapshot.dependencies().behindRepetition(path));
    return all;
  }
}
