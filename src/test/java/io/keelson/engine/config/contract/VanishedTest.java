package io.keelson.engine.config.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.Target;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.scenario.ScenarioConfig;
import io.keelson.engine.value.Mapping;
import io.keelson.json.JsonValues;
import io.keelson.json.LiteralYaml;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is gone from a definition without a word.
@Tag("R-CMP-53")
final class VanishedTest {
  private static final String WAS =
      """
      server.main: {image: a}
      server.spare: {image: a}
      data.image.base: {}
      component.db: {definition: db}
      """;

  private static ComponentDeclaration definition(String lines) {
    var yaml =
        """
        definition.disk:
          disk.main: {}
        definition.db:
          db.main: {}
          db.copy: {}
          component.disk: {definition: disk}
        definition.other:
          db.main: {}
        component.app: {definition: app}
        definition.app:
        """
            + lines.indent(2);
    try {
      return ScenarioConfig.declaration(((Mapping) LiteralYaml.value(yaml)).entries())
          .components()
          .getFirst()
          .definition();
    } catch (JsonValues.NotAValue e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static String vanished(String is) {
    return Vanished.between(definition(WAS), definition(is)).stream()
        .map(each -> each.what().toString())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          # said beside what is declared                                    | vanished
          local.nothing: 1                                                  | server.spare
          "moves: [{from: server.spare, to: server.second}]"                | ""
          "moves: [{from: 'server.spare[0]', to: server.second}]"           | ""
          "moves: [{from: server.other, to: server.second}]"                | server.spare
          "removed: [{from: server.spare, destroy: false}]"                 | ""
          "server.second: {aliases: [server.spare]}"                        | ""
          "server.spare: {image: b}"                                        | ""
          """)
  void resourceThatIsGone_hasVanishedUnlessItIsNamed(String said, String vanished) {
    assertThat(
            vanished(
                """
                server.main: {image: a}
                component.db: {definition: db}
                """
                    + said))
        .isEqualTo(vanished);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          # said beside what is declared                                    | vanished
          local.nothing: 1                                                  | component.db
          "moves: [{from: component.db, to: component.store}]"              | ""
          "removed: [{from: component.db, destroy: true}]"                  | ""
          "component.store: {definition: db, aliases: [component.db]}"      | ""
          "moves: [{from: component.db.db.main, to: db.main}]"              | component.db.db.copy component.db.component.disk
          "removed: [{from: component.db.component.disk, destroy: true}]"   | component.db.db.copy component.db.db.main
          "component.db: {definition: other}"                               | component.db.db.copy component.db.component.disk
          """)
  void componentThatIsGone_hasVanishedUnlessItIsNamed(String said, String vanished) {
    assertThat(vanished("server.main: {image: a}\nserver.spare: {image: a}\n" + said))
        .hasToString(vanished);
  }

  @Test
  void vanishedResource_isAWarning() {
    assertThat(new Vanished(Target.parse("server.spare")).warning())
        .satisfies(warning -> assertThat(warning.isError()).isFalse())
        .hasToString(
            "server.spare: No longer declared: It is gone, and neither moves nor removed name it:"
                + " what exists of it would be destroyed in every use. If it has another name now,"
                + " add it to moves; if its objects are to stay, add it to removed with destroy:"
                + " false.");
  }

  @Test
  void vanishedComponent_isToldAsOne() {
    assertThat(new Vanished(Target.parse("component.db")).warning().toString())
        .startsWith("component.db: No longer declared:")
        .contains("what exists in it would be destroyed");
  }
}
