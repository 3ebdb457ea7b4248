package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.system.SystemDifferences;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.StackSchemas;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.expression.CelExpressions;
import io.keelson.json.ExactJson;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.pulumi.InstalledPulumi;
import io.keelson.testing.MemoryStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/// Runs one scenario through the product, with real provider processes. Each step has processes of
/// its own.
final class ProviderRun {
  private static final CelExpressions EXPRESSIONS = new CelExpressions();

  private final JsonStateCodec codec = new JsonStateCodec();
  private final AtomicInteger operations = new AtomicInteger();
  private final Symbols symbols = new Symbols();
  private final WatchedCalls watch = new WatchedCalls();
  private final SortedMap<String, ProgramEntry> configurations = new TreeMap<>();
  private final ProviderScenario scenario;
  private final Path folder;
  private final ScenarioWorld world;
  private StackState state = StackState.EMPTY;

  /// What was recorded when the step began.
  private Before before = Before.NOTHING;

  /// @param folder empty, with a short path
  ProviderRun(ProviderScenario scenario, Path folder) {
    this.scenario = scenario;
    this.folder = folder;
    this.world = new ScenarioWorld(folder.resolve("world.json"));
    for (String name : scenario.packages())
      configurations.put(name, ProgramEntry.standard(name, ExactJson.JSON.createObjectNode()));
  }

  /// What became of a scenario.
  ///
  /// @param unexplained what is not as recorded, and no known difference: of the first step that
  ///   has such; empty if there is none
  /// @param explained what known differences explain, a line for each, with the row
  record Result(List<String> unexplained, List<String> explained) {}

  Result run() {
    var explained = new ArrayList<String>();
    for (ProviderStep step : scenario.steps()) {
      var findings = new Findings(step.number());
      var recorded = before;
      var turns =
          new Turns(
              step.op().equals("refresh"),
              each -> step.refreshes() && !recorded.isKnown(each),
              step::isTriggeredByProgram);
      turns.old(call -> recorded.isOld(call.about(), call.request().path("id").asText()));
      var told =
          new Told(
              findings, turns, new ArrayList<>(), new SchemaDifferences(step, scenario.hidden()));
      try {
        run(step, told);
      } catch (RuntimeException e) {
        findings.differs(
            Aspect.THROWN, "", "nothing", e + " at " + List.of(e.getStackTrace()).subList(0, 3));
      }
      for (String reason : turns.reasons()) explained.add("step " + step.number() + ": " + reason);
      var systems = new SystemDifferences(step, turns.hasMoved(), before);
      var known = new KnownDifferences(step, before, told.problems(), told.schemas(), systems);
      var unexplained = new ArrayList<String>();
      for (Finding finding : findings.all())
        known
            .explaining(finding)
            .ifPresentOrElse(
                row -> explained.add(finding + " (" + row + ")"),
                () -> unexplained.add(finding.toString()));
      if (!unexplained.isEmpty()) return new Result(unexplained, explained);
      before = before.after(step);
      if (leavesTheRecording(findings) && step.number() < scenario.steps().size()) {
        explained.add("steps after " + step.number() + " are not compared");
        break;
      }
    }
    return new Result(List.of(), explained);
  }

  /// Whether something else exists now than was recorded, so that nothing more can be compared. The
  /// same value is the same, secret or not.
  private static boolean leavesTheRecording(Findings findings) {
    return findings.all().stream()
        .filter(each -> each.aspect().isOfState())
        .anyMatch(each -> !Before.plain(each.expected()).equals(Before.plain(each.actual())));
  }

  /// What is noted of a step.
  private record Told(
      Findings findings, Turns turns, List<Diagnostic> problems, SchemaDifferences schemas) {}

  private void run(ProviderStep step, Told told) {
    world.prepare(step);
    configurations.replaceAll((name, entry) -> asRecorded(name, entry, step));
    for (ProgramEntry entry : step.program())
      if (entry.isProvider()) configure(entry.name(), entry, step, told.turns());
    for (String pack : scenario.packages())
      step.configuration(pack).ifPresent(entry -> configure(pack, entry, step, told.turns()));
    var environment = new TreeMap<>(step.environment());
    environment.put("KEELSON_WORLD", world.file().toString());
    try (var monitor = new OlderMonitor(step.json().path("monitor"));
        var installed =
            new InstalledPulumi(folder.resolve("r" + step.number()), environment, watch)) {
      watch.lead(monitor::leading);
      new Attempt(step, installed, told).run();
    }
    if (!step.isPreview()) new WorldCheck(step, symbols, told.findings()).compare(world.objects());
  }

  /// What was declared of a provider last need not have come true: one that is declared no more
  /// leads where its record says.
  private ProgramEntry asRecorded(String name, ProgramEntry entry, ProviderStep step) {
    boolean declared = step.program().stream().anyMatch(each -> each.title().equals(entry.title()));
    boolean open = entry.inputs().toString().contains("${");
    return declared || open || scenario.packages().contains(name)
        ? entry
        : before.current(entry.title()).filter(entry::isElsewhere).orElse(entry);
  }

  /// Of the first step, there is no configuration before it.
  private void configure(String name, ProgramEntry entry, ProviderStep step, Turns turns) {
    var former = configurations.put(name, entry);
    if (step.number() > 1 && former != null && entry.isElsewhere(former)) turns.moved();
  }

  /// One step with its processes.
  private final class Attempt {
    private final ProviderStep step;
    private final InstalledPulumi installed;
    private final Findings findings;
    private final Turns turns;
    private final List<Diagnostic> problems;
    private final Providers providers;
    private final ProgramStack stack;

    Attempt(ProviderStep step, InstalledPulumi installed, Told told) {
      this.step = step;
      this.installed = installed;
      this.findings = told.findings();
      this.turns = told.turns();
      this.problems = told.problems();
      for (ProgramEntry entry : step.program())
        if (!entry.isProvider()) note(entry.title(), told.schemas());
      for (String title : step.asked()) note(title, told.schemas());
      var configurable = new TreeMap<String, ConfigurableProvider>();
      configurations.forEach((name, entry) -> {
        told.schemas().note(entry.title(), installed.schema(entry.pack()).provider());
        configurable.put(
            name, installed.provider(entry.pack(), entry.name(), entry.telling(), step.naming()));
      });
      this.providers = new Providers(List.of(), configurable);
      this.stack = new ProgramStack(step, installed::schema, before::inputs);
    }

    private void note(String title, SchemaDifferences schemas) {
      var token = title.substring(0, title.indexOf("::"));
      var schema = installed.schema(token.substring(0, token.indexOf(':')));
      schema
          .resourceNames()
          .name(token)
          .flatMap(schema::resource)
          .ifPresent(type -> schemas.note(title, type));
      schema
          .functionNames()
          .name(token)
          .flatMap(schema::data)
          .ifPresent(results -> schemas.note(title, results));
    }

    void run() {
      var loaded =
          new StackLoader(EXPRESSIONS, new StackSchemas(providers))
              .load(stack.declaration(configurations));
      problems.addAll(loaded.diagnostics());
      watch.take();
      if (!Diagnostic.anyError(problems)) planned(new Snapshot(loaded.config(), state));
      boolean failed = Diagnostic.anyError(problems);
      if (failed == step.expected().path("result").asText().equals("ok"))
        findings.differs(Aspect.RESULT, "", failed ? "ok" : "failed", problems.toString());
      new StateCheck(symbols, this::title, this::hidden, turns, findings)
          .compare(step.expected().path("state"), state);
    }

    /// What errors are about is left out of a plan; the rest of it is carried out.
    private void planned(Snapshot snapshot) {
      var outcome = plan(snapshot);
      var actions = new OwnActions(outcome.plan(), this::title);
      var planning = told();
      compare(Aspect.PLAN, step.expected().path("preview"), actions.planned());
      if (step.isPreview()) {
        new CallCheck(symbols, turns, findings).compare(step.expected(), planning, List.of());
        return;
      }
      var applied = apply(outcome, snapshot);
      var done = actions.done(applied);
      if (applied.diagnostics().stream().anyMatch(Attempt::isLate)) done.putAll(rest(snapshot));
      else problems.addAll(applied.diagnostics());
      compare(Aspect.RUN, step.expected(), done);
      new CallCheck(symbols, turns, findings).compare(step.expected(), planning, told());
    }

    private PlanOutcome plan(Snapshot snapshot) {
      var outcome = new Planner(providers, codec).plan(snapshot, step.options(this::place));
      problems.addAll(outcome.diagnostics());
      return outcome;
    }

    /// The address of what is declared, or else recorded, with a name: of a resource, or of a
    /// component. What is nowhere has no type, nor has a provider, which is no resource.
    private String place(String name) {
      return step.program().stream()
          .filter(entry -> entry.name().equals(name) && !entry.isProvider())
          .map(stack::word)
          .findFirst()
          .or(() -> recorded(ResourceAddress.identifier(name)))
          .orElse("none_None." + ResourceAddress.identifier(name));
    }

    private Optional<String> recorded(String name) {
      return state.instances().keySet().stream()
          .map(at -> recorded(at, name))
          .flatMap(Optional::stream)
          .findFirst();
    }

    /// The component that something is in, or its own address, also where that is in a component.
    private static Optional<String> recorded(InstanceAddress at, String name) {
      var in = at.component().path();
      if (!in.isRoot() && in.names().getFirst().equals(name))
        return Optional.of(at.component().around(1).toString());
      return at.resource().name().equals(name)
          ? Optional.of(in.isRoot() ? at.resource().toString() : at.toString())
          : Optional.empty();
    }

    private static boolean isLate(Diagnostic diagnostic) {
      return diagnostic.detail().startsWith("While the plan is carried out it registers ");
    }

    /// What a program has registered while the plan was carried out is planned by the next run.
    private SortedMap<String, String> rest(Snapshot before) {
      turns.late();
      var snapshot = new Snapshot(before.config(), state);
      var outcome = plan(snapshot);
      var applied = apply(outcome, snapshot);
      problems.addAll(applied.diagnostics());
      return new OwnActions(outcome.plan(), this::title).done(applied);
    }

    /// The calls since the last time.
    private List<Call> told() {
      return watch.take().stream()
          .map(call ->
              call.method().equals(Call.CONSTRUCT)
                  ? new Call(
                      call.method(), call.about(), ScenarioNames.told(call.request(), this::token))
                  : call)
          .toList();
    }

    private ApplyOutcome apply(PlanOutcome outcome, Snapshot snapshot) {
      var store = new MemoryStore(snapshot.prior());
      var applied =
          new Applier(providers, codec, () -> "op-" + operations.incrementAndGet())
              .apply(outcome.plan(), snapshot, store, step.applying());
      state = store.state(applied.state().outputs());
      return applied;
    }

    private void compare(Aspect aspect, JsonNode part, SortedMap<String, String> actual) {
      var expected = ExpectedActions.of(part);
      var resources = new TreeSet<>(expected.keySet());
      resources.addAll(actual.keySet());
      for (String resource : resources)
        findings.differs(
            aspect,
            resource,
            expected.getOrDefault(resource, "none"),
            actual.getOrDefault(resource, "none"));
    }

    /// What is secret by an option, of the entry or of what a component has registered.
    private SortedSet<String> hidden(String title) {
      var hidden = new TreeSet<String>();
      for (JsonNode each : step.expected().path("state"))
        if (each.path("resource").asText().equals(title))
          each.path("secretOutputs").forEach(name -> hidden.add(name.asText()));
      step.program().stream()
          .filter(entry -> entry.title().equals(title))
          .flatMap(entry -> entry.strings("secretOutputs").stream())
          .forEach(hidden::add);
      return hidden;
    }

    private String title(ResourceAddress resource) {
      return token(resource.type()).orElse(resource.type()) + "::" + resource.name();
    }

    private Optional<String> token(String type) {
      return configurations.values().stream()
          .map(entry -> installed.schema(entry.pack()).resourceNames().token(type))
          .flatMap(Optional::stream)
          .findFirst();
    }
  }
}
