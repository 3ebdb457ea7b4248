package io.keelson.operator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class FenceTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final Fence fence = new Fence(nanos::get);

  @Test
  void fenceThatWasNeverRenewed_doesNotHold() {
    assertThat(fence.holds()).isFalse();
    assertThat(fence.epoch()).isZero();
  }

  @Test
  void renewal_countsFromBeforeItWasSentAcrossTheClocksOverflow() {
    long sent = fence.now();
    nanos.addAndGet(Duration.ofSeconds(5).toNanos());

    fence.renewed(3, sent, Duration.ofSeconds(12));

    assertThat(fence.holds()).isTrue();
    assertThat(fence.epoch()).isEqualTo(3);
    nanos.addAndGet(Duration.ofSeconds(7).toNanos());
    assertThat(fence.holds()).isFalse();
  }

  @Test
  void lostLease_holdsNoMore() {
    fence.renewed(3, fence.now(), Duration.ofSeconds(12));

    fence.lost();

    assertThat(fence.holds()).isFalse();
  }
}
