package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Call;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained of how a program is told its inputs, and what is not.
class ToldValueDifferencesTest {
  private static final String NOTHING = "";
  private static final String WEB = "parts:index:Web::web";
  private static final String ZONE = "inputs.zone.$output.value";

  /// @param planned steps of the preview
  private static ToldValueDifferences rules(String planned) {
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {}}],
         "expect": {
           "preview": {"steps": [%s], "calls": [
             {"call": "Construct", "resource": "parts:index:Web::web",
              "request": {"inputs": {"zone": {"$output": {"value": "early"}}}}}]},
           "monitor": [
             {"construct": "parts:index:Web::web", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "web-a"}}],
           "calls": [
             {"call": "Construct", "resource": "parts:index:Web::web",
              "request": {"inputDependencies": {"modes": {"urns": ["::t"]}},
                          "inputs": {"zone": {"$output": {"value": "late"}}}}}]}}
        """
            .formatted(planned);
    return new ToldValueDifferences(new ProviderStep(2, WrittenFinding.json(step)));
  }

  private static boolean isOfPart(String call, String at, String expected, String actual) {
    return rules(NOTHING)
        .isOfPart(WrittenFinding.of(Aspect.ASKED, WEB, call, at, expected, actual));
  }

  @Test
  void partOfAnInput_isToldWithWhatTheWholeComesFrom() {
    var told = "{\"$output\": {\"value\": \"x\", \"dependencies\": [\"::t\"]}}";
    assertThat(isOfPart(Call.CONSTRUCT, "inputs.modes.0", "\"x\"", told)).isTrue();

    assertThat(isOfPart(Call.CONSTRUCT, "inputs.modes", "\"x\"", told)).isFalse();
    assertThat(isOfPart(Call.CONSTRUCT, "inputs.zones.0", "\"x\"", told)).isFalse();
    assertThat(isOfPart(Call.CONSTRUCT, "inputs.modes.0", "\"y\"", told)).isFalse();
    assertThat(isOfPart("Call", "inputs.modes.0", "\"x\"", told)).isFalse();
    var other = told.replace("::t", "::u");
    assertThat(isOfPart(Call.CONSTRUCT, "inputs.modes.0", "\"x\"", other)).isFalse();
    var secret = told.replace("\"value\"", "\"secret\": true, \"value\"");
    assertThat(isOfPart(Call.CONSTRUCT, "inputs.modes.0", "\"x\"", secret)).isFalse();
  }

  private static boolean isUnknown(String at, String expected, String actual) {
    return rules(NOTHING)
        .isUnknownInUnknown(
            WrittenFinding.of(Aspect.PLAN_CALLS, WEB, Call.CONSTRUCT, at, expected, actual));
  }

  @Test
  void whatIsNotKnown_isNoOutputInsideOfAnother() {
    assertThat(isUnknown(ZONE, "{\"$output\": {}}", NOTHING)).isTrue();

    assertThat(isUnknown(ZONE, "{\"$output\": {\"value\": 1}}", NOTHING)).isFalse();
    assertThat(isUnknown(ZONE, "{\"$output\": {}}", "\"x\"")).isFalse();
    assertThat(isUnknown("inputs.zone", "{\"$output\": {}}", NOTHING)).isFalse();
  }

  private static boolean isForeseen(String planned, Aspect aspect, String expected, String actual) {
    return rules(planned)
        .isToldAsForeseen(WrittenFinding.of(aspect, WEB, Call.CONSTRUCT, ZONE, expected, actual));
  }

  @Test
  void programOfWhatDoesNotChange_isToldWhatWasForeseen() {
    assertThat(isForeseen(NOTHING, Aspect.ASKED, "\"late\"", "\"early\"")).isTrue();

    assertThat(isForeseen(NOTHING, Aspect.PLAN_CALLS, "\"late\"", "\"early\"")).isFalse();
    assertThat(isForeseen(NOTHING, Aspect.ASKED, "\"late\"", "\"x\"")).isFalse();
    assertThat(isForeseen(NOTHING, Aspect.ASKED, "\"late\"", NOTHING)).isFalse();
    var update =
        "{\"op\": \"update\", \"resource\": \"keel:index:Thing::web-a\", \"provider\": \"p\"}";
    assertThat(isForeseen(update, Aspect.ASKED, "\"late\"", "\"early\"")).isFalse();
  }
}
