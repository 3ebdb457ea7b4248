import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Terraform with the same graph or the same modules, where it is installed. Nothing is downloaded:
/// `terraform_data` is built in.
final class TerraformRun {
  /// The exit status that says so.
  private static final int CHANGES = 2;

  private static final int RUNS = 3;

  private final LayeredStack stack;
  private final Path folder;
  private final String version;

  /// What was measured.
  ///
  /// @param apply absent if it was not asked for
  record Figures(
      String version,
      double plan,
      double planPeakMiB,
      double noOp,
      double noOpPeakMiB,
      Optional<Double> apply) {}

  private TerraformRun(LayeredStack stack, Path folder, String version) {
    this.stack = stack;
    this.folder = folder;
    this.version = version;
  }

  static boolean isInstalled() {
    return Program.isOnPath("terraform");
  }

  static Figures measure(LayeredStack stack, Path folder, boolean apply)
      throws IOException, InterruptedException {
    var answer =
        Program.run(folder, "version", List.of(0), List.of("terraform", "version", "-json"));
    var version = new ObjectMapper().readTree(answer.output()).get("terraform_version").asText();
    return new TerraformRun(stack, folder, version).measure(apply);
  }

  /// Seconds of planning from nothing, the best of several runs.
  ///
  /// @param files what is declared, by the names of the files
  static double plan(Map<String, String> files, Path folder)
      throws IOException, InterruptedException {
    initialize(folder, files);
    return plan(folder, CHANGES).seconds();
  }

  private static void initialize(Path folder, Map<String, String> files)
      throws IOException, InterruptedException {
    for (Map.Entry<String, String> each : files.entrySet()) {
      var file = folder.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
    }
    terraform(folder, "init", 0);
  }

  private Figures measure(boolean apply) throws IOException, InterruptedException {
    var fresh = folder.resolve("fresh");
    var applied = folder.resolve("applied");
    for (Path each : List.of(fresh, applied)) initialize(each, Map.of("main.tf", hcl()));
    new ObjectMapper().writeValue(applied.resolve("terraform.tfstate").toFile(), state());
    var plan = plan(fresh, CHANGES);
    var noOp = plan(applied, 0);
    var seconds =
        apply
            ? Optional.of(terraform(fresh, "apply", 0, "-auto-approve").seconds())
            : Optional.<Double>empty();
    return new Figures(
        version, plan.seconds(), plan.peakMiB(), noOp.seconds(), noOp.peakMiB(), seconds);
  }

  /// The best of several runs, as for the engine.
  private static Program plan(Path folder, int expected) throws IOException, InterruptedException {
    var best = terraform(folder, "plan", expected, "-detailed-exitcode");
    for (int i = 1; i < RUNS; i++) {
      var next = terraform(folder, "plan", expected, "-detailed-exitcode");
      if (next.seconds() < best.seconds()) best = next;
    }
    return best;
  }

  private static Program terraform(Path folder, String verb, int expected, String... options)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("terraform", verb, "-input=false", "-no-color"));
    command.addAll(List.of(options));
    return Program.run(folder, verb, List.of(expected), command);
  }

  private String hcl() {
    var text = new StringBuilder();
    for (int i = 0; i < stack.size(); i++)
      text.append("resource \"terraform_data\" \"")
          .append(LayeredStack.name(i))
          .append("\" {\n  input = ")
          .append(
              i < LayeredStack.WIDTH
                  ? "\"" + stack.input(i) + "\""
                  : LayeredStack.address(i - LayeredStack.WIDTH) + ".output")
          .append("\n}\n");
    return text.toString();
  }

  /// What an apply would leave behind.
  private Map<String, Object> state() {
    var resources = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < stack.size(); i++) resources.add(resource(i));
    var state = new LinkedHashMap<String, Object>();
    state.put("version", 4);
    state.put("terraform_version", version);
    state.put("serial", 1);
    state.put("lineage", UUID.randomUUID().toString());
    state.put("outputs", Map.of());
    state.put("resources", resources);
    return state;
  }

  private Map<String, Object> resource(int i) {
    var value = Map.of("value", stack.input(i % LayeredStack.WIDTH), "type", "string");
    var attributes = new LinkedHashMap<String, Object>();
    attributes.put("id", UUID.randomUUID().toString());
    attributes.put("input", value);
    attributes.put("output", value);
    attributes.put("triggers_replace", null);
    // Terraform stores indirect dependencies as well.
    var dependencies = new ArrayList<String>();
    for (int on = i - LayeredStack.WIDTH; on >= 0; on -= LayeredStack.WIDTH)
      dependencies.addFirst(LayeredStack.address(on));
    return Map.of(
        "mode", "managed",
        "type", "terraform_data",
        "name", LayeredStack.name(i),
        "provider", "provider[\"terraform.io/builtin/terraform\"]",
        "instances",
            List.of(
                Map.of(
                    "schema_version", 0, "attributes", attributes, "dependencies", dependencies)));
  }
}
