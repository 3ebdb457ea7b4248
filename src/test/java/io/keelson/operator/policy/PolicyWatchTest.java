package io.keelson.operator.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.expression.CelExpressions;
import io.keelson.operator.api.policy.Policy;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.stack.context.StackKey;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolicyWatchTest {
  private final List<PolicyWatch> reports = new ArrayList<>();

  /// A policy may come in the moment in which the operator ends.
  @Test
  void policyThatComesAtTheEnd_isNoError() {
    var nowhere = new ConfigBuilder().withMasterUrl("https://localhost:1").build();
    var client = new KubernetesClientBuilder().withConfig(nowhere).build();
    var policies = new Policies(new CelExpressions(), _ -> Map.of(), Clock.systemUTC());
    Runnable end =
        () -> {
          reports.forEach(PolicyWatch::close);
          client.close();
        };
    reports.add(new PolicyWatch(client, Fence.open(), policies, end, Clock.systemUTC()));

    assertThatCode(() -> reports.getFirst().observe(policy())).doesNotThrowAnyException();
    assertThat(policies.of(new StackKey("shop", "web"))).hasSize(1);
  }

  private static Policy policy() {
    return Serialization.unmarshal(
        """
        metadata: {name: sizes, uid: u, generation: 1}
        spec:
          rules: [{name: one, condition: "${planned.size != 'large'}", errorMessage: Too large.}]
        """,
        Policy.class);
  }
}
