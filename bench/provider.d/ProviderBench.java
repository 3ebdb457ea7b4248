import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Measures one provider binary with everything that can use it, one after the other.
@Command(
    name = "bench/provider",
    mixinStandardHelpOptions = true,
    description = "Plans and applies N instances of the test provider in layers of 50.")
public final class ProviderBench implements Callable<Integer> {
  private static final int MOST_MIB = 400;

  @Parameters(paramLabel = "N", description = "How many resources, more than 50.")
  private int size;

  @Option(names = "--mirror", required = true, hidden = true)
  private Path mirror;

  @Option(names = "--engine-only", description = "Not the operator.")
  private boolean engineOnly;

  @Option(
      names = "--pulumi",
      description =
          "Only the engine: with the Pulumi counterpart beside the test provider, and a component program.")
  private boolean pulumi;

  @Option(names = "--plugins", hidden = true)
  private Path plugins;

  private final List<Row> rows = new ArrayList<>();

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ProviderBench()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    var folder = Path.of("target/bench-provider-" + size).toAbsolutePath();
    Files.createDirectories(folder.getParent());
    var run = Files.createTempDirectory(folder.getParent(), folder.getFileName() + "-");
    if (pulumi) rows.addAll(new PulumiComparison(run, size).measure(mirror, plugins));
    else everything(run);
    System.out.printf("%nN = %,d%n%n%s", size, Row.HEADING);
    rows.forEach(row -> System.out.print(row.text()));
    var figures = run.resolve("figures.json").toFile();
    new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(figures, rows);
    System.out.println("\nfigures: " + figures);
    return 0;
  }

  private void everything(Path run) throws Exception {
    Optional<ProviderTerraformRun.Figures> terraform = Optional.empty();
    if (TerraformRun.isInstalled()) {
      say("terraform");
      terraform = Optional.of(ProviderTerraformRun.measure(stack(run, "tf"), run.resolve("tf")));
      terraform(terraform.get());
    }
    say("engine");
    engine(engine(run), terraform);
    if (!engineOnly) {
      say("operator on a control plane of its own");
      operator(OperatorRun.measure(stack(run, "op"), run.resolve("op")), terraform);
    }
  }

  /// Everybody has a world of his own.
  private ThingStack stack(Path run, String who) throws IOException {
    return new ThingStack(size, mirror, Files.createDirectories(run.resolve(who + "-world")));
  }

  private ProviderEngineRun.Figures engine(Path run) throws IOException, InterruptedException {
    var stack = stack(run, "engine");
    var command =
        Program.java(
            List.of(
                "ProviderEngineRun",
                "terraform",
                Integer.toString(size),
                mirror.toString(),
                stack.world().toString(),
                run.resolve("providers").toString()));
    var ended = Program.run(run, "engine", List.of(0), command);
    return new ObjectMapper().readValue(ended.output(), ProviderEngineRun.Figures.class);
  }

  private void terraform(ProviderTerraformRun.Figures figures) {
    plain("terraform plan", figures.plan(), "s");
    plain("terraform plan, nothing to do", figures.noOp(), "s");
    plain("terraform apply", figures.apply(), "s");
    plain("terraform apply, peak memory, all processes", figures.applyPeakMiB(), "MiB");
  }

  private void engine(
      ProviderEngineRun.Figures figures, Optional<ProviderTerraformRun.Figures> other) {
    plain("engine: verify, start, read the schema", figures.start(), "s");
    beside("engine: plan", figures.plan().seconds(), other.map(ProviderTerraformRun.Figures::plan), "plan");
    beside(
        "engine: apply, store in memory",
        figures.apply().seconds(),
        other.map(ProviderTerraformRun.Figures::apply),
        "apply");
    beside(
        "engine: plan, nothing to do, all read",
        figures.noOp().seconds(),
        other.map(ProviderTerraformRun.Figures::noOp),
        "plan, nothing to do");
    plain("engine: peak memory with the provider's", figures.peakMiB(), "MiB");
  }

  private void operator(
      OperatorRun.Figures figures, Optional<ProviderTerraformRun.Figures> other) {
    var applied = figures.applied();
    plain("operator: start to first report", applied.firstReport(), "s");
    plain("operator: installing, settling (1 s), planning", applied.planning(), "s");
    rows.add(OperatorRows.nativeClient("our", figures.ours()));
    var work = "operator: apply, Applying to Applied";
    var seconds = applied.apply();
    rows.add(
        Row.beside(work, seconds, "native client, our records", figures.ours().seconds()));
    other.ifPresent(
        each -> rows.add(Row.beside(work, seconds, "terraform apply", each.apply())));
    var memory = "operator: peak memory with the provider's";
    rows.add(Row.atMost(memory, applied.peakMiB(), "MiB", MOST_MIB));
  }

  private void plain(String work, double value, String unit) {
    rows.add(Row.of(work, value, unit));
  }

  private void beside(
      String work, Seconds ours, Optional<Double> theirs, String name) {
    var ratio = theirs.map(seconds -> ours.best() / seconds);
    rows.add(
        new Row(
            work,
            ours.cold(),
            ours.best(),
            "s",
            ratio.isPresent() ? "terraform " + name : null,
            ratio.orElse(null),
            "≤ 1/3",
            ratio.map(each -> each <= 1.0 / 3).orElse(null)));
  }

  private static void say(String what) {
    System.err.println("measuring: " + what + " …");
  }
}
