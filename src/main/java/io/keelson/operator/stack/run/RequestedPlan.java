package io.keelson.operator.stack.run;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOptions.Deletes;
import io.keelson.engine.plan.PlanOptions.Mode;
import io.keelson.engine.plan.PlanOptions.Reading;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.plan.PlanOptions.Scope;
import io.keelson.engine.plan.PlanOptions.Targeting;
import io.keelson.operator.api.RunSpec;
import io.keelson.operator.api.StackSpec;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How a plan is made: for the declaration, or as a Run asks for it.
public record RequestedPlan(
    Mode mode, Reading reading, Targeting targeting, SortedSet<InstanceAddress> replace) {
  private static final int PARALLELISM = 10;

  /// A request for a plan about everything.
  public static RequestedPlan of(Mode mode, Refresh refresh) {
    return new RequestedPlan(
        mode, Reading.of(refresh), Targeting.NONE, Collections.emptySortedSet());
  }

  /// @param spec checked by the API server, so its addresses can be read
  public static RequestedPlan of(RunSpec spec) {
    var targeting =
        new Targeting(
            parsed(spec.targets, Target::parse), parsed(spec.exclude, Target::parse), scope(spec));
    return new RequestedPlan(
        mode(spec),
        Reading.of(refresh(spec)),
        targeting,
        parsed(spec.replace, InstanceAddress::parse));
  }

  /// @param recorded instances that are read whether the plan changes them or not
  public RequestedPlan lookingAt(SortedSet<InstanceAddress> recorded) {
    return reading(new Reading(reading.refresh(), recorded, reading.existing()));
  }

  /// @param ids of objects that are taken over where it is unknown whether a create was done
  public RequestedPlan takingOver(SortedMap<InstanceAddress, String> ids) {
    return reading(new Reading(reading.refresh(), reading.looksAt(), ids));
  }

  private RequestedPlan reading(Reading other) {
    return new RequestedPlan(mode, other, targeting, replace);
  }

  public RequestedPlan excluding(SortedSet<Target> others) {
    var limited = new Targeting(targeting.targets(), others, targeting.scope());
    return new RequestedPlan(mode, reading, limited, replace);
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

  private static <T> SortedSet<T> parsed(@Nullable List<String> texts, Function<String, T> parser) {
    if (texts == null) return Collections.emptySortedSet();
    return texts.stream().map(parser).collect(Collectors.toCollection(TreeSet::new));
  }

  /// The same request without the replacements that are made already.
  public RequestedPlan withoutReplacing(Predicate<InstanceAddress> made) {
    var left = new TreeSet<>(replace);
    left.removeIf(made);
    return new RequestedPlan(mode, reading, targeting, left);
  }

  /// The same request for the rest after an apply: everything has been read by then.
  public RequestedPlan afterItsApply() {
    return mode == Mode.NORMAL && reading.refresh() == Refresh.ALL
        ? reading(new Reading(Refresh.AFFECTED, reading.looksAt(), reading.existing()))
        : this;
  }

  /// @param stack the spec of the Stack; a field that a manifest leaves out counts as its default
  public PlanOptions options(StackSpec stack, DigestKey key, OpenRun openRun, Limits limits) {
    return new PlanOptions(
        mode,
        reading,
        targeting,
        replace,
        stack.parallelism == null ? PARALLELISM : stack.parallelism,
        key,
        openRun,
        limits,
        stack.deletes == StackSpec.Deletes.Layered ? Deletes.LAYERED : Deletes.GRAPH);
  }
}
