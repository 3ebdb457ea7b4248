package io.keelson.operator;

import static io.keelson.operator.TwoTeams.STACK;
import static io.keelson.operator.TwoTeams.silent;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.ControlPlane;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Definitions that a platform team publishes in its namespace, and the Stacks that use them.
@ExtendWith(OnControlPlane.class)
final class ComponentIT {
  private TestNamespace team;
  private TestNamespace platform;
  private Kubectl kubectl;
  private Kubectl theirs;
  private TwoTeams teams;

  @BeforeEach
  void start(TestNamespace own, ControlPlane controlPlane) {
    teams = new TwoTeams(own, controlPlane);
    team = own;
    platform = teams.platform;
    kubectl = teams.kubectl;
    theirs = teams.theirs;
  }

  @AfterEach
  void stop() {
    teams.close();
  }

  @Test
  void publishedDefinition_isUsedInAnotherNamespace_andReportedOnItsComponent() {
    teams.publishFirst();

    kubectl.apply(STACK + "---\n" + teams.web(""));

    kubectl.awaitUsed("shop");
    assertThat(new Records(team).ids().keySet())
        .containsExactlyInAnyOrder(
            "component.web[\"eu\"].terraform_data.app",
            "component.web[\"us\"].terraform_data.app",
            "component.web[\"eu\"].component.db.terraform_data.main",
            "component.web[\"us\"].component.db.terraform_data.main");
    assertThat(kubectl.get("component web", ".status.instances")).isEqualTo("4/4");
    assertThat(kubectl.get("component web", ".status.version")).isEqualTo("1.0.0");
    team.eventually(() ->
        assertThat(kubectl.get("stack shop", ".status.outputs.address")).isEqualTo("pg-web-eu"));
  }

  @Test
  void objectsInAnyOrder_endReady() {
    kubectl.apply(teams.web(""));
    kubectl.apply(STACK);
    theirs.apply(teams.webApp("1.0.0", "one", ""));
    kubectl.awaitReason("component web", "DefinitionNotFound");

    theirs.apply(teams.database("2.0.0", "pg"));

    kubectl.awaitUsed("shop");
  }

  @Test
  @Tag("R-TRF-1")
  void transforms_ofStackAndUses_changeWhatIsInside_asLongAsTheyAreThere() {
    teams.publish(teams.database("2.0.0", "pg"), "database", "2.0.0");
    var inputs = "inputs: {name: \"${variable.name}\"}";
    var changing =
        inputs
            + ", transforms: [{types: [terraform_data], set: {input: 'inner-${variable.name}'}}]";
    teams.publish(teams.webApp("1.0.0", "one", "").replace(inputs, changing), "web-app", "1.0.0");
    kubectl.apply(
        STACK
            + "  transforms: [{addresses: [component.web.terraform_data.app], set:"
            + " {triggers_replace: '${stack.name}'}}]\n---\n"
            + teams.web("")
            + "  transforms: [{types: ['terraform_*'], default: {triggers_replace:"
            + " '${each.key}'}}]\n");

    kubectl.awaitUsed("shop");
    var inner = "component.web[\"eu\"].component.db.terraform_data.main";
    var app = "component.web[\"eu\"].terraform_data.app";
    assertThat(new Records(team).state(inner, "input")).contains("inner-web-eu");
    assertThat(new Records(team).state(inner, "triggers_replace")).contains("eu");
    assertThat(new Records(team).state(app, "triggers_replace")).contains("shop");

    kubectl.merge("stack shop", "{\"spec\":{\"transforms\":null}}");

    team.eventually(
        () -> assertThat(new Records(team).state(app, "triggers_replace")).contains("eu"));
  }

  @Test
  void definitionThatDoesNotAllowTheNamespace_isToldAsIfItWereNotThere() {
    teams.publishFirst();
    theirs.merge(
        "componentdefinition web-app",
        "{\"spec\":{\"version\":\"1.0.1\",\"allowedNamespaces\":[]}}");
    platform.eventually(() ->
        assertThat(theirs.get("componentdefinition web-app", ".status.revision"))
            .startsWith("web-app-1.0.1"));
    kubectl.apply(STACK + "---\n" + teams.web(""));

    kubectl.awaitReason("component web", "DefinitionNotFound");

    assertThat(new Records(team).ids()).isEmpty();
  }

  @Test
  void prunedComponent_thatComesBack_losesNothing() {
    teams.publishFirst();
    kubectl.apply(
        silent().replace("removalGrace: 0s", "removalGrace: 1h") + "---\n" + teams.web(""));
    kubectl.awaitUsed("shop");
    var before = new Records(team).ids();

    team.delete("component web");
    kubectl.awaitReason("stack shop", "RemovalGrace");
    kubectl.apply(teams.web(""));

    kubectl.awaitReason("component web", "UpToDate");
    assertThat(new Records(team).ids()).isEqualTo(before);
  }

  @Test
  void removedComponent_isPlannedForDestruction_andAPersonDecides() {
    teams.publishFirst();
    kubectl.apply(silent() + "---\n" + teams.web(""));
    kubectl.awaitUsed("shop");

    team.delete("component web");

    kubectl.awaitReason("stack shop", "AwaitingApproval");
    assertThat(new Records(team).ids()).hasSize(4);
    kubectl.approve(kubectl.awaitPlan("shop"));
    team.eventually(() -> assertThat(new Records(team).ids()).isEmpty());
  }

  @Test
  void stackThatIsDeleted_takesWhatIsInItsComponentsAlong() {
    teams.publishFirst();
    kubectl.apply(STACK + "---\n" + teams.web(""));
    kubectl.awaitUsed("shop");

    team.beginDelete("stack shop");

    team.awaitGone("stack shop");
    assertThat(new Records(team).ids()).isEmpty();
  }

  private static final String RIGHTS =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: objects}
      rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, create, patch, delete]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: objects}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: objects}
      subjects: [{kind: ServiceAccount, name: default}]
      """;

  private static final String IN_ORDER =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: ComponentDefinition
      metadata: {name: store}
      spec:
        version: 1.0.0
        resources:
        - name: main
          type: kubernetes_object
          config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: store}}}
        outputs: [{name: name, value: "${kubernetes_object.main.object.metadata.name}"}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: ComponentDefinition
      metadata: {name: app}
      spec:
        version: 1.0.0
        resources:
        - name: main
          type: kubernetes_object
          config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: app}, data: {store: "${component.db.name}"}}}
        components: [{name: db, definition: {name: store}}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Component
      metadata: {name: app}
      spec: {stack: shop, definition: {name: app}}
      """;

  /// As long as the user of something inside is there, that is not asked to go.
  @Test
  @Tag("R-CMP-14")
  void destroyedComponent_endsWhatUsesOtherThingsFirst() {
    kubectl.apply(RIGHTS + "---\n" + silent() + IN_ORDER);
    kubectl.awaitUsed("shop");
    kubectl.merge("configmap app", "{\"metadata\":{\"finalizers\":[\"example.com/held\"]}}");

    team.delete("component app");
    kubectl.approve(kubectl.awaitPlan("shop"));
    team.eventually(
        () -> assertThat(kubectl.get("configmap app", ".metadata.deletionTimestamp")).isNotEmpty());
    assertThat(kubectl.get("configmap store", ".metadata.deletionTimestamp")).isEmpty();

    kubectl.merge("configmap app", "{\"metadata\":{\"finalizers\":null}}");
    team.awaitGone("configmap store");
    team.eventually(() -> assertThat(new Records(team).ids()).isEmpty());
  }

  @Test
  void resourceThatIsMovedIntoAComponent_andOutAgain_staysTheSameObject() {
    teams.publishDatabase();
    var orders =
        """
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: orders}
        spec: {stack: shop, type: terraform_data, config: {input: pg-orders}}
        """;
    kubectl.apply(silent() + orders);
    kubectl.awaitUpToDate();
    var id = new Records(team).ids().get("terraform_data.orders");

    var move = "  moves: [{from: %s, to: %s}]\n";
    var inside = "component.db.terraform_data.main";
    kubectl.apply(
        silent() + move.formatted("terraform_data.orders", inside) + "---\n" + teams.db("db", ""));
    team.delete("resource orders");
    team.eventually(() -> assertThat(new Records(team).ids()).containsOnlyKeys(inside));
    assertThat(new Records(team).ids().get(inside)).isEqualTo(id);

    kubectl.apply(silent() + move.formatted(inside, "terraform_data.orders") + orders);
    team.delete("component db");
    team.eventually(
        () -> assertThat(new Records(team).ids()).containsOnlyKeys("terraform_data.orders"));
    assertThat(new Records(team).ids().get("terraform_data.orders")).isEqualTo(id);
  }

  @Test
  void componentThatIsRenamedWithAnAlias_keepsItsObjects() {
    teams.publishDatabase();
    kubectl.apply(silent() + "---\n" + teams.db("db", ""));
    kubectl.awaitUsed("shop");
    var id = new Records(team).ids().get("component.db.terraform_data.main");

    kubectl.apply(teams.db("store", "  aliases: [component.db]"));
    team.delete("component db");

    var renamed = "component.store.terraform_data.main";
    team.eventually(() -> assertThat(new Records(team).ids()).containsOnlyKeys(renamed));
    assertThat(new Records(team).ids().get(renamed)).isEqualTo(id);
  }

  @Test
  @Tag("R-CMP-40")
  void namesOfComponentsThatShift_destroyNothing() {
    teams.publishDatabase();
    kubectl.apply(silent() + "---\n" + teams.db("one", "") + "---\n" + teams.db("two", ""));
    team.eventually(() ->
        assertThat(new Records(team).ids())
            .containsOnlyKeys(
                "component.one.terraform_data.main", "component.two.terraform_data.main"));
    // A record comes before the object, and has no id then.
    kubectl.awaitReady("shop");
    var before = new Records(team).ids();

    kubectl.apply(
        teams.db("three", "  aliases: [component.two]")
            + "---\n"
            + teams.db("two", "  aliases: [component.one]"));
    team.delete("component one");

    kubectl.awaitReason("component three", "InvalidConfiguration");
    team.eventually(() ->
        assertThat(kubectl.get("stack shop", ".status.diagnostics"))
            .contains("Declare component.one again"));
    assertThat(new Records(team).ids()).isEqualTo(before);
    kubectl.apply(teams.db("one", ""));
    team.delete("component two");
    var shifted = "component.three.terraform_data.main";
    team.eventually(() -> assertThat(new Records(team).ids()).containsKey(shifted));
    assertThat(new Records(team).ids().get(shifted))
        .isEqualTo(before.get("component.two.terraform_data.main"));
    kubectl.apply(teams.db("two", "  aliases: [component.one]"));
    team.delete("component one");
    team.eventually(() ->
        assertThat(new Records(team).ids())
            .containsOnlyKeys(shifted, "component.two.terraform_data.main"));
    assertThat(new Records(team).ids().get("component.two.terraform_data.main"))
        .isEqualTo(before.get("component.one.terraform_data.main"));
  }

  @Test
  void inputThatDoesNotFit_isToldWithItsPath_andWhatIsThereStays() {
    teams.publishDatabase();
    kubectl.apply(silent() + "---\n" + teams.db("db", ""));
    kubectl.awaitUsed("shop");
    var before = new Records(team).ids();

    kubectl.apply(teams.db("db", "").replace("{name: orders}", "{nmae: orders}"));

    kubectl.awaitReason("component db", "InvalidInputs");
    assertThat(kubectl.get("component db", ".status.diagnostics"))
        .contains("inputs.nmae")
        .contains("'name'");
    assertThat(new Records(team).ids()).isEqualTo(before);
  }

  /// A dashboard may read the status; who may read Secrets is another question.
  @Test
  void outputs_areShownInTheStatus_withoutWhatIsSensitive() {
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: ComponentDefinition
        metadata: {name: login}
        spec:
          version: 1.0.0
          variables: [{name: user, type: string}, {name: word, type: string, sensitive: true, default: hidden}]
          outputs:
          - {name: user, value: "${variable.user}"}
          - {name: all, value: {user: "${variable.user}", word: "${variable.word}"}}
          - {name: shown, value: {size: 3}}
          - {name: word, value: "${variable.word}", sensitive: true}
        """);
    kubectl.apply(
        silent()
            + teams
                .db("login", "")
                .replace("database", "login")
                .replace(platform.name(), team.name())
                .replace("{name: orders}", "{user: ann}")
                .replaceFirst("^", "---\n"));

    team.eventually(() ->
        assertThat(kubectl.get("component login", ".status.outputs"))
            .isEqualTo("{\"shown\":{\"size\":3},\"user\":\"ann\"}"));
  }
}
