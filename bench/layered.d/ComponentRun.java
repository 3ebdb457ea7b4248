import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StackState;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/// The engine with the same resources in components and written out, in a JVM of its own: prints
/// its figures as JSON.
final class ComponentRun {
  private static final int FEWEST_RUNS = 5;
  private static final double WARM_SECONDS = 4;

  private final EngineWork work;
  private final ComponentStack stack;

  private ComponentRun(ComponentStack stack) {
    var codec = new JsonStateCodec();
    var builtin = new BuiltinProvider(() -> UUID.randomUUID().toString(), codec);
    this.work = new EngineWork(codec, new Providers(List.of(builtin)));
    this.stack = stack;
  }

  /// In components beside written out.
  ///
  /// @param oneChanged one input has changed since what is recorded
  /// @param compiledOnce how often something is compiled for a single use, its input aside
  /// @param compiled the same for all of them, their inputs aside
  record Figures(
      Seconds.Compared load,
      Seconds.Compared plan,
      Seconds.Compared apply,
      Seconds oneChanged,
      int compiledOnce,
      int compiled) {}

  /// @param arguments shape, size, and for memory alone `components` or `flat`
  public static void main(String[] arguments) throws IOException {
    var run = new ComponentRun(ComponentStack.of(arguments[0], Integer.parseInt(arguments[1])));
    var mapper = new ObjectMapper();
    System.out.println(
        arguments.length > 2
            ? mapper.writeValueAsString(run.memory(arguments[2].equals("components")))
            : mapper.writeValueAsString(run.measure()));
  }

  /// The most memory that planning and applying once takes, in MiB.
  private double memory(boolean components) throws IOException {
    var config = work.load(components ? stack.components() : stack.flat());
    var plan = work.plan(config, StackState.EMPTY, Refresh.ALL, stack.size());
    work.apply(plan, config);
    return Program.peakMiB(ProcessHandle.current().pid());
  }

  private Figures measure() {
    var components = work.load(stack.components());
    var flat = work.load(stack.flat());
    var plan = work.plan(components, StackState.EMPTY, Refresh.ALL, stack.size());
    var flatPlan = work.plan(flat, StackState.EMPTY, Refresh.ALL, stack.size());
    var state = work.apply(plan, components).state();
    var changed = stack.oneChanged().components();
    return new Figures(
        compared(() -> work.load(stack.components()), () -> work.load(stack.flat())),
        compared(
            () -> work.plan(components, StackState.EMPTY, Refresh.ALL, stack.size()),
            () -> work.plan(flat, StackState.EMPTY, Refresh.ALL, stack.size())),
        compared(() -> work.apply(plan, components), () -> work.apply(flatPlan, flat)),
        Seconds.of(
                FEWEST_RUNS,
                WARM_SECONDS,
                () -> work.plan(work.load(changed), state, Refresh.AFFECTED, stack.length()))
            .seconds(),
        compiled(stack.used(1).components()) - 1,
        compiled(stack.components()) - stack.uses());
  }

  private int compiled(StackDeclaration declaration) {
    int before = work.compiled();
    work.load(declaration);
    return work.compiled() - before;
  }

  private static Seconds.Compared compared(Runnable components, Runnable flat) {
    return Seconds.compare(FEWEST_RUNS, WARM_SECONDS, components, flat);
  }
}
