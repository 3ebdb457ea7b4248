import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Terraform with the same provider binary: plan from nothing, apply, and plan with nothing to do.
final class ProviderTerraformRun {
  private static final int CHANGES = 2;

  private final Path folder;
  private final Path settings;

  /// Seconds; memory includes the provider's.
  record Figures(double plan, double planPeakMiB, double apply, double applyPeakMiB, double noOp) {}

  private ProviderTerraformRun(Path folder, Path settings) {
    this.folder = folder;
    this.settings = settings;
  }

  static Figures measure(ThingStack stack, Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("main.tf"), stack.hcl());
    var settings =
        Files.writeString(
            folder.resolve("terraform.rc"),
            "provider_installation {\n  filesystem_mirror { path = \"%s\" }\n}\n"
                .formatted(stack.mirror()));
    return new ProviderTerraformRun(folder, settings).measure();
  }

  private Figures measure() throws IOException, InterruptedException {
    terraform("init", 0);
    var plan = fastest("plan", CHANGES, "-detailed-exitcode");
    var apply = terraform("apply", 0, "-auto-approve");
    var noOp = fastest("plan", 0, "-detailed-exitcode");
    return new Figures(
        plan.seconds(), plan.peakMiB(), apply.seconds(), apply.peakMiB(), noOp.seconds());
  }

  private Program fastest(String verb, int expected, String option)
      throws IOException, InterruptedException {
    var one = terraform(verb, expected, option);
    var other = terraform(verb, expected, option);
    return other.seconds() < one.seconds() ? other : one;
  }

  private Program terraform(String verb, int expected, String... options)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                "env",
                "TF_CLI_CONFIG_FILE=" + settings,
                "terraform",
                verb,
                "-input=false",
                "-no-color"));
    command.addAll(List.of(options));
    return Program.run(folder, verb, List.of(expected), command);
  }
}
