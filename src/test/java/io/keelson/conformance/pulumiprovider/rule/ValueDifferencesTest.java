package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained of how values are told, and what is not.
class ValueDifferencesTest {
  private static final String NOTHING = "";
  private static final String A = "sea:index:Dock::a";
  private static final String B = "sea:index:Dock::b";

  private static final ValueDifferences VALUES =
      new ValueDifferences(
          new ProviderStep(
              2,
              WrittenFinding.json(
                  """
                  {"op": "update", "autonaming": {"pattern": "${project}-${name}-${hex(4)}"},
                   "resources": [
                     {"type": "sea:index:Dock", "name": "a", "inputs": {},
                      "options": {"ignoreChanges": ["*"]}},
                     {"type": "sea:index:Dock", "name": "b", "inputs": {},
                      "options": {"ignoreChanges": ["size"]}}],
                   "expect": {"result": "ok",
                     "steps": [{"op": "create", "resource": "sea:index:Dock::a",
                                "provider": "p"}]}}
                  """)),
          Before.NOTHING);

  private static boolean isProposed(String about, String at, String expected, String actual) {
    return VALUES.isDrawnAgain(
        WrittenFinding.of(Aspect.ASKED, about, "Check", at, expected, actual));
  }

  @Test
  void nameThatIsProposed_isTheOneOfBefore() {
    var at = "autonaming.proposedName";
    var drawn = "\"@{value.proposed_name#4}\"";
    assertThat(isProposed(A, at, drawn, "\"test-a-12ab\"")).isTrue();

    assertThat(isProposed(A, at, drawn, NOTHING)).isFalse();
    assertThat(isProposed(B, at, drawn, "\"test-a-12ab\"")).isFalse();
    assertThat(isProposed(A, at, "\"test-a\"", "\"test-a-12ab\"")).isFalse();
    assertThat(isProposed(A, "autonaming.mode", drawn, "\"test-a-12ab\"")).isFalse();
  }

  @Test
  void nameOfAnotherObject_isTheOneOfBefore() {
    var at = "autonaming.proposedName";
    assertThat(isProposed(A, at, "\"@{a.name#3}\"", "\"test-a-12ab\"")).isTrue();

    assertThat(isProposed(A, at, "\"@{a.name}\"", "\"test-a-12ab\"")).isFalse();
    assertThat(isProposed(A, at, "\"@{b.name#3}\"", "\"test-a-12ab\"")).isFalse();
    assertThat(isProposed(A, at, "\"@{a.name#3}\"", "\"a-12ab\"")).isFalse();
    // It is not created.
    assertThat(isProposed(B, at, "\"@{b.name#3}\"", "\"test-b-12ab\"")).isFalse();
  }

  private static boolean isNotRecorded(String about, String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "sea:index:Dock", "name": "a",
                        "inputs": {"note": "", "zone": {"$secret": "z"}, "source": {"$ref": "b"}}},
                       {"type": "sea:index:Dock", "name": "b", "inputs": {}}],
         "expect": {"result": "ok",
           "state": [{"resource": "sea:index:Dock::b", "id": "b-1", "delete": true},
                     {"resource": "sea:index:Dock::b", "id": "b-2"}]}}
        """;
    return new ValueDifferences(new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING)
        .isNotRecorded(WrittenFinding.of(Aspect.STATE, about, "", at, expected, actual));
  }

  @Test
  void whatIsDeclaredNow_isRecordedThere_secretOrNot() {
    assertThat(isNotRecorded(A, "inputs.note", "{\"$secret\": \"\"}", NOTHING)).isTrue();
    assertThat(isNotRecorded(A, "inputs.zone", "\"z\"", "\"y\"")).isTrue();
    assertThat(isNotRecorded(A, "inputs.source", "\"b-2\"", "\"b-1\"")).isTrue();

    assertThat(isNotRecorded(A, "inputs.source", "\"b-1\"", "\"b-2\"")).isFalse();
    assertThat(isNotRecorded(A, "inputs.zone", "\"b-2\"", "\"b-1\"")).isFalse();
    assertThat(isNotRecorded(A, "inputs.note", "{\"$secret\": \"n\"}", NOTHING)).isFalse();
    assertThat(isNotRecorded(A, "inputs.note", NOTHING, "{\"$secret\": \"\"}")).isFalse();
    assertThat(isNotRecorded(A, "outputs.note", "{\"$secret\": \"\"}", NOTHING)).isFalse();
  }

  private static boolean isNotRecorded(String op, Aspect aspect, String about, String at) {
    var declared =
        """
        "resources": [{"type": "sea:index:Dock", "name": "a", "inputs": {"label": "y", "size": 1}}],
        """;
    var step =
        "{\"op\": \"%s\", %s \"expect\": {\"result\": \"ok\"}}"
            .formatted(op, op.equals("update") ? declared : "");
    return new ValueDifferences(new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING)
        .isNotRecorded(WrittenFinding.of(aspect, about, NOTHING, at, "\"y\"", "\"x\""));
  }

  @Test
  void whatIsDeclaredAndAsksForNoUpdate_isNotRecorded() {
    assertThat(isNotRecorded("update", Aspect.STATE, A, "inputs.label")).isTrue();

    assertThat(isNotRecorded("update", Aspect.STATE, A, "inputs.size")).isFalse();
    assertThat(isNotRecorded("update", Aspect.STATE, A, "outputs.label")).isFalse();
    assertThat(isNotRecorded("update", Aspect.CALLS, A, "inputs.label")).isFalse();
    assertThat(isNotRecorded("update", Aspect.STATE, B, "inputs.label")).isFalse();
    assertThat(isNotRecorded("refresh", Aspect.STATE, A, "inputs.label")).isFalse();
    assertThat(isNotRecorded("destroy", Aspect.STATE, A, "inputs.label")).isFalse();
  }

  private static boolean isNull(Aspect aspect, String at, String expected, String actual) {
    return VALUES.isNull(WrittenFinding.of(aspect, A, "", at, expected, actual));
  }

  @Test
  void nullInPlaceOfASecret_isNone() {
    var secret = "{\"$secret\": null}";
    assertThat(isNull(Aspect.STATE, "outputs.name", secret, "null")).isTrue();
    assertThat(isNull(Aspect.STATE, "outputs.tags.a", secret, NOTHING)).isTrue();

    assertThat(isNull(Aspect.STATE, "outputs.name", secret, "\"\"")).isFalse();
    assertThat(isNull(Aspect.STATE, "outputs.name", "{\"$secret\": \"x\"}", "null")).isFalse();
    assertThat(isNull(Aspect.STATE, "outputs.name", "null", secret)).isFalse();
    assertThat(isNull(Aspect.STATE, "inputs.name", secret, "null")).isFalse();
    assertThat(isNull(Aspect.CALLS, "outputs.name", secret, "null")).isFalse();
  }

  private static boolean isRepeated(Aspect aspect, String call, String at, String value) {
    var step = "{\"op\": \"update\", \"resources\": [], \"expect\": {\"result\": \"ok\"}}";
    var state =
        "[{\"resource\": \"sea:index:Dock::a\", \"inputs\": {\"hosts\": {\"$secret\": [\"b\","
            + " \"d\"]}}}]";
    return new ValueDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isRepeated(
            WrittenFinding.of(
                aspect, B, call, at, "\"" + value + "\"", "{\"$secret\": \"" + value + "\"}"));
  }

  @Test
  void whatIsRecorded_mayRepeatASecretThatIsNoneAnyMore() {
    assertThat(isRepeated(Aspect.PLAN_CALLS, "Diff", "olds.list.0", "b")).isTrue();
    assertThat(isRepeated(Aspect.ASKED, "Diff", "oldInputs.list.0", "b")).isTrue();

    assertThat(isRepeated(Aspect.PLAN_CALLS, "Diff", "news.list.0", "b")).isFalse();
    assertThat(isRepeated(Aspect.STATE, NOTHING, "inputs.list.0", "b")).isFalse();
    assertThat(isRepeated(Aspect.PLAN_CALLS, "Diff", "olds.list.0", "c")).isFalse();
  }

  private static boolean isInsideSecret(String at, String expected, String actual) {
    var step = "{\"op\": \"update\", \"resources\": [], \"expect\": {\"result\": \"ok\"}}";
    return new ValueDifferences(new ProviderStep(1, WrittenFinding.json(step)), Before.NOTHING)
        .isInsideSecret(WrittenFinding.of(Aspect.CALLS, A, "Create", at, expected, actual));
  }

  @Test
  void partOfASecret_mayBeCalledASecretAgain() {
    var part = "{\"$secret\": [{\"$secret\": \"w\"}]}";
    assertThat(isInsideSecret("properties.object.$secret.b", "[\"w\"]", part)).isTrue();

    assertThat(isInsideSecret("properties.object.$secret.b", "[\"v\"]", part)).isFalse();
    assertThat(isInsideSecret("properties.object.b", "[\"w\"]", part)).isFalse();
    assertThat(isInsideSecret("properties.object.$secret.b", part, "[\"w\"]")).isFalse();
  }

  private static boolean isNamedAgain(String op, String status, String at, String expected) {
    var step =
        """
        {"op": "update", "resources": [{"type": "sea:index:Dock", "name": "a", "inputs": {}}],
         "expect": {"result": "failed",
           "steps": [{"op": "%s", "resource": "sea:index:Dock::a", "provider": "p"%s}]}}
        """
            .formatted(op, status);
    return new ValueDifferences(new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING)
        .isDrawnAgain(WrittenFinding.of(Aspect.CALLS, A, "Create", at, expected, "\"a-12ab\""));
  }

  @Test
  void whatIsMadeInPart_getsTheNameThatItHad() {
    var failed = ", \"status\": \"failed\"";
    var drawn = "\"@{a.name#2}\"";
    assertThat(isNamedAgain("create", failed, "properties.name", drawn)).isTrue();
    assertThat(isNamedAgain("create", "", "properties.name", drawn)).isTrue();

    assertThat(isNamedAgain("update", failed, "properties.name", drawn)).isFalse();
    assertThat(isNamedAgain("create", failed, "properties.label", drawn)).isFalse();
    assertThat(isNamedAgain("create", failed, "properties.name", "\"@{a.name}\"")).isFalse();
  }

  /// A component that is given null, and something else.
  private static boolean isNull(String call, String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "web",
                        "inputs": {"note": null, "zone": "z"}}],
         "expect": {"result": "ok"}}
        """;
    return new ValueDifferences(new ProviderStep(1, WrittenFinding.json(step)), Before.NOTHING)
        .isNull(
            WrittenFinding.of(Aspect.ASKED, "parts:index:Web::web", call, at, expected, actual));
  }

  @Test
  void inputOfAComponentThatIsNull_comesOfNothing() {
    assertThat(isNull("Construct", "inputDependencies.note", "{}", NOTHING)).isTrue();

    assertThat(isNull("Construct", "inputDependencies.zone", "{}", NOTHING)).isFalse();
    assertThat(isNull("Construct", "inputDependencies.more", "{}", NOTHING)).isFalse();
    assertThat(isNull("Construct", "inputDependencies.note", "{\"urns\": []}", NOTHING)).isFalse();
    assertThat(isNull("Construct", "inputDependencies.note", NOTHING, "{}")).isFalse();
    assertThat(isNull("Construct", "inputs.note", "{}", NOTHING)).isFalse();
    assertThat(isNull("Check", "inputDependencies.note", "{}", NOTHING)).isFalse();
  }

  private static boolean isNullArgument(String method, String at, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "call", "type": "parts:index:Web/describe", "name": "m",
                        "inputs": {"__self__": {"$ref": "web"}, "note": null, "zone": "z"}}],
         "expect": {"result": "ok"}}
        """;
    return new ValueDifferences(new ProviderStep(1, WrittenFinding.json(step)), Before.NOTHING)
        .isNull(WrittenFinding.of(Aspect.ASKED, method, "Call", at, "{}", actual));
  }

  @Test
  void argumentOfAMethodThatIsNull_comesOfNothing() {
    var method = "parts:index:Web/describe";
    assertThat(isNullArgument(method, "argDependencies.note", NOTHING)).isTrue();

    assertThat(isNullArgument(method, "argDependencies.zone", NOTHING)).isFalse();
    assertThat(isNullArgument(method, "argDependencies.note", "{\"urns\": []}")).isFalse();
    assertThat(isNullArgument(method, "args.note", NOTHING)).isFalse();
    assertThat(isNullArgument("parts:index:Web/other", "argDependencies.note", NOTHING)).isFalse();
  }
}
