package io.keelson.engine.plan;

import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.InstancePlanner.Answer;
import io.keelson.engine.plan.InstancePlanner.Existing;
import io.keelson.engine.plan.ObjectReader.Known;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Plans the instances that are declared.
final class DeclaredObjects {
  private final Providers providers;
  private final ObjectReader reader;
  private final PlanOptions options;
  private final Dependencies dependencies;
  private final CreateBeforeDestroy createBeforeDestroy;
  private final StackScope scope;
  private final Findings findings;
  private final ReplaceTriggers triggers;

  DeclaredObjects(
      Providers providers,
      ObjectReader reader,
      PlanOptions options,
      Dependencies dependencies,
      CreateBeforeDestroy createBeforeDestroy,
      StackScope scope,
      Findings findings) {
    this.providers = providers;
    this.reader = reader;
    this.options = options;
    this.dependencies = dependencies;
    this.createBeforeDestroy = createBeforeDestroy;
    this.scope = scope;
    this.findings = findings;
    this.triggers = new ReplaceTriggers(findings.byResource());
  }

  /// Plans one instance; what is found out goes to the findings.
  ///
  /// @param mustRead whether the stored object may be out of date
  /// @return whether a change could be chosen
  boolean plan(
      ResourceConfig config, Expansion.Member member, InstanceState instance, boolean mustRead) {
    var at = config.address().instance(member.key());
    return new Visit(config, member, at, instance, mustRead).run();
  }

  /// The planning of one instance.
  private final class Visit {
    private final ResourceConfig config;
    private final Expansion.Member member;
    private final InstanceAddress at;
    private final InstanceState instance;
    private final boolean mustRead;
    private final Schema schema;
    private final InstancePlanner planner;

    Visit(
        ResourceConfig config,
        Expansion.Member member,
        InstanceAddress at,
        InstanceState instance,
        boolean mustRead) {
      this.config = config;
      this.member = member;
      this.at = at;
      this.instance = instance;
      this.mustRead = mustRead;
      Provider provider = providers.of(at.resource().type()).orElseThrow();
      this.schema = provider.schema(at.resource().type()).orElseThrow();
      this.planner = new InstancePlanner(provider, schema);
    }

    boolean run() {
      if (instance.current().isEmpty()) return choose(Optional.empty());
      return switch (reader.stored(at, instance.current().get(), instance.drift())) {
        case Known.Failed(var diagnostics) -> fail(diagnostics);
        case Known.Missing missing -> choose(Optional.of(missing));
        case Known.Present stored -> planStored(stored);
      };
    }

    private boolean planStored(Known.Present stored) {
      boolean uncertain = mustRead || instance.drift() instanceof Drift.Missing;
      return switch (options.refresh()) {
        case ALL -> readAndChoose(stored);
        case NONE -> mustRead ? readAndChoose(stored) : choose(Optional.of(stored));
        case AFFECTED -> uncertain ? readAndChoose(stored) : readIfTouched(stored);
      };
    }

    /// Plans from what was last observed; only if anything would be done the object is read.
    private boolean readIfTouched(Known.Present stored) {
      var answer = answer(Optional.of(stored));
      boolean quiet =
          answer instanceof Answer.Decided decided && decided.action() instanceof Action.NoOp;
      return quiet ? conclude(answer, Optional.of(stored)) : readAndChoose(stored);
    }

    private boolean readAndChoose(Known.Present stored) {
      return switch (reader.read(at, schema, stored)) {
        case Known.Failed(var diagnostics) -> fail(diagnostics);
        case Known.Missing missing -> choose(Optional.of(missing));
        case Known.Present observed -> choose(Optional.of(observed));
      };
    }

    private Answer answer(Optional<Known> known) {
      var existing = known.flatMap(this::existing);
      var verdict = triggers.verdict(config.lifecycle().replaceTriggeredBy(), at.key());
      var answer =
          planner.plan(
              new InstancePlanner.Question(
                  at,
                  config,
                  scope.within(member),
                  existing,
                  verdict != ReplaceTriggers.Verdict.QUIET || isOwed(existing),
                  createBeforeDestroy.order(at.resource())));
      if (verdict == ReplaceTriggers.Verdict.FIRES_ON_CREATE && existing.isPresent())
        findings.deviates(Deviation.Kind.TRIGGER_CREATED, at);
      return answer;
    }

    private boolean isOwed(Optional<Existing> existing) {
      return existing.isPresent()
          && !config.lifecycle().replaceTriggeredBy().isEmpty()
          && options.openRun().owesReplacement(at, instance);
    }

    private Optional<Existing> existing(Known known) {
      return known instanceof Known.Present(var state, var prior, _, _)
          ? Optional.of(
              new Existing(prior.value(), prior.privateData(), state.tainted(), state.sensitive()))
          : Optional.empty();
    }

    private boolean choose(Optional<Known> known) {
      return conclude(answer(known), known);
    }

    private boolean conclude(Answer answer, Optional<Known> known) {
      return switch (answer) {
        case Answer.Failed(var diagnostics) -> fail(diagnostics);
        case Answer.Decided decided -> {
          known.ifPresent(this::reportWarnings);
          findings.report(decided.warnings());
          yield record(decided, known);
        }
      };
    }

    private void reportWarnings(Known known) {
      if (known instanceof Known.Present(_, _, _, var warnings)) findings.report(warnings);
    }

    private boolean record(Answer.Decided decided, Optional<Known> known) {
      var missing = known.filter(Known.Missing.class::isInstance).isPresent();
      Action action = missing ? new Action.Recreate() : decided.action();
      if (missing) findings.deviates(Deviation.Kind.DEV_9, at);
      var before = known.flatMap(this::before);
      var change =
          new Change(
              ObjectRef.current(at),
              action,
              missing ? Reason.MISSING : decided.reason(),
              before,
              Optional.of(decided.marked()),
              decided.privateData(),
              action instanceof Action.Replace(ReplaceOrder order, _)
                      && order == ReplaceOrder.CREATE_FIRST
                  ? before.map(this::deposeAs)
                  : Optional.empty(),
              Optional.empty());
      if (forbidden(change)) {
        findings.fail(at.resource(), List.of(prevented(at, change)));
        return false;
      }
      noteForced(change);
      findings.add(change);
      findings.refreshed(at, refreshed(change, known));
      return true;
    }

    private DeposedKey deposeAs(Value before) {
      return DeposedKeys.choose(
          at, before, instance.deposed().keySet(), options.digestKey().secret());
    }

    private Optional<Value> before(Known known) {
      var sensitive = instance.current().map(ObjectState::sensitive).orElseGet(TreeSet::new);
      return switch (known) {
        case Known.Present(var state, var prior, _, _) ->
            Optional.of(Sensitivity.mark(prior.value(), state.sensitive()));
        case Known.Missing(var last) -> Optional.of(Sensitivity.mark(last.value(), sensitive));
        case Known.Failed _ -> Optional.empty();
      };
    }

    /// @rule R-PD-1
    private boolean forbidden(Change change) {
      return config.lifecycle().preventDestroy() && change.action() instanceof Action.Replace;
    }

    private void noteForced(Change change) {
      if (change.action() instanceof Action.Replace
          && createBeforeDestroy.forcedByState().contains(at.resource()))
        findings.deviates(Deviation.Kind.DEV_17, at);
    }

    /// What applying starts from: the observed object with what is known of its declaration now.
    ///
    /// @rule R-GRAPH-20
    /// @rule R-CBD-6
    private InstanceState refreshed(Change change, Optional<Known> known) {
      if (instance.current().isEmpty()) return instance;
      ObjectState stored = instance.current().get();
      var declared = dependencies.stored(at.resource());
      var kept = change.isNoOp() ? declared : union(stored.dependencies(), declared);
      var flags =
          new Flags(
              createBeforeDestroy.effective().contains(at.resource()),
              config.lifecycle().preventDestroy());
      return switch (known.orElseThrow()) {
        case Known.Present(var observed, _, var drift, _) ->
            instance.withCurrent(observed.withDependencies(kept).withFlags(flags)).withDrift(drift);
        case Known.Missing _ ->
            instance
                .withCurrent(stored.withDependencies(kept).withFlags(flags))
                .withDrift(new Drift.Missing());
        case Known.Failed _ -> throw new IllegalStateException("a failed read plans nothing");
      };
    }

    private boolean fail(List<Diagnostic> diagnostics) {
      findings.fail(at.resource(), diagnostics);
      return false;
    }
  }

  static SortedSet<Dependency> union(SortedSet<Dependency> one, SortedSet<Dependency> two) {
    if (one.equals(two)) return one;
    var all = new TreeSet<>(two);
    var named = new TreeSet<ResourceAddress>();
    two.forEach(each -> named.add(each.resource()));
    one.stream().filter(each -> !named.contains(each.resource())).forEach(all::add);
    return Collections.unmodifiableSortedSet(all);
  }

  static Diagnostic prevented(InstanceAddress at, Change change) {
    return Diagnostic.error(
        Code.PREVENT_DESTROY,
        Subject.of(at),
        "Destruction is prevented",
        "The plan would "
            + (change.action() instanceof Action.Delete ? "destroy" : "replace")
            + " this object"
            + (change.reason().sentence().isEmpty() ? "" : " (" + change.reason().sentence() + ")")
            + ", but lifecycle.preventDestroy is set. Take the option away, or undo the change that"
            + " requires it.");
  }
}
