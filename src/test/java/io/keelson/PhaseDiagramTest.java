package io.keelson;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.RunPhase;
import io.keelson.operator.state.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Holds the diagrams of phases to the phases that there are.
final class PhaseDiagramTest {
  private static final Pattern ARROW = Pattern.compile("(?m)^  (\\S+) --> (\\w+)");

  /// A page, and the phases that its diagram shows.
  record Diagram(String page, Class<? extends Enum<?>> phases) {}

  static Stream<Diagram> diagrams() {
    return Stream.of(
        new Diagram("docs/plans.md", PlanPhase.class),
        new Diagram("docs/plans.md", RunPhase.class),
        new Diagram("docs/state-file.md", Phase.class));
  }

  @ParameterizedTest
  @MethodSource("diagrams")
  void diagram_hasEachPhaseAndNoOtherState(Diagram source) throws IOException {
    var expected =
        Arrays.stream(source.phases().getEnumConstants())
            .map(Enum::name)
            .collect(Collectors.toSet());
    assertThat(states(source)).isEqualTo(expected);
  }

  private static Set<String> states(Diagram source) throws IOException {
    var diagram =
        Pattern.compile(
                "<!-- phases: "
                    + source.phases().getSimpleName()
                    + " -->\n```mermaid\nstateDiagram-v2\n((?s:.*?))```")
            .matcher(Files.readString(Path.of(source.page())));
    assertThat(diagram.find()).as("%s", source).isTrue();
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
