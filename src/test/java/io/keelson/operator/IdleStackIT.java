package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A Stack in which nothing happens: it is read for drift again and again, and nothing is written.
@ExtendWith(OnControlPlane.class)
final class IdleStackIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 0s
        interval: 1s
        outputs: [{name: greeting, value: "${terraform_data.web.output}"}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: web}
      spec: {stack: shop, type: terraform_data, config: {input: hello}}
      """;

  private final AtomicInteger reads = new AtomicInteger();

  @Test
  void readingsThatFindNothing_changeNoObject(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace, this::counting)) {
      kubectl.apply(SHOP);
      kubectl.awaitReady("shop");
      // The first reading is noted.
      namespace.eventually(
          () -> assertThat(kubectl.get("stack shop", ".status.drift.readAt")).isNotEmpty());
      awaitReadings(namespace, 2);
      var before = versions(kubectl);

      awaitReadings(namespace, 3);

      assertThat(versions(kubectl)).isEqualTo(before).contains("Stack", "Plan");
    }
  }

  private void awaitReadings(TestNamespace namespace, int more) {
    int until = reads.get() + more;
    namespace.eventually(() -> assertThat(reads.get()).isGreaterThanOrEqualTo(until));
  }

  private static String versions(Kubectl kubectl) {
    return kubectl.get(
        "stacks,resources,resourceinstances,plans",
        ".items[*]['kind', 'metadata.name', 'metadata.resourceVersion']");
  }

  private Provider counting(Provider real) {
    return new ProviderDecorator(real) {
      @Override
      public Answer<Sighting> read(ReadRequest request) {
        reads.incrementAndGet();
        return super.read(request);
      }
    };
  }
}
