package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.json.JsonValues;
import io.keelson.json.PlanJson;
import io.keelson.json.PlanPicture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Each question of `docs/ordering.md` has a picture: the plan of the scenario that it links, drawn
/// as `keelson plan -o mermaid` does. `-Dgolden=update` draws them anew.
final class OrderingPageTest {
  private static final Path PAGE = Path.of("docs/ordering.md");
  private static final Pattern QUESTION = Pattern.compile("(?m)^\\*\\*[^*]+\\?\\*\\*");
  private static final Pattern LINK =
      Pattern.compile(
          "(\\[Scenario]\\(([^)]+)\\)\n\n)(?:```mermaid\n(?s:.*?)```\n\n)?(?=```text\n)");

  @Test
  void everyPicture_isThePlanOfItsScenario() throws IOException {
    var page = Files.readString(PAGE);

    var drawn = LINK.matcher(page).replaceAll(OrderingPageTest::withPicture);

    if ("update".equals(System.getProperty("golden"))) Files.writeString(PAGE, drawn);
    assertThat(Files.readString(PAGE)).isEqualTo(drawn);
  }

  @Test
  void everyQuestion_hasAPicture() throws IOException {
    var page = Files.readString(PAGE);

    assertThat(LINK.matcher(page).results())
        .hasSameSizeAs(QUESTION.matcher(page).results().toList());
  }

  private static String withPicture(MatchResult link) {
    var scenario = PAGE.resolveSibling(link.group(2)).normalize();
    return Matcher.quoteReplacement(link.group(1) + "```mermaid\n" + picture(scenario) + "```\n\n");
  }

  private static String picture(Path scenario) {
    try {
      var outcome = ScenarioPlayer.outcome(Scenario.read(scenario));
      return new PlanPicture(PlanJson.of(outcome.plan(), outcome.diagnostics())).mermaid();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JsonValues.NotAValue e) {
      throw new IllegalStateException(scenario.toString(), e);
    }
  }
}
