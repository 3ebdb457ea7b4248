package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where an option names what is only read, and what is not.
class ReadOptionTest {
  private static boolean isRefused(String option, String named, String... summaries) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"kind": "read", "type": "keel:index:Thing", "name": "r", "id": "there"},
           {"type": "keel:index:Thing", "name": "m", "inputs": {}},
           {"type": "keel:index:Thing", "name": "a", "options": {"%s": ["%s"]}}],
         "expect": {"result": "ok"}}
        """
            .formatted(option, named);
    var at = Subject.of(InstanceAddress.parse("keel_Thing.a"));
    var errors =
        List.of(summaries).stream()
            .map(each -> Diagnostic.error(Code.INVALID_CONFIG, at, each, "why"))
            .toList();
    return new RefusalDifferences(
            new ProviderStep(1, WrittenFinding.json(step)), Before.NOTHING, new Errors(errors))
        .isRefusedForWhatIsRead(
            WrittenFinding.of(Aspect.PLAN, "keel:index:Thing::a", "", "", "\"x\"", "\"none\""));
  }

  @Test
  void optionThatNamesWhatIsOnlyRead_isRefused() {
    var never = "It is never destroyed";
    var nothing = "A data source triggers nothing";
    assertThat(isRefused("deletedWith", "r", never)).isTrue();
    assertThat(isRefused("replaceWith", "r", nothing)).isTrue();

    assertThat(isRefused("deletedWith", "m", never)).isFalse();
    assertThat(isRefused("replaceWith", "r", never)).isFalse();
    assertThat(isRefused("deletedWith", "r", never, "Else")).isFalse();
    assertThat(isRefused("deletedWith", "r")).isFalse();
  }
}
