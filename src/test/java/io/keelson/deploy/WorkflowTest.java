package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the workflows of GitHub call is there, and they may do no more than they have to.
final class WorkflowTest {
  private static final Pattern OWN = Pattern.compile("(?<![\\w/.-])(?:\\.ci|dev|bin)/[\\w./-]+");

  private static JsonNode workflow(String name) throws java.io.IOException {
    return new YAMLMapper().readTree(Path.of(".github", "workflows", name).toFile());
  }

  private static List<String> steps(JsonNode workflow, String field) {
    return workflow.findValues("steps").stream()
        .flatMap(JsonNode::valueStream)
        .map(step -> step.path(field).asText())
        .filter(text -> !text.isEmpty())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ci.yaml", "release.yaml"})
  void everyProgramOfOurs_isThere(String name) throws java.io.IOException {
    var programs =
        steps(workflow(name), "run").stream()
            .flatMap(script -> OWN.matcher(script).results())
            .map(MatchResult::group)
            .toList();

    assertThat(programs)
        .contains(".ci/run")
        .allMatch(path ->
            Path.of(path).toFile().canExecute()
                || path.endsWith(".py") && Path.of(path).toFile().isFile());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ci.yaml", "release.yaml"})
  void everyAction_isPinnedByItsMajorVersion(String name) throws java.io.IOException {
    assertThat(steps(workflow(name), "uses"))
        .isNotEmpty()
        .allMatch(use -> use.matches("[\\w./-]+@v\\d+"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ci.yaml", "release.yaml"})
  void nothingIsWritten_unlessAJobSaysSo(String name) throws java.io.IOException {
    assertThat(workflow(name).path("permissions").toString()).isEqualTo("{\"contents\":\"read\"}");
  }
}
