package io.keelson.operator.component;

import static io.keelson.operator.component.DefinitionsFixture.RESOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.operator.stack.context.ComponentSource.Resolution;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which published version a use of a definition gets, and who may use it.
final class PublicationsTest {
  private final DefinitionsFixture definitions = new DefinitionsFixture();

  @ParameterizedTest
  @Tag("R-CMP-52")
  @CsvSource({
    "'', 2.0.0",
    "~> 1.0, 1.2.0",
    "1.1.0, 1.1.0",
    "'< 1.2, >= 1.0', 1.1.0",
    "3.0.0-rc.1, 3.0.0-rc.1"
  })
  void use_takesTheNewestThatItAllows(String wanted, String chosen) {
    for (String each : List.of("1.2.0", "1.1.0", "3.0.0-rc.1", "2.0.0"))
      definitions.publish("web", each, RESOURCE.formatted(each));

    assertThat(definitions.resolve("platform", wanted))
        .isInstanceOfSatisfying(
            Resolution.Found.class, found -> assertThat(found.version()).isEqualTo(chosen));
  }

  @Test
  @Tag("R-CMP-52")
  void newerVersionThatIsLeftOut_isTold() {
    definitions.publish("web", "1.1.0", RESOURCE.formatted("x"));
    definitions.publish("web", "2.0.0", RESOURCE.formatted("y"));

    assertThat(((Resolution.Found) definitions.resolve("platform", "~> 1.0")).available())
        .contains("2.0.0");
    assertThat(((Resolution.Found) definitions.resolve("platform", "")).available()).isEmpty();
  }

  @ParameterizedTest
  @Tag("R-CMP-52")
  @CsvSource({"~> 3.0, 2.0.0", "< 1.0, 1.1.0", "1.5.0, 1.1.0"})
  void constraintThatNothingFits_namesTheNearest(String wanted, String nearest) {
    definitions.publish("web", "1.1.0", RESOURCE.formatted("x"));
    definitions.publish("web", "2.0.0", RESOURCE.formatted("y"));

    assertThat(definitions.resolve("platform", wanted))
        .isInstanceOfSatisfying(
            Resolution.NoSuchVersion.class,
            none -> assertThat(none.why()).contains("nearest is " + nearest));
  }

  @Test
  @Tag("R-CMP-52")
  void revision_isReadOnceForAllUses() {
    definitions.publish("web", "1.1.0", RESOURCE.formatted("x"));

    assertThat(declaration(definitions.resolve("platform", "")))
        .isSameAs(declaration(definitions.resolve("platform", "~> 1.0")));
  }

  private static ComponentDeclaration declaration(Resolution resolution) {
    return ((Resolution.Found) resolution).declaration();
  }

  @Test
  @Tag("R-CMP-52")
  void definitionThatDoesNotAllowTheNamespace_isNotTold_fromOneThatIsNotThere() {
    var absent = definitions.resolve("team", "");
    definitions.publish("web", "1.1.0", RESOURCE.formatted("x"));

    assertThat(definitions.resolve("team", ""))
        .isEqualTo(absent)
        .isInstanceOf(Resolution.NotFound.class);
    definitions.publish("web", "1.2.0", RESOURCE.formatted("y") + ", allowedNamespaces: [team]");
    assertThat(definitions.resolve("team", "")).isInstanceOf(Resolution.Found.class);
  }

  @Test
  @Tag("R-CMP-52")
  void deletedDefinition_allowsWhatItAllowedLast() {
    definitions.publish("web", "1.1.0", RESOURCE.formatted("x") + ", allowedNamespaces: [team]");
    definitions.publications.vanished(
        definitions.publications.definition(new DefinitionKey("platform", "web")).orElseThrow());

    assertThat(definitions.resolve("team", "")).isInstanceOf(Resolution.Found.class);
    assertThat(definitions.resolve("others", "")).isInstanceOf(Resolution.NotFound.class);
  }

  @Test
  @Tag("R-CMP-50")
  void revisionThatSomebodyChanged_isNotUsed() {
    var forged = definitions.publish("web", "1.1.0", RESOURCE.formatted("x"));
    forged.getSpec().body.put("description", "other");
    definitions.publications.observe(forged);

    assertThat(definitions.resolve("platform", "")).isInstanceOf(Resolution.NotFound.class);
  }
}
