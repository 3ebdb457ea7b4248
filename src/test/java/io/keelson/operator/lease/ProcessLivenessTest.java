package io.keelson.operator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.keelson.operator.api.record.JournalEntry.Holder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProcessLivenessTest {
  private static final Holder SELF = holder("self", "host", "boot", 10, "100");

  private final Map<Long, String> processes = Map.of(10L, "100", 11L, "110");
  private final ProcessLiveness liveness =
      new ProcessLiveness(
          SELF,
          pid -> Optional.ofNullable(processes.get(pid)),
          new KubernetesClientBuilder().withConfig(Config.empty()).build());

  @Test
  void deadProcessOfThisHostAndBoot_isGone() {
    assertThat(liveness.isGone(holder("other", "host", "boot", 12, "120"))).isTrue();
  }

  @Test
  void processIdThatIsUsedAgain_isGone() {
    assertThat(liveness.isGone(holder("other", "host", "boot", 11, "90"))).isTrue();
  }

  @Test
  void livingProcess_isNotGone() {
    assertThat(liveness.isGone(holder("other", "host", "boot", 11, "110"))).isFalse();
  }

  @Test
  void processOfAnotherHostOrBoot_isNotKnownToBeGone() {
    assertThat(liveness.isGone(holder("other", "elsewhere", "boot", 12, "120"))).isFalse();
    assertThat(liveness.isGone(holder("other", "host", "earlier", 12, "120"))).isFalse();
    assertThat(liveness.isGone(null)).isFalse();
  }

  @Test
  void thisProcess_isNotGone() {
    assertThat(liveness.isGone(SELF)).isFalse();
    assertThat(liveness.isSelf(SELF)).isTrue();
  }

  @Test
  void startOfThisProcess_isTheSameEachTime() {
    long pid = ProcessHandle.current().pid();

    assertThat(RunningProcess.startOf(pid)).isPresent().isEqualTo(RunningProcess.startOf(pid));
  }

  private static Holder holder(String process, String host, String boot, long pid, String start) {
    var holder = new Holder();
    holder.process = process;
    holder.host = host;
    holder.boot = boot;
    holder.pid = pid;
    holder.startedAt = start;
    return holder;
  }
}
