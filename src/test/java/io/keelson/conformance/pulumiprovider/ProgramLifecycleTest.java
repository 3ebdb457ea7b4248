package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.engine.config.Timeouts;
import io.keelson.json.ExactJson;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// How options of a program are declared.
class ProgramLifecycleTest {
  @Test
  void timeouts_areInSeconds_andZeroIsNone() throws JsonProcessingException {
    var entry =
        ExactJson.JSON.readTree(
            """
            {"type": "bare:index:Keys", "name": "a",
             "options": {"timeouts": {"create": 1.5, "update": 0, "read": 2}}}
            """);
    var lifecycle = ProgramLifecycle.of(new ProgramEntry(entry), name -> name, Optional.empty());
    assertThat(lifecycle.timeouts())
        .isEqualTo(
            new Timeouts(
                Optional.of(Duration.ofMillis(1500)),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Duration.ofSeconds(2))));
  }
}
