import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Measures one graph with everything that is there, one after the other.
@Command(
    name = "bench/layered",
    mixinStandardHelpOptions = true,
    description = "Plans and applies N terraform_data in layers of 50.")
public final class Layered implements Callable<Integer> {
  private static final int MOST_APPLIED_UNASKED = 1000;

  @Parameters(paramLabel = "N", description = "How many resources, more than 50.")
  private int size;

  @Option(names = "--engine-only", description = "Neither the operator nor Terraform.")
  private boolean engineOnly;

  @Option(
      names = "--terraform-apply",
      description = "Terraform's apply of more than 1,000, too: it takes ten minutes at 5,000.")
  private boolean terraformApply;

  @Option(names = "--growth", description = "The engine with 1,000 and 10,000 as well.")
  private boolean growth;

  @Option(
      names = "--policies",
      paramLabel = "K",
      description = "The engine with K mandatory policies over every resource as well.")
  private int policies;

  @Option(
      names = "--components",
      paramLabel = "SHAPE",
      description =
          "N resources in components as well: 200x25 is 200 uses of 25 resources, 1x200 one use with"
              + " 200 keys.")
  private String components;

  @Option(
      names = "--inputs",
      paramLabel = "SHAPE",
      description =
          "The engine and Terraform with uses that are given many inputs as well: 500x60 is 500 uses"
              + " of a component with 60 variables.")
  private String inputs;

  @Option(
      names = "--against",
      paramLabel = "FOLDER",
      description =
          "Another checkout of this project, built by its own bench/layered: its engine as well, in"
              + " turns with this one.")
  private Path against;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Where the figures go; default is target/bench-layered-N.json.")
  private Path json;

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Layered()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    var stack = LayeredStack.of(size);
    var folder = emptied(Path.of("target/bench-layered-" + size).toAbsolutePath());
    var report = new Report(size);
    if (!engineOnly && TerraformRun.isInstalled()) {
      say("terraform");
      boolean apply = terraformApply || size <= MOST_APPLIED_UNASKED;
      report.terraform(TerraformRun.measure(stack, folder.resolve("terraform"), apply));
    }
    say("engine");
    report.engine(engine(folder, size, policies));
    report.firstPlan(FirstPlanRun.measure(folder, size));
    if (against != null) {
      say("engine, and that of " + against);
      report.against(new AgainstRun(folder.resolve("against"), size, against).measure());
    }
    if (growth) {
      say("engine with 1,000 and 10,000");
      report.growth(engine(folder, 1000, 0), engine(folder, 10_000, 0));
    }
    if (components != null) {
      say("engine with components " + components);
      report.components(components(folder));
    }
    if (inputs != null) {
      say("engine with inputs " + inputs);
      report.inputs(inputs(folder));
    }
    if (!engineOnly) {
      say("operator on a control plane of its own");
      report.operator(OperatorRun.measure(stack, folder.resolve("operator")));
      if (components != null) report.operatorComponents(operatorComponents(folder));
    }
    System.out.print(report.table());
    var file = json == null ? Path.of("target/bench-layered-" + size + ".json") : json;
    report.write(file);
    System.out.println("\nfigures: " + file);
    return 0;
  }

  private static Report.Engine engine(Path folder, int size, int policies)
      throws IOException, InterruptedException {
    var command = 
        Program.java(
            List.of("EngineRun", Integer.toString(size), Integer.toString(policies)));
    var ended = Program.run(folder, "engine-" + size, List.of(0), command);
    var figures = new ObjectMapper().readValue(ended.output(), EngineRun.Figures.class);
    return new Report.Engine(figures, ended.peakMiB());
  }

  private Report.Components components(Path folder) throws IOException, InterruptedException {
    var figures = output(folder, "components", List.of());
    return new Report.Components(
        components,
        new ObjectMapper().readValue(figures, ComponentRun.Figures.class),
        terraform("modules", ComponentStack.of(components, size).files(), folder),
        Double.parseDouble(output(folder, "components-memory", List.of("components")).strip()),
        Double.parseDouble(output(folder, "flat-memory", List.of("flat")).strip()));
  }

  private Report.Inputs inputs(Path folder) throws IOException, InterruptedException {
    var command = Program.java(List.of("InputsRun", inputs));
    var figures = Program.run(folder, "inputs", List.of(0), command).output();
    return new Report.Inputs(
        inputs,
        new ObjectMapper().readValue(figures, InputsRun.Figures.class),
        terraform("inputs", ManyInputs.of(inputs).files(), folder));
  }

  /// Seconds of Terraform's plan of that; null where Terraform is not measured.
  private Double terraform(String what, Map<String, String> files, Path folder)
      throws IOException, InterruptedException {
    if (engineOnly || !TerraformRun.isInstalled()) return null;
    say("terraform with " + what);
    return TerraformRun.plan(files, folder.resolve("terraform-" + what));
  }

  private Report.OperatorComponents operatorComponents(Path folder) throws Exception {
    var chains = ComponentStack.of(components, size);
    say("operator with components " + components);
    var used =
        OperatorRun.measure(
            new DeclaredChains(chains, true), folder.resolve("operator-components"));
    say("operator with the same, written out");
    var flat =
        OperatorRun.measure(new DeclaredChains(chains, false), folder.resolve("operator-flat"));
    return new Report.OperatorComponents(components, used, flat);
  }

  private String output(Path folder, String name, List<String> more)
      throws IOException, InterruptedException {
    var arguments = new ArrayList<>(List.of("ComponentRun", components, Integer.toString(size)));
    arguments.addAll(more);
    return Program.run(folder, name, List.of(0), Program.java(arguments)).output();
  }

  private static Path emptied(Path folder) throws IOException {
    if (Files.exists(folder)) {
      List<Path> all;
      try (Stream<Path> found = Files.walk(folder)) {
        all = new ArrayList<>(found.toList());
      }
      for (Path each : all.reversed()) Files.delete(each);
    }
    return Files.createDirectories(folder);
  }

  private static void say(String what) {
    System.err.println("measuring: " + what + " …");
  }
}
