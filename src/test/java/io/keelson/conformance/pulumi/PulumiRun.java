package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.MemoryStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/// Runs one scenario through the product: declaration, expressions, plan, apply.
final class PulumiRun {
  private static final CelExpressions EXPRESSIONS = new CelExpressions();

  private final JsonStateCodec codec = new JsonStateCodec();
  private final AtomicInteger operations = new AtomicInteger();
  private final PulumiWorld world = new PulumiWorld();
  private final PulumiScenario scenario;
  private final PulumiProvider provider;
  private final PulumiRecords records;
  private final Providers providers;
  private StackState state = StackState.EMPTY;
  private final List<PulumiResource> declared = new ArrayList<>();

  PulumiRun(PulumiScenario scenario) {
    this.scenario = scenario;
    this.provider = new PulumiProvider(world, scenario.types(), codec);
    this.records = new PulumiRecords(scenario.types(), codec);
    this.providers = new Providers(List.of(provider));
  }

  /// What became of a scenario.
  ///
  /// @param unexplained what is not as recorded, and no note says why: of the first step that has
  ///   such; empty if there is none
  /// @param explained what notes explain, a line for each finding, with the rule
  record Result(List<String> unexplained, List<String> explained) {}

  Result run() {
    var explained = new ArrayList<String>();
    for (PulumiStep step : scenario.steps()) {
      var went = new Went(step);
      try {
        run(step, went);
      } catch (RuntimeException e) {
        went.findings.add(Aspect.THROWN, List.of(), e + " at " + e.getStackTrace()[0]);
      }
      var unexplained = went.unexplained(explained);
      if (!unexplained.isEmpty()) return new Result(unexplained, explained);
      if (went.leavesTheRecording()) {
        if (step.number() < scenario.steps().size())
          explained.add("steps after " + step.number() + " are not compared");
        break;
      }
    }
    return new Result(List.of(), explained);
  }

  /// How one step went.
  private final class Went {
    private final PulumiStep step;
    private final Findings findings;
    private final List<Diagnostic> problems = new ArrayList<>();
    private final SortedSet<String> held = new TreeSet<>();
    private StackState before = state;

    Went(PulumiStep step) {
      this.step = step;
      this.findings = new Findings(step.number());
    }

    /// @param explained is told what is explained
    List<String> unexplained(List<String> explained) {
      var relations = new Relations(step, before);
      var documented = new DocumentedDifferences(step.expected(), relations, held);
      var declared = new DeclaredDifferences(step, before, relations, problems);
      var containers = new ContainerDifferences(step, before, relations, problems);
      var refused = new RefusedDeclarations(step, before, relations, problems);
      var there = new RefusedThere(step, before, relations, problems);
      var failures = new FailureDifferences(step, before, relations);
      var layers = new LayerDifferences(step, before, relations);
      var components = new NamedComponents(step, before, relations);
      var consequences = new Consequences(step.expected(), relations);
      var open = new ArrayList<Finding>();
      for (Finding finding : findings.all())
        documented
            .explaining(finding)
            .or(() -> declared.explaining(finding))
            .or(() -> containers.explaining(finding))
            .or(() -> refused.explaining(finding))
            .or(() -> there.explaining(finding))
            .or(() -> failures.explaining(finding))
            .or(() -> layers.explaining(finding))
            .or(() -> components.explains(finding) ? Optional.of("R-CMP-11") : Optional.empty())
            .ifPresentOrElse(
                rule -> {
                  consequences.explained(finding, rule);
                  explained.add(finding + " (" + rule + ")");
                },
                () -> open.add(finding));
      // What is planned follows from what is done, as far as that is explained.
      open.sort(Comparator.comparing(finding -> finding.aspect() == Aspect.PLAN));
      var unexplained = new ArrayList<String>();
      for (Finding finding : open)
        consequences
            .explaining(finding)
            .ifPresentOrElse(
                rule -> {
                  consequences.explained(finding, rule);
                  explained.add(finding + " (" + rule + ")");
                },
                () -> unexplained.add(finding + messages()));
      if (unexplained.isEmpty())
        step.expected()
            .instead()
            .forEach((address, other) ->
                explained.add("step " + step.number() + ": " + address + ": " + other));
      return unexplained;
    }

    private String messages() {
      var errors = problems.stream().filter(Diagnostic::isError).map(Diagnostic::toString).toList();
      return errors.isEmpty() ? "" : " " + errors;
    }

    /// Whether something else exists now than was recorded, so that nothing more can be compared.
    boolean leavesTheRecording() {
      return findings.all().stream().anyMatch(each -> each.aspect().isOfState());
    }
  }

  private void run(PulumiStep step, Went went) {
    records.happen(step.json().path("outside"), world, state);
    state = records.operated(step.json().path("surgery"), state);
    went.before = state;
    provider.fail(step.failures());
    var stack = new PulumiStack(step, state);
    var loaded = new StackLoader(EXPRESSIONS, providers::schema).load(stack.declaration());
    went.problems.addAll(loaded.diagnostics());
    went.held.addAll(held(went.problems));
    if (Diagnostic.anyError(went.problems))
      new ActionCheck(step.expected(), went.held, went.findings).nothingDone();
    else planned(step, went, new Snapshot(stack.completed(loaded.config()), state), stack);
    boolean failed = Diagnostic.anyError(went.problems);
    if (failed != step.expected().fails())
      went.findings.add(
          Aspect.RESULT, List.of(), "expected " + ended(!failed) + ", was " + ended(failed));
    declared.addAll(step.resources());
    declared.addAll(step.components());
    new ObjectCheck(records, step, declared, went.before, state, went.findings).compare();
  }

  private static String ended(boolean failed) {
    return failed ? "failed" : "ok";
  }

  /// What errors are about is left out of a plan; the rest of it is carried out.
  private void planned(PulumiStep step, Went went, Snapshot snapshot, PulumiStack stack) {
    var outcome = new Planner(providers, codec).plan(snapshot, step.options(stack::place));
    went.problems.addAll(outcome.diagnostics());
    went.held.addAll(held(outcome.diagnostics()));
    var actions = new ActionCheck(step.expected(), went.held, went.findings);
    actions.planned(outcome.plan());
    new OrderCheck(outcome.plan(), records::id, went.findings).compare(step.expected());
    if (step.isPreview()) return;
    var applied = apply(outcome, snapshot, step.applying());
    went.problems.addAll(applied.diagnostics());
    actions.done(outcome.plan(), applied);
  }

  private static SortedSet<String> held(Collection<Diagnostic> problems) {
    var held = new TreeSet<String>();
    for (Diagnostic problem : problems)
      if (problem.isError())
        problem.subject().about().ifPresent(resource -> held.add(PulumiNames.of(resource)));
    return held;
  }

  private ApplyOutcome apply(PlanOutcome outcome, Snapshot snapshot, ApplyOptions options) {
    var store = new MemoryStore(snapshot.prior());
    var applied =
        new Applier(providers, codec, () -> "op-" + operations.incrementAndGet())
            .apply(outcome.plan(), snapshot, store, options);
    state = store.state(applied.state().outputs());
    return applied;
  }
}
