package io.keelson.operator.component;

import static io.keelson.operator.component.DefinitionsFixture.RESOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.component.Acceptance.Verdict;
import io.keelson.operator.status.ConditionReason;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What may change under a version that is published already, and with the version after it.
final class NextVersionTest {
  private final DefinitionsFixture definitions = new DefinitionsFixture();

  @Test
  @Tag("R-CMP-51")
  void otherContentUnderAPublishedVersion_isRefused() {
    var published = definitions.publish("web", "1.0.0", RESOURCE.formatted("x"));

    var refused = definitions.refused("web", "1.0.0", RESOURCE.formatted("y"));

    assertThat(refused.reason()).isEqualTo(ConditionReason.VersionReused);
    assertThat(refused.why()).contains(published.getMetadata().getName());
  }

  @Test
  @Tag("R-CMP-51")
  void whomItAllows_mayChangeUnderOneVersion() {
    definitions.publish("web", "1.0.0", RESOURCE.formatted("x"));

    assertThat(
            definitions.verdict(
                "web", "1.0.0", RESOURCE.formatted("x") + ", allowedNamespaces: [a], paused: true"))
        .isInstanceOf(Verdict.Accepted.class);
  }

  @Test
  @Tag("R-CMP-51")
  void newerRevisionOfWhatIsInside_makesAnotherBuildOfTheSameVersion() {
    definitions.publish("database", "1.0.0", RESOURCE.formatted("x"));
    var inside = "components: [{name: db, definition: {name: database}}]";
    var first = definitions.publish("web", "1.0.0", inside);
    definitions.publish("database", "1.1.0", RESOURCE.formatted("y"));

    var next = (Verdict.Accepted) definitions.verdict("web", "1.0.0", inside);

    assertThat(next.name()).startsWith("web-1.0.0-").isNotEqualTo(first.getMetadata().getName());
    assertThat(next.locked().get("db")).startsWith("platform/database-1.1.0-");
  }

  @Test
  @Tag("R-CMP-53")
  void versionThatAsksForMore_isRefused_untilTheNextMajorOne() {
    definitions.publish("web", "1.0.0", "variables: [{name: a, type: string}]");
    var more = "variables: [{name: a, type: string}, {name: b, type: string}]";

    var refused = definitions.refused("web", "1.1.0", more);

    assertThat(refused.reason()).isEqualTo(ConditionReason.BreakingChange);
    assertThat(refused.why()).contains("variable.b").contains("2.0.0");
    assertThat(definitions.verdict("web", "2.0.0", more)).isInstanceOf(Verdict.Accepted.class);
  }

  @Test
  @Tag("R-CMP-53")
  void versionThatTakesMore_isAccepted() {
    definitions.publish("web", "1.0.0", "variables: [{name: a, type: number}]");

    assertThat(
            definitions.verdict(
                "web",
                "1.1.0",
                "variables: [{name: a, type: string}, {name: b, type: string, default: x}]"))
        .isInstanceOf(Verdict.Accepted.class);
  }

  @Test
  @Tag("R-CMP-53")
  void resourceThatVanishesWithoutAWord_isAWarning() {
    definitions.publish("web", "1.0.0", RESOURCE.formatted("x"));

    var accepted =
        (Verdict.Accepted) definitions.verdict("web", "1.1.0", "description: nothing in it");

    assertThat(accepted.warnings())
        .extracting(Object::toString)
        .anyMatch(each -> each.startsWith("terraform_data.a: No longer declared"));
  }

  @Test
  @Tag("R-CMP-53")
  void outputsThatReadAllOthersOfManyLevels_areEachLookedAtOnce() {
    definitions.publish("d0", "1.0.0", outputs("x"));
    for (int i = 1; i < 8; i++)
      definitions.publish(
          "d" + i,
          "1.0.0",
          "components: [{name: x, definition: {name: d%d}}], %s"
              .formatted(i - 1, outputs(readAll())));

    var top = "description: another, components: [{name: x, definition: {name: d6}}], ";

    assertThat(definitions.verdict("d7", "1.1.0", top + outputs(readAll())))
        .isInstanceOf(Verdict.Accepted.class);
  }

  /// Twenty outputs of the same value.
  private static String outputs(String value) {
    return IntStream.range(0, 20)
        .mapToObj(i -> "{name: o%d, value: \"%s\"}".formatted(i, value))
        .collect(Collectors.joining(", ", "outputs: [", "]"));
  }

  private static String readAll() {
    return IntStream.range(0, 20)
        .mapToObj(i -> "${component.x.o" + i + "}")
        .collect(Collectors.joining());
  }
}
