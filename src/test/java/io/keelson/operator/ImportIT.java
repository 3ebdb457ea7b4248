package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Objects that exist already and are taken over, as people see it through kubectl.
@ExtendWith(OnControlPlane.class)
final class ImportIT {
  private static final String RIGHTS =
      Rights.to("get, create, patch, delete", "configmaps, secrets");

  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: %s}
      spec:
        settle: 1s
        approval: {mode: Automatic}
      """;

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
    kubectl.apply(RIGHTS);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  /// A ConfigMap that is declared by a Resource of the same name, with one more field for `spec`.
  private static String declared(String stack, String name, String color, String more) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %2$s-in-%1$s}
    spec:
      stack: %1$s
      type: kubernetes_object
      name: %2$s
      %4$s
      config:
        manifest:
          apiVersion: v1
          kind: ConfigMap
          metadata: {name: %2$s}
          data: {color: %3$s}
    """
        .formatted(stack, name, color, more);
  }

  private static String importing(String id) {
    return "import: {id: " + id + "}";
  }

  private void make(String name, String color) {
    namespace
        .kubectl(
            "create", "configmap", name, "--from-literal=color=" + color, "--from-literal=size=big")
        .orThrow();
  }

  /// Where the API server has it, with who set which of its fields.
  private String path(String name) {
    return "/api/v1/namespaces/" + namespace.name() + "/configmaps/" + name;
  }

  private String lastPlan(String path) {
    return kubectl.get("plans", ".items[-1:]" + path);
  }

  /// As from a backup: it has the same name, but is another object.
  @Test
  void objectThatWasDeletedAndMadeAgain_isTakenOverWhenItIsImported() {
    var stack = STACK.formatted("shop").replace("Automatic", "Manual");
    kubectl.apply(stack + declared("shop", "settings", "green", ""));
    kubectl.approve(kubectl.awaitPlan("shop"));
    kubectl.awaitReady("shop");
    namespace.beginDelete("configmap settings");
    namespace.awaitGone("configmap settings");
    make("settings", "red");
    var uid = kubectl.get("configmap settings", ".metadata.uid");

    var id = "configmap/" + namespace.name() + "/settings";
    kubectl.apply(stack + declared("shop", "settings", "blue", importing(id)));
    var plan = kubectl.awaitPlan("shop");

    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("1 to import, 0 to add, 1 to change, 0 to replace, 0 to destroy.");
    kubectl.approve(plan);
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("configmap settings", ".data")).contains("blue", "big");
    assertThat(kubectl.get("configmap settings", ".metadata.uid")).isEqualTo(uid);
  }

  @Test
  void objectOfSomebodyElse_isTakenOverAndBroughtToItsDeclaration() {
    make("settings", "red");
    var uid = kubectl.get("configmap settings", ".metadata.uid");

    kubectl.apply(
        STACK.formatted("shop").replace("Automatic", "Manual")
            + declared(
                "shop",
                "settings",
                "green",
                importing("configmap/" + namespace.name() + "/settings")));
    var plan = kubectl.awaitPlan("shop");

    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("kubernetes_object.settings", "(imported from \"configmap/")
        .contains("color", "red", "green")
        .contains("1 to import, 0 to add, 1 to change, 0 to replace, 0 to destroy.")
        .doesNotContain("size");
    assertThat(records.all()).isEmpty();
    assertThat(kubectl.get("configmap settings", ".data.color")).isEqualTo("red");

    kubectl.approve(plan);
    kubectl.awaitReady("shop");

    assertThat(kubectl.get("configmap settings", ".data")).contains("green", "big");
    assertThat(kubectl.get("configmap settings", ".metadata.uid")).isEqualTo(uid);
    assertThat(records.ids()).containsEntry("kubernetes_object.settings", uid);
    assertThat(kubectl.get("configmap settings", ".metadata.annotations"))
        .contains("keelson.dev/owner", "kubernetes_object.settings");
    assertThat(kubectl.get("stack shop", ".status.conditions[?(@.type==\"Planned\")].reason"))
        .as("the statement may stay")
        .isEqualTo("NothingToDo");
  }

  @Test
  void secretThatIsTakenOver_showsNothingOfWhatItHeld() {
    namespace
        .kubectl("create", "secret", "generic", "db", "--from-literal=password=before-the-import")
        .orThrow();

    kubectl.apply(
        STACK.formatted("shop").replace("Automatic", "Manual")
            + """
            ---
            apiVersion: keelson.dev/v1alpha1
            kind: Resource
            metadata: {name: db}
            spec:
              stack: shop
              type: kubernetes_object
              import: {id: Secret/db}
              config:
                manifest:
                  apiVersion: v1
                  kind: Secret
                  metadata: {name: db}
                  stringData: {password: from-now-on}
            """);
    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + plan, "")).doesNotContain("before-the-import");

    kubectl.approve(plan);
    kubectl.awaitReady("shop");

    assertThat(kubectl.get("secret db", ".data.password")).isEqualTo("ZnJvbS1ub3ctb24=");
    assertThat(kubectl.get("resourceinstances", ".items")).doesNotContain("before-the-import");
    assertThat(kubectl.get("plans", ".items")).doesNotContain("before-the-import");
  }

  @Test
  void severalInstances_areTakenOverWithOneStatement() {
    kubectl.apply(
        STACK.formatted("shop")
            + """
              variables: [{name: ids, value: {eu: id-1, us: id-2}}]
              imports:
              - {forEach: "${variable.ids}", to: "terraform_data.web[each.key]", id: "${each.value}"}
            ---
            apiVersion: keelson.dev/v1alpha1
            kind: Resource
            metadata: {name: web}
            spec:
              stack: shop
              type: terraform_data
              forEach: {eu: 1, us: 2, asia: 3}
            """);
    kubectl.awaitReady("shop");

    assertThat(records.ids())
        .hasSize(3)
        .containsEntry("terraform_data.web[\"eu\"]", "id-1")
        .containsEntry("terraform_data.web[\"us\"]", "id-2");
    assertThat(lastPlan(".spec.text"))
        .contains("2 to import, 1 to add, 0 to change, 0 to replace, 0 to destroy.");
  }

  @Test
  void objectOfAnotherStack_isLeftToIt() {
    kubectl.apply(STACK.formatted("first") + declared("first", "settings", "red, size: big", ""));
    kubectl.awaitReady("first");

    kubectl.apply(
        STACK.formatted("second")
            + declared("second", "settings", "green, size: big", importing("ConfigMap/settings")));

    kubectl.awaitReason("resource settings-in-second", "PlanFailed");
    assertThat(kubectl.message("resource settings-in-second"))
        .contains("The object belongs to another stack", "keelson.dev/owner-");
    assertThat(kubectl.get("configmap settings", ".data.color")).isEqualTo("red");

    // What the message says helps.
    kubectl.merge(
        "stack first",
        "{\"spec\":{\"removed\":[{\"from\":\"kubernetes_object.settings\",\"destroy\":false}],\"removalGrace\":\"0s\",\"maxRemovals\":\"100%\"}}");
    namespace.delete("resource settings-in-first");
    kubectl.approve(kubectl.awaitPlan("first"));
    kubectl.awaitReady("first");
    namespace.annotate("configmap settings", "keelson.dev/owner-");
    kubectl.merge("stack second", "{\"spec\":{\"settle\":\"2s\"}}");
    kubectl.awaitReady("second");
    assertThat(kubectl.get("configmap settings", ".data.color")).isEqualTo("green");

    // Nothing of it is held by the Stack that it belonged to before.
    kubectl.apply(declared("second", "settings", "green", importing("ConfigMap/settings")));
    namespace.eventually(() ->
        assertThat(kubectl.get("configmap settings", ".data")).isEqualTo("{\"color\":\"green\"}"));
    kubectl.awaitReady("second");
    assertThat(namespace.kubectl("get", "--raw", path("settings")).orThrow().out())
        .contains("keelson:" + namespace.name() + "/second")
        .doesNotContain("keelson:" + namespace.name() + "/first");
  }

  @Test
  void missingObject_isNeverMadeInstead() {
    kubectl.apply(
        STACK.formatted("shop")
            + declared("shop", "settings", "green", importing("ConfigMap/setings")));

    kubectl.awaitReason("resource settings-in-shop", "InvalidConfiguration");
    assertThat(kubectl.message("resource settings-in-shop"))
        .contains("has no object with the id ConfigMap/setings", "Nothing is created");
    assertThat(kubectl.get("configmap settings", ".metadata.uid")).isEmpty();
    assertThat(records.all()).isEmpty();
  }

  @Test
  void messageOfTheObjectThatExists_namesTheImportThatHelps() {
    make("settings", "green");
    kubectl.apply(STACK.formatted("shop") + declared("shop", "settings", "green", ""));
    namespace.eventually(() ->
        assertThat(kubectl.message("resource settings-in-shop"))
            .contains("write in the Resource: spec.import: {id: \""));
    var message = kubectl.message("resource settings-in-shop");
    var start = message.indexOf("spec.import: {") + "spec.".length();

    kubectl.apply(
        STACK.formatted("shop")
            + declared(
                "shop",
                "settings",
                "green",
                message.substring(start, message.indexOf('}', start) + 1)));

    kubectl.awaitReady("shop");
    assertThat(records.ids())
        .containsEntry(
            "kubernetes_object.settings", kubectl.get("configmap settings", ".metadata.uid"));
  }

  /// What `kubectl apply` set before the import belongs to kubectl for good.
  @Test
  void fieldThatKubectlHasSet_isNotRemovedAndTheStackSaysSoUntilItIsGone() {
    namespace
        .applyAs(
            "admin",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: paint, labels: {team: former}}
            data: {color: red, size: big}
            """)
        .orThrow();
    var id = importing("ConfigMap/" + namespace.name() + "/paint");
    var whole =
        declared("shop", "paint", "red, size: big", id)
            .replace("{name: paint}", "{name: paint, labels: {team: former}}");
    kubectl.apply(STACK.formatted("shop") + whole);
    kubectl.awaitReady("shop");
    assertThat(lastPlan(".spec.text")).contains("Others apply", "kubectl-client-side-apply");
    assertThat(lastPlan(".spec.warnings[0].subject")).isEqualTo("kubernetes_object.paint");

    kubectl.apply(STACK.formatted("shop") + declared("shop", "paint", "red", id));

    namespace.await(
        "stack shop",
        "what stays",
        stack ->
            stack.toString().contains("manifest.data.size")
                && stack.toString().contains("kubectl-client-side-apply"));
    assertThat(kubectl.get("configmap paint", ".data.size")).isEqualTo("big");

    namespace.kubectl("label", "configmap", "paint", "team-").orThrow();
    namespace.merge("configmap paint", "{\"data\":{\"size\":null}}");
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("configmap paint", ".data")).isEqualTo("{\"color\":\"red\"}");
  }

  /// Takes over `web`, once a person has approved it.
  private void takeOver(String resources, String id, String allow, String manifest) {
    kubectl.apply(Rights.to("get, create, patch, delete", resources));
    kubectl.apply(
        STACK.formatted("shop").replace("Automatic", "Manual")
            + """
            ---
            apiVersion: keelson.dev/v1alpha1
            kind: Resource
            metadata: {name: web}
            spec:
              stack: shop
              type: kubernetes_object
              import: {id: %s, allow: %s}
              config:
                manifest:
            """
                .formatted(id, allow)
            + manifest.indent(8));
  }

  /// A selector can only be set as a whole: what the manifest does not have of it goes.
  @Test
  void whatAnImportTakesAway_isInThePlan() {
    var service =
        """
        apiVersion: v1
        kind: Service
        metadata: {name: web}
        spec: {ports: [{port: 80}], selector: {app: web%s}}
        """;
    kubectl.apply(service.formatted(", version: v2"));

    takeOver("services", "Service/" + namespace.name() + "/web", "InPlace", service.formatted(""));

    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .containsPattern("- +version += \"v2\" -> null");
    kubectl.approve(plan);
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("service web", ".spec.selector")).isEqualTo("{\"app\":\"web\"}");
  }

  @Test
  void defaultsAndSpellingsOfTheApiServer_areNoDifferenceToAnImport() {
    var template =
        """
        apiVersion: v1
        kind: PodTemplate
        metadata: {name: web}
        template:
          spec:
            tolerations: [{key: a, operator: Exists}]
            containers:
            - name: web
              image: web
              resources: {requests: {cpu: 1000m}}
              env: [{name: NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
              volumeMounts: []
        """;
    kubectl.apply(template);

    takeOver("podtemplates", "PodTemplate/" + namespace.name() + "/web", "InPlace", template);

    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("1 to import, 0 to add, 1 to change")
        .doesNotContain("cpu", "fieldRef", "tolerations", "volumeMounts", "null");
    kubectl.approve(plan);
    kubectl.awaitReady("shop");
  }
}
