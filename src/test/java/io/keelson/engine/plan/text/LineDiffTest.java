package io.keelson.engine.plan.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.plan.text.LineDiff.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class LineDiffTest {
  @Property
  void keptAndGoneLines_areTheTextBefore_keptAndNewLinesTheTextAfter(
      @ForAll @Size(max = 12) List<@Chars({'a', 'b', 'c'}) @StringLength(1) String> before,
      @ForAll @Size(max = 12) List<@Chars({'a', 'b', 'c'}) @StringLength(1) String> after) {
    var diff = LineDiff.between(before, after);

    assertThat(lines(diff, Kind.GONE)).isEqualTo(before);
    assertThat(lines(diff, Kind.NEW)).isEqualTo(after);
  }

  private static List<String> lines(List<LineDiff.Line> diff, Kind kind) {
    return diff.stream()
        .filter(line -> line.kind() == kind || line.kind() == Kind.KEPT)
        .map(LineDiff.Line::text)
        .toList();
  }

  @Test
  void movedLine_isGoneInOnePlaceAndNewInAnother() {
    assertThat(LineDiff.between(List.of("a", "b", "c", "d"), List.of("b", "c", "a", "d")))
        .containsExactly(
            new LineDiff.Line(Kind.GONE, "a"),
            new LineDiff.Line(Kind.KEPT, "b"),
            new LineDiff.Line(Kind.KEPT, "c"),
            new LineDiff.Line(Kind.NEW, "a"),
            new LineDiff.Line(Kind.KEPT, "d"));
  }

  @Test
  void longTexts_areReplacedBetweenTheirFirstAndLastDifference() {
    var before = new ArrayList<>(Collections.nCopies(3000, "x"));
    var after = new ArrayList<>(Collections.nCopies(3000, "y"));
    before.addFirst("head");
    after.addFirst("head");

    var diff = LineDiff.between(before, after);

    assertThat(diff).hasSize(6001);
    assertThat(diff.getFirst()).isEqualTo(new LineDiff.Line(Kind.KEPT, "head"));
  }

  @Test
  void lineBreakAtTheEnd_beginsNoFurtherLine() {
    assertThat(LineDiff.lines("a\nb\n")).isEqualTo(LineDiff.lines("a\nb"));
    assertThat(LineDiff.lines("\n")).containsExactly("");
    assertThat(LineDiff.lines("a\n\n")).containsExactly("a", "");
  }
}
