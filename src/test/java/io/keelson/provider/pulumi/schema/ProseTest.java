package io.keelson.provider.pulumi.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProseTest {
  @Test
  void sectionOfExamples_isLeftOutWithWhatIsBelowIt() {
    assertThat(
            Prose.of(
                """
                Floats.

                ## Example Usage

                ### At sea

                Like this:

                ```python
                # Import
                ## Import
                sea.Vessel("x")
                ```

                ## Import

                By its id:

                ```sh
                $ pulumi import sea:index/vessel:Vessel x <id>
                ```
                """))
        .isEqualTo(
            """
            Floats.

            ## Import

            By its id:

            ```sh
            $ pulumi import sea:index/vessel:Vessel x <id>
            ```\
            """);
  }

  @Test
  void examplesBetweenShortcodes_areLeftOut() {
    assertThat(
            Prose.of(
                """
                Floats.

                {{% examples %}}
                ## Example Usage
                {{% example %}}
                ```typescript
                new sea.Vessel("x");
                ```
                {{% /example %}}
                {{% /examples %}}
                It sinks, too.\
                """))
        .isEqualTo("Floats.\n\nIt sinks, too.");
  }

  @Test
  void chosenCode_isLeftOut_alsoWithoutAHeading() {
    assertThat(
            Prose.of(
                """
                Floats.

                <!--Start PulumiCodeChooser -->
                ```typescript
                new sea.Vessel("x");
                ```
                ```text
                anything
                ```
                <!--End PulumiCodeChooser -->

                ```go
                sea.NewVessel()
                ```

                It sinks, too.\
                """))
        .isEqualTo("Floats.\n\nIt sinks, too.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "Not with <span pulumi-lang-nodejs=\"`imageUri`\""
            + " pulumi-lang-python=\"`image_uri`\">`imageUri`</span>. | Not with `imageUri`.",
        "One of `[<span pulumi-lang-go=\"\"x86\"\">\"x86\"</span>]`. | One of `[\"x86\"]`.",
        "All<br/> of <a href=\"https://example.com\">it</a>.<!-- why --> | All of it.",
        "See {{% ref #/resources/sea:Port %}}{{< here >}}now. | See now.",
        "Called arn:<account>:x, if a < b. | Called arn:<account>:x, if a < b.",
        "Written as `<p>` and `{{% x %}}`. | Written as `<p>` and `{{% x %}}`.",
        "> **Note** _this_. | > **Note** _this_.",
      })
  void markupOfPages_isTakenAway_andNothingElse(String description, String text) {
    assertThat(Prose.of(description)).isEqualTo(text);
  }

  @Test
  void longDescription_isCutBeforeItIsRead() {
    var text = Prose.of("a".repeat(Prose.LONGEST - 1) + "\ud83d\ude00 and more");

    assertThat(text).isEqualTo("a".repeat(Prose.LONGEST - 1) + "…");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<span pulumi-lang-",
        "<!--",
        "{{%",
        "`",
        "<a ",
        "## ",
        "```\n",
        "<span pulumi-lang-\""
      })
  void unfinishedMarkup_takesNoLongTime(String part) {
    var description = part.repeat(2_000_000 / part.length());

    Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> Prose.of(description));
  }
}
