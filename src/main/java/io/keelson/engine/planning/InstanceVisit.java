package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.transform.TransformedBody;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.object.Decisions;
import io.keelson.engine.object.InstancePlanner;
import io.keelson.engine.object.InstancePlanner.Decided;
import io.keelson.engine.object.InstancePlanner.Existing;
import io.keelson.engine.object.PolicyReview;
import io.keelson.engine.object.TriggerValue;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.planning.imports.ImportTargets;
import io.keelson.engine.planning.imports.ObjectImporter;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.reading.ObjectReader;
import io.keelson.engine.reading.ObjectReader.Known;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Plans one declared instance: reads its object if needed, asks the provider, tells the findings.
final class InstanceVisit {
  private static final Value NOTHING = Value.nothing(Types.DYNAMIC);

  private final DeclaredObjects objects;
  private final PlanOptions options;
  private final ObjectReader reader;
  private final ObjectImporter importer;
  private final PlanMemo memo;
  private final Decisions decisions;
  private final Findings findings;
  private final ResourceConfig config;
  private final Expansion.Member member;
  private final InstanceAddress at;
  private final InstanceState instance;
  private final DeclaredObjects.RequiredReading reading;
  private final boolean mustRead;
  private final Optional<DeclaredObjects.Imported> imported;

  /// Whether the object is in a system that its provider has left.
  private final boolean former;

  private final Provider provider;
  private final Schema schema;
  private final InstancePlanner planner;
  private final Scope names;
  private final InstanceConditions conditions;
  private final TriggerValue trigger;
  private final Container container;
  private final ReplacementDemand demand;

  /// @param imported the object that the instance takes over, if it does
  InstanceVisit(
      DeclaredObjects objects,
      ResourceConfig config,
      Expansion.Member member,
      InstanceState instance,
      DeclaredObjects.RequiredReading reading,
      Optional<DeclaredObjects.Imported> imported) {
    this.objects = objects;
    this.options = objects.context().options();
    this.reader = objects.reader();
    this.importer = objects.importer();
    this.memo = objects.memo();
    this.decisions = objects.decisions();
    this.findings = objects.context().findings();
    this.config = config;
    this.member = member;
    this.at = config.address().instance(member.key());
    this.instance = instance;
    this.reading = reading;
    this.container =
        config.lifecycle().deletedWith(at).map(objects::container).orElse(Container.NONE);
    // An object in a container that is missing is most likely gone, too.
    this.mustRead = reading.mustRead() || container.missing();
    this.imported = imported;
    var providers = objects.providers();
    this.former =
        instance.current().filter(each -> providers.isFormer(at.resource(), each)).isPresent();
    var usable =
        instance.isEmpty() ? providers.toCreate(at.resource()) : providers.of(at.resource());
    this.provider = usable.orElseThrow();
    this.schema = provider.schema(at.resource().type()).orElseThrow();
    this.planner = new InstancePlanner(provider, schema);
    this.names = objects.context().scope().within(config.address(), member);
    this.conditions = new InstanceConditions(config, at, names, options, findings);
    this.trigger =
        TriggerValue.of(
            config.lifecycle().replaceTrigger(), at, names, options.digestKey().secret());
    this.demand =
        new ReplacementDemand(objects, config, at, instance, provider, former, trigger, container);
  }

  boolean run() {
    if (!conditions.before()) return false;
    return trigger instanceof TriggerValue.Failed(var diagnostics)
        ? fail(diagnostics)
        : planInstance();
  }

  private boolean planInstance() {
    if (instance.open().isPresent() && reading.exists().isPresent())
      return chooseUncertain(instance.open().get(), reading.exists().get());
    if (instance.current().isEmpty()) return refreshOnly() || chooseNew();
    if (instance.current().get().isForeignTo(at.resource())) return chooseMoved();
    return with(
        stored(instance.current().get()),
        stored -> {
          importer
              .idle(at, provider, stored.marked())
              .ifPresent(idle -> findings.report(List.of(idle)));
          return planStored(stored);
        });
  }

  private <T> boolean with(Answer<T> answer, Predicate<? super T> next) {
    return findings.with(at, answer, next);
  }

  /// The same instance, where its object is known by now.
  private InstanceVisit visit(InstanceState known, Optional<DeclaredObjects.Imported> taken) {
    return new InstanceVisit(
        objects, config, member, known, DeclaredObjects.RequiredReading.NONE, taken);
  }

  /// The object has moved here from another type: it is taken over and read before it is planned.
  ///
  /// @rule R-MOV-4
  private boolean chooseMoved() {
    return with(
        reader.stored(at, instance.current().orElseThrow(), new Drift.None()),
        taken ->
            visit(instance.withCurrent(taken.state()).withDrift(taken.drift()), Optional.empty())
                .chooseRead(reader.readFirst(at, taken)));
  }

  private Answer<Known.Present> stored(ObjectState object) {
    var kept =
        isMemorable()
            ? memo.stored(at, provider, schema, object, instance.drift())
            : Optional.<Known.Present>empty();
    return kept.map(Answer::of).orElseGet(() -> reader.stored(at, object, instance.drift()));
  }

  /// Whether the plan is made from the last observation, and only a current object exists.
  private boolean isMemorable() {
    return options.reading().refresh() == PlanOptions.Refresh.AFFECTED
        && !mustRead
        && !former
        && instance.deposed().isEmpty();
  }

  /// An instance that has a record of any kind is not imported.
  ///
  /// @rule R-IMP-4
  private boolean chooseNew() {
    var target = importer.about(at).filter(_ -> instance.isEmpty());
    return target.isEmpty() ? choose(Optional.empty()) : takeOver(target.get());
  }

  /// A person says that the object of an unfinished create exists: the create is closed with it.
  private boolean chooseUncertain(Operation open, String id) {
    return with(
        declared().then(declared -> importer.find(at, id, declared, open.declared())),
        imported -> {
          objects.takenOver().add(at);
          var object = imported.object().hiding(config.lifecycle().sensitive(), NOTHING);
          var made =
              instance
                  .closed()
                  .withCurrent(object.state())
                  .writtenBy(open.plan())
                  .madeBy(open.plan());
          return visit(made, Optional.empty()).choose(Optional.of(object));
        });
  }

  private Answer<Value> declared() {
    return Answer.of(planner.evaluate(at, config, names));
  }

  private boolean takeOver(ImportTargets.Target target) {
    return with(
        declared().then(declared -> importer.take(target, declared)),
        imported -> takeOver(target, imported));
  }

  private boolean takeOver(ImportTargets.Target target, ObjectImporter.Imported imported) {
    var object = imported.object().hiding(config.lifecycle().sensitive(), NOTHING);
    var taken = new DeclaredObjects.Imported(imported.key(), target.limit());
    return visit(InstanceState.of(object.state()), Optional.of(taken)).choose(Optional.of(object));
  }

  private boolean planStored(Known.Present stored) {
    boolean uncertain = mustRead || instance.drift() instanceof Drift.Missing;
    return switch (options.reading().refresh()) {
      case ALL -> readAndChoose(stored);
      case NONE -> mustRead ? readAndChoose(stored) : choose(Optional.of(asObserved(stored)));
      case AFFECTED -> uncertain ? readAndChoose(stored) : readIfTouched(stored);
    };
  }

  /// The object as it was last observed, without reading it again.
  ///
  /// @rule R-MODE-2
  private Known asObserved(Known.Present stored) {
    return instance.drift() instanceof Drift.Missing ? new Known.Missing(stored.prior()) : stored;
  }

  private boolean refreshOnly() {
    return options.mode() == PlanOptions.Mode.REFRESH_ONLY;
  }

  /// Plans from the last observation; the object is read only if anything would be done to it.
  private boolean readIfTouched(Known.Present stored) {
    var answer = rememberedAnswer(stored);
    return answer.is(Decided::isQuiet)
        ? conclude(answer, Optional.of(stored))
        : readAndChoose(stored);
  }

  private boolean readAndChoose(Known.Present stored) {
    return with(
        reader.read(at, stored),
        seen ->
            seen instanceof Known.Missing
                ? chooseMissing(stored, seen)
                : choose(Optional.of(asUnfinished(stored, hidden(seen, stored)))));
  }

  /// An object that is gone is made again, unless there is one by now that an import means, which
  /// names the recorded one as well: somebody has made it again, as from a backup.
  ///
  /// @rule R-IMP-4
  private boolean chooseMissing(Known.Present stored, Known missing) {
    var target =
        importer
            .about(at)
            .filter(_ -> !refreshOnly() && instance.deposed().isEmpty())
            .filter(each -> ObjectImporter.names(each, provider, stored.marked()));
    if (target.isPresent()
        && declared().then(declared -> importer.take(target.get(), declared))
            instanceof Answer.Given(var successor)) return takeOver(target.get(), successor);
    return choose(Optional.of(missing));
  }

  private Known hidden(Known seen, Known.Present stored) {
    return seen instanceof Known.Present present
        ? present.hiding(config.lifecycle().sensitive(), stored.prior().value())
        : seen;
  }

  /// Reading an unfinished object before a change does not finish it: the change has to do that.
  ///
  /// @rule R-PUL-21
  private Known asUnfinished(Known.Present stored, Known seen) {
    return options.reading().refresh() != PlanOptions.Refresh.ALL
            && stored.state().unfinished()
            && seen instanceof Known.Present present
        ? present.withStatus(ObjectState.Status.UNFINISHED)
        : seen;
  }

  private boolean chooseRead(Answer<Known> answer) {
    return with(answer, seen -> choose(Optional.of(seen)));
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
    findings.refreshed(at, seen.observed(objects.context().snapshot()));
    return seen.isMissing() || conditions.after(change.after().orElseThrow());
  }

  private void reportWarnings(Known known) {
    if (known instanceof Known.Present(_, _, _, var warnings)) findings.report(warnings);
  }

  private Answer<Decided> answer(Optional<Known> known) {
    return decisions.by(planner, question(known));
  }

  private Answer<Decided> rememberedAnswer(Known.Present stored) {
    var question = question(Optional.of(stored));
    if (!isMemorable() || question.forced() != Reason.NONE) return answer(Optional.of(stored));
    return Answer.of(planner.evaluate(question))
        .then(declared ->
            // The answer for an ephemeral value is not remembered.
            Marks.ephemeral(declared.allMarks())
                ? decisions.by(planner, question, declared)
                : rememberedAnswer(stored, question, declared));
  }

  private Answer<Decided> rememberedAnswer(
      Known.Present stored, InstancePlanner.Question question, Value declared) {
    var inputs = PlanMemo.Inputs.of(provider, schema, stored.state(), config.lifecycle(), declared);
    var kept = memo.answer(at, inputs);
    if (kept.isPresent()) return kept.get();
    var answer = decisions.by(planner, question, declared);
    memo.note(at, inputs, stored, answer);
    return answer;
  }

  private InstancePlanner.Question question(Optional<Known> known) {
    var existing = known.flatMap(this::existing);
    var forced = demand.forced(existing.isPresent());
    return new InstancePlanner.Question(at, config, names, existing, forced, demand.order(forced));
  }

  private Optional<Existing> existing(Known known) {
    return known instanceof Known.Present(var state, var prior, _, _)
        ? Optional.of(Existing.of(prior, state))
        : Optional.empty();
  }

  private boolean conclude(Answer<Decided> answer, Optional<Known> known) {
    if (!answer.is(Decided::isQuiet)) memo.forget(at);
    return with(
        answer,
        decided -> {
          known.ifPresent(this::reportWarnings);
          findings.report(decided.warnings());
          return record(decided, new DeclaredChange(at, config, instance, known, trigger));
        });
  }

  private boolean record(Decided decided, DeclaredChange made) {
    var change =
        made.of(decided, schema, reader, options.digestKey().secret())
            .imported(imported.map(DeclaredObjects.Imported::key))
            .setBy(PolicyReview.remedies(at, config))
            .transformedBy(TransformedBody.setBy(config))
            .writing(decided.writeOnly(schema));
    var refused = imported.flatMap(each -> ObjectImporter.refusal(each.limit(), change));
    if (refused.isPresent()) return fail(List.of(refused.get()));
    if (made.isMissing()) findings.deviates(Deviation.Kind.MISSING_KEEPS_RECORD, at);
    boolean replaces = change.action() instanceof Action.Replace && !change.action().leavesAlone();
    if (replaces && config.lifecycle().preventDestroy())
      return fail(List.of(PreventDestroy.forbids(change, false)));
    if (!conditions.after(decided.marked())) return false;
    if (!conditions.allowed(
        change, PolicyReview.declared(schema, decided.config()), objects.policies())) return false;
    if (replaces && objects.createBeforeDestroy().forcedByState().contains(at.resource()))
      findings.deviates(Deviation.Kind.CREATED_FIRST_BY_STATE, at);
    if (replaces) findings.replaces(at, demand.strength(change.reason(), change.action()));
    findings.add(change);
    var refreshed = made.refreshed(change, decided.config().value(), objects.context().snapshot());
    findings.refreshed(
        at,
        change.isNoOp()
            ? DeclaredChange.asNow(refreshed, decided, objects.providers().key(at.resource()))
            : refreshed);
    return true;
  }

  private boolean fail(List<Diagnostic> diagnostics) {
    findings.fail(at, diagnostics);
    return false;
  }
}
