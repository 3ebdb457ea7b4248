package io.keelson.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.json.ExactJson;
import io.keelson.testing.Command;
import io.keelson.testing.TestProviders;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The program that providers were written for, run on a configuration in a folder of its own. It
/// installs from the mirror of the test providers and asks no registry.
final class Terraform {
  private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

  private final Path program;
  private final Path folder;

  private Terraform(Path program, Path folder) {
    this.program = program;
    this.folder = folder;
  }

  /// The one of the PATH, if there is one.
  static Optional<Terraform> in(Path folder) {
    return SEPARATOR
        .splitAsStream(System.getenv("PATH"))
        .map(each -> Path.of(each, "terraform"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(program -> new Terraform(program, folder));
  }

  /// What became of one resource.
  ///
  /// @param values its attributes
  /// @param sensitive those of them that are hidden, with `true`
  record Applied(JsonNode values, JsonNode sensitive) {}

  /// Applies a configuration.
  ///
  /// @return each resource by its address
  Map<String, Applied> apply(ObjectNode configuration) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("main.tf.json"), configuration.toString());
      Files.writeString(
          folder.resolve("cli.tfrc"),
          "provider_installation { filesystem_mirror { path = \"%s\" } }"
              .formatted(TestProviders.mirror()));
      run("init", "-input=false");
      run("apply", "-input=false", "-auto-approve");
      var state = ExactJson.JSON.readTree(run("show", "-json").out());
      var applied = new TreeMap<String, Applied>();
      for (JsonNode each : state.at("/values/root_module/resources"))
        applied.put(
            each.path("address").asText(),
            new Applied(each.path("values"), each.path("sensitive_values")));
      return applied;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void destroy() {
    run("destroy", "-input=false", "-auto-approve");
  }

  private Command.Result run(String... arguments) {
    return Command.of(
            "env",
            "CHECKPOINT_DISABLE=1",
            "TF_CLI_CONFIG_FILE=" + folder.resolve("cli.tfrc"),
            program.toString(),
            "-chdir=" + folder)
        .with(arguments)
        .run()
        .orThrow();
  }
}
