package io.keelson.cli.status.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.status.RecordedObjects;
import io.keelson.cli.status.StackTree;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// How a Stack is followed on a terminal, and without one.
final class DrawingTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-01T10:00:00Z"));

  private final StringWriter written = new StringWriter();
  private final PrintWriter out = new PrintWriter(written);
  private Terminal.Size size = new Terminal.Size(60, 24);

  private static StackTree tree(String state) throws Exception {
    return RecordedObjects.read(state).tree().orElseThrow();
  }

  /// All of it is done. Records say so first, then the Stack, its Resources last: one of them still
  /// says that the plan waits.
  private static StackTree reportedInPart() throws Exception {
    var objects = RecordedObjects.read("up-to-date");
    objects.put(RecordedObjects.resource("awaiting-approval", "settings"));
    return objects.tree().orElseThrow();
  }

  @Test
  void whatWasSaidAtFirst_isCorrected() throws Exception {
    try (var lines = new ChangeLines(out, CLOCK)) {
      lines.draw(reportedInPart(), Optional.empty());
      assertThat(next()).containsPattern("waiting +kubernetes_object.settings");
      lines.draw(tree("up-to-date"), Optional.empty());
      assertThat(next())
          .isEqualTo("2026-11-01T10:00:00Z  ready    kubernetes_object.settings  Ready\n");
    }
  }

  private String next() {
    var text = written.toString();
    written.getBuffer().setLength(0);
    return text;
  }

  @Test
  void screen_isDrawnOver_inTheSizeThatTheWindowHasThen() throws Exception {
    try (var screen = new Screen(out, CLOCK, () -> size, false)) {
      assertThat(next()).isEqualTo("\u001b[?1049h\u001b[?25l\u001b[?7l");

      screen.draw(tree("awaiting-approval"), Optional.empty());
      assertThat(next())
          .startsWith("\u001b[Hwaiting  stack/shop")
          .contains("\u001b[K\n")
          .endsWith("\u001b[J")
          .doesNotContain("\u001b[3");

      size = new Terminal.Size(30, 5);
      screen.draw(tree("awaiting-approval"), Optional.of("Nobody answers, and that is a pity."));
      var small = next();
      assertThat(small).startsWith("\u001b[HNobody answers, and that is a…");
      assertThat(small.lines().map(DrawingTest::visible))
          .hasSizeLessThanOrEqualTo(5)
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(30));
    }
    assertThat(next()).isEqualTo("\u001b[?7h\u001b[?25h\u001b[?1049l");
  }

  private static String visible(String line) {
    return line.replaceAll("\u001b\\[[?0-9]*[A-Za-z]", "");
  }

  @Test
  void screenThatWasGivenBack_isNotDrawnOn() throws Exception {
    var screen = new Screen(out, CLOCK, () -> size, false);
    screen.close();
    next();

    screen.draw(tree("up-to-date"), Optional.empty());
    screen.close();

    assertThat(next()).isEmpty();
  }

  @Test
  void withoutATerminal_eachChangeIsALine() throws Exception {
    try (var lines = new ChangeLines(out, CLOCK)) {
      lines.draw(tree("awaiting-approval"), Optional.empty());
      assertThat(next()).startsWith("waiting  stack/shop").contains("plan/shop-1-7c21d0");

      lines.draw(tree("awaiting-approval"), Optional.empty());
      assertThat(next()).isEmpty();

      lines.draw(tree("applying"), Optional.empty());
      assertThat(next().lines())
          .containsExactly(
              "2026-11-01T10:00:00Z  working  stack/shop  Applying, Plan shop-1-7c21d0 is being"
                  + " carried out.",
              "2026-11-01T10:00:00Z  working  plan/shop-1-7c21d0  Applying, 1 to change, 1 to"
                  + " replace",
              "2026-11-01T10:00:00Z  working  applying  30 % of 3 operations, 0 failed",
              "2026-11-01T10:00:00Z  ready    kubernetes_object.settings  Ready",
              "2026-11-01T10:00:00Z  working  kubernetes_object.web  Updating");

      lines.draw(tree("deleting"), Optional.of("Nobody answers."));
      assertThat(next()).contains("10:00:00Z  Nobody answers.", "gone     kubernetes_object.web");
      lines.draw(tree("deleting"), Optional.empty());
      assertThat(next()).isEqualTo("2026-11-01T10:00:00Z  The API server answers again.\n");
    }
  }
}
