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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What has to hold of outputs and of the Stack, as people see it through kubectl.
@ExtendWith(OnControlPlane.class)
final class ConditionsIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 0s
        outputs:
        - name: floor
          value: "${terraform_data.office.output}"
          preconditions:
          - condition: "${terraform_data.office.output != 'cellar'}"
            errorMessage: Nobody works in the ${terraform_data.office.output}.
        - {name: flowers, value: "${terraform_data.garden.output}"}
        checks:
        - name: sunny
          assertions:
          - condition: "${terraform_data.garden.output != 'moss'}"
            errorMessage: Too dark for anything but ${terraform_data.garden.output}.
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: office}
      spec: {stack: shop, type: terraform_data, config: {input: FLOOR}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: garden}
      spec: {stack: shop, type: terraform_data, config: {input: FLOWERS}}
      """;

  private static final String LOBBY =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: lobby}
      spec:
        settle: 0s
        interval: 1s
        checks:
        - name: banner
          data: {type: kubernetes_object, name: banner, config: {apiVersion: v1, kind: ConfigMap, name: banner}}
          assertions:
          - condition: "${data.kubernetes_object.banner.object.data.text == terraform_data.desk.output}"
            errorMessage: The banner says ${data.kubernetes_object.banner.object.data.text}.
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: desk}
      spec: {stack: lobby, type: terraform_data, config: {input: TEXT}}
      """;

  private static final String READER = Rights.to("get", "configmaps");

  private final AtomicBoolean closed = new AtomicBoolean();

  private TestNamespace namespace;
  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    operator = OperatorUnderTest.in(own, this::closedWhenAsked);
    declare("first", "roses");
    kubectl.awaitReady("shop");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private void declare(String floor, String flowers) {
    kubectl.apply(SHOP.replace("FLOOR", floor).replace("FLOWERS", flowers));
  }

  private String output(String name) {
    return kubectl.get("stack shop", ".status.outputs." + name);
  }

  /// The messages of all events about the Stack.
  private String events() {
    return kubectl.get(
        "events",
        ".items[?(@.involvedObject.kind==\"Stack\" && @.involvedObject.name==\"shop\")].message");
  }

  @Test
  @Tag("R-COND-2")
  @Tag("R-COND-8")
  void outputWhosePreconditionFails_keepsItsValueUntilItHolds() {
    declare("cellar", "tulips");
    kubectl.awaitReason("stack shop", "ConditionFailed");

    assertThat(kubectl.message("stack shop")).contains("floor", "Nobody works in the cellar.");
    namespace.eventually(() -> assertThat(output("flowers")).isEqualTo("tulips"));
    assertThat(output("floor")).isEqualTo("first");
    assertThat(kubectl.get("stack shop", ".status.diagnostics")).contains("Nobody works");
    namespace.eventually(() -> assertThat(events()).contains("Nobody works in the cellar."));

    declare("second", "tulips");
    kubectl.awaitReady("shop");
    assertThat(output("floor")).isEqualTo("second");
    assertThat(kubectl.get("stack shop", ".status.diagnostics")).isEmpty();
  }

  @Test
  @Tag("R-COND-9")
  void checkThatFails_warnsAndStopsNothing() {
    declare("second", "moss");

    namespace.eventually(() ->
        assertThat(kubectl.message("stack shop")).contains("Too dark for anything but moss."));
    kubectl.awaitReady("shop");
    assertThat(output("floor")).isEqualTo("second");
    assertThat(output("flowers")).isEqualTo("moss");
    assertThat(kubectl.message("stack shop")).contains("sunny", "Too dark");
    assertThat(kubectl.get("stack shop", ".status.diagnostics[*].severity")).isEqualTo("Warning");
    assertThat(kubectl.get("stack shop", ".status.conditions[?(@.type==\"Stalled\")]")).isEmpty();
    namespace.eventually(() -> assertThat(events()).contains("Too dark for anything but moss."));

    declare("second", "ferns");
    namespace.eventually(
        () -> assertThat(kubectl.message("stack shop")).doesNotContain("Too dark"));
    kubectl.awaitReady("shop");
  }

  @Test
  @Tag("AC-72")
  @Tag("R-COND-9")
  void ac72_dataOfACheckThatCannotBeRead_isToldAndStopsNothing() {
    kubectl.apply(LOBBY.replace("TEXT", "welcome"));
    awaitLobby("forbidden");
    assertThat(kubectl.get("stack lobby", ".status.diagnostics[*].severity")).isEqualTo("Warning");
    assertThat(kubectl.get("stack lobby", ".status.resources")).isEqualTo("1/1");

    kubectl.apply(READER);
    awaitLobby("does not exist");

    // The Stack goes on: what is declared now is planned and applied as well.
    kubectl.apply(LOBBY.replace("TEXT", "come in"));
    namespace.eventually(() ->
        assertThat(kubectl.get("resourceinstances", ".items[*].status.state.output.value"))
            .contains("come in"));
    awaitLobby("does not exist");

    banner("go away");
    awaitLobby("The banner says go away.");
    banner("come in");
    namespace.eventually(() ->
        assertThat(kubectl.message("stack lobby")).isEqualTo("What is declared is what exists."));
    assertThat(kubectl.get("stack lobby", ".status.diagnostics")).isEmpty();
    assertThat(kubectl.get("resourceinstances", ".items[*].spec.address"))
        .doesNotContain("kubernetes_object");
  }

  /// Ready, and with these words about its check.
  private void awaitLobby(String words) {
    namespace.eventually(() -> {
      assertThat(kubectl.message("stack lobby")).contains("banner", words);
      assertThat(kubectl.reason("stack lobby")).isEqualTo("UpToDate");
    });
    assertThat(kubectl.get("stack lobby", ".status.conditions[?(@.type==\"Stalled\")]")).isEmpty();
  }

  private void banner(String text) {
    kubectl.apply(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: banner}
        data: {text: %s}
        """
            .formatted(text));
  }

  @Test
  @Tag("AC-111")
  void ac111_outputOfWhatFailed_keepsItsValueAndTheOthersGetTheirs() {
    closed.set(true);
    declare("second", "tulips");
    namespace.eventually(() -> {
      assertThat(kubectl.reason("stack shop")).isEqualTo("ApplyFailed");
      assertThat(output("flowers")).isEqualTo("tulips");
    });
    assertThat(output("floor")).isEqualTo("first");

    closed.set(false);
    kubectl.awaitReady("shop");
    assertThat(output("floor")).isEqualTo("second");
  }

  private Provider closedWhenAsked(Provider real) {
    return new ProviderDecorator(real) {
      @Override
      public ApplyAnswer apply(ApplyRequest request) {
        if (!closed.get() || !request.at().resource().name().equals("office"))
          return super.apply(request);
        var error =
            Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "The door is closed", "Wait.");
        return new ApplyAnswer.Returned(Optional.empty(), Bytes.NONE, List.of(error));
      }
    };
  }
}
