package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Kinds of their own for definitions, as `keelson component crd` prints them. CRDs are the whole
/// cluster's, so each test has a kind of its own name.
@ExtendWith(OnControlPlane.class)
final class ComponentKindIT {
  private TestNamespace team;
  private Kubectl kubectl;
  private OperatorUnderTest operator;
  private String kind;

  @BeforeEach
  void start(TestNamespace own) {
    team = own;
    kubectl = new Kubectl(own);
    operator = OperatorUnderTest.in(own);
    kind = "WebApp" + own.name().replaceAll("[^a-z0-9]", "");
    kubectl.apply(DEFINITION);
    team.eventually(() ->
        assertThat(kubectl.get("componentdefinition web-app", ".status.revision"))
            .startsWith("web-app-1.4.0"));
    var printed = Program.runIn(own, "component", "crd", "web-app", "--kind", kind);
    assertThat(printed.exitCode()).as(printed.errors()).isZero();
    kubectl.apply(printed.out());
    team.awaitServed(plural() + ".components.keelson.dev");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private String plural() {
    return kind.toLowerCase(Locale.ROOT) + "s";
  }

  static final String DEFINITION =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: ComponentDefinition
      metadata: {name: web-app}
      spec:
        version: 1.4.0
        variables:
        - {name: name, type: string, nullable: false, description: What it is called.}
        - {name: replicas, type: number, default: 2, description: How many.}
        - {name: public, type: bool, default: null}
        - {name: network, type: "object({zone = string, subnets = optional(set(string), []), mtu = optional(number)})", default: {zone: a}}
        - {name: buckets, type: "map(object({public = optional(bool, false)}))", default: {}}
        - {name: pair, type: "tuple([string, number])", default: [a, 1]}
        - {name: labels, default: {}}
        - {name: token, type: string, default: "", sensitive: true}
        resources:
        - {name: app, type: terraform_data, config: {input: "${variable.name}"}}
        outputs: [{name: name, value: "${variable.name}"}]
      """;

  static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 0s
        removalGrace: 0s
        approval: {mode: Automatic}
        deletion: {approval: Automatic}
      ---
      """;

  private String web(String inputs) {
    return """
    apiVersion: components.keelson.dev/v1alpha1
    kind: %s
    metadata: {name: web, namespace: %s}
    spec:
      stack: shop
      inputs: %s
    """
        .formatted(kind, team.name(), inputs);
  }

  private void offer(String inputs) {
    team.applyAs("admin", web(inputs)).orThrow();
  }

  private void awaitReason(String reason) {
    kubectl.awaitReason(plural() + ".components.keelson.dev web", reason);
  }

  private void awaitInput(String wanted) {
    team.eventually(() ->
        assertThat(new Records(team).state("component.web.terraform_data.app", "input"))
            .contains(wanted));
  }

  /// No file declares the Component: the object of the kind makes it.
  @Test
  void planOfFiles_keepsWhatTheKindHasMade(@TempDir Path folder) throws IOException {
    kubectl.apply(STACK);
    offer("{name: shop}");
    awaitReason("UpToDate");
    var files = folder.resolve("shop.yaml");
    Files.writeString(files, STACK + web("{name: shop}"));

    var plan = Program.runIn(team, "plan", "-f", files);

    assertThat(plan.out()).contains("No changes");
    assertThat(plan.errors())
        .contains("Component web is planned as it is in the cluster, for it is made by " + kind);
    assertThat(plan.exitCode()).isZero();
  }

  @Test
  void kindOfAnotherDefinition_isNotPrinted() {
    kubectl.apply(DEFINITION.replace("web-app", "another"));

    var printed = Program.runIn(team, "component", "crd", "another", "--kind", kind);

    assertThat(printed.exitCode()).isEqualTo(1);
    assertThat(printed.out()).isEmpty();
    assertThat(printed.errors())
        .contains("has the kind " + kind + " for the definition " + team.name() + ".web-app")
        .contains("Choose another --kind");
  }

  @Test
  void kind_isExplained_andHoldsObjectsToItsTypes() {
    // The server writes its description of a kind some time after it serves the kind.
    team.eventually(() ->
        assertThat(team.kubectl("explain", plural() + ".spec.inputs.replicas").out())
            .contains("How many.")
            .contains("Default of version 1.4.0: 2")
            .contains("number"));

    assertThat(team.applyAs("admin", web("{name: shop, replicas: many}")).err())
        .contains("spec.inputs.replicas")
        .contains("must be of type number");
    assertThat(team.applyAs("admin", web("{replicas: 1}")).err())
        .contains("spec.inputs.name: Required value");
    assertThat(team.applyAs("admin", web("{name: shop, relpicas: 1}")).err())
        .contains("unknown field \"spec.inputs.relpicas\"");
    assertThat(team.applyAs("admin", web("{name: shop, token: secret}")).err())
        .contains("unknown field \"spec.inputs.token\"");
    assertThat(team.applyAs("admin", web("{name: shop, network: {subnets: [a]}}")).err())
        .contains("spec.inputs.network.zone: Required value");
    team.applyAs(
            "admin",
            web(
                "{name: shop, public: null, labels: {any: [1]}, buckets: {a: {}}, network: {zone:"
                    + " b}, pair: [x, 2]}"))
        .orThrow();
    assertThat(team.kubectl("get", plural(), "web", "-o", "jsonpath={.spec.inputs}").out())
        .contains("\"buckets\":{\"a\":{\"public\":false}}")
        .doesNotContain("replicas");
  }

  @Test
  void object_isAComponent_fromItsFirstApplyToAPlanThatDestroys() {
    kubectl.apply(STACK);
    offer("{name: one}");

    awaitInput("one");
    awaitReason("UpToDate");
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("component web", ".metadata.ownerReferences[0].kind")).isEqualTo(kind);

    offer("{name: two}");
    awaitInput("two");
    awaitReason("UpToDate");

    team.kubectl("delete", plural(), "web", "--wait=false").orThrow();
    team.awaitGone("component web");
    kubectl.awaitReason("stack shop", "AwaitingApproval");
    assertThat(new Records(team).ids()).hasSize(1);
    kubectl.approve(kubectl.awaitPlan("shop"));
    team.eventually(() -> assertThat(new Records(team).ids()).isEmpty());
  }

  @Test
  void textThatLooksLikeAnExpression_staysText() {
    kubectl.apply(STACK);

    offer("{name: 'a ${stack.name} $${b} $'}");

    awaitInput("a ${stack.name} $${b} $");
    awaitReason("UpToDate");
  }

  @Test
  void componentThatIsDeletedOrChangedByHand_comesBackAsTheObjectSays() {
    kubectl.apply(STACK);
    offer("{name: one}");
    awaitReason("UpToDate");

    kubectl.merge("component web", "{\"spec\":{\"inputs\":{\"name\":\"other\"}}}");

    team.eventually(
        () -> assertThat(kubectl.get("component web", ".spec.inputs.name")).isEqualTo("one"));
    var uid = kubectl.get("component web", ".metadata.uid");
    team.beginDelete("component web");
    team.eventually(() ->
        assertThat(kubectl.get("component web", ".metadata.uid")).isNotEmpty().isNotEqualTo(uid));
  }

  @Test
  void fieldThatIsTakenOut_isTakenOutOfItsComponent() {
    kubectl.apply(STACK);
    var constrained =
        web("{name: one}")
            .replace("stack: shop", "stack: shop\n  version: ~> 1.0\n  enabled: true");
    team.applyAs("admin", constrained).orThrow();
    team.eventually(
        () -> assertThat(kubectl.get("component web", ".spec.enabled")).isEqualTo("true"));

    offer("{name: one}");

    team.eventually(() -> assertThat(kubectl.get("component web", ".spec.enabled")).isEmpty());
    assertThat(kubectl.get("component web", ".spec.definition.version")).isEmpty();
    awaitReason("UpToDate");
  }

  @Test
  void componentOfSomebodyElse_isLeftAlone_andTheObjectSaysSo() {
    kubectl.apply(
        STACK
            + """
            apiVersion: keelson.dev/v1alpha1
            kind: Component
            metadata: {name: web}
            spec: {stack: shop, definition: {name: web-app}, inputs: {name: theirs}}
            """);
    awaitInput("theirs");

    offer("{name: ours}");

    awaitReason("DuplicateAddress");
    assertThat(kubectl.get("component web", ".spec.inputs.name")).isEqualTo("theirs");

    team.delete("component web");
    awaitInput("ours");
    awaitReason("UpToDate");
  }
}
