package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.object.DestroyPlanner;
import io.keelson.engine.object.PolicyReview;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.reading.ObjectReader;
import io.keelson.engine.reading.ObjectReader.Known;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.Departure;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import java.util.List;
import java.util.Optional;

/// Plans the objects that nothing declares: orphans, deposed objects, and everything in destroy
/// mode.
final class UndeclaredObjects {
  private final ConfiguredProviders providers;
  private final ObjectReader reader;
  private final PlanOptions options;
  private final Snapshot snapshot;
  private final Findings findings;
  private final StackScope scope;
  private final PolicyCheck policies;

  UndeclaredObjects(PlanContext context, ConfiguredProviders providers, ObjectReader reader) {
    this.providers = providers;
    this.reader = reader;
    this.options = context.options();
    this.snapshot = context.snapshot();
    this.scope = context.scope();
    this.policies = new PolicyCheck(context.config());
    this.findings = context.findings();
  }

  /// Plans that one object goes away; what is found out goes to the findings.
  ///
  /// @return whether a change could be chosen
  boolean plan(Departure departure, InstanceState instance) {
    ObjectRef ref = departure.object();
    InstanceAddress at = ref.instance();
    ObjectState object = stored(ref, instance);
    if (options.mode() == PlanOptions.Mode.REFRESH_ONLY) return keep(departure, object, instance);
    return findings.with(
        at,
        known(departure, object, instance),
        known ->
            switch (known) {
              case Known.Missing(var last) -> {
                findings.deviates(Deviation.Kind.MISSING_KEEPS_RECORD, at);
                yield add(departure, new Action.Forget(), Reason.MISSING, object, last, instance);
              }
              case Known.Present(var observed, var prior, var drift, var warnings) -> {
                findings.report(warnings);
                var seen = seen(ref, instance, needing(departure, observed), drift);
                var why = departure.reason();
                yield departure.forgotten()
                    ? add(departure, new Action.Forget(), why, observed, prior, seen)
                    : destroy(departure, observed, prior, seen);
              }
            });
  }

  /// Looks at the object, and leaves it and its record where they are.
  ///
  /// @rule R-PLAN-32
  /// @rule R-PLAN-44
  private boolean keep(Departure departure, ObjectState object, InstanceState instance) {
    ObjectRef ref = departure.object();
    return findings.with(
        ref.instance(),
        known(departure, object, instance),
        known ->
            switch (known) {
              case Known.Missing(var last) -> {
                var missing =
                    ref.deposed().isPresent()
                        ? instance
                        : instance.withDrift(instance.drift().missing());
                yield add(departure, new Action.NoOp(), Reason.NONE, object, last, missing);
              }
              case Known.Present(var observed, var prior, var drift, var warnings) -> {
                findings.report(warnings);
                var seen = seen(ref, instance, observed, drift);
                yield add(departure, new Action.NoOp(), Reason.NONE, observed, prior, seen);
              }
            });
  }

  /// In destroy mode, the current object of a resource that is still declared also has the
  /// dependencies that are declared now.
  ///
  /// @rule R-GRAPH-20
  /// @rule R-CBD-6
  private ObjectState needing(Departure departure, ObjectState observed) {
    var ref = departure.object();
    if (departure.reason() != Reason.DESTROY_MODE || ref.deposed().isPresent()) return observed;
    var resource = ref.instance().resource();
    var declared = snapshot.dependencies().stored(resource);
    var needing = observed.withDependencies(declared.with(observed.dependencies()));
    var config = snapshot.config().resources().get(resource);
    return config == null || options.targeting().isLimited()
        ? needing
        : needing.withFlags(
            snapshot
                .flags(config, ref.instance())
                .withReplaceTrigger(observed.flags().replaceTrigger()));
  }

  private static InstanceState seen(
      ObjectRef ref, InstanceState instance, ObjectState observed, Drift drift) {
    return ref.deposed()
        .map(key -> instance.withDeposed(key, observed))
        .orElseGet(() -> instance.withCurrent(observed).withDrift(drift));
  }

  private static ObjectState stored(ObjectRef ref, InstanceState instance) {
    return ref.deposed()
        .map(key -> Optional.ofNullable(instance.deposed().get(key)))
        .orElse(instance.current())
        .orElseThrow(() -> new IllegalStateException("no such object: " + ref));
  }

  /// An object that is about to be destroyed is always read first, unless that is switched off; one
  /// that is forgotten is only read where everything is.
  ///
  /// @rule R-REM-3
  private Answer<Known> known(Departure departure, ObjectState object, InstanceState instance) {
    var ref = departure.object();
    var at = ref.instance();
    var drift = ref.deposed().isPresent() ? new Drift.None() : instance.drift();
    return reader
        .stored(at, object, drift)
        .then(stored -> {
          if (object.isForeignTo(at.resource()))
            return departure.forgotten() ? Answer.of(stored) : reader.readFirst(at, stored);
          if (mustRead(departure)) return reader.read(at, stored);
          boolean gone =
              options.reading().refresh() == PlanOptions.Refresh.NONE
                  && drift instanceof Drift.Missing;
          return Answer.of(gone ? new Known.Missing(stored.prior()) : stored);
        });
  }

  private boolean mustRead(Departure departure) {
    return switch (options.reading().refresh()) {
      case ALL -> true;
      case AFFECTED -> !departure.forgotten();
      case NONE -> false;
    };
  }

  private boolean destroy(
      Departure departure, ObjectState object, Prior prior, InstanceState instance) {
    ObjectRef ref = departure.object();
    InstanceAddress at = ref.instance();
    if (departure.prevented()) {
      if (departure.preventedByState()) findings.deviates(Deviation.Kind.PROTECTED_UNDECLARED, at);
      var change = change(departure, new Action.Delete(), departure.reason(), object, prior);
      return fail(at, List.of(PreventDestroy.forbids(change, departure.preventedByState())));
    }
    Provider provider = providers.of(at.resource(), object).orElseThrow();
    return findings.with(
        at,
        new DestroyPlanner(provider, schema(at)).plan(ref, prior, object.sensitive()),
        agreed -> {
          findings.report(agreed.warnings());
          var delete = change(departure, new Action.Delete(), departure.reason(), object, prior);
          var found = PolicyReview.of(delete, Optional::empty, delete.after(), policies, scope);
          if (PolicyCheck.forbids(found)) return fail(at, found);
          findings.report(found);
          return add(
              departure, new Action.Delete(), departure.reason(), object, agreed.prior(), instance);
        });
  }

  private Change change(
      Departure departure, Action action, Reason reason, ObjectState object, Prior prior) {
    return new Change(
        departure.object(),
        action,
        reason,
        Optional.of(Sensitivity.mark(prior.value(), object.sensitive())),
        Optional.empty(),
        prior.privateData(),
        Optional.empty());
  }

  /// Several objects of one instance are planned at the same time, so their observations are
  /// merged.
  ///
  /// @return true: a change could be chosen
  private boolean add(
      Departure departure,
      Action action,
      Reason reason,
      ObjectState object,
      Prior prior,
      InstanceState instance) {
    var change = change(departure, action, reason, object, prior);
    findings.add(
        departure.object().deposed().isPresent()
            ? change
            : compared(change, new Known.Present(object, prior, instance.drift(), List.of())));
    findings.observed(departure.object(), instance);
    return true;
  }

  private Change compared(Change change, Known.Present known) {
    var at = change.object().instance();
    var declared = snapshot.config().resources().get(at.resource());
    var lifecycle = declared == null ? Lifecycle.PLAIN : declared.lifecycle();
    return reader.compared(change, known, schema(at), lifecycle.ignoreChanges());
  }

  private Schema schema(InstanceAddress at) {
    return providers.schema(at.resource()).orElseThrow();
  }

  private boolean fail(InstanceAddress at, List<Diagnostic> diagnostics) {
    findings.fail(at, diagnostics);
    return false;
  }
}
