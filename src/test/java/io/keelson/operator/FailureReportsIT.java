package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Bytes;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// One Resource of a Stack fails: the others do not tell its error as theirs.
@ExtendWith(OnControlPlane.class)
@Execution(ExecutionMode.CONCURRENT)
final class FailureReportsIT {
  private static final String DESK =
      """
      metadata: {name: desk}
      spec: {stack: shop, type: terraform_data\
      """;
  private static final String WHY = "No room for the shelf.";

  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 1s, approval: {mode: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: desk}
      spec: {stack: shop, type: terraform_data, config: {input: x}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: shelf}
      spec: {stack: shop, type: terraform_data, config: {input: x}}
      """;

  @Test
  void errorOfOneResource_isNotToldOfAnother(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace, FailureReportsIT::withoutRoom)) {
      kubectl.apply(SHOP);

      kubectl.awaitReason("resource shelf", "ApplyFailed");
      assertThat(kubectl.message("resource shelf")).contains(WHY);
      kubectl.awaitReason("resource desk", "UpToDate");
      namespace.eventually(
          () -> assertThat(told(namespace, "shelf")).anyMatch(each -> each.contains(WHY)));
      assertThat(told(namespace, "desk")).noneMatch(each -> each.contains(WHY));
    }
  }

  @Test
  void creationThatFailsHalfWay_saysInTheRecordWhyForAsLongAsItIsTainted(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace, FailureReportsIT::halfWay)) {
      kubectl.apply(SHOP.replace("Automatic", "Manual"));
      var first = kubectl.awaitPlan("shop");
      kubectl.approve(first);
      namespace.eventually(() -> assertThat(kubectl.awaitPlan("shop")).isNotEqualTo(first));

      var records = namespace.list("resourceinstances").path("items");
      assertThat(records)
          .filteredOn(each -> each.at("/spec/address").asText().endsWith("shelf"))
          .singleElement()
          .satisfies(record -> {
            assertThat(record.at("/status/phase").asText()).isEqualTo("Tainted");
            assertThat(record.at("/status/diagnostics/0/detail").asText()).isEqualTo(WHY);
            assertThat(record.at("/status/conditions/0/message").asText())
                .contains("the next plan replaces it. What failed: It is refused: " + WHY);
          });
      assertThat(records)
          .filteredOn(each -> each.at("/spec/address").asText().endsWith("desk"))
          .allSatisfy(each -> assertThat(each.at("/status/diagnostics").isMissingNode()).isTrue());
    }
  }

  /// The longest address that there can be is recorded, and a longer one is no plan of its Stack.
  @Test
  @Tag("R-LIM-9")
  void keyThatIsTooLongForAnAddress_holdsItsResourceOnly(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    var longest = "k".repeat(1024 - "terraform_data.desk['']".length());
    var each = ", forEach: \"${toSet(['%s'])}\"";
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(SHOP.replace(DESK, DESK + each.formatted(longest)));
      kubectl.awaitReason("resource desk", "UpToDate");

      kubectl.apply(
          SHOP.replace(DESK, DESK + each.formatted(longest + "k"))
              .replace("{input: x}", "{input: y}"));
      kubectl.awaitReason("resource desk", "InvalidConfiguration");
      assertThat(kubectl.message("resource desk"))
          .contains("an address of 1025 characters", "Use shorter keys.")
          .hasSizeLessThan(500);
      namespace.await(
          "resource shelf",
          "carried out",
          found ->
              found.at("/status/conditions").toString().contains("UpToDate")
                  && found.at("/status/observedGeneration").asInt() == 2);
    }
  }

  private static List<String> told(TestNamespace namespace, String resource) {
    var messages = new ArrayList<String>();
    for (var event : namespace.list("events").path("items"))
      if (event.at("/involvedObject/kind").asText().equals("Resource")
          && event.at("/involvedObject/name").asText().equals(resource))
        messages.add(event.path("message").asText());
    return messages;
  }

  private static Provider withoutRoom(Provider real) {
    return new ProviderDecorator(real) {
      @Override
      public ApplyAnswer apply(ApplyRequest request) {
        if (!request.at().resource().name().equals("shelf")) return super.apply(request);
        var error = Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "It is refused", WHY);
        return new ApplyAnswer.Returned(Optional.empty(), Bytes.NONE, List.of(error));
      }
    };
  }

  private static Provider halfWay(Provider real) {
    return new ProviderDecorator(real) {
      @Override
      public ApplyAnswer apply(ApplyRequest request) {
        var answer = super.apply(request);
        if (!request.at().resource().name().equals("shelf")
            || !(answer instanceof ApplyAnswer.Returned made)) return answer;
        var error = Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "It is refused", WHY);
        return new ApplyAnswer.Returned(made.value(), made.privateData(), List.of(error));
      }
    };
  }
}
