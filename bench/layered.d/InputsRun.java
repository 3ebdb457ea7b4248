import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StackState;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/// The engine with uses that are given many inputs, in a JVM of its own: prints its figures as JSON.
final class InputsRun {
  private static final int FEWEST_RUNS = 5;
  private static final double SECONDS = 4;

  private InputsRun() {}

  /// Loading and planning from nothing.
  record Figures(Seconds loadAndPlan) {}

  /// @param arguments the shape, such as `500x60`
  public static void main(String[] arguments) throws IOException {
    var inputs = ManyInputs.of(arguments[0]);
    var codec = new JsonStateCodec();
    var builtin = new BuiltinProvider(() -> UUID.randomUUID().toString(), codec);
    var work = new EngineWork(codec, new Providers(List.of(builtin)));
    var declaration = inputs.declaration();
    var measured =
        Seconds.of(
                FEWEST_RUNS,
                SECONDS,
                () ->
                    work.plan(
                        work.load(declaration), StackState.EMPTY, Refresh.ALL, inputs.uses()))
            .seconds();
    System.out.println(new ObjectMapper().writeValueAsString(new Figures(measured)));
  }
}
