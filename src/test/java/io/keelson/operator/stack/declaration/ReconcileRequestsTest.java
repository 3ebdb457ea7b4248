package io.keelson.operator.stack.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReconcileRequestsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final ReconcileRequests requests = new ReconcileRequests();

  @Test
  void stackWithoutTheAnnotation_asksForNothing() {
    var stack = asked("a");
    stack.getMetadata().setAnnotations(null);

    assertThat(requests.observe(stack)).isFalse();
    assertThat(requests.takeUp(stack, START)).isFalse();
  }

  @Test
  void request_isNewsOnceAndTakenUpOnce() {
    assertThat(requests.observe(asked("a"))).isTrue();
    assertThat(requests.observe(asked("a"))).isFalse();

    assertThat(requests.takeUp(asked("a"), START)).isTrue();
    assertThat(requests.takeUp(asked("a"), START.plusSeconds(60))).isFalse();
    assertThat(requests.taken()).hasValue("a");
    assertThat(requests.next(asked("a"))).isEmpty();
  }

  @Test
  void requestIsTheAnswerOnlyWhenItWasAnswered() {
    requests.takeUp(asked("a"), START);
    assertThat(requests.answered()).isEmpty();

    requests.answer();
    assertThat(requests.answered()).hasValue("a");
  }

  @Test
  void requestThatTheStatusRepeats_wasHandledByAnEarlierProcess() {
    var stack = asked("a");
    stack.setStatus(new StackStatus());
    stack.getStatus().lastHandledReconcileAt = "a";

    assertThat(requests.observe(stack)).isFalse();
    assertThat(requests.takeUp(stack, START)).isFalse();
  }

  @Test
  void requestsOneAfterTheOther_areTakenUpEveryTenSeconds_theNewestFirst() {
    assertThat(requests.takeUp(asked("1"), START)).isTrue();
    for (int i = 2; i < 1000; i++) {
      var stack = asked(Integer.toString(i));
      // The first one that has to wait makes a turn that finds out until when.
      assertThat(requests.observe(stack)).isEqualTo(i == 2);
      assertThat(requests.takeUp(stack, START.plusMillis(i))).isFalse();
      assertThat(requests.next(stack)).hasValue(START.plusSeconds(10));
    }

    assertThat(requests.takeUp(asked("999"), START.plusSeconds(10))).isTrue();
    assertThat(requests.taken()).hasValue("999");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 257, 200_000})
  void valueOfAnotherLength_isNoRequest(int length) {
    var stack = asked("x".repeat(length));

    assertThat(requests.observe(stack)).isFalse();
    assertThat(requests.takeUp(stack, START)).isFalse();
  }

  private static Stack asked(String value) {
    var stack = new Stack();
    stack.setMetadata(
        new ObjectMetaBuilder()
            .withName("shop")
            .addToAnnotations(ReconcileRequests.ANNOTATION, value)
            .build());
    return stack;
  }
}
