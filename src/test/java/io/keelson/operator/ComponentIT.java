package io.keelson.operator;

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
  private OperatorUnderTest operator;
  private OperatorUnderTest other;

  @BeforeEach
  void start(TestNamespace own, ControlPlane controlPlane) {
    team = own;
    platform = controlPlane.newNamespace("platform");
    kubectl = new Kubectl(own);
    theirs = new Kubectl(platform);
    operator = OperatorUnderTest.in(own);
    other = OperatorUnderTest.in(platform);
  }

  @AfterEach
  void stop() {
    operator.close();
    other.close();
  }

  private String database(String version, String word) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: ComponentDefinition
    metadata: {name: database}
    spec:
      version: %s
      variables: [{name: name, type: string, nullable: false}]
      resources:
      - {name: main, type: terraform_data, config: {input: "%s-${variable.name}"}}
      outputs:
      - {name: address, value: "${terraform_data.main.output}"}
    """
        .formatted(version, word);
  }

  private String webApp(String version, String word, String more) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: ComponentDefinition
    metadata: {name: web-app}
    spec:
      version: %s
      allowedNamespaces: [%s]
      variables:
      - {name: name, type: string}
      - {name: replicas, type: number, default: 2}
      resources:
      - {name: app, type: terraform_data, config: {input: "%s-${variable.name}-${component.db.address}"}}
      components:
      - {name: db, definition: {name: database}, inputs: {name: "${variable.name}"}}
      outputs:
      - {name: address, value: "${component.db.address}"}
    %s
    """
        .formatted(version, team.name(), word, more);
  }

  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 0s
        removalGrace: 0s
        approval: {mode: Automatic}
        deletion: {approval: Automatic}
        outputs: [{name: address, value: '${component.web["eu"].address}'}]
      """;

  /// The Stack, without an output that would miss the Component.
  private static String silent() {
    return STACK.replaceAll("  outputs:.*", "");
  }

  /// @param wanted such as `version: "~> 1.0"`
  private String web(String wanted) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Component
    metadata: {name: web}
    spec:
      stack: shop
      definition: {name: web-app, namespace: %s%s}
      forEach: {eu: 1, us: 2}
      inputs: {name: "web-${each.key}"}
    """
        .formatted(platform.name(), wanted);
  }

  private void awaitInput(String address, String wanted) {
    team.eventually(() -> assertThat(new Records(team).state(address, "input")).contains(wanted));
  }

  private void publish(String manifest, String name, String version) {
    theirs.apply(manifest);
    platform.eventually(() ->
        assertThat(theirs.get("componentdefinition " + name, ".status.revision"))
            .startsWith(name + "-" + version));
  }

  private void publishFirst() {
    publish(database("2.0.0", "pg"), "database", "2.0.0");
    publish(webApp("1.0.0", "one", ""), "web-app", "1.0.0");
  }

  @Test
  void publishedDefinition_isUsedInAnotherNamespace_andReportedOnItsComponent() {
    publishFirst();

    kubectl.apply(STACK + "---\n" + web(""));

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
    kubectl.apply(web(""));
    kubectl.apply(STACK);
    theirs.apply(webApp("1.0.0", "one", ""));
    kubectl.awaitReason("component web", "DefinitionNotFound");

    theirs.apply(database("2.0.0", "pg"));

    kubectl.awaitUsed("shop");
  }

  @Test
  void newVersion_isPlannedByThoseWhoFollow_andLeftOutByAConstraint() {
    publishFirst();
    kubectl.apply(STACK + "---\n" + web(", version: \"~> 1.0\""));
    kubectl.awaitUsed("shop");

    publish(webApp("1.1.0", "two", ""), "web-app", "1.1.0");
    awaitInput("component.web[\"eu\"].terraform_data.app", "two-web-eu");
    kubectl.awaitReady("shop");
    team.eventually(() ->
        assertThat(kubectl.get("component web", ".status.outputs.eu.address"))
            .isEqualTo("pg-web-eu"));
    assertThat(kubectl.get("plans", ".items[*].spec.text"))
        .contains(
            "# component.web[\"eu\"]   %s/web-app 1.0.0 -> 1.1.0     1 to change"
                .formatted(platform.name()));
    team.eventually(() ->
        assertThat(kubectl.get("component web", ".status.appliedVersion")).isEqualTo("1.1.0"));

    publish(webApp("2.0.0", "three", ""), "web-app", "2.0.0");
    team.eventually(() ->
        assertThat(kubectl.get("component web", ".status['version','available']"))
            .contains("1.1.0")
            .contains("2.0.0"));
    awaitInput("component.web[\"eu\"].terraform_data.app", "two-web-eu");
  }

  @Test
  void constraintThatNothingFits_freezesWhatIsThere_andNamesTheNearest() {
    publishFirst();
    kubectl.apply(STACK + "---\n" + web(""));
    kubectl.awaitUsed("shop");
    var before = new Records(team).ids();

    kubectl.apply(web(", version: \"~> 3.0\""));

    kubectl.awaitReason("component web", "NoSuchVersion");
    assertThat(kubectl.message("component web")).contains("~> 3.0").contains("1.0.0");
    assertThat(new Records(team).ids()).isEqualTo(before);
  }

  @Test
  @Tag("R-TRF-1")
  void transforms_ofStackAndUses_changeWhatIsInside_asLongAsTheyAreThere() {
    publish(database("2.0.0", "pg"), "database", "2.0.0");
    var inputs = "inputs: {name: \"${variable.name}\"}";
    var changing =
        inputs
            + ", transforms: [{types: [terraform_data], set: {input: 'inner-${variable.name}'}}]";
    publish(webApp("1.0.0", "one", "").replace(inputs, changing), "web-app", "1.0.0");
    kubectl.apply(
        STACK
            + "  transforms: [{addresses: [component.web.terraform_data.app], set:"
            + " {triggers_replace: '${stack.name}'}}]\n---\n"
            + web("")
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
  void brokenDefinition_reachesNobody() {
    publishFirst();
    kubectl.apply(STACK + "---\n" + web(""));
    kubectl.awaitUsed("shop");

    theirs.apply(webApp("1.1.0", "two", "  locals: {wrong: \"${variable.nothing}\"}"));

    theirs.awaitReason("componentdefinition web-app", "InvalidConfiguration");
    assertThat(theirs.message("componentdefinition web-app")).contains("nothing");
    assertThat(kubectl.get("component web", ".status.version")).isEqualTo("1.0.0");
    awaitInput("component.web[\"eu\"].terraform_data.app", "one-web-eu");
  }

  @Test
  void otherSpecOfAPublishedVersion_isRefused() {
    publishFirst();

    theirs.apply(webApp("1.0.0", "other", ""));

    theirs.awaitReason("componentdefinition web-app", "VersionReused");
  }

  @Test
  void definitionThatDoesNotAllowTheNamespace_isToldAsIfItWereNotThere() {
    publishFirst();
    theirs.merge(
        "componentdefinition web-app",
        "{\"spec\":{\"version\":\"1.0.1\",\"allowedNamespaces\":[]}}");
    platform.eventually(() ->
        assertThat(theirs.get("componentdefinition web-app", ".status.revision"))
            .startsWith("web-app-1.0.1"));
    kubectl.apply(STACK + "---\n" + web(""));

    kubectl.awaitReason("component web", "DefinitionNotFound");

    assertThat(new Records(team).ids()).isEmpty();
  }

  @Test
  void prunedComponent_thatComesBack_losesNothing() {
    publishFirst();
    kubectl.apply(silent().replace("removalGrace: 0s", "removalGrace: 1h") + "---\n" + web(""));
    kubectl.awaitUsed("shop");
    var before = new Records(team).ids();

    team.delete("component web");
    kubectl.awaitReason("stack shop", "RemovalGrace");
    kubectl.apply(web(""));

    kubectl.awaitReason("component web", "UpToDate");
    assertThat(new Records(team).ids()).isEqualTo(before);
  }

  @Test
  void removedComponent_isPlannedForDestruction_andAPersonDecides() {
    publishFirst();
    kubectl.apply(silent() + "---\n" + web(""));
    kubectl.awaitUsed("shop");

    team.delete("component web");

    kubectl.awaitReason("stack shop", "AwaitingApproval");
    assertThat(new Records(team).ids()).hasSize(4);
    kubectl.approve(kubectl.awaitPlan("shop"));
    team.eventually(() -> assertThat(new Records(team).ids()).isEmpty());
  }

  @Test
  void deletedDefinition_goesOnForThoseWhoUseIt() {
    publishFirst();
    kubectl.apply(STACK + "---\n" + web(""));
    kubectl.awaitUsed("shop");
    var before = new Records(team).ids();

    platform.delete("componentdefinition web-app");
    kubectl.merge("component web", "{\"spec\":{\"inputs\":{\"name\":\"other-${each.key}\"}}}");

    awaitInput("component.web[\"eu\"].terraform_data.app", "one-other-eu");
    assertThat(new Records(team).ids().keySet()).isEqualTo(before.keySet());
  }

  @Test
  void stackThatIsDeleted_takesWhatIsInItsComponentsAlong() {
    publishFirst();
    kubectl.apply(STACK + "---\n" + web(""));
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

  /// A use of the database of another namespace, once.
  private String db(String name, String more) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Component
    metadata: {name: %s}
    spec:
      stack: shop
      definition: {name: database, namespace: %s}
      inputs: {name: orders}
    %s
    """
        .formatted(name, platform.name(), more);
  }

  private void publishDatabase() {
    publish(
        database("2.0.0", "pg").replace("spec:", "spec:\n  allowedNamespaces: [\"*\"]"),
        "database",
        "2.0.0");
  }

  @Test
  void resourceThatIsMovedIntoAComponent_andOutAgain_staysTheSameObject() {
    publishDatabase();
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
        silent() + move.formatted("terraform_data.orders", inside) + "---\n" + db("db", ""));
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
    publishDatabase();
    kubectl.apply(silent() + "---\n" + db("db", ""));
    kubectl.awaitUsed("shop");
    var id = new Records(team).ids().get("component.db.terraform_data.main");

    kubectl.apply(db("store", "  aliases: [component.db]"));
    team.delete("component db");

    var renamed = "component.store.terraform_data.main";
    team.eventually(() -> assertThat(new Records(team).ids()).containsOnlyKeys(renamed));
    assertThat(new Records(team).ids().get(renamed)).isEqualTo(id);
  }

  @Test
  void inputThatDoesNotFit_isToldWithItsPath_andWhatIsThereStays() {
    publishDatabase();
    kubectl.apply(silent() + "---\n" + db("db", ""));
    kubectl.awaitUsed("shop");
    var before = new Records(team).ids();

    kubectl.apply(db("db", "").replace("{name: orders}", "{nmae: orders}"));

    kubectl.awaitReason("component db", "InvalidInputs");
    assertThat(kubectl.get("component db", ".status.diagnostics"))
        .contains("inputs.nmae")
        .contains("'name'");
    assertThat(new Records(team).ids()).isEqualTo(before);
  }

  @Test
  void pinnedRevision_isUsed_whateverIsPublished() {
    publishDatabase();
    var first = theirs.get("componentdefinition database", ".status.revision");
    publish(
        database("2.1.0", "new").replace("spec:", "spec:\n  allowedNamespaces: [\"*\"]"),
        "database",
        "2.1.0");

    kubectl.apply(
        silent()
            + "---\n"
            + db("db", "").replace("name: database,", "name: database, revision: " + first + ","));

    awaitInput("component.db.terraform_data.main", "pg-orders");
    kubectl.awaitReason("component db", "UpToDate");
    assertThat(kubectl.get("component db", ".status.available")).isEqualTo("2.1.0");
  }

  @Test
  void revision_holdsNullsAndNumbersAsTheyAreWritten() {
    publish(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: ComponentDefinition
        metadata: {name: numbers}
        spec:
          version: 1.0.0
          allowedNamespaces: ["*"]
          variables:
            - {name: none, default: null}
            - {name: some, default: {half: 0.50, much: 1.0e+30, list: [null, 1]}}
          outputs: [{name: all, value: "${json.encode([variable.none, variable.some.half])}"}]
        """,
        "numbers",
        "1.0.0");

    kubectl.apply(
        STACK.replaceAll(
                "  outputs:.*", "  outputs: [{name: all, value: '\\${component.numbers.all}'}]")
            + db("numbers", "")
                .replace("database", "numbers")
                .replace("inputs: {name: orders}", "")
                .replaceFirst("^", "---\n"));

    team.eventually(
        () -> assertThat(kubectl.get("stack shop", ".status.outputs.all")).isEqualTo("[null,0.5]"));
  }

  @Test
  @Tag("R-CMP-54")
  void revisionInUse_thatIsDeletedByHand_staysUntilNobodyUsesIt() {
    kubectl.apply(database("2.0.0", "pg"));
    kubectl.apply(silent() + "---\n" + own("2.0.0"));
    kubectl.awaitUsed("shop");
    kubectl.awaitReason("componentdefinition database", "UpToDate");
    var first = kubectl.get("componentdefinition database", ".status.revision");
    var before = new Records(team).ids();
    kubectl.apply(database("2.1.0", "new"));

    team.beginDelete("componentrevision " + first);
    team.eventually(() ->
        assertThat(kubectl.get("events", ".items[?(@.reason=='InUse')].message"))
            .contains("It was deleted, and stays until nobody uses it: 1 "));
    kubectl.awaitReason("component db", "UpToDate");

    kubectl.apply(own("2.1.0"));
    awaitInput("component.db.terraform_data.main", "new-orders");
    team.awaitGone("componentrevision " + first);
    assertThat(new Records(team).ids()).isEqualTo(before);
  }

  /// A use of the database of the own namespace.
  private String own(String version) {
    return db("db", "")
        .replace(platform.name() + "}", team.name() + ", version: \"" + version + "\"}");
  }

  @Test
  @Tag("R-CMP-54")
  void newestRevision_thatNobodyUsesAndSomebodyDeletes_isPublishedAgain() {
    publishDatabase();
    var revision = theirs.get("componentdefinition database", ".status.revision");
    var uid = theirs.get("componentrevision " + revision, ".metadata.uid");

    platform.beginDelete("componentrevision " + revision);

    platform.eventually(() ->
        assertThat(theirs.get("componentrevision " + revision, ".metadata.uid"))
            .isNotEmpty()
            .isNotEqualTo(uid));
  }

  @Test
  @Tag("R-CMP-54")
  void oldRevisions_thatNobodyUses_go() {
    publishDatabase();
    var used = theirs.get("componentdefinition database", ".status.revision");
    kubectl.apply(
        silent()
            + "---\n"
            + db("db", "").replace("name: database,", "name: database, version: \"2.0.0\","));
    kubectl.awaitUsed("shop");

    for (int patch = 1; patch <= 13; patch++) {
      var version = "2.0." + patch;
      publish(
          database(version, "new").replace("spec:", "spec:\n  allowedNamespaces: [\"*\"]"),
          "database",
          version);
    }

    platform.eventually(() ->
        assertThat(theirs.get("componentrevisions", ".items[*].spec.version").split(" "))
            .containsExactlyInAnyOrder(
                "2.0.0", "2.0.3", "2.0.4", "2.0.5", "2.0.6", "2.0.7", "2.0.8", "2.0.9", "2.0.10",
                "2.0.11", "2.0.12", "2.0.13"));
    assertThat(theirs.get("componentrevision " + used, ".spec.version")).isEqualTo("2.0.0");
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
            + db("login", "")
                .replace("database", "login")
                .replace(platform.name(), team.name())
                .replace("{name: orders}", "{user: ann}")
                .replaceFirst("^", "---\n"));

    team.eventually(() ->
        assertThat(kubectl.get("component login", ".status.outputs"))
            .isEqualTo("{\"shown\":{\"size\":3},\"user\":\"ann\"}"));
  }
}
