package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.ControlPlane;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What goes wrong around components: it is said where it can be mended, and nothing is lost.
@ExtendWith(OnControlPlane.class)
final class ComponentBadInputIT {
  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    operator = OperatorUnderTest.in(own);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, removalGrace: 0s}
      """;

  private static String site(String version, String more) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: ComponentDefinition
    metadata: {name: site}
    spec:
      version: %s
      variables: [{name: word, type: string, default: one}, {name: copies, type: number, default: 1}]
      resources:
      - {name: page, type: terraform_data, count: "${variable.copies}", config: {input: "${variable.word}"}}
      outputs: [{name: word, value: "${variable.word}"}]
    %s
    """
        .formatted(version, more);
  }

  private static String use(String name, String more) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Component
    metadata: {name: %s}
    spec:
      stack: shop
      definition: {name: site}
      %s
    """
        .formatted(name, more);
  }

  private void published(String name, String version) {
    namespace.eventually(() ->
        assertThat(kubectl.get("componentdefinition " + name, ".status.revision"))
            .startsWith(name + "-" + version));
  }

  /// Keys are text: none of these means anything to whoever reads addresses.
  @Test
  void keysWithDotsQuotesSlashesExpressionsAndEmoji_areKeys() {
    kubectl.apply(
        STACK
            + site("1.0.0", "")
            + use(
                "web",
                """
                forEach: {"a.b": 1, 'say "hi"': 2, "x/y": 3, "$${none}": 4, "\\U0001F6A2": 5, "component.db": 6}
                  inputs: {word: "${each.key}"}
                """));
    kubectl.awaitUsed("shop");
    var before = records.ids();

    assertThat(before.keySet())
        .contains(
            "component.web[\"a.b\"].terraform_data.page[0]",
            "component.web[\"say \\\"hi\\\"\"].terraform_data.page[0]",
            "component.web[\"x/y\"].terraform_data.page[0]",
            "component.web[\"\uD83D\uDEA2\"].terraform_data.page[0]",
            "component.web[\"component.db\"].terraform_data.page[0]")
        .hasSize(6);

    kubectl.apply(site("1.1.0", "").replace("input: \"", "input: \"new "));
    namespace.eventually(() ->
        assertThat(records.state("component.web[\"x/y\"].terraform_data.page[0]", "input"))
            .contains("new x/y"));
    kubectl.awaitUsed("shop");
    assertThat(records.ids()).isEqualTo(before);
  }

  @Test
  void definitionsOfOneName_inTwoNamespaces_areTwo(ControlPlane controlPlane) {
    var other = controlPlane.newNamespace("other");
    try (var _ = OperatorUnderTest.in(other)) {
      new Kubectl(other)
          .apply(
              site("1.0.0", "")
                  .replace("default: one", "default: theirs")
                  .replace("spec:", "spec:\n  allowedNamespaces: [" + namespace.name() + "]"));
      kubectl.apply(
          STACK
              + site("1.0.0", "")
              + use("ours", "")
              + use("theirs", "")
                  .replace("{name: site}", "{name: site, namespace: " + other.name() + "}"));
      kubectl.awaitUsed("shop");

      assertThat(records.state("component.ours.terraform_data.page[0]", "input")).contains("one");
      assertThat(records.state("component.theirs.terraform_data.page[0]", "input"))
          .contains("theirs");
      namespace.eventually(() ->
          assertThat(kubectl.get("component theirs", ".status.revision"))
              .startsWith(other.name() + "/site-1.0.0-"));
    }
  }

  /// What a count needs has to be known when it is planned.
  @Test
  void inputThatIsUnknown_whereACountNeedsIt_isWaitedFor_andGoesOnByItself() {
    kubectl.apply(
        STACK
            + site("1.0.0", "")
            + """
            ---
            apiVersion: keelson.dev/v1alpha1
            kind: Resource
            metadata: {name: first}
            spec: {stack: shop, type: terraform_data, config: {input: 2}}
            """
            + use("web", "inputs: {copies: \"${terraform_data.first.output}\"}"));

    kubectl.awaitUsed("shop");

    assertThat(records.ids().keySet())
        .contains("component.web.terraform_data.page[0]", "component.web.terraform_data.page[1]");
  }

  /// The objects are planned to be destroyed under the old name, which a person decides; the old
  /// name takes the plan back.
  @Test
  void componentThatIsRenamedWithoutAnAlias_destroysNothingByItself_andRestoringEmptiesThePlan() {
    kubectl.apply(STACK + site("1.0.0", "") + use("web", ""));
    kubectl.awaitUsed("shop");
    var before = records.ids();

    namespace.delete("component web");
    kubectl.apply(use("renamed", ""));
    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("- component.web.terraform_data.page[0]")
        .contains("+ component.renamed.terraform_data.page[0]");
    assertThat(records.ids()).isEqualTo(before);

    namespace.delete("component renamed");
    kubectl.apply(use("web", ""));
    kubectl.awaitUsed("shop");
    assertThat(records.ids()).isEqualTo(before);
    namespace.eventually(
        () -> assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("Superseded"));
  }

  @Test
  void threeHundredUses_ofADefinitionThatBreaks_keepWhatThereIs() {
    var uses =
        IntStream.range(0, 300)
            .mapToObj(each -> use("web" + each, ""))
            .collect(Collectors.joining());
    kubectl.apply(STACK + site("1.0.0", "") + uses);
    kubectl.awaitUsed("shop");
    var before = records.ids();
    assertThat(before).hasSize(300);

    kubectl.apply(site("1.1.0", "").replace("variable.word", "variable.wrod"));
    kubectl.awaitReason("componentdefinition site", "InvalidConfiguration");
    kubectl.merge("component web7", "{\"spec\":{\"inputs\":{\"word\":\"two\"}}}");

    namespace.eventually(() ->
        assertThat(records.state("component.web7.terraform_data.page[0]", "input"))
            .contains("two"));
    kubectl.awaitUsed("shop");
    assertThat(records.ids()).isEqualTo(before);
    namespace.eventually(
        () -> assertThat(kubectl.get("component web299", ".status.version")).isEqualTo("1.0.0"));
  }

  /// Each plan is made of one revision; what is published meanwhile has a plan of its own.
  @Test
  void definitionThatIsEditedWhileItIsApplied_endsAsTheLastOneSays() {
    kubectl.apply(STACK + site("1.0.0", "") + use("web", "inputs: {copies: 50}"));
    for (int patch = 1; patch <= 8; patch++) {
      kubectl.apply(site("1.0." + patch, "").replace("input: \"", "input: \"v" + patch + " "));
      published("site", "1.0." + patch);
    }

    namespace.eventually(() -> {
      for (int copy = 0; copy < 50; copy++)
        assertThat(records.state("component.web.terraform_data.page[" + copy + "]", "input"))
            .contains("v8 one");
    });
    kubectl.awaitUsed("shop");
    assertThat(records.ids()).hasSize(50);
    namespace.eventually(() ->
        assertThat(kubectl.get("component web", ".status.appliedVersion")).isEqualTo("1.0.8"));
  }
}
