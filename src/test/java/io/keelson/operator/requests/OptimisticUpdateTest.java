package io.keelson.operator.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Objects here are texts: `2 shop` is the second version of a shop.
final class OptimisticUpdateTest {
  private final List<String> sent = new ArrayList<>();
  private final Deque<Integer> errors = new ArrayDeque<>();
  private Optional<String> live = Optional.empty();

  private final OptimisticUpdate<String> update = new OptimisticUpdate<>(this::send, () -> live);

  private String send(String object) {
    sent.add(object);
    if (!errors.isEmpty()) throw new KubernetesClientException("no", errors.poll(), null);
    return "written " + object;
  }

  private static Optional<String> ready(String found) {
    return found.endsWith("ready") ? Optional.empty() : Optional.of(found + " ready");
  }

  @Test
  void object_isWrittenOnTopOfWhatIsKnown() {
    assertThat(update.write(Optional.of("1 shop"), OptimisticUpdateTest::ready))
        .contains("written 1 shop ready");
    assertThat(sent).containsExactly("1 shop ready");
  }

  @Test
  void objectThatSomebodyChanged_isComputedAnewFromWhatIsThere() {
    errors.add(409);
    live = Optional.of("2 shop, suspended");

    assertThat(update.write(Optional.of("1 shop"), OptimisticUpdateTest::ready))
        .contains("written 2 shop, suspended ready");
    assertThat(sent).containsExactly("1 shop ready", "2 shop, suspended ready");
  }

  @Test
  void objectThatSomebodyElseMadeAsWanted_isNotWrittenAgain() {
    errors.add(409);
    live = Optional.of("2 shop ready");

    assertThat(update.write(Optional.of("1 shop"), OptimisticUpdateTest::ready))
        .contains("2 shop ready");
    assertThat(sent).hasSize(1);
  }

  @Test
  void objectThatIsAsWanted_isNotWritten() {
    assertThat(update.write(Optional.of("1 shop ready"), OptimisticUpdateTest::ready))
        .contains("1 shop ready");
    assertThat(sent).isEmpty();
  }

  @Test
  void objectThatIsGone_needsNothing() {
    assertThat(update.write(Optional.empty(), OptimisticUpdateTest::ready)).isEmpty();
    assertThat(sent).isEmpty();

    errors.add(404);
    assertThat(update.write(Optional.of("1 shop"), OptimisticUpdateTest::ready)).isEmpty();

    errors.add(409);
    assertThat(update.write(Optional.of("1 shop"), OptimisticUpdateTest::ready)).isEmpty();
    assertThat(sent).hasSize(2);
  }

  @Test
  void otherErrors_areTheCallers() {
    errors.add(503);

    assertThatThrownBy(() -> update.write(Optional.of("1 shop"), OptimisticUpdateTest::ready))
        .isInstanceOf(KubernetesClientException.class);
    assertThat(sent).hasSize(1);
  }

  @Test
  void errorThatMayPass_isTriedAgainWhereThatIsAskedFor() {
    var patient = new OptimisticUpdate<>(this::send, () -> live, Attempts::mayPass);
    live = Optional.of("1 shop");
    errors.add(503);
    assertThat(patient.write(live, OptimisticUpdateTest::ready)).contains("written 1 shop ready");
    assertThat(sent).hasSize(2);

    errors.add(422);
    assertThatThrownBy(() -> patient.write(live, OptimisticUpdateTest::ready))
        .isInstanceOf(KubernetesClientException.class);
  }
}
