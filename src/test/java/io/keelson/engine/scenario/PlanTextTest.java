package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.plan.ComponentVersions.Used;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.json.PlanJson;
import io.keelson.json.PlanPicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What users and programs read before they approve, byte for byte. `-Dgolden=update` writes the
/// texts anew; the change is reviewed as text.
class PlanTextTest {
  private static final String FOLDER = "texts";

  @TestFactory
  Stream<DynamicTest> texts() {
    return each((file, outcome) -> compare(file, ".txt", text(outcome)));
  }

  /// The JSON says what its schema allows.
  @TestFactory
  Stream<DynamicTest> json() throws IOException {
    var schema = schema();
    return each((file, outcome) -> {
      var json = json(outcome);
      compare(file, ".json", json);
      assertThat(schema.validate(json, InputFormat.JSON).stream().map(Object::toString)).isEmpty();
    });
  }

  @Test
  void graph_isDrawnForGraphvizAndForMermaid() throws Exception {
    var file = Path.of("src/test/resources/scenarios/texts/replace-in-both-orders.yaml");
    var outcome = ScenarioPlayer.outcome(Scenario.read(file));
    var graph = new PlanPicture(PlanJson.of(outcome.plan(), outcome.diagnostics()));
    compare(file, ".dot", graph.dot());
    compare(file, ".mmd", graph.mermaid());
  }

  /// The version with which a component was last as declared stands beside the one that is planned.
  @Test
  void versionsOfComponents_standInHeadlinesAndInJson() throws Exception {
    var file = Path.of("src/test/resources/scenarios/texts/components.yaml");
    var outcome = ScenarioPlayer.outcome(Scenario.read(file));
    ComponentVersions versions =
        path ->
            switch (path.toString()) {
              case "component.web" ->
                  Optional.of(new Used("platform/web", "1.4.0", Optional.of("1.3.2")));
              case "component.web.component.db" ->
                  Optional.of(new Used("platform/db", "2.0.0", Optional.empty()));
              default -> Optional.empty();
            };

    assertThat(PlanText.of(outcome.plan(), versions))
        .contains("# component.admin     1 to change\n")
        .contains("# component.web[\"eu\"]   platform/web 1.3.2 -> 1.4.0     1 to change\n")
        .contains("# component.web[\"us.x\"].component.db   platform/db 2.0.0     1 to add\n");
    var json = PlanJson.of(outcome.plan(), versions, outcome.diagnostics());
    assertThat(schema().validate(json.toString(), InputFormat.JSON)).isEmpty();
    assertThat(json.path("components").findValuesAsText("previousVersion"))
        .containsOnly("1.3.2")
        .hasSize(3);
  }

  /// What a test does with one situation.
  private interface Check {
    void run(Path file, PlanOutcome outcome) throws IOException;
  }

  private static Stream<DynamicTest> each(Check check) {
    return ScenarioFolder.files(FOLDER)
        .map(file ->
            DynamicTest.dynamicTest(
                ScenarioFolder.name(file),
                file.toUri(),
                () -> check.run(file, ScenarioPlayer.outcome(Scenario.read(file)))));
  }

  private static String text(PlanOutcome outcome) {
    var problems =
        outcome.diagnostics().stream()
            .map(each -> each.text(Optional.empty()))
            .collect(Collectors.joining());
    return PlanText.of(outcome.plan()) + (problems.isEmpty() ? "" : "\n" + problems);
  }

  private static String json(PlanOutcome outcome) {
    return PlanJson.of(outcome.plan(), outcome.diagnostics()).toPrettyString() + "\n";
  }

  private static Schema schema() throws IOException {
    return SchemaRegistry.withDefaultDialect(Dialects.getDraft202012())
        .getSchema(Files.readString(Path.of("docs/plan.schema.json")), InputFormat.JSON);
  }

  private static void compare(Path file, String ending, String actual) throws IOException {
    var golden = file.resolveSibling(file.getFileName().toString().replace(".yaml", ending));
    if ("update".equals(System.getProperty("golden"))) Files.writeString(golden, actual);
    assertThat(actual).isEqualTo(Files.readString(golden));
  }
}
