package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.trace.Traces;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.SpanReceiver;
import io.keelson.testing.TestNamespace;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What an operator sends to a receiver of traces.
@ExtendWith(OnControlPlane.class)
final class TracesIT {
  private static final String SHOP =
      Rights.to("get", "secrets")
          + """
          ---
          apiVersion: v1
          kind: Secret
          metadata: {name: word}
          stringData: {word: canary-of-the-traces}
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: shop}
          spec:
            settle: 0s
            approval: {mode: Automatic}
            variables: [{name: word, valueFrom: {secretKeyRef: {name: word, key: word}}}]
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Resource
          metadata: {name: desk}
          spec: {stack: shop, type: terraform_data, config: {input: "${variable.word}"}}
          """;

  @Test
  void planAndApply_areSpansWithTheCallsOfProvidersInside(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var receiver = SpanReceiver.taking();
        var _ = OperatorUnderTest.tracing(namespace, Traces.of(receiver.environment()))) {
      kubectl.apply(SHOP);
      kubectl.awaitReady("shop");
      namespace.eventually(() -> assertThat(receiver.spans("keelson.apply")).isNotEmpty());

      var apply = receiver.spans("keelson.apply").getFirst();
      assertThat(SpanReceiver.attributes(apply))
          .containsEntry("keelson.namespace", namespace.name())
          .containsEntry("keelson.stack", "shop")
          .containsEntry("keelson.plan", kubectl.get("stack shop", ".status.lastApplied.plan"))
          .containsEntry("keelson.digest", kubectl.get("stack shop", ".status.lastApplied.digest"))
          .containsEntry("keelson.result", "success");
      assertThat(within(apply, receiver))
          .extracting(SpanReceiver::attributes)
          .contains(call("apply"));
      assertThat(receiver.spans("keelson.plan"))
          .allSatisfy(plan ->
              assertThat(SpanReceiver.attributes(plan)).containsEntry("keelson.stack", "shop"))
          .anySatisfy(plan ->
              assertThat(within(plan, receiver))
                  .extracting(SpanReceiver::attributes)
                  .contains(call("plan")));
      new Canary("canary-of-the-traces", namespace).isNotIn("a span", receiver.text());
    }
  }

  private static Map<String, String> call(String method) {
    return Map.of("keelson.provider", "builtin", "keelson.method", method, "keelson.code", "OK");
  }

  private static List<Span> within(Span parent, SpanReceiver receiver) {
    return receiver.spans("keelson.provider.call").stream()
        .filter(each -> each.getParentSpanId().equals(parent.getSpanId()))
        .toList();
  }

  @Test
  void endpointThatIsGone_doesNotKeepAStackFromGettingReady(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    var gone = Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:1");
    try (var _ = OperatorUnderTest.tracing(namespace, Traces.of(gone))) {
      kubectl.apply(SHOP);
      kubectl.awaitReady("shop");
    }
  }

  /// Longer than the test: all that is done is done while the first span is being sent.
  @Test
  void endpointThatNeverAnswers_keepsNeitherAStackFromGettingReadyNorTheOperatorFromItsEnd(
      TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var receiver = SpanReceiver.silent()) {
      var patient = new HashMap<>(receiver.environment());
      patient.put("OTEL_EXPORTER_OTLP_TIMEOUT", "3600000");
      patient.put("OTEL_BSP_EXPORT_TIMEOUT", "3600000");
      patient.put("OTEL_BSP_MAX_QUEUE_SIZE", "1");
      patient.put("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "1");
      try (var _ = OperatorUnderTest.tracing(namespace, Traces.of(patient))) {
        kubectl.apply(SHOP);
        kubectl.awaitReady("shop");
        namespace.eventually(() -> assertThat(receiver.requests()).isOne());

        kubectl.apply(SHOP.replace("desk", "table"));
        kubectl.awaitUpToDate();
        kubectl.awaitReady("shop");
      }
      assertThat(receiver.requests()).isOne();
    }
  }
}
