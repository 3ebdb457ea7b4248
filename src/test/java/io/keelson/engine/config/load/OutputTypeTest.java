package io.keelson.engine.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.scenario.ScenarioConfig;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.expression.CelExpressions;
import io.keelson.json.LiteralYaml;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a definition declares its outputs to be.
@Tag("R-CMP-5")
final class OutputTypeTest {
  private static final Schema SERVER =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                  "image", Attribute.of(Types.STRING, Presence.OPTIONAL))));

  /// @param output such as `{value: x, type: string}`
  /// @param use of it, as the image of a server
  private static List<Diagnostic> problems(String output, String use) throws Exception {
    var yaml =
        """
        definition.app:
          server.main: {}
          output.o: %s
        component.web: {definition: app}
        server.user: {image: "%s"}
        """
            .formatted(output, use);
    var tree = (Mapping) LiteralYaml.value(yaml);
    return new StackLoader(new CelExpressions(), _ -> Optional.of(SERVER))
        .load(ScenarioConfig.declaration(tree.entries()))
        .diagnostics();
  }

  @Test
  void declaredType_isWhatUsersAreCheckedWith() throws Exception {
    assertThat(problems("{value: '${server.main.id}', type: string}", "${component.web.o}"))
        .isEmpty();

    assertThat(problems("{value: ['${server.main.id}'], type: list(string)}", "${component.web.o}"))
        .singleElement()
        .satisfies(
            problem -> assertThat(problem.toString()).contains("server.user").contains("list"));
  }

  @Test
  void textThatIsNoType_isToldWithItsPlace() throws Exception {
    assertThat(problems("{value: a, type: text}", "x"))
        .singleElement()
        .satisfies(problem ->
            assertThat(problem.toString())
                .contains("component.web.output.o")
                .contains("type")
                .contains("text"));
  }

  @Test
  void expressionThatCanNeverHaveTheType_isToldBeforeAnythingRuns() throws Exception {
    assertThat(problems("{value: {a: 1}, type: string}", "x"))
        .singleElement()
        .satisfies(problem ->
            assertThat(problem.toString())
                .contains("component.web.output.o")
                .contains("declared to be string")
                .contains("Correct its value, or its type."));
  }

  @Test
  void whatIsLeftOut_isNoMistakeWhereItIsOptional() throws Exception {
    assertThat(
            problems(
                "{value: {a: x}, type: 'object({a = string, b = optional(string, \"y\")})'}",
                "${component.web.o.b}"))
        .isEmpty();
  }
}
