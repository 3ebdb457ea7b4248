package io.keelson.operator.stack.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.keelson.operator.state.Labels;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StackEventTest {
  private static final StackKey SHOP = new StackKey("team", "shop");

  @Test
  void key_isToldToTheStackThatItIsLabelledWith() {
    assertThat(StackEvent.OfKey.of(key(), false))
        .contains(new StackEvent.OfKey(SHOP, false, false));
  }

  @Test
  void secretOfNoStack_isToldToNobody() {
    var foreign = new SecretBuilder(key()).editMetadata().withLabels(Map.of()).endMetadata();

    assertThat(StackEvent.OfKey.of(foreign.build(), false)).isEmpty();
  }

  @Test
  void keyOfAStackThatNobodyKnows_beginsNothing() {
    assertThat(StackEvent.OfKey.of(key(), false).orElseThrow().isReasonToBegin()).isFalse();
    assertThat(StackEvent.OfKey.of(key(), true).orElseThrow().isReasonToBegin()).isFalse();
  }

  @Test
  void keyThatIsBeingDeleted_mayBeAllThatIsLeftOfAStack() {
    var leaving =
        new SecretBuilder(key())
            .editMetadata()
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .endMetadata()
            .build();

    assertThat(StackEvent.OfKey.of(leaving, false).orElseThrow().isReasonToBegin()).isTrue();
    assertThat(StackEvent.OfKey.of(leaving, true).orElseThrow().isReasonToBegin()).isFalse();
  }

  private static Secret key() {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace("team")
        .withName("keelson-shop")
        .withLabels(Map.of(Labels.STACK, "shop"))
        .endMetadata()
        .build();
  }
}
