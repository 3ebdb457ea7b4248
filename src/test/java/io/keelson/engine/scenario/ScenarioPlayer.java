package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.apply.ApplyProgress;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeCall;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.PlanOptionsBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/// Plays a scenario: plans, compares, applies with the given parallelism, compares again.
final class ScenarioPlayer {
  private static final StateCodec CODEC = new JsonStateCodec();
  static final DigestKey KEY = new DigestKey(Bytes.utf8("secret"), "scenario");
  private static final int MOST_SPINS = 20_000;

  private final int parallelism;
  private final Random random;
  private final SortedMap<String, FakeType> types;
  private final ScenarioState states;
  private final FakeWorld world = new FakeWorld();
  private final AtomicInteger operations = new AtomicInteger();
  private StackState state = StackState.EMPTY;
  private OpenRun approved = OpenRun.NONE;

  private ScenarioPlayer(Scenario scenario, int parallelism) {
    this.parallelism = parallelism;
    this.random = new Random(parallelism);
    this.types = GuessedTypes.of(scenario);
    this.states = new ScenarioState(types);
  }

  static void play(Scenario scenario, int parallelism) {
    var player = new ScenarioPlayer(scenario, parallelism);
    player.states.state(scenario.unmanaged(), player.world);
    player.state = player.states.state(scenario.prior(), player.world);
    for (int i = 0; i < scenario.runs().size(); i++)
      player.new Turn(scenario.runs().get(i), scenario.story() + " (run " + (i + 1) + ")").play();
  }

  /// The plan of the first run, and what is told beside it.
  static PlanOutcome outcome(Scenario scenario) {
    var player = new ScenarioPlayer(scenario, 1);
    player.states.state(scenario.unmanaged(), player.world);
    player.state = player.states.state(scenario.prior(), player.world);
    var turn = player.new Turn(scenario.runs().getFirst(), scenario.story());
    var plan = turn.plan();
    turn.compareErrors();
    return new PlanOutcome(plan, turn.diagnostics.stream().sorted(Diagnostic.ORDER).toList());
  }

  private Schema schema(String type) {
    return Optional.ofNullable(types.get(type)).map(FakeType::schema).orElseThrow();
  }

  /// One run of the scenario.
  private final class Turn {
    private final Scenario.Run run;
    private final String story;
    private final FakeProvider provider;
    private final Providers providers;
    private final Snapshot snapshot;
    private final List<Diagnostic> diagnostics = new ArrayList<>();
    private final StopSignal stop = new StopSignal();

    Turn(Scenario.Run run, String story) {
      this.run = run;
      this.story = story;
      disturbWorld();
      this.provider = provider(run.failures());
      this.providers = new Providers(List.of(provider));
      this.snapshot = snapshot();
    }

    private FakeProvider provider(SortedMap<String, Value> failures) {
      return new FakeProvider(
          world,
          types,
          CODEC,
          Failures.read(failures, types, ScenarioPlayer.this::typeOf),
          this::work);
    }

    /// Takes a while, now and then, so that calls overlap in different ways.
    private void work(String call) {
      if (run.stop().filter(call::equals).isPresent()) stop.set();
      int spins;
      synchronized (random) {
        spins = random.nextInt(MOST_SPINS);
      }
      for (int i = 0; i < spins; i++) Thread.onSpinWait();
    }

    private Snapshot snapshot() {
      var loaded =
          new StackLoader(new CelExpressions(), providers::schema)
              .load(ScenarioConfig.declaration(run.config()));
      diagnostics.addAll(loaded.diagnostics());
      var config = loaded.config().under(ScenarioPolicies.in(run.config(), diagnostics));
      return new Snapshot(config, state, new TreeSet<>(addresses(run.uncertain())));
    }

    private void disturbWorld() {
      run.world()
          .forEach((id, difference) -> {
            var thing =
                world.things().values().stream()
                    .filter(each -> each.id().equals(id))
                    .findFirst()
                    .orElseThrow();
            var type = thing.at().resource().type();
            if (!(difference instanceof Mapping attributes)) {
              world.remove(type, id);
              return;
            }
            var changed = new TreeMap<>(thing.value().entries());
            changed.putAll(attributes.entries());
            var fake = Optional.ofNullable(types.get(type)).orElseThrow();
            world.put(
                new FakeWorld.Thing(
                    thing.at(), id, ScenarioState.object(fake, changed), thing.operation()));
          });
    }

    Plan plan() {
      var options = options().replacing(addresses(run.replace())).continuing(left()).build();
      var outcome = new Planner(providers, CODEC).plan(snapshot, options);
      diagnostics.addAll(outcome.diagnostics());
      return outcome.plan();
    }

    /// The run before, if this one is what is left of it.
    private OpenRun left() {
      return run.covered().isPresent() ? approved : OpenRun.NONE;
    }

    /// The plan as it is carried out: under the approval that covers it, or with one of its own.
    private Plan approved(Plan plan) {
      run.covered()
          .ifPresent(expected ->
              assertThat(plan.isCoveredBy(approved, KEY))
                  .as("%s: covered by the approval before", story)
                  .isEqualTo(expected));
      if (run.covered().orElse(false)) return plan.under(approved.digest());
      approved = new OpenRun(plan.digest(), plan.leaves());
      return plan;
    }

    void play() {
      var plan = approved(plan());
      var planned = new Operations(plan, states::id);
      var expected = new ExpectedPlan(run, story);
      expected.compare(plan, planned, ScenarioPlayer.this::schema);
      expected.compareDrift(plan, state, providers);
      compareEvents("planning", run.whilePlanning());
      if (PlanOutcome.forbidden(diagnostics).isPresent()) {
        compareErrors();
        assertThat(run.after()).as("%s: state after what is not carried out", story).isEmpty();
        return;
      }
      provider.startApplying();
      var store = new MemoryStore(state);
      var applied =
          new Applier(providers, CODEC, () -> "op-" + operations.incrementAndGet())
              .apply(plan, snapshot, store, applying());
      diagnostics.addAll(applied.diagnostics());
      state = store.state(applied.state().outputs());
      compareCalls(planned);
      compareEvents("applying", run.whileApplying());
      compareErrors();
      assertThat(applied.state()).as("%s: state told and stored", story).isEqualTo(state);
      compareAfter(plan, applied);
    }

    private void compareEvents(String when, Optional<List<String>> expected) {
      expected.ifPresent(events ->
          assertThat(provider.events())
              .as("%s: while %s", story, when)
              .containsExactlyElementsOf(events));
    }

    private PlanOptionsBuilder options() {
      var options = PlanOptionsBuilder.options(run.mode(), run.refresh(), parallelism, KEY);
      return PlanOptionsBuilder.from(options)
          .targeting(targets(run.targets()))
          .scoped(run.scope())
          .excluding(targets(run.excluded()))
          .deleting(run.deletes());
    }

    private ApplyOptions applying() {
      return new ApplyOptions(
          parallelism, stop, Limits.DEFAULT, KEY.secret(), run.onFailure(), ApplyProgress.NONE);
    }

    private static List<InstanceAddress> addresses(List<String> texts) {
      return texts.stream().map(InstanceAddress::parse).toList();
    }

    private static List<Target> targets(List<String> texts) {
      return texts.stream().map(Target::parse).toList();
    }

    private void compareCalls(Operations planned) {
      var calls = new TreeMap<String, FakeCall>();
      int last = 0;
      for (FakeCall call : provider.calls()) {
        if (isOfACheck(call)) {
          assertThat(call.start()).as("%s: %s comes last", story, call).isGreaterThan(last);
          continue;
        }
        calls.put(planned.of(call), call);
        last = Math.max(last, call.end());
      }
      var expected = planned.names();
      expected.removeIf(name -> name.startsWith("forget "));
      assertThat(expected)
          .as("%s: skipped operations are planned", story)
          .containsAll(run.skipped());
      expected.removeAll(run.skipped());
      assertThat(new TreeSet<>(calls.keySet()))
          .as("%s: operations that reached the provider", story)
          .containsExactlyElementsOf(expected);
      for (var pair : Operations.closure(run.order().orElse(List.of()))) {
        var first = calls.get(pair.first());
        var then = calls.get(pair.then());
        if (first != null && then != null)
          assertThat(first.end()).as("%s: seen %s", story, pair).isLessThan(then.start());
      }
    }

    /// Whether a check reads what only it looks at: no operation of the plan.
    private boolean isOfACheck(FakeCall call) {
      return snapshot.config().checks().values().stream()
          .flatMap(check -> check.data().stream())
          .anyMatch(data -> data.address().equals(call.at().resource()));
    }

    private void compareErrors() {
      assertThat(told(Severity.ERROR))
          .as("%s: errors of %s", story, diagnostics)
          .containsExactlyElementsOf(run.errors().stream().sorted().toList());
      run.warnings()
          .ifPresent(expected ->
              assertThat(told(Severity.WARNING))
                  .as("%s: warnings of %s", story, diagnostics)
                  .containsExactlyElementsOf(expected.stream().sorted().toList()));
    }

    private List<String> told(Severity severity) {
      return diagnostics.stream()
          .filter(each -> each.severity() == severity)
          .map(each -> each.code() + " " + each.subject())
          .sorted()
          .distinct()
          .toList();
    }

    private void compareAfter(Plan plan, ApplyOutcome applied) {
      run.after()
          .ifPresent(expected ->
              assertThat(states.described(state, expected))
                  .as("%s: state afterwards", story)
                  .containsExactlyEntriesOf(states.described(expected)));
      assertThat(applied.stopped()).as("%s: stopped", story).isEqualTo(run.stop().isPresent());
      if (!run.errors().isEmpty() || run.stop().isPresent()) return;
      assertThat(applied.complete()).as("%s: complete", story).isTrue();
      everythingIsAsDeclared(plan);
    }

    /// The second plan of an unchanged stack is empty. What the provider said when it planned and
    /// read, it says again, and so do conditions of what is only read, and checks.
    private void everythingIsAsDeclared(Plan plan) {
      var stillWrong = new TreeMap<>(run.failures());
      stillWrong
          .entrySet()
          .removeIf(each -> !isSaidAgain(each.getKey()) && !Failures.isDeferral(each.getValue()));
      var again = new Providers(List.of(provider(stillWrong)));
      var outcome =
          new Planner(again, CODEC)
              .plan(
                  new Snapshot(snapshot.config(), state, snapshot.uncertain()), options().build());
      assertThat(outcome.diagnostics())
          .as("%s: second plan", story)
          .filteredOn(each -> !isCondition(each) || run.mode() != PlanOptions.Mode.REFRESH_ONLY)
          .filteredOn(each -> !isCheck(each) || each.isError())
          .filteredOn(each -> !isIdleImport(each, plan))
          .hasSize(options().build().targeting().isLimited() ? 1 : 0)
          .noneMatch(Diagnostic::isError);
      assertThat(outcome.plan().effective()).as("%s: second plan", story).isEmpty();
      assertThat(outcome.plan().applyable()).as("%s: second plan", story).isFalse();
      assertThat(outcome.plan().bookkeeping()).as("%s: second plan", story).isEmpty();
    }

    /// Whether an import was left out before, too, or its target has a new object.
    private boolean isIdleImport(Diagnostic diagnostic, Plan plan) {
      if (diagnostic.code() != Code.IMPORT || diagnostic.isError()) return false;
      var subject = diagnostic.subject();
      return told(Severity.WARNING).contains(Code.IMPORT + " " + subject)
          || plan.effective().stream()
              .filter(change ->
                  change.action() instanceof Action.Replace
                      || change.action() instanceof Action.Create)
              .anyMatch(change -> Subject.of(change.object().instance()).equals(subject));
    }

    private static boolean isSaidAgain(String call) {
      return call.startsWith("plan ") || call.startsWith("read ");
    }

    private static boolean isCheck(Diagnostic diagnostic) {
      return diagnostic.subject() instanceof Subject.Part(var kind, _)
          && (kind.equals("check") || kind.endsWith(CheckConfig.IN_COMPONENT));
    }

    private static boolean isCondition(Diagnostic diagnostic) {
      return diagnostic.code() == Code.PRECONDITION || diagnostic.code() == Code.POSTCONDITION;
    }
  }

  private Optional<String> typeOf(String id) {
    return world.things().values().stream()
        .filter(each -> each.id().equals(id))
        .map(each -> each.at().resource().type())
        .findFirst();
  }
}
