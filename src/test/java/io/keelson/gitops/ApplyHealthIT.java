package io.keelson.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.operator.OperatorUnderTest;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What the members of a Stack say in the middle of an apply: which work, which wait, and which
/// have no part in it.
@ExtendWith(OnControlPlane.class)
class ApplyHealthIT {
  private static final List<String> MEMBERS = List.of("Resource", "Component");

  private static final String UNCHANGED =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: ComponentDefinition
      metadata: {name: copy}
      spec:
        version: 1.0.0
        variables: [{name: of, type: any}]
        resources:
        - {name: first, type: terraform_data, config: {input: "${variable.of}"}}
        - {name: held, type: terraform_data, config: {input: "${terraform_data.first.output}"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 2s, approval: {mode: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: same}
      spec: {stack: shop, type: terraform_data, config: {input: x}}
      """;

  private static final String CHANGES =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: held}
      spec: {stack: shop, type: terraform_data, config: {input: x}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: quick}
      spec: {stack: shop, type: terraform_data, config: {input: x}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: user}
      spec: {stack: shop, type: terraform_data, config: {input: "${terraform_data.held.output}"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Component
      metadata: {name: working}
      spec: {stack: shop, definition: {name: copy}, inputs: {of: x}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Component
      metadata: {name: waiting}
      spec:
        stack: shop
        definition: {name: copy}
        inputs: {of: "${terraform_data.held.output}"}
      """;

  private final CountDownLatch go = new CountDownLatch(1);
  private TestNamespace namespace;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    this.namespace = namespace;
    operator = OperatorUnderTest.decorated(namespace, (_, provider) -> holding(provider));
  }

  @AfterEach
  void stop() {
    go.countDown();
    operator.close();
  }

  private Provider holding(Provider real) {
    return new ProviderDecorator(real) {
      @Override
      public ApplyAnswer apply(ApplyRequest request) {
        if (request.at().resource().name().equals("held")) await(go);
        return super.apply(request);
      }
    };
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new AssertionError("calls are never interrupted", e);
    }
  }

  @Test
  void membersInTheMiddleOfAnApply_sayWhetherTheyWorkOrWait_andAreInProgress() throws IOException {
    var flux = new FluxHealthChecks(Path.of("deploy/flux/health-checks.yaml"));
    namespace.apply(UNCHANGED);
    namespace.awaitCondition("resource same", "Ready");
    var unchanged = namespace.get("resource same").at("/metadata/resourceVersion");
    try (var history = new ObjectHistory(namespace.client(), namespace.name(), MEMBERS)) {
      namespace.apply(CHANGES);
      for (String working : List.of("resource held", "component working"))
        awaitReason(working, "Applying");
      for (String waiting : List.of("resource user", "component waiting"))
        awaitReason(waiting, "Queued");
      assertThat(namespace.get("resource same").at("/metadata/resourceVersion"))
          .isEqualTo(unchanged);
      go.countDown();
      for (String each : List.of("held", "quick", "user"))
        namespace.awaitCondition("resource " + each, "Ready");
      for (String each : List.of("working", "waiting"))
        namespace.awaitCondition("component " + each, "Ready");

      var meanwhile =
          history.versions().stream()
              .filter(each -> List.of("Applying", "Queued").contains(reason(each)))
              .toList();
      assertThat(meanwhile)
          .extracting(each -> each.at("/metadata/name").asText())
          .contains("held", "user", "working", "waiting")
          .doesNotContain("same");
      assertThat(meanwhile)
          .allSatisfy(version -> {
            assertThat(Kstatus.isStale(version)).isFalse();
            assertThat(Kstatus.of(version)).isEqualTo("InProgress");
            assertThat(flux.of(version)).isEqualTo("InProgress");
            var kind = version.path("kind").asText();
            assertThat(ArgoCd.health(kind, version).path("status").asText())
                .isEqualTo("Progressing");
          });
    }
  }

  private void awaitReason(String object, String reason) {
    namespace.await(object, reason, found -> reason(found).equals(reason));
  }

  private static String reason(JsonNode object) {
    for (JsonNode condition : object.at("/status/conditions"))
      if (condition.path("type").asText().equals("Ready")) return condition.path("reason").asText();
    return "";
  }
}
