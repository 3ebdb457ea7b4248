package io.keelson;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.RunPhase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Holds the diagrams of `docs/plans.md` to the phases that there are.
final class PhaseDiagramTest {
  private static final Path PAGE = Path.of("docs/plans.md");
  private static final Pattern ARROW = Pattern.compile("(?m)^  (\\S+) --> (\\w+)");

  @ParameterizedTest
  @ValueSource(classes = {PlanPhase.class, RunPhase.class})
  void diagram_hasEachPhaseAndNoOtherState(Class<? extends Enum<?>> phases) throws IOException {
    var expected =
        Arrays.stream(phases.getEnumConstants()).map(Enum::name).collect(Collectors.toSet());
    assertThat(states(phases.getSimpleName())).isEqualTo(expected);
  }

  private static TreeSet<String> states(String phases) throws IOException {
    var diagram =
        Pattern.compile(
                "<!-- phases: " + phases + " -->\n```mermaid\nstateDiagram-v2\n((?s:.*?))```")
            .matcher(Files.readString(PAGE));
    assertThat(diagram.find()).as("the diagram of %s", phases).isTrue();
    var states =
        ARROW
            .matcher(diagram.group(1))
            .results()
            .flatMap(arrow -> Stream.of(arrow.group(1), arrow.group(2)))
            .collect(Collectors.toCollection(TreeSet::new));
    states.remove("[*]");
    return states;
  }
}
