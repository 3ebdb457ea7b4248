package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.StackLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.Planner;
import io.keelson.engine.plan.Snapshot;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.testing.MemoryStore;
import java.util.ArrayList;
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

  static String shortAddress(InstanceAddress at) {
    return at.resource().name() + at.key();
  }

  /// What became of a scenario.
  ///
  /// @param differences empty if it agrees
  /// @param deviations the deviations that were recorded up to the first difference
  record Result(List<String> differences, List<String> deviations) {}

  Result run(JsonNode scenario) {
    var deviations = new ArrayList<String>();
    for (JsonNode step : scenario.get("steps")) {
      turn.next();
      var differences = new Differences(turn.step());
      try {
        run(step, differences, deviations);
      } catch (RuntimeException e) {
        differences.add("threw " + e + " at " + e.getStackTrace()[0]);
      }
      if (!differences.isEmpty()) return new Result(differences.all(), deviations);
    }
    return new Result(List.of(), deviations);
  }

  private void run(JsonNode step, Differences differences, List<String> deviations) {
    state = new Surgery(state, codec).operateAll(step.path("surgery"));
    var expect = step.get("expect");
    var loaded =
        new StackLoader(EXPRESSIONS, providers::schema).load(ScenarioStep.declaration(step));
    var snapshot = new Snapshot(loaded.config(), state);
    var outcome = new Planner(providers, codec).plan(snapshot, options(step.path("plan")));
    outcome.plan().deviations().forEach(each -> deviations.add(each.kind().title()));
    var problems = new ArrayList<>(loaded.diagnostics());
    problems.addAll(outcome.diagnostics());
    var check = new StepCheck(expect, turn.symbols(), state, differences);
    if (Diagnostic.anyError(problems)) {
      deviations.addAll(check.otherErrors(problems));
      check.planFailed(problems);
    } else {
      if (mode(step.path("plan")) == PlanOptions.Mode.REFRESH_ONLY) check.refreshed(outcome.plan());
      else check.planned(outcome.plan());
      var before = state;
      turn.fail(new InjectedFailures(step.path("failures"), address -> currentId(before, address)));
      var changed = new Surgery(state, codec).operateAll(step.path("before_apply"));
      var applied = apply(outcome, new Snapshot(loaded.config(), changed));
      turn.fail(InjectedFailures.none());
      applied.deviations().forEach(each -> deviations.add(each.kind().title()));
      check.applied(outcome.plan(), applied);
    }
    check.state(state, codec);
  }

  private ApplyOutcome apply(PlanOutcome outcome, Snapshot snapshot) {
    var store = new MemoryStore(snapshot.prior());
    var applied =
        new Applier(providers, codec, () -> "op-" + operations.incrementAndGet())
            .apply(outcome.plan(), snapshot, store, new ApplyOptions(4, new StopSignal()));
    state = store.state(applied.state().outputs());
    if (!state.instances().equals(applied.state().instances()))
      throw new IllegalStateException("the store holds something else than the outcome says");
    return applied;
  }

  private String currentId(StackState now, String address) {
    return currentId(codec, now, address);
  }

  /// The id of the current object; `none` if there is none.
  static String currentId(JsonStateCodec codec, StackState now, String address) {
    return now.instance(InstanceAddress.parse(ScenarioStep.TYPE + "." + address))
        .current()
        .flatMap(object -> Optional.ofNullable(Surgery.decode(codec, object)))
        .map(value -> ((Value.Text) ((Mapping) value).attribute("id")).text())
        .orElse("none");
  }

  private static PlanOptions options(JsonNode plan) {
    var key = new DigestKey(Bytes.utf8("scenario"), "scenario");
    return new PlanOptions(mode(plan), PlanOptions.Refresh.ALL, 4, key)
        .replacing(addresses(plan.path("replace")))
        .targeting(addresses(plan.path("target")));
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
    list.forEach(
        each -> addresses.add(InstanceAddress.parse(ScenarioStep.TYPE + "." + each.textValue())));
    return addresses;
  }

  static ObjectRef current(String address) {
    return ObjectRef.current(InstanceAddress.parse(ScenarioStep.TYPE + "." + address));
  }
}
