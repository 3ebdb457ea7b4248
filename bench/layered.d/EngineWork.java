import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.declaration.PolicyDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.PolicyLoader;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.StackSchemas;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// What the engine is measured at: with a store in memory, ten operations at a time. Whatever does
/// not go as it should ends the measuring.
final class EngineWork {
  private static final int PARALLELISM = 10;

  private final AtomicInteger compiled = new AtomicInteger();
  private final ExpressionCompiler expressions = counted(new CelExpressions());
  private final JsonStateCodec codec;
  private final Providers providers;

  EngineWork(JsonStateCodec codec, Providers providers) {
    this.codec = codec;
    this.providers = providers;
  }

  /// How often a tree was compiled.
  int compiled() {
    return compiled.get();
  }

  private ExpressionCompiler counted(ExpressionCompiler compiler) {
    return (ExpressionCompiler)
        Proxy.newProxyInstance(
            EngineWork.class.getClassLoader(),
            new Class<?>[] {ExpressionCompiler.class},
            (_, method, arguments) -> {
              if (method.getName().equals("compile")) compiled.incrementAndGet();
              return method.invoke(compiler, arguments);
            });
  }

  StackConfig load(StackDeclaration declaration) {
    var loaded = new StackLoader(expressions, new StackSchemas(providers)).load(declaration);
    if (!loaded.diagnostics().isEmpty())
      throw new IllegalStateException(loaded.diagnostics().getFirst().toString());
    return loaded.config();
  }

  /// Mandatory policies that look at every resource, and find nothing wrong.
  List<PolicyConfig> policies(int number) {
    return IntStream.range(0, number).mapToObj(this::policy).toList();
  }

  private PolicyConfig policy(int number) {
    var condition =
        switch (number % 3) {
          case 0 -> "${planned.input != 'forbidden-%d'}";
          case 1 -> "${resource.name.startsWith('n') || config.input == '%d'}";
          default -> "${resource.action == 'Create' && stack.name != 'other-%d'}";
        };
    var rule =
        new StackDeclaration.CheckRule(
            Value.text(condition.formatted(number)), Value.text("${resource.address} is wrong."));
    return PolicyLoader.load(
            new PolicyDeclaration(
                "policy-" + number,
                "",
                PolicyConfig.Level.MANDATORY,
                List.of("terraform_*"),
                EnumSet.of(PolicyConfig.Action.CREATE, PolicyConfig.Action.UPDATE, PolicyConfig.Action.REPLACE),
                List.of(new PolicyDeclaration.Rule("rule", rule)),
                List.of(),
                List.of()),
            expressions)
        .policy();
  }

  /// @param changes how many there have to be
  PlanOutcome plan(StackConfig config, StackState state, Refresh refresh, int changes) {
    var options =
        new PlanOptions(
            PlanOptions.Mode.NORMAL,
            PlanOptions.Reading.of(refresh),
            PlanOptions.Targeting.NONE,
            Collections.emptySortedSet(),
            PARALLELISM,
            new DigestKey(Bytes.utf8("bench"), "bench"),
            OpenRun.NONE,
            Limits.DEFAULT,
            PlanOptions.Deletes.GRAPH);
    var outcome = new Planner(providers, codec).plan(new Snapshot(config, state), options);
    int planned = outcome.plan().effective().size();
    if (planned != changes)
      throw new IllegalStateException(
          "expected %d changes, got %d: %s".formatted(changes, planned, outcome.diagnostics()));
    return outcome;
  }

  /// Carries out a plan from nothing.
  ApplyOutcome apply(PlanOutcome plan, StackConfig config) {
    var outcome =
        new Applier(providers, codec, () -> UUID.randomUUID().toString())
            .apply(
                plan.plan(),
                new Snapshot(config, StackState.EMPTY),
                new PlainStore(),
                new ApplyOptions(PARALLELISM, new StopSignal(), Bytes.utf8("bench")));
    if (!outcome.complete()) throw new IllegalStateException(outcome.diagnostics().toString());
    return outcome;
  }
}
