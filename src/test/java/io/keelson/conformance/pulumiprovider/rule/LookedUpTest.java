package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of how a program looks something up, and what is not.
class LookedUpTest {
  private static final String NOTHING = "";

  private static boolean isLookedUp(String kind, String call, String at, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "%s", "type": "bare:index:Keys", "name": "r", "id": "there",
                        "inputs": {"note": "n"}}],
         "expect": {"result": "ok"}}
        """
            .formatted(kind);
    return new DataDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isLookedUpByMore(
            WrittenFinding.of(Aspect.ASKED, "bare:index:Keys::r", call, at, "\"n\"", actual));
  }

  @Test
  void whatIsOnlyRead_isLookedUpByItsId() {
    assertThat(isLookedUp("read", "Read", "inputs.note", NOTHING)).isTrue();
    assertThat(isLookedUp("read", "Read", "properties.note", NOTHING)).isTrue();

    assertThat(isLookedUp("read", "Read", "id", NOTHING)).isFalse();
    assertThat(isLookedUp("read", "Read", "inputs.zone", NOTHING)).isFalse();
    assertThat(isLookedUp("read", "Read", "inputs.note", "\"m\"")).isFalse();
    assertThat(isLookedUp("read", "Delete", "properties.note", NOTHING)).isFalse();
    assertThat(isLookedUp("", "Read", "inputs.note", NOTHING)).isFalse();
  }
}
