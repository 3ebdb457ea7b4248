package io.keelson.engine.planning;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.transform.TransformedBody;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.object.InstancePlanner;
import io.keelson.engine.object.InstancePlanner.Answer;
import io.keelson.engine.object.InstancePlanner.Existing;
import io.keelson.engine.object.PolicyReview;
import io.keelson.engine.object.SensitiveOption;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.object.TriggerValue;
import io.keelson.engine.object.WriteOnly;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.planning.imports.IdleImport;
import io.keelson.engine.planning.imports.ImportRefusal;
import io.keelson.engine.planning.imports.ImportTargets;
import io.keelson.engine.planning.imports.ObjectImporter;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.reading.ObjectReader;
import io.keelson.engine.reading.ObjectReader.Known;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.CreateBeforeDestroy;
import io.keelson.engine.snapshot.ReplaceStrength;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;

/// Plans the instances that are declared.
final class DeclaredObjects {
  private static final Value NOTHING = Value.nothing(Types.DYNAMIC);

  private final ConfiguredProviders providers;
  private final ObjectReader reader;
  private final PlanOptions options;
  private final Snapshot snapshot;
  private final CreateBeforeDestroy createBeforeDestroy;
  private final StackScope scope;
  private final ObjectImporter importer;
  private final PlanMemo memo;
  private final Findings findings;
  private final ReplaceTriggers triggers;
  private final PolicyCheck policies;
  private final Set<InstanceAddress> takenOver = ConcurrentHashMap.newKeySet();
  private final Map<Target, Container> containers = new ConcurrentHashMap<>();

  DeclaredObjects(
      ConfiguredProviders providers,
      ObjectReader reader,
      PlanOptions options,
      Snapshot snapshot,
      CreateBeforeDestroy createBeforeDestroy,
      StackScope scope,
      ObjectImporter importer,
      PlanMemo memo,
      Findings findings) {
    this.providers = providers;
    this.reader = reader;
    this.options = options;
    this.snapshot = snapshot;
    this.createBeforeDestroy = createBeforeDestroy;
    this.scope = scope;
    this.importer = importer;
    this.memo = memo;
    this.findings = findings;
    this.policies = new PolicyCheck(snapshot.config());
    this.triggers = new ReplaceTriggers(findings.byResource());
  }

  /// Plans one instance; what is found out goes to the findings.
  ///
  /// @return whether a change could be chosen
  boolean plan(ResourceConfig config, Expansion.Member member, InstanceState instance, Look look) {
    return new Visit(config, member, instance, look, Optional.empty()).run();
  }

  /// What is to be looked at whatever the options say.
  ///
  /// @param mustRead whether the stored object may be out of date
  /// @param exists the id of the object that an unfinished create has made, as a person says
  record Look(boolean mustRead, Optional<String> exists) {
    static final Look NONE = new Look(false, Optional.empty());
  }

  /// An object that an instance takes over.
  private record Imported(ImportKey key, ImportLimit limit) {}

  /// Instances whose unfinished create turned out to have made an object, as a person said.
  Set<InstanceAddress> takenOver() {
    return takenOver;
  }

  /// The planning of one instance.
  private final class Visit {
    private final ResourceConfig config;
    private final Expansion.Member member;
    private final InstanceAddress at;
    private final InstanceState instance;
    private final Look look;
    private final boolean mustRead;
    private final Optional<Imported> imported;

    /// Whether the object is in a system that its provider has left.
    private final boolean former;

    private final Provider provider;
    private final Schema schema;
    private final InstancePlanner planner;
    private final Scope names;
    private final InstanceConditions conditions;
    private final TriggerValue trigger;
    private final Container container;

    Visit(
        ResourceConfig config,
        Expansion.Member member,
        InstanceState instance,
        Look look,
        Optional<Imported> imported) {
      this.config = config;
      this.member = member;
      this.at = config.address().instance(member.key());
      this.instance = instance;
      this.look = look;
      this.container =
          config.lifecycle().deletedWith(at).map(this::container).orElse(Container.NONE);
      // What was in it is most likely gone, too.
      this.mustRead = look.mustRead() || container.missing();
      this.imported = imported;
      this.former =
          instance
              .current()
              .filter(object -> providers.isFormer(at.resource(), object))
              .isPresent();
      this.provider =
          (instance.isEmpty() ? providers.toCreate(at.resource()) : providers.of(at.resource()))
              .orElseThrow();
      this.schema = provider.schema(at.resource().type()).orElseThrow();
      this.planner = new InstancePlanner(provider, schema);
      this.names = scope.within(config.address(), member);
      this.conditions = new InstanceConditions(config, at, names, options, findings);
      this.trigger =
          TriggerValue.of(
              config.lifecycle().replaceTrigger(), at, names, options.digestKey().secret());
    }

    /// The same for all members: it is planned before the first of them.
    private Container container(Target target) {
      return containers.computeIfAbsent(
          target,
          each ->
              Container.of(
                  each,
                  each.resourcesIn(snapshot.config().resources()).keySet(),
                  findings.byResource()));
    }

    boolean run() {
      if (!conditions.before()) return false;
      return trigger instanceof TriggerValue.Failed(var diagnostics)
          ? fail(diagnostics)
          : planInstance();
    }

    private boolean planInstance() {
      if (instance.open().isPresent() && look.exists().isPresent())
        return chooseUncertain(instance.open().get(), look.exists().get());
      if (instance.current().isEmpty()) return refreshOnly() || chooseNew();
      if (instance.current().get().isForeignTo(at.resource())) return chooseMoved();
      return switch (stored(instance.current().get())) {
        case Known.Failed(var diagnostics) -> fail(diagnostics);
        case Known.Deferred(var deferral) -> defer(deferral);
        case Known.Missing missing -> choose(Optional.of(missing));
        case Known.Present stored -> {
          importer
              .about(at)
              .flatMap(target -> IdleImport.of(target, provider, marked(stored)))
              .ifPresent(idle -> findings.report(List.of(idle)));
          yield planStored(stored);
        }
      };
    }

    private static Value marked(Known.Present stored) {
      return Sensitivity.mark(stored.prior().value(), stored.state().sensitive());
    }

    /// The object has moved here from another type. Nothing of it is planned before it was taken
    /// over and looked at.
    ///
    /// @rule R-MOV-4
    private boolean chooseMoved() {
      return switch (reader.stored(at, instance.current().orElseThrow(), new Drift.None())) {
        case Known.Failed(var diagnostics) -> fail(diagnostics);
        case Known.Deferred(var deferral) -> defer(deferral);
        case Known.Missing _ -> throw new IllegalStateException("taking over never loses");
        case Known.Present taken -> {
          var own = instance.withCurrent(taken.state()).withDrift(taken.drift());
          yield new Visit(config, member, own, Look.NONE, Optional.empty())
              .chooseRead(reader.readFirst(at, taken));
        }
      };
    }

    private Known stored(ObjectState object) {
      Optional<Known> kept =
          isMemorable()
              ? memo.stored(at, provider, schema, object, instance.drift()).map(Known.class::cast)
              : Optional.empty();
      return kept.orElseGet(() -> reader.stored(at, object, instance.drift()));
    }

    /// Whether the plan is made from what was last observed, and that is one whole object.
    private boolean isMemorable() {
      return options.refresh() == PlanOptions.Refresh.AFFECTED
          && !mustRead
          && !former
          && instance.deposed().isEmpty();
    }

    /// What has a record of any kind is not imported.
    ///
    /// @rule R-IMP-4
    private boolean chooseNew() {
      var target = importer.about(at).filter(_ -> instance.isEmpty());
      return target.isEmpty() ? choose(Optional.empty()) : takeOver(target.get());
    }

    /// The object of an unfinished create exists, as a person says: the record is closed with it.
    private boolean chooseUncertain(Operation open, String id) {
      return switch (planner.evaluate(at, config, names)) {
        case Evaluated.Failed(var diagnostics) -> fail(diagnostics);
        case Evaluated.Ok(var declared) ->
            switch (importer.find(at, id, declared, open.declared())) {
              case ObjectImporter.Outcome.Failed(var diagnostics) -> fail(diagnostics);
              case ObjectImporter.Outcome.Deferred(var deferral) -> defer(deferral);
              case ObjectImporter.Outcome.Imported(_, var found) -> {
                takenOver.add(at);
                var object = hidden(found, NOTHING);
                var made =
                    instance
                        .closed()
                        .withCurrent(object.state())
                        .writtenBy(open.plan())
                        .madeBy(open.plan());
                yield new Visit(config, member, made, Look.NONE, Optional.empty())
                    .choose(Optional.of(object));
              }
            };
      };
    }

    private boolean takeOver(ImportTargets.Target target) {
      return switch (planner.evaluate(at, config, names)) {
        case Evaluated.Failed(var diagnostics) -> fail(diagnostics);
        case Evaluated.Ok(var declared) -> takeOver(target, declared);
      };
    }

    private boolean takeOver(ImportTargets.Target target, Value declared) {
      return switch (importer.take(target, declared)) {
        case ObjectImporter.Outcome.Failed(var diagnostics) -> fail(diagnostics);
        case ObjectImporter.Outcome.Deferred(var deferral) -> defer(deferral);
        case ObjectImporter.Outcome.Imported(var key, var found) -> {
          var object = hidden(found, NOTHING);
          yield new Visit(
                  config,
                  member,
                  InstanceState.of(object.state()),
                  Look.NONE,
                  Optional.of(new Imported(key, target.limit())))
              .choose(Optional.of(object));
        }
      };
    }

    /// What was not there when the object was last looked at was never shown, and is hidden where
    /// its declaration says so. What was there becomes a secret with a change that says so.
    ///
    /// @param last the object as it was known
    /// @rule R-PUL-42
    private Known.Present hidden(Known.Present seen, Value last) {
      var patterns = config.lifecycle().sensitive();
      var paths = SensitiveOption.paths(patterns, seen.prior().value());
      paths.removeAll(SensitiveOption.paths(patterns, last));
      return paths.isEmpty() ? seen : seen.hiding(SensitivePaths.declared(paths));
    }

    private Known hidden(Known seen, Known.Present stored) {
      return seen instanceof Known.Present present ? hidden(present, stored.prior().value()) : seen;
    }

    private boolean planStored(Known.Present stored) {
      boolean uncertain = mustRead || instance.drift() instanceof Drift.Missing;
      return switch (options.refresh()) {
        case ALL -> readAndChoose(stored);
        case NONE -> mustRead ? readAndChoose(stored) : choose(Optional.of(asObserved(stored)));
        case AFFECTED -> uncertain ? readAndChoose(stored) : readIfTouched(stored);
      };
    }

    /// What the last look at the object gave, without another one.
    ///
    /// @rule R-MODE-2
    private Known asObserved(Known.Present stored) {
      return instance.drift() instanceof Drift.Missing ? new Known.Missing(stored.prior()) : stored;
    }

    private boolean refreshOnly() {
      return options.mode() == PlanOptions.Mode.REFRESH_ONLY;
    }

    /// Plans from what was last observed; only if anything would be done the object is read.
    private boolean readIfTouched(Known.Present stored) {
      var answer = rememberedAnswer(stored);
      return answer.isQuiet() ? conclude(answer, Optional.of(stored)) : readAndChoose(stored);
    }

    private boolean readAndChoose(Known.Present stored) {
      return chooseRead(asUnfinished(stored, hidden(reader.read(at, stored), stored)));
    }

    /// A look that only goes before a change finishes nothing: the change is to do that.
    ///
    /// @rule R-PUL-21
    private Known asUnfinished(Known.Present stored, Known seen) {
      return options.refresh() != PlanOptions.Refresh.ALL
              && stored.state().unfinished()
              && seen instanceof Known.Present present
          ? present.withStatus(ObjectState.Status.UNFINISHED)
          : seen;
    }

    private boolean chooseRead(Known seen) {
      return switch (seen) {
        case Known.Failed(var diagnostics) -> fail(diagnostics);
        case Known.Deferred(var deferral) -> defer(deferral);
        case Known.Missing _, Known.Present _ -> choose(Optional.of(seen));
      };
    }

    private boolean choose(Optional<Known> known) {
      return refreshOnly() ? keep(known.orElseThrow()) : conclude(answer(known), known);
    }

    /// @rule R-MODE-1
    private boolean keep(Known known) {
      reportWarnings(known);
      var seen = new DeclaredChange(at, config, instance, Optional.of(known), trigger);
      var change = seen.none();
      findings.add(change);
      findings.refreshed(at, seen.observed(snapshot));
      return seen.isMissing() || conditions.after(change.after().orElseThrow());
    }

    private void reportWarnings(Known known) {
      if (known instanceof Known.Present(_, _, _, var warnings)) findings.report(warnings);
    }

    private Answer answer(Optional<Known> known) {
      return planner.plan(question(known));
    }

    private Answer rememberedAnswer(Known.Present stored) {
      var question = question(Optional.of(stored));
      if (!isMemorable() || question.forced() != Reason.NONE) return answer(Optional.of(stored));
      return switch (planner.evaluate(question)) {
        case Evaluated.Failed(var diagnostics) -> new Answer.Failed(diagnostics);
        // What is ephemeral is not kept here either.
        case Evaluated.Ok(var declared) when Marks.ephemeral(declared.allMarks()) ->
            planner.plan(question, declared);
        case Evaluated.Ok(var declared) -> rememberedAnswer(stored, question, declared);
      };
    }

    private Answer rememberedAnswer(
        Known.Present stored, InstancePlanner.Question question, Value declared) {
      var inputs =
          PlanMemo.Inputs.of(provider, schema, stored.state(), config.lifecycle(), declared);
      var kept = memo.answer(at, inputs);
      if (kept.isPresent()) return kept.get();
      var answer = planner.plan(question, declared);
      memo.note(at, inputs, stored, answer);
      return answer;
    }

    private InstancePlanner.Question question(Optional<Known> known) {
      var existing = known.flatMap(this::existing);
      var forced = forced(existing);
      return new InstancePlanner.Question(at, config, names, existing, forced, order(forced));
    }

    /// @rule R-PLAN-12
    /// @rule R-PD-8
    private ReplaceOrder order(Reason forced) {
      return config.lifecycle().destroy() ? strength(forced).order() : ReplaceOrder.FORGET_FIRST;
    }

    private ReplaceStrength strength(Reason forced) {
      var type = at.resource().type();
      boolean createsFirst =
          provider.createsFirst(type)
              || (forced == Reason.BY_CONTAINER && container.createsFirst())
              // What asked for this order may be gone by now, and the approved one goes on.
              || options.openRun().createsFirst(at);
      return createBeforeDestroy.strength(config, createsFirst);
    }

    /// @param action as the provider would have it, too
    /// @rule R-PUL-4
    private ReplaceStrength strength(Reason forced, Action action) {
      boolean required =
          strength(forced).order() == ReplaceOrder.CREATE_FIRST
              && action instanceof Action.Replace(var order, _)
              && order == ReplaceOrder.DESTROY_FIRST;
      return required ? ReplaceStrength.DESTROY_FIRST_REQUIRED : strength(forced);
    }

    private Optional<Existing> existing(Known known) {
      return known instanceof Known.Present(var state, var prior, _, _)
          ? Optional.of(Existing.of(prior, state))
          : Optional.empty();
    }

    /// What outside of the object demands another one, now or when the run began that this plan is
    /// the rest of. Triggers come before requests.
    private Reason forced(Optional<Existing> existing) {
      if (existing.isPresent() && former) return Reason.PROVIDER_CHANGED;
      var triggered = triggered(existing);
      if (existing.isEmpty()) return triggered;
      if (triggered == Reason.BY_TRIGGERS || owes(Reason.BY_TRIGGERS)) return Reason.BY_TRIGGERS;
      if (trigger.replaces(storedTrigger()) || owes(Reason.BY_TRIGGER_VALUE))
        return Reason.BY_TRIGGER_VALUE;
      if (container.replaced() || owes(Reason.BY_CONTAINER)) return Reason.BY_CONTAINER;
      boolean requested = options.requestsReplacement(at) || owes(Reason.BY_REQUEST);
      return requested ? Reason.BY_REQUEST : Reason.NONE;
    }

    /// What has no object yet is created in any case; that its trigger changes is only told.
    private Reason triggered(Optional<Existing> existing) {
      var declared = config.lifecycle().replaceTriggeredBy();
      if (declared.isEmpty()) return Reason.NONE;
      var key = options.digestKey().secret();
      var verdict =
          triggers.verdict(
              declared, at, change -> options.openRun().hasFollowed(change, instance, key));
      if (verdict.nothingNamed()) findings.deviates(Deviation.Kind.DEV_5, at);
      return switch (verdict.firing()) {
        case FIRES -> Reason.BY_TRIGGERS;
        case FIRES_ON_CREATE -> {
          if (existing.isEmpty()) yield Reason.NONE;
          findings.deviates(Deviation.Kind.TRIGGER_CREATED, at);
          yield Reason.BY_TRIGGERS;
        }
        case QUIET -> Reason.NONE;
      };
    }

    private String storedTrigger() {
      return instance.current().map(object -> object.flags().replaceTrigger()).orElse("");
    }

    /// A trigger that is declared no more is owed nothing.
    private boolean owes(Reason reason) {
      var lifecycle = config.lifecycle();
      boolean declared =
          switch (reason) {
            case BY_TRIGGERS -> !lifecycle.replaceTriggeredBy().isEmpty();
            case BY_TRIGGER_VALUE -> lifecycle.replaceTrigger().isPresent();
            case BY_CONTAINER -> lifecycle.deletedWith().isPresent();
            default -> true;
          };
      return declared && options.openRun().owedReplacement(at, instance) == reason;
    }

    private boolean conclude(Answer answer, Optional<Known> known) {
      if (!answer.isQuiet()) memo.forget(at);
      return switch (answer) {
        case Answer.Failed(var diagnostics) -> fail(diagnostics);
        case Answer.Deferred(var deferral) -> defer(deferral);
        case Answer.Decided decided -> {
          known.ifPresent(this::reportWarnings);
          findings.report(decided.warnings());
          yield record(decided, new DeclaredChange(at, config, instance, known, trigger));
        }
      };
    }

    private SortedMap<AttributePath, String> transforms() {
      return config.body() instanceof TransformedBody transformed
          ? transformed.setBy()
          : Collections.emptySortedMap();
    }

    private boolean record(Answer.Decided decided, DeclaredChange made) {
      var change =
          made.of(decided, options.digestKey().secret())
              .imported(imported.map(Imported::key))
              .setBy(PolicyReview.remedies(at, config))
              .transformedBy(transforms())
              .writing(WriteOnly.given(schema, decided.config()));
      var refused = imported.flatMap(each -> ImportRefusal.of(each.limit(), change));
      if (refused.isPresent()) return fail(List.of(refused.get()));
      if (made.isMissing()) findings.deviates(Deviation.Kind.DEV_9, at);
      boolean replaces =
          change.action() instanceof Action.Replace && !change.action().leavesAlone();
      if (replaces && config.lifecycle().preventDestroy())
        return fail(List.of(PreventDestroy.forbids(change)));
      if (!conditions.after(decided.marked())) return false;
      if (!conditions.allowed(change, PolicyReview.declared(schema, decided.config()), policies))
        return false;
      if (replaces && createBeforeDestroy.forcedByState().contains(at.resource()))
        findings.deviates(Deviation.Kind.DEV_17, at);
      if (replaces) findings.replaces(at, strength(change.reason(), change.action()));
      findings.add(change);
      var refreshed = made.refreshed(change, decided.config().value(), snapshot);
      findings.refreshed(
          at, change.isNoOp() ? markedAsNow(decided, reachedAsNow(refreshed)) : refreshed);
      return true;
    }

    /// Whoever reaches the object now is the one to reach it without its declaration.
    private InstanceState reachedAsNow(InstanceState state) {
      var key = providers.key(at.resource());
      return state
          .current()
          .filter(object -> !object.provider().equals(key))
          .map(object -> state.withCurrent(object.withProvider(key)))
          .orElse(state);
    }

    /// What is found now to come from a Secret is stored as such before anything else is declared.
    private static InstanceState markedAsNow(Answer.Decided decided, InstanceState state) {
      var sensitive = Sensitivity.paths(decided.marked());
      return state
          .current()
          .filter(object -> !object.sensitive().equals(sensitive))
          .map(object -> state.withCurrent(object.withAttributes(object.attributes(), sensitive)))
          .orElse(state);
    }

    private boolean defer(Deferral deferral) {
      findings.defer(at, deferral);
      return false;
    }

    private boolean fail(List<Diagnostic> diagnostics) {
      findings.fail(at, diagnostics);
      return false;
    }
  }
}
