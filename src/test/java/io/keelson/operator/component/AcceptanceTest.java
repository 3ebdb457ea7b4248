package io.keelson.operator.component;

import static io.keelson.operator.component.DefinitionsFixture.RESOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.component.Acceptance.Verdict;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.operator.status.ConditionReason;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whether the content of a definition is accepted: its version, its expressions and types, its
/// size, and the definitions that it uses.
final class AcceptanceTest {
  private final DefinitionsFixture definitions = new DefinitionsFixture();

  @Test
  @Tag("R-CMP-50")
  void definitionWithoutErrors_isAccepted_underANameThatHoldsItsContent() {
    var one = (Verdict.Accepted) definitions.verdict("web", "1.0.0-RC.1", RESOURCE.formatted("x"));
    var again =
        (Verdict.Accepted) definitions.verdict("web", "1.0.0-RC.1", RESOURCE.formatted("x"));
    var other =
        (Verdict.Accepted) definitions.verdict("web", "1.0.0-RC.1", RESOURCE.formatted("y"));

    assertThat(one.name()).startsWith("web-1.0.0-rc.1-").isEqualTo(again.name());
    assertThat(other.name()).isNotEqualTo(one.name());
  }

  @ParameterizedTest
  @Tag("R-CMP-50")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          one   | description: d | InvalidConfiguration | no semantic version
          1.0   | description: d | InvalidConfiguration | no semantic version
          1.0.0 | locals: {a: "${variable.nothing}"} | InvalidConfiguration | nothing
          1.0.0 | variables: [{name: a, type: lots}] | InvalidConfiguration | lots
          1.0.0 | outputs: [{name: a, value: "${component.b.c}"}] | InvalidConfiguration | component.b
          1.0.0 | resources: [{name: a, type: nobody_has}] | InvalidConfiguration | nobody_has
          1.0.0 | resources: [{name: a, type: terraform_data, config: {inptu: 1}}] | InvalidConfiguration | input
          """)
  void definitionWithAnError_isRefused(
      String version, String spec, ConditionReason reason, String message) {
    var refused = definitions.refused("web", version, spec);

    assertThat(refused.reason()).isEqualTo(reason);
    assertThat(refused.why()).contains(message);
  }

  private static final String BUCKET =
      "providers: [{name: aws, provider: aws}], resources: [{name: a, type: aws_bucket, config:"
          + " {%s: 1}}], outputs: [{name: o, value: \"${aws_bucket.a.%s}\"}]";

  @Test
  @Tag("R-CMP-50")
  void typesOfAProviderThatIsNotThere_areLeftUnchecked_andThatIsTold() {
    var accepted =
        (Verdict.Accepted) definitions.verdict("web", "1.0.0", BUCKET.formatted("whatever", "arn"));

    assertThat(accepted.unchecked()).containsExactly("aws");
  }

  @Test
  @Tag("R-CMP-50")
  void typesOfAProviderThatIsThere_areHeldToWhatItSays() {
    definitions.aws = Optional.of(DefinitionsFixture.buckets());

    var accepted =
        (Verdict.Accepted) definitions.verdict("web", "1.0.0", BUCKET.formatted("size", "id"));
    var argument = definitions.refused("web", "1.1.0", BUCKET.formatted("sise", "id"));
    var attribute = definitions.refused("web", "1.1.0", BUCKET.formatted("size", "arn"));
    var type =
        definitions.refused(
            "web", "1.1.0", BUCKET.formatted("size", "id").replace("bucket", "bukket"));

    assertThat(accepted.unchecked()).isEmpty();
    assertThat(argument.why()).contains("sise").contains("size");
    assertThat(attribute.why()).contains("arn");
    assertThat(type.why()).contains("aws_bukket");
  }

  @Test
  @Tag("R-CMP-50")
  void typesOfWhatIsInside_areKnownToo() {
    definitions.aws = Optional.of(DefinitionsFixture.buckets());
    definitions.publish("database", "1.0.0", BUCKET.formatted("size", "id"));

    var refused =
        definitions.refused(
            "web",
            "1.0.0",
            "providers: [{name: aws, provider: aws}], components: [{name: db, definition: {name:"
                + " database}}], outputs: [{name: o, value: \"${component.db.o + 1}\"}]");

    assertThat(refused.why()).contains("output.o");
  }

  @Test
  @Tag("R-CMP-50")
  void providerThatIsBeingInstalled_isWaitedFor() {
    definitions.aws = Optional.of(new ProviderPrograms.Program.Coming());

    var waits = (Verdict.Waits) definitions.verdict("web", "1.0.0", BUCKET.formatted("size", "id"));

    assertThat(waits.reason()).isEqualTo(ConditionReason.Installing);
    assertThat(waits.why()).contains("aws_");
  }

  @Test
  @Tag("R-CMP-50")
  void resourcesThatNeedEachOther_areRefused() {
    var refused =
        definitions.refused(
            "web",
            "1.0.0",
            "resources: [{name: a, type: terraform_data, config: {input:"
                + " \"${terraform_data.b.id}\"}}, {name: b, type: terraform_data, config: {input:"
                + " \"${terraform_data.a.id}\"}}]");

    assertThat(refused.why()).contains("terraform_data.a").contains("terraform_data.b");
  }

  @Test
  @Tag("R-CMP-50")
  void definitionThatIsTooLong_isRefused() {
    var refused =
        definitions.refused("web", "1.0.0", "locals: {a: \"" + "x".repeat(257 << 10) + "\"}");

    assertThat(refused.reason()).isEqualTo(ConditionReason.LimitExceeded);
  }

  @Test
  @Tag("R-CMP-50")
  void whatUsesADefinitionThatIsNotThere_waits() {
    assertThat(
            definitions.verdict(
                "web", "1.0.0", "components: [{name: db, definition: {name: database}}]"))
        .isInstanceOfSatisfying(
            Verdict.Waits.class, waits -> assertThat(waits.why()).contains("'database'"));
  }

  @Test
  @Tag("R-CMP-50")
  void definitionsThatContainEachOther_areToldTheirWay() {
    definitions.definition("a", "1.0.0", "components: [{name: x, definition: {name: b}}]");
    var refused =
        definitions.refused("b", "1.0.0", "components: [{name: x, definition: {name: a}}]");

    assertThat(refused.reason()).isEqualTo(ConditionReason.ComponentCycle);
    assertThat(refused.why()).contains("platform/b → platform/a → platform/b");
  }

  @Test
  @Tag("R-CMP-50")
  void nineComponentsInsideOfEachOther_areTooDeep() {
    definitions.publish("d0", "1.0.0", RESOURCE.formatted("x"));
    for (int i = 1; i < 8; i++)
      definitions.publish(
          "d" + i, "1.0.0", "components: [{name: x, definition: {name: d" + (i - 1) + "}}]");

    var refused =
        definitions.refused("d8", "1.0.0", "components: [{name: x, definition: {name: d7}}]");

    assertThat(refused.reason()).isEqualTo(ConditionReason.ComponentDepth);
  }
}
