package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Policies look at what is planned in the namespaces that they are about.
@ExtendWith(OnControlPlane.class)
class PolicyIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, approval: {mode: MODE}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: office}
      spec: {stack: shop, type: terraform_data, config: {input: large}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: garden}
      spec: {stack: shop, type: terraform_data, config: {input: small}}
      """;

  private static final String RULE =
      "{name: size, condition: \"${planned.input != 'large'}\", errorMessage: \"${resource.address}"
          + " in ${stack.namespace} is too ${planned.input}.\"}";

  private static final String OF_PLAN =
      "{name: few, condition: \"${plan.add < 2}\", errorMessage: \"${plan.add} at once are too"
          + " many.\"}";

  private final List<String> made = new ArrayList<>();
  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    this.namespace = namespace;
    kubectl = new Kubectl(namespace);
    records = new Records(namespace);
    operator = OperatorUnderTest.in(namespace);
  }

  /// Policies are the cluster's, and outlive the namespace.
  @AfterEach
  void stop() {
    made.forEach(name -> namespace.delete("policy " + name));
    operator.close();
  }

  @Test
  @Tag("R-POL-2")
  void mandatoryRule_holdsTheInstanceUntilThePolicySaysOtherwise() {
    policy("sizes", "Mandatory", RULE);
    kubectl.apply(SHOP.replace("MODE", "Automatic"));

    kubectl.awaitReason("resource office", "PolicyViolation");
    assertThat(kubectl.message("resource office"))
        .contains("terraform_data.office in " + namespace.name() + " is too large.")
        .contains("policy " + name("sizes") + ", rule size");
    namespace.eventually(() -> assertThat(records.ids()).containsOnlyKeys("terraform_data.garden"));

    policy("sizes", "Disabled", RULE);
    kubectl.awaitReady("shop");
    assertThat(records.ids()).containsOnlyKeys("terraform_data.garden", "terraform_data.office");
  }

  @Test
  @Tag("R-POL-2")
  void advisoryRule_isToldWithThePlan() {
    policy("sizes", "Advisory", RULE);
    kubectl.apply(SHOP.replace("MODE", "Manual"));

    kubectl.awaitReason("stack shop", "AwaitingApproval");
    var plan = kubectl.get("stack shop", ".status.plan.name");
    assertThat(kubectl.get("stack shop", ".status.diagnostics[*].summary"))
        .contains("Against policy " + name("sizes") + ", rule size");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .startsWith("Warning: ")
        .contains("Against policy " + name("sizes") + ", rule size");
    assertThat(kubectl.get("plan " + plan, ".spec.warnings[0].summary"))
        .isEqualTo("Against policy " + name("sizes") + ", rule size");
    kubectl.approve(plan);
    kubectl.awaitReady("shop");
    assertThat(records.ids()).containsOnlyKeys("terraform_data.garden", "terraform_data.office");
  }

  @Test
  @Tag("R-POL-4")
  void policyThatComesWhileAPlanWaits_replacesThePlan() {
    kubectl.apply(SHOP.replace("MODE", "Manual"));
    kubectl.awaitReason("stack shop", "AwaitingApproval");
    var before = kubectl.get("stack shop", ".status.plan.name");

    policy("sizes", "Mandatory", RULE);

    kubectl.awaitReason("resource office", "PolicyViolation");
    namespace.eventually(
        () -> assertThat(kubectl.get("stack shop", ".status.plan.name")).isNotEqualTo(before));
    kubectl.approve(kubectl.get("stack shop", ".status.plan.name"));
    namespace.eventually(() -> assertThat(records.ids()).containsOnlyKeys("terraform_data.garden"));
  }

  @Test
  @Tag("R-POL-6")
  void ruleOverThePlan_letsNobodyApproveIt() {
    policy("few", "Mandatory", OF_PLAN, "stackRules");
    kubectl.apply(SHOP.replace("MODE", "Manual"));

    kubectl.awaitReason("stack shop", "PolicyViolation");
    assertThat(kubectl.message("stack shop"))
        .contains("whoever approves it")
        .contains("policy " + name("few") + ", rule few")
        .contains("2 at once are too many.");
    var plan = kubectl.get("stack shop", ".status.plan.name");
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("Forbidden");
    kubectl.approve(plan);
    namespace.eventually(() ->
        assertThat(kubectl.get("planapproval", ".items[0].status.phase")).isEqualTo("Pending"));
    assertThat(records.ids()).isEmpty();

    policy("few", "Disabled", OF_PLAN, "stackRules");
    kubectl.awaitReady("shop");
    assertThat(records.ids()).containsOnlyKeys("terraform_data.garden", "terraform_data.office");
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("Applied");
  }

  @Test
  @Tag("R-POL-3")
  @Tag("R-POL-4")
  void remedy_isShownAppliedAndWrittenDown() throws Exception {
    policy("sizes", "Remediate", RULE.replaceFirst("}$", ", set: {input: tiny}}"));
    kubectl.apply(SHOP.replace("MODE", "Manual"));

    kubectl.awaitReason("stack shop", "AwaitingApproval");
    var plan = kubectl.get("stack shop", ".status.plan.name");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("+ input  = \"tiny\" # (set by policy " + name("sizes") + ")");
    assertThat(kubectl.get("plan " + plan, ".status.policies[*].level")).isEqualTo("Remediate");
    assertThat(kubectl.get("plan " + plan, ".status.policies[0].hash"))
        .isEqualTo(hashOf("policy " + name("sizes")));
    kubectl.approve(plan);
    kubectl.awaitReady("shop");
    assertThat(records.state("terraform_data.office", "input")).contains("tiny");
    assertThat(kubectl.reason("stack shop")).isEqualTo("UpToDate");

    policy("sizes", "Disabled", RULE);
    kubectl.awaitReason("stack shop", "AwaitingApproval");
  }

  @Test
  @Tag("R-POL-6")
  void ruleOverThePlan_holdsWhatNeedsNobody() {
    policy("few", "Mandatory", OF_PLAN, "stackRules");
    kubectl.apply(SHOP.replace("MODE", "Automatic"));

    kubectl.awaitReason("stack shop", "PolicyViolation");
    assertThat(records.ids()).isEmpty();
    kubectl.apply(SHOP.replace("MODE", "Automatic").replaceFirst("(?s)---.*?---", "---"));
    namespace.delete("resource office");
    kubectl.awaitReady("shop");
    assertThat(records.ids()).containsOnlyKeys("terraform_data.garden");
  }

  @Test
  @Tag("R-POL-1")
  void policyWithAMistake_saysSoAndHoldsWhatItLooksAt() {
    policy("sizes", "Mandatory", RULE.replace("planned.input !=", "planned.input !!"));

    kubectl.awaitReason("policy " + name("sizes"), "InvalidConfiguration");
    assertThat(kubectl.message("policy " + name("sizes"))).contains("rules[0].condition");
    kubectl.apply(SHOP.replace("MODE", "Automatic"));
    kubectl.awaitReason("resource garden", "PolicyViolation");
    assertThat(kubectl.message("resource garden"))
        .contains("Policy " + name("sizes") + " cannot be used");
    assertThat(records.ids()).isEmpty();

    policy("sizes", "Mandatory", RULE);
    kubectl.awaitReason("policy " + name("sizes"), "UpToDate");
    namespace.eventually(() -> assertThat(records.ids()).containsOnlyKeys("terraform_data.garden"));
  }

  @Test
  @Tag("R-POL-1")
  void policyOfAnotherNamespace_looksAtNothingHere() {
    namespace.apply(manifest("sizes", "Mandatory", RULE, "elsewhere"));
    made.add(name("sizes"));
    kubectl.awaitReason("policy " + name("sizes"), "UpToDate");

    kubectl.apply(SHOP.replace("MODE", "Automatic"));
    kubectl.awaitReady("shop");
  }

  private String hashOf(String object) throws Exception {
    var sorted =
        JsonMapper.builder().configure(JsonNodeFeature.WRITE_PROPERTIES_SORTED, true).build();
    var text = sorted.writeValueAsBytes(namespace.get(object).path("spec"));
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
  }

  private void policy(String name, String level, String rule) {
    policy(name, level, rule, "rules");
  }

  private void policy(String name, String level, String rule, String list) {
    namespace.apply(
        manifest(name, level, rule, namespace.name()).replace("  rules:", "  " + list + ":"));
    if (!made.contains(name(name))) made.add(name(name));
  }

  /// The API server gives each namespace a label with its name.
  private String manifest(String name, String level, String rule, String about) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Policy
    metadata: {name: NAME}
    spec:
      match: {types: ["terraform_*"], namespaces: {matchLabels: {kubernetes.io/metadata.name: ABOUT}}}
      level: LEVEL
      rules: [RULE]
    """
        .replace("NAME", name(name))
        .replace("ABOUT", about)
        .replace("LEVEL", level)
        .replace("RULE", rule);
  }

  private String name(String name) {
    return name + "-" + namespace.name();
  }
}
