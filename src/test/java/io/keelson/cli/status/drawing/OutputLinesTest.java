package io.keelson.cli.status.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keelson.operator.api.StackStatus;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class OutputLinesTest {
  private final StackStatus status = new StackStatus();

  @Test
  void outputs_areALineEach_withoutWhatMovesTheCursor() throws Exception {
    status.outputs =
        Map.of(
            "pet",
            new TextNode("two\nlines\u009b2J"),
            "all",
            new ObjectMapper().readTree("{\"size\": [1, null]}"));

    assertThat(OutputLines.of(status))
        .isEqualTo(
            """
            Outputs:
              all = {"size":[1,null]}
              pet = "two\\nlines 2J"
            """);
  }

  @Test
  void stackWithoutOutputs_hasNoLines() {
    assertThat(OutputLines.of(status)).isEmpty();
    status.outputs = Map.of();
    assertThat(OutputLines.of(status)).isEmpty();
  }
}
