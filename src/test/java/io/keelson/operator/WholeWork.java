package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Installation;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// All that an operator is for, once: each part in a namespace of its own, with the manifests of
/// the tests that look at that part closely. What people do is done by alice, with the chart's
/// roles.
final class WholeWork {
  /// Of a definition, whoever uses them.
  private static final int KEPT_REVISIONS = 10;

  private final InstalledOperator operator;
  private final Places places;
  private final Path folder;
  private final boolean endsNamespaces;

  /// @param kinds where a definition has a kind of its own
  /// @param ending is deleted
  record Places(
      TestNamespace quickstart,
      TestNamespace shop,
      TestNamespace cloud,
      TestNamespace kinds,
      TestNamespace imported,
      TestNamespace ending) {
    static Places on(ControlPlane controlPlane) {
      return new Places(
          controlPlane.newNamespace("quickstart"),
          controlPlane.newNamespace("shop"),
          controlPlane.newNamespace("cloud"),
          controlPlane.newNamespace("kinds"),
          controlPlane.newNamespace("imported"),
          controlPlane.newNamespace("ending"));
    }

    List<TestNamespace> all() {
      return List.of(quickstart, shop, cloud, kinds, imported, ending);
    }

    List<String> names() {
      return all().stream().map(TestNamespace::name).toList();
    }
  }

  /// @param endsNamespaces whether a namespace is deleted with a Stack in it
  WholeWork(InstalledOperator operator, Places places, Path folder, boolean endsNamespaces) {
    this.endsNamespaces = endsNamespaces;
    this.operator = operator;
    this.places = places;
    this.folder = folder;
  }

  void run() throws IOException {
    for (TestNamespace each : places.all())
      for (String role : new String[] {"keelson-view", "keelson-edit", "keelson-approve"})
        each.kubectl("create", "rolebinding", role, "--clusterrole=" + role, "--user=alice")
            .orThrow();
    importState();
    outliveAProcess();
    // Each has a namespace of its own.
    Stream.<Work>of(
            this::liveAndDie,
            this::walkTheQuickstart,
            this::useAProvider,
            this::useAKindOfItsOwn,
            this::moveAndEnd)
        .map(work -> CompletableFuture.runAsync(work::begin, Thread::startVirtualThread))
        .toList()
        .forEach(CompletableFuture::join);
  }

  private interface Work {
    void run() throws IOException;

    default void begin() {
      try {
        run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void importState() throws IOException {
    var file = Files.writeString(folder.resolve("state.json"), RefusedImportIT.STATE);
    var done =
        Program.run(
            "state",
            "import",
            "shop",
            "--from",
            file,
            "-n",
            places.imported.name(),
            "--kubeconfig",
            operator.kubeconfig());
    assertThat(done.errors()).isEmpty();
  }

  private void walkTheQuickstart() throws IOException {
    var kubectl = new Kubectl(places.quickstart);
    for (String file : new String[] {"access.yaml", "shop.yaml"})
      kubectl.apply(
          Files.readString(Path.of("examples/quickstart", file))
              .replace("namespace: quickstart", "namespace: " + places.quickstart.name())
              .replace("name: quickstart", "name: " + places.quickstart.name()));
    kubectl.awaitReady("shop");
    kubectl.merge(
        "stack shop",
        "{\"spec\":{\"variables\":[{\"name\":\"greeting\",\"value\":\"Good morning\"}]}}");
    approve(places.quickstart);
    kubectl.awaitReady("shop");
  }

  private void useAProvider() {
    var own = places.cloud;
    new TestNamespace(own.controlPlane(), Installation.NAMESPACE)
        .apply(
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: word}
            stringData: {word: hello}
            """);
    own.apply(named(CloudShop.PROVIDER) + WORD);
    own.apply(named(CloudShop.CONFIG).replace("ACCOUNT", "shop"));
    own.apply(CloudShop.SHOP + CloudShop.thing("open"));
    new Kubectl(own).awaitReady("shop");
    own.beginDelete("providerconfig cloud");
    own.beginDelete("provider " + own.name());
    own.beginDelete("stack shop");
    approve(own);
    for (String each :
        new String[] {"stack shop", "providerconfig cloud", "provider " + own.name()})
      own.awaitGone(each);
  }

  private static final String WORD =
      "  environment: [{name: CLOUD_WORD, secretKeyRef: {name: word, key: word}}]\n";

  private String named(String manifest) {
    return manifest
        .replace("NAME", places.cloud.name())
        .replace("MIRROR", TestProviders.mirror().toString())
        .replace("WORLD", folder.resolve("world").toString());
  }

  private void useAKindOfItsOwn() {
    var kubectl = new Kubectl(places.kinds);
    kubectl.apply(ComponentKindIT.DEFINITION);
    places.kinds.await(
        "componentdefinition web-app",
        "a revision",
        found -> found.at("/status/revision").asText().startsWith("web-app-1.4.0"));
    var kind = "WebApp" + places.kinds.name().replaceAll("[^a-z0-9]", "");
    var printed = Program.runIn(places.kinds, "component", "crd", "web-app", "--kind", kind);
    assertThat(printed.exitCode()).as(printed.errors()).isZero();
    kubectl.apply(printed.out());
    var plural = kind.toLowerCase(Locale.ROOT) + "s.components.keelson.dev";
    places.kinds.await(
        "crd " + plural,
        "that it is served",
        found -> found.at("/status/conditions").toString().contains("Established"));
    kubectl.apply(ComponentKindIT.STACK);
    offer(kind, "one");
    kubectl.awaitReason(plural + " web", "UpToDate");
    kubectl.awaitReady("shop");
    offer(kind, "two");
    places.kinds.await(
        "component web",
        "what its object says now",
        found -> found.at("/spec/inputs/name").asText().equals("two"));
    // Two more than are kept in any case; the newest of a minor version is one of those.
    for (int version = 1; version <= KEPT_REVISIONS + 2; version++) {
      var next = "1.4." + version;
      kubectl.apply(ComponentKindIT.DEFINITION.replace("1.4.0", next));
      places.kinds.await(
          "componentdefinition web-app",
          "version " + next,
          found -> found.at("/status/revision").asText().startsWith("web-app-" + next));
    }
    places.kinds.kubectl("delete", plural, "web", "--wait=false").orThrow();
    places.kinds.awaitGone("component web");
    places.kinds.awaitAll(
        "componentrevisions.keelson.dev",
        "that the oldest is gone",
        all -> all.size() <= KEPT_REVISIONS + 2);
  }

  private void offer(String kind, String name) {
    var own = places.kinds;
    own.applyAs(
            "admin",
            """
            apiVersion: components.keelson.dev/v1alpha1
            kind: %s
            metadata: {name: web, namespace: %s}
            spec: {stack: shop, inputs: {name: %s}}
            """
                .formatted(kind, own.name(), name))
        .orThrow();
  }

  private void moveAndEnd() {
    var own = places.ending;
    own.apply(noted("note", ""));
    new Kubectl(own).awaitReady("shop");
    own.delete("resource note");
    own.apply(noted("memo", "moves: [{from: terraform_data.note, to: terraform_data.memo}]"));
    own.eventually(
        () -> assertThat(new Records(own).ids()).containsOnlyKeys("terraform_data.memo"));
    // In a namespace that ends, the rights of this one alone end first.
    if (!endsNamespaces) return;
    own.beginDelete("namespace " + own.name());
    own.awaitGone("namespace " + own.name());
  }

  private static String noted(String name, String more) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: shop}
    spec: {settle: 1s, approval: {mode: Automatic}, deletion: {approval: Automatic}, %s}
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %s}
    spec: {stack: shop, type: terraform_data, config: {input: hello}}
    """
        .formatted(more, name);
  }

  private void outliveAProcess() throws IOException {
    var own = places.shop;
    var kubectl = new Kubectl(own);
    correctAPolicy();
    kubectl.apply(OperatorRightsIT.RIGHTS);
    own.applyAs("alice", OperatorRightsIT.SHOP.replace("NAME", "first")).orThrow();
    kubectl.awaitReady("shop");
    own.applyAs("alice", OperatorRightsIT.SHOP.replace("NAME", "second")).orThrow();
    approve(own);
    own.eventually(() -> assertThat(new Records(own).open()).isNotEmpty());
    operator.replace();
    kubectl.awaitReady("shop");
  }

  /// It is told to be in order twice, which is counted.
  private void correctAPolicy() throws IOException {
    var kubectl = new Kubectl(places.shop);
    var policy = Files.readString(Path.of("examples/policies/sizes.yaml"));
    kubectl.apply(policy);
    kubectl.awaitReason("policy sizes", "UpToDate");
    kubectl.apply(policy.replace("planned.input !=", "planned.input !!"));
    kubectl.awaitReason("policy sizes", "InvalidConfiguration");
    kubectl.apply(policy);
    kubectl.awaitReason("policy sizes", "UpToDate");
  }

  private void liveAndDie() {
    var own = places.shop;
    var kubectl = new Kubectl(own);
    own.merge("configmap second", "{\"data\":{\"word\":\"oops\"}}");
    approve(own);
    kubectl.awaitReady("shop");
    look(own);

    own.kubectlAs("alice", "delete", "stack,resource", "--all", "--wait=false").orThrow();
    approve(own);
    own.awaitGone("stack shop");
    own.controlPlane().kubectl("delete", "policy", "sizes").orThrow();
    assertThat(own.exists("secret keelson-shop")).isFalse();
  }

  /// Its request is deleted when it has been answered.
  private static void look(TestNamespace own) {
    own.applyAs(
            "alice",
            """
            apiVersion: keelson.dev/v1alpha1
            kind: Run
            metadata: {name: look}
            spec: {stack: shop, mode: Plan, ttl: 1s}
            """)
        .orThrow();
    own.awaitGone("run look");
  }

  private static void approve(TestNamespace own) {
    var kubectl = new Kubectl(own);
    var plan = kubectl.awaitPlan("shop");
    own.applyAs(
            "alice",
            """
            apiVersion: keelson.dev/v1alpha1
            kind: PlanApproval
            metadata: {name: %s}
            spec: {stack: shop, digest: "%s", decision: Approve, approver: alice}
            """
                .formatted(plan, kubectl.get("plan " + plan, ".spec.digest")))
        .orThrow();
  }
}
