package io.keelson.operator.stack.run;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOptions.Deletes;
import io.keelson.engine.plan.PlanOptions.Mode;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.plan.PlanOptions.Scope;
import io.keelson.operator.api.RunSpec;
import io.keelson.operator.api.StackSpec;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How a plan is made: for the declaration, or as a Run asks for it.
///
/// @param looksAt recorded instances that are read whether the plan changes them or not
public record RequestedPlan(
    Mode mode,
    Refresh refresh,
    Set<InstanceAddress> replace,
    Set<Target> targets,
    Set<Target> excluded,
    Scope scope,
    Set<InstanceAddress> looksAt) {
  private static final int PARALLELISM = 10;

  /// A request for a plan about everything.
  public static RequestedPlan of(Mode mode, Refresh refresh) {
    return new RequestedPlan(mode, refresh, Set.of(), Set.of(), Set.of(), Scope.NEEDED, Set.of());
  }

  /// @param spec checked by the API server, so its addresses can be read
  public static RequestedPlan of(RunSpec spec) {
    return new RequestedPlan(
        mode(spec),
        refresh(spec),
        addresses(spec.replace),
        targets(spec.targets),
        targets(spec.exclude),
        scope(spec),
        Set.of());
  }

  public RequestedPlan lookingAt(Set<InstanceAddress> recorded) {
    return new RequestedPlan(mode, refresh, replace, targets, excluded, scope, recorded);
  }

  public RequestedPlan excluding(Set<Target> others) {
    return new RequestedPlan(mode, refresh, replace, targets, others, scope, looksAt);
  }

  private static Mode mode(RunSpec spec) {
    return switch (Objects.requireNonNull(spec.mode)) {
      case Plan, Apply -> Mode.NORMAL;
      case Destroy -> Mode.DESTROY;
      case RefreshOnly -> Mode.REFRESH_ONLY;
    };
  }

  private static Refresh refresh(RunSpec spec) {
    return switch (spec.refresh) {
      case All -> Refresh.ALL;
      case Affected -> Refresh.AFFECTED;
      case None -> Refresh.NONE;
    };
  }

  private static Scope scope(RunSpec spec) {
    return switch (spec.scope) {
      case Needed -> Scope.NEEDED;
      case Exact -> Scope.EXACT;
      case Dependents -> Scope.DEPENDENTS;
    };
  }

  private static Set<InstanceAddress> addresses(@Nullable List<String> texts) {
    if (texts == null) return Set.of();
    return texts.stream()
        .map(InstanceAddress::parse)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<Target> targets(@Nullable List<String> texts) {
    if (texts == null) return Set.of();
    return texts.stream().map(Target::parse).collect(Collectors.toCollection(TreeSet::new));
  }

  /// The same request without the replacements that are made already.
  public RequestedPlan withoutReplacing(Predicate<InstanceAddress> made) {
    var left = new TreeSet<>(replace);
    left.removeIf(made);
    return new RequestedPlan(mode, refresh, left, targets, excluded, scope, looksAt);
  }

  /// The same request for the rest after an apply: everything has been read by then.
  public RequestedPlan afterItsApply() {
    boolean again = mode == Mode.NORMAL && refresh == Refresh.ALL;
    return new RequestedPlan(
        mode, again ? Refresh.AFFECTED : refresh, replace, targets, excluded, scope, looksAt);
  }

  /// @param stack the spec of the Stack; a field that a manifest leaves out counts as its default
  public PlanOptions options(StackSpec stack, DigestKey key, OpenRun openRun, Limits limits) {
    return new PlanOptions(
        mode,
        refresh,
        stack.parallelism == null ? PARALLELISM : stack.parallelism,
        key,
        openRun,
        new TreeSet<>(replace),
        new TreeSet<>(targets),
        new TreeSet<>(excluded),
        scope,
        new TreeSet<>(looksAt),
        new TreeMap<>(),
        limits,
        stack.deletes == StackSpec.Deletes.Layered ? Deletes.LAYERED : Deletes.GRAPH);
  }
}
