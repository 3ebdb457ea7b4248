package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained of what is read in another order, and what is not.
class OrderDifferencesTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::a";
  private static final String TURNED = "[\"y\", \"x\"]";
  private static final String X = "\"x\"";
  private static final String Y = "\"y\"";

  private static final String RECORD =
      "[{\"resource\": \"keel:index:Thing::a\", \"inputs\": {\"list\": %s}}]";

  private static OrderDifferences rules(String step) {
    return new OrderDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        new Before(WrittenFinding.json(RECORD.formatted("[\"x\", \"y\"]"))));
  }

  private static boolean isReadOtherwise(String op, String found, String expected, String actual) {
    return rules(
            "{\"op\": \"%s\", \"expect\": {\"result\": \"ok\", \"state\": %s}}"
                .formatted(op, RECORD.formatted(found)))
        .isReadInAnotherOrder(
            WrittenFinding.of(Aspect.STATE, A, NOTHING, "inputs.list.0", expected, actual));
  }

  @Test
  void whatIsReadInAnotherOrder_isNotRecorded() {
    assertThat(isReadOtherwise("refresh", TURNED, Y, X)).isTrue();

    assertThat(isReadOtherwise("update", TURNED, Y, X)).isFalse();
    assertThat(isReadOtherwise("refresh", TURNED, Y, "\"z\"")).isFalse();
    assertThat(isReadOtherwise("refresh", "[\"y\", \"z\"]", Y, X)).isFalse();
    assertThat(isReadOtherwise("refresh", "[\"y\"]", Y, X)).isFalse();
  }

  private static final String DELETING =
      """
      {"op": "update", "refresh": true,
       "expect": {"result": "ok",
         "calls": [{"call": "Read", "resource": "keel:index:Thing::a",
                    "response": {"inputs": {"list": ["y", "x"]}}}],
         "steps": [{"op": "delete", "resource": "keel:index:Thing::a", "provider": "p"}]}}
      """;

  private static boolean isTold(
      String step, String call, String at, String expected, String actual) {
    return rules(step)
        .isReadInAnotherOrder(WrittenFinding.of(Aspect.CALLS, A, call, at, expected, actual));
  }

  @Test
  void whatIsReadInAnotherOrder_isNotTold() {
    var first = "oldInputs.list.0";
    assertThat(isTold(DELETING, "Delete", first, Y, X)).isTrue();
    assertThat(isTold(DELETING, "Check", "olds.list.0", Y, X)).isTrue();

    assertThat(isTold(DELETING, "Delete", first, X, Y)).isFalse();
    assertThat(isTold(DELETING, "Delete", first, "\"z\"", X)).isFalse();
    assertThat(isTold(DELETING, "Update", "olds.list.0", Y, X)).isFalse();
    assertThat(isTold(DELETING, "Update", "news.list.0", Y, X)).isFalse();
    var unread = DELETING.replace("true", "false");
    assertThat(isTold(unread, "Delete", first, Y, X)).isFalse();
    var more = DELETING.replace(TURNED, "[\"y\", \"x\", \"z\"]");
    assertThat(isTold(more, "Delete", first, Y, X)).isFalse();
    var other = DELETING.replace("::a", "::b");
    assertThat(isTold(other, "Delete", first, Y, X)).isFalse();
  }
}
