package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.Difference.Aspect;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.Target;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.PlanOptionsBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Runs one scenario through the product: declaration, expressions, plan, apply.
final class ScenarioRun {
  private static final CelExpressions EXPRESSIONS = new CelExpressions();

  private final JsonStateCodec codec = new JsonStateCodec();
  private final AtomicInteger ids = new AtomicInteger();
  private final AtomicInteger operations = new AtomicInteger();
  private final ScenarioProvider.Turn turn = new ScenarioProvider.Turn();
  private final Providers providers;
  private StackState state = StackState.EMPTY;

  ScenarioRun() {
    Provider builtin =
        new BuiltinProvider(() -> String.format("%08x-id-%<06d", ids.incrementAndGet()), codec);
    providers = new Providers(List.of(new ScenarioProvider(builtin, turn)));
  }

  /// What became of a scenario.
  ///
  /// @param unexplained where it does not do what Terraform does, and no deviation says why: the
  ///   first step that has such; empty if there is none
  /// @param explained what deviations explain, a line for each difference, with their names
  record Result(List<String> unexplained, List<String> explained) {}

  Result run(JsonNode scenario) {
    var explained = new ArrayList<String>();
    var steps = scenario.get("steps");
    var earlier = new ArrayList<JsonNode>();
    for (JsonNode step : steps) {
      turn.next();
      var differences = new Differences(turn.step());
      var went = new Went(step, List.copyOf(earlier), differences);
      earlier.add(step);
      try {
        run(step, went);
      } catch (RuntimeException e) {
        differences.add(Aspect.THROWN, "", "", "nothing", e + " at " + e.getStackTrace()[0]);
      }
      if (differences.isEmpty()) continue;
      var unexplained = went.unexplained(explained);
      if (!unexplained.isEmpty()) return new Result(unexplained, explained);
      var aligned = went.aligned();
      if (aligned.isEmpty()) {
        if (turn.step() < steps.size())
          explained.add("steps after " + turn.step() + " are not compared");
        break;
      }
      state = aligned.get();
    }
    return new Result(List.of(), explained);
  }

  /// How one step went.
  private final class Went {
    private final JsonNode step;
    private final List<JsonNode> earlier;
    private final Differences differences;
    private final List<Deviation> deviations = new ArrayList<>();
    private final List<Diagnostic> refused = new ArrayList<>();
    private StackState before = StackState.EMPTY;

    Went(JsonNode step, List<JsonNode> earlier, Differences differences) {
      this.step = step;
      this.earlier = earlier;
      this.differences = differences;
    }

    private ScenarioFacts facts() {
      return new ScenarioFacts(step, earlier, state.instances().equals(before.instances()));
    }

    /// @param explained is told what is explained
    List<String> unexplained(List<String> explained) {
      var rules = new DeviationRules(facts(), deviations, StepCheck.errorClasses(refused));
      var order = new ImpliedOrder(facts().order());
      var refresh = new ImpliedRefresh(facts().mode());
      var open = new ArrayList<Difference>();
      for (Difference difference : differences.all()) {
        var reasons = rules.explaining(difference);
        if (reasons.isEmpty()) open.add(difference);
        else explained.add(difference + " (" + String.join(", ", reasons) + ")");
        order.explained(difference, reasons);
        refresh.explained(difference, reasons);
      }
      var unexplained = new ArrayList<String>();
      for (Difference difference : open) {
        var reasons = new ArrayList<>(order.explaining(difference));
        reasons.addAll(refresh.explaining(difference));
        if (reasons.isEmpty()) unexplained.add(difference + " " + messages());
        else explained.add(difference + " (" + String.join(", ", reasons) + ")");
      }
      return unexplained;
    }

    private String messages() {
      return refused.isEmpty() ? "" : refused.toString();
    }

    /// Terraform's state after the step; empty where ours cannot be made to be that.
    Optional<StackState> aligned() {
      var symbols = turn.symbols();
      // Stored outputs cannot be made to be others.
      if (differences.all().stream().anyMatch(each -> each.aspect() == Aspect.OUTPUT))
        return Optional.empty();
      var aligned = Alignment.state(facts(), before, state, differences.all(), symbols);
      var left = new Differences(turn.step());
      new StateCheck(symbols, codec, left).compare(step.get("expect").path("state"), aligned);
      return left.isEmpty() ? Optional.of(aligned) : Optional.empty();
    }
  }

  private void run(JsonNode step, Went went) {
    state = new Surgery(state, codec).operateAll(step.path("surgery"));
    went.before = state;
    var expect = step.get("expect");
    var loaded =
        new StackLoader(EXPRESSIONS, providers::schema).load(ScenarioStep.declaration(step));
    var snapshot = new Snapshot(loaded.config(), state);
    var options = options(step.path("plan"), addresses(step.path("plan").path("replace")));
    var outcome = new Planner(providers, codec).plan(snapshot, options);
    went.deviations.addAll(outcome.plan().deviations());
    var problems = new ArrayList<>(loaded.diagnostics());
    problems.addAll(outcome.diagnostics());
    var check = new StepCheck(expect, turn.symbols(), went.differences);
    if (Diagnostic.anyError(problems)) {
      problems.stream().filter(Diagnostic::isError).forEach(went.refused::add);
      check.planFailed(problems);
    } else {
      var names = new PlanNames(outcome.plan(), state, turn.symbols());
      var plans = new PlanCheck(expect.path("plan"), names, turn.symbols(), went.differences);
      if (options.mode() == PlanOptions.Mode.REFRESH_ONLY)
        plans.refreshed(outcome.plan(), snapshot);
      else if (expect.has("plan")) plans.planned(outcome.plan(), expect.path("order"));
      turn.fail(
          new InjectedFailures(
              step.path("failures"), address -> currentId(codec, names.before(), address)));
      var changed = new Surgery(state, codec).operateAll(step.path("before_apply"));
      var applied = apply(outcome, new Snapshot(loaded.config(), changed));
      turn.fail(InjectedFailures.none());
      went.deviations.addAll(applied.deviations());
      check.applied(names, applied);
      if (expect.get("result").textValue().equals("plan_error")
          && !Diagnostic.anyError(applied.diagnostics()))
        settled(went, loaded.config(), outcome.plan(), names, step.path("plan"));
    }
    new StateCheck(turn.symbols(), codec, went.differences).compare(expect.path("state"), state);
  }

  /// Terraform refuses this plan, so nothing else tells whether what came of it is right.
  private void settled(Went went, StackConfig config, Plan plan, PlanNames names, JsonNode again) {
    var check = new SettledCheck(went.differences);
    check.order(plan, names.before());
    var next =
        new Planner(providers, codec).plan(new Snapshot(config, state), options(again, List.of()));
    check.nothingLeft(next.plan().effective());
  }

  private ApplyOutcome apply(PlanOutcome outcome, Snapshot snapshot) {
    var store = new MemoryStore(snapshot.prior());
    var applied =
        new Applier(providers, codec, () -> "op-" + operations.incrementAndGet())
            .apply(
                outcome.plan(),
                snapshot,
                store,
                new ApplyOptions(4, new StopSignal(), Bytes.utf8("scenario")));
    state = store.state(applied.state().outputs());
    if (!state.instances().equals(applied.state().instances()))
      throw new IllegalStateException("the store holds something else than the outcome says");
    return applied;
  }

  /// The id of the current object; `none` if there is none.
  static String currentId(JsonStateCodec codec, StackState now, String address) {
    return now.instance(ScenarioAddress.parse(address))
        .current()
        .flatMap(object -> Optional.ofNullable(Surgery.decode(codec, object)))
        .map(value -> ((Value.Text) ((Mapping) value).attribute("id")).text())
        .orElse("none");
  }

  private static PlanOptions options(JsonNode plan, Collection<InstanceAddress> replace) {
    var key = new DigestKey(Bytes.utf8("scenario"), "scenario");
    return PlanOptionsBuilder.from(
            PlanOptionsBuilder.options(mode(plan), PlanOptions.Refresh.ALL, 4, key))
        .targeting(targets(plan.path("target")))
        .replacing(replace)
        .build();
  }

  /// A target that names a module is a component here.
  private static List<Target> targets(JsonNode list) {
    var targets = new ArrayList<Target>();
    list.forEach(each -> targets.add(Target.parse(ScenarioAddress.ours(each.textValue()))));
    return targets;
  }

  private static PlanOptions.Mode mode(JsonNode plan) {
    return switch (plan.path("mode").asText("normal")) {
      case "destroy" -> PlanOptions.Mode.DESTROY;
      case "refresh-only" -> PlanOptions.Mode.REFRESH_ONLY;
      default -> PlanOptions.Mode.NORMAL;
    };
  }

  private static List<InstanceAddress> addresses(JsonNode list) {
    var addresses = new ArrayList<InstanceAddress>();
    list.forEach(each -> addresses.add(ScenarioAddress.parse(each.textValue())));
    return addresses;
  }

  static ObjectRef current(String address) {
    return ObjectRef.current(ScenarioAddress.parse(address));
  }
}
