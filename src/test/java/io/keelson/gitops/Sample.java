package io.keelson.gitops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// An object in one of its states, `src/test/resources/gitops/<kind>/<state>.yaml`, and what the
/// tools of GitOps have to say of it.
///
/// @param state a reason or a phase, or what is special about the object
record Sample(String kind, String state, Expected expected, JsonNode object) {
  /// Where a kind is looked for, in the order of the page.
  static final List<String> KINDS =
      List.of(
          "Stack",
          "Resource",
          "Component",
          "ComponentDefinition",
          "ComponentRevision",
          "Provider",
          "ProviderConfig",
          "Policy",
          "Run",
          "Plan",
          "PlanApproval",
          "ResourceInstance");

  private static final Path FOLDER = Path.of("src/test/resources/gitops");
  private static final YAMLMapper YAML = new YAMLMapper();

  /// @param flux with `deploy/flux/health-checks.yaml`
  /// @param acceptWaiting with `deploy/flux/accept-waiting.yaml`; `none` if it has not the kind
  record Expected(String kstatus, String argocd, String flux, String acceptWaiting) {}

  static Stream<Sample> all() {
    return KINDS.stream().flatMap(Sample::of);
  }

  private static Stream<Sample> of(String kind) {
    try (var files = Files.list(FOLDER.resolve(kind))) {
      return files.sorted().toList().stream().map(file -> read(kind, file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Sample read(String kind, Path file) {
    try {
      var content = YAML.readTree(file.toFile());
      var state = String.valueOf(file.getFileName()).replace(".yaml", "");
      var expected = YAML.convertValue(content.get("expected"), Expected.class);
      return new Sample(kind, state, expected, content.get("object"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether an API server stores such an object.
  boolean isPossible() {
    return !state.endsWith("-text") && !state.equals("unknown-fields");
  }

  @Override
  public String toString() {
    return kind + " " + state;
  }
}
