package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A provider of the Terraform world, installed from a folder and used through kubectl.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@Order(OnControlPlane.EARLY)
final class ProvidersIT {
  private static final String PROVIDER =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Provider
      metadata: {name: NAME}
      spec:
        source: keelson.dev/test/keelsontest
        version: 2.0.0
        sources: [{directory: {path: "MIRROR"}}]
      """;

  private static final String WITHOUT_FINALIZERS = "{\"metadata\":{\"finalizers\":null}}";

  private static final String CONFIG =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: cloud}
      stringData: {token: canary-of-the-cloud}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: ProviderConfig
      metadata: {name: cloud}
      spec:
        providerRef: {name: NAME}
        config: {world: "WORLD", account: ACCOUNT, token: "${secret.token}"}
        secrets: [{name: token, secretKeyRef: {name: cloud, key: token}}]
        identity: [account]
      """;

  private static final String READS_SECRETS = Rights.to("get", "secrets");

  private static final String SHOP =
      READS_SECRETS
          + """
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: shop}
          spec:
            settle: 1s
            removalGrace: 1s
            providerConfigs: [cloud]
            outputs: [{name: host, value: "${keelsontest_thing.web.host}"}]
          ---
          """;

  @TempDir private Path world;

  private Kubectl kubectl;
  private TestNamespace namespace;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    operator = OperatorUnderTest.in(own);
    kubectl.apply(named(PROVIDER));
    configure("shop");
  }

  @AfterEach
  void stop() {
    namespace.beginDeleteAll("stack");
    operator.close();
    namespace.beginDeleteAll("providerconfig");
    ProviderFixture.giveUp(namespace, namespace.name());
  }

  private String named(String manifest) {
    return manifest
        .replace("NAME", namespace.name())
        .replace("MIRROR", TestProviders.mirror().toString())
        .replace("WORLD", world.toString());
  }

  private void configure(String account) {
    kubectl.apply(named(CONFIG).replace("ACCOUNT", account));
  }

  private static String thing(String text) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: web}
    spec:
      stack: shop
      type: keelsontest_thing
      config: {name: web, text: %s}
    """
        .formatted(text);
  }

  @Test
  void thing_isMadeChangedAndDestroyed() throws IOException {
    kubectl.apply(SHOP + thing("one"));
    kubectl.awaitReady("shop");

    assertThat(objects("objects/shop/keelsontest_thing")).hasSize(1);
    assertThat(kubectl.get("stack shop", ".status.outputs.host")).isEqualTo("web.example");
    assertThat(kubectl.get("provider " + namespace.name(), ".status.installed.version"))
        .isEqualTo("2.0.0");
    var record = kubectl.get("resourceinstances", ".items[0].status");
    assertThat(record)
        .contains("\"provider\":\"keelson.dev/test/keelsontest\"")
        .contains("\"providerConfig\":\"cloud\"")
        .contains("\"providerIdentity\":\"account=shop\"");

    kubectl.apply(thing("two"));
    namespace.eventually(
        () -> assertThat(read("objects/shop/keelsontest_thing")).contains("\"two\""));
    kubectl.awaitReady("shop");

    kubectl.merge("stack shop", "{\"spec\":{\"outputs\":null}}");
    namespace.delete("resource web");
    var plan = kubectl.awaitPlan("shop");
    kubectl.approve(plan);
    kubectl.awaitPhase(plan, "Applied");
    assertThat(objects("objects/shop/keelsontest_thing")).isEmpty();
    assertThat(objects("deleted/shop/keelsontest_thing")).hasSize(1);
  }

  @Test
  void functionsOfTheProvider_areCalledInExpressions() throws IOException {
    kubectl.apply(SHOP + thing("\"${provider.keelsontest.join('-', 'a', 2)}\""));
    kubectl.awaitReady("shop");
    assertThat(read("objects/shop/keelsontest_thing")).contains("\"a-2\"");

    kubectl.apply(thing("\"${provider.keelsontest.jion('-')}\""));
    namespace.eventually(() ->
        assertThat(kubectl.message("resource web"))
            .contains("has no function 'jion'", "Did you mean 'join'?"));
  }

  @Test
  void schemaOfItsTypes_isShownOnTheCommandLine(ControlPlane controlPlane) {
    var shown =
        Program.runOn(
            namespace.controlPlane(),
            "schema",
            "keelsontest_thing",
            "--provider-folder",
            world.resolve("installed"));

    assertThat(shown.exitCode()).as(shown.errors()).isZero();
    assertThat(shown.out())
        .startsWith("keelsontest_thing: resource of keelson.dev/test/keelsontest 2.0.0\n")
        .contains("  secret  string  (optional, sensitive)\n");
  }

  @Test
  void neitherProviderNorConfiguration_goesBeforeWhatWasMadeWithIt() throws IOException {
    // Of a provider that no other test leaves objects of.
    var other = namespace.name() + "-other";
    kubectl.apply(
        named(PROVIDER)
            .replace("test/keelsontest", "test/keelsontest5")
            .replace("{name: %s}".formatted(namespace.name()), "{name: %s}".formatted(other)));
    kubectl.apply(
        named(CONFIG)
            .replace("ACCOUNT", "shop")
            .replace("{name: %s}".formatted(namespace.name()), "{name: %s}".formatted(other)));
    kubectl.apply((SHOP + thing("one")).replace("keelsontest_thing", "keelsontest5_thing"));
    kubectl.awaitReady("shop");

    namespace.beginDelete("providerconfig/cloud");
    namespace.beginDelete("provider/" + other);
    kubectl.awaitReason("providerconfig cloud", "InUse");
    kubectl.awaitReason("provider " + other, "InUse");

    assertThat(kubectl.message("providerconfig cloud"))
        .contains("Stack " + namespace.name() + "/shop");
    assertThat(kubectl.message("provider " + other))
        .contains("ProviderConfig " + namespace.name() + "/cloud");
    namespace.beginDeleteAll("stack,resource");
    kubectl.approve(kubectl.awaitPlan("shop"));
    namespace.awaitGone("stack/shop");
    for (String gone : List.of("providerconfig/cloud", "provider/" + other))
      namespace.awaitGone(gone);
    assertThat(objects("objects/shop/keelsontest5_thing")).isEmpty();
  }

  /// The record of a create that has no end yet.
  @Test
  void configurationThatSomethingMayHaveBeenMadeWith_stays() {
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: ResourceInstance
        metadata: {name: lost-web}
        spec:
          stack: lost
          address: keelsontest_thing.web
          type: keelsontest_thing
          intent:
            operationId: op-1
            action: Create
            provider: keelson.dev/test/keelsontest
            providerConfig: cloud
        """);

    // Until the operator has seen it, it goes at once.
    kubectl.awaitReason("providerconfig cloud", "Installed");

    namespace.beginDelete("providerconfig/cloud");

    kubectl.awaitReason("providerconfig cloud", "InUse");
    assertThat(kubectl.message("providerconfig cloud"))
        .contains("Stack " + namespace.name() + "/lost");
    namespace.beginDelete("resourceinstance/lost-web");
    namespace.awaitGone("providerconfig/cloud");
  }

  /// The statuses of Stack and Resource, without the name of the ProviderConfig, times and
  /// versions.
  private String whatIsToldOf(String config) {
    var told =
        kubectl.get("stack shop", ".status.diagnostics")
            + kubectl.get("stack shop", ".status.conditions[*]['type','reason','message']")
            + kubectl.get("resource web", ".status.diagnostics")
            + kubectl.get("resource web", ".status.conditions[*]['type','reason','message']");
    return told.contains(config) ? told.replace(config, "THEIRS") : "";
  }

  @Test
  void configurationOfAnotherNamespace_isUsedWhereItAllowsThat(ControlPlane controlPlane)
      throws IOException {
    var platform = controlPlane.newNamespace("platform");
    var theirs = new Kubectl(platform);
    theirs.apply(named(CONFIG).replace("ACCOUNT", "platform"));
    var shop = SHOP.replace("[cloud]", "[%s/cloud]".formatted(platform.name()));
    // Whether there is one that may not be used is told to nobody.
    kubectl.apply(shop.replace("/cloud]", "/absent]") + thing("one"));
    kubectl.awaitReason("stack shop", "ProviderNotReady");
    kubectl.awaitReason("resource web", "InvalidConfiguration");
    var absent = whatIsToldOf(platform.name() + "/absent");
    kubectl.apply(shop);
    namespace.eventually(() ->
        assertThat(whatIsToldOf(platform.name() + "/cloud"))
            .isEqualTo(absent)
            .contains("spec.allowedNamespaces"));

    theirs.merge(
        "providerconfig cloud",
        "{\"spec\":{\"allowedNamespaces\":[\"%s\"]}}".formatted(namespace.name()));
    kubectl.awaitReason("stack shop", "CredentialsMissing");
    namespace.eventually(() ->
        assertThat(kubectl.message("stack shop"))
            .contains("A Secret that it refers to", "ask the owner to mend it"));
    namespace.eventually(
        () -> assertThat(whatIsToldOf(platform.name() + "/cloud")).contains("CredentialsMissing"));
    assertThat(whatIsToldOf(platform.name() + "/cloud"))
        .doesNotContain("canary", "Secret 'cloud'", "service account 'default'");

    theirs.apply(READS_SECRETS);
    kubectl.awaitReady("shop");

    assertThat(objects("objects/platform/keelsontest_thing")).hasSize(1);
    assertThat(kubectl.get("resourceinstances", ".items[0].status.providerConfig"))
        .isEqualTo(platform.name() + "/cloud");
    // Who reads Secrets here must not see what the other namespace lends.
    var kept = namespace.client().secrets().inNamespace(namespace.name());
    assertThat(kept.withName("keelson-shop").get().getData().values())
        .extracting(each -> new String(Base64.getDecoder().decode(each), StandardCharsets.UTF_8))
        .anyMatch(each -> each.contains("platform"))
        .noneMatch(each -> each.contains("canary"));
    namespace.beginDeleteAll("stack,resource");
    kubectl.approve(kubectl.awaitPlan("shop"));
    namespace.awaitGone("stack/shop");
    assertThat(objects("objects/platform/keelsontest_thing")).isEmpty();
  }

  @Test
  void deletedStack_isDestroyedAlthoughItsConfigurationIsGone() throws IOException {
    kubectl.apply(SHOP + thing("one"));
    kubectl.awaitReady("shop");

    namespace.beginDelete("providerconfig cloud");
    namespace.merge("providerconfig cloud", WITHOUT_FINALIZERS);
    namespace.beginDeleteAll("stack,resource");
    var plan = kubectl.awaitPlan("shop");
    kubectl.approve(plan);

    namespace.awaitGone("stack/shop");
    assertThat(objects("objects/shop/keelsontest_thing")).isEmpty();
  }

  @Test
  void otherAccount_holdsWhatWasMadeInTheOldOne() throws IOException {
    kubectl.apply(SHOP + thing("one"));
    kubectl.awaitReady("shop");

    configure("other");
    kubectl.awaitReason("stack shop", "ProviderIdentityChanged");
    assertThat(kubectl.message("stack shop")).contains("account=shop", "account=other");
    assertThat(objects("objects/shop/keelsontest_thing")).hasSize(1);
    configure("shop");
    kubectl.awaitReady("shop");
  }

  @Test
  @Tag("R-PUL-61")
  void otherAccount_getsObjectsInPlaceOfTheOldOnesWhenItsConfigurationSaysSo() throws IOException {
    kubectl.apply(SHOP + thing("one"));
    kubectl.awaitReady("shop");
    configure("other");
    kubectl.awaitReason("stack shop", "ProviderIdentityChanged");
    var annotation =
        Pattern.compile("keelson.dev/replace-objects: \"([^\"]+)\"")
            .matcher(kubectl.message("stack shop"));
    assertThat(annotation.find()).isTrue();

    namespace.annotate(
        "providerconfig cloud", "keelson.dev/replace-objects=" + annotation.group(1));
    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("1 to replace", "its provider works on another system now");
    assertThat(kubectl.get("stack shop", ".status.diagnostics[*].detail"))
        .contains("They were made in 'account=shop", "names 'account=other");
    kubectl.approve(plan);

    kubectl.awaitReady("shop");
    assertThat(objects("objects/shop/keelsontest_thing")).isEmpty();
    assertThat(objects("deleted/shop/keelsontest_thing")).hasSize(1);
    assertThat(objects("objects/other/keelsontest_thing")).hasSize(1);
    assertThat(kubectl.get("plans", ".items[*].metadata.name")).contains(plan);
  }

  @Test
  void commandLine_plansAndChecksWithTheProvidersThatFilesAndClusterHave(@TempDir Path folder)
      throws IOException {
    var shop = Files.writeString(folder.resolve("shop.yaml"), SHOP + thing("one"));
    var cloud = named(PROVIDER) + "---\n" + named(CONFIG).replace("ACCOUNT", "shop");
    var all =
        Files.writeString(folder.resolve("all.yaml"), cloud + "---\n" + Files.readString(shop));
    var cache = folder.resolve("cache");
    var checked = Program.runIn(namespace, "check", "-f", all, "--provider-folder", cache);
    var before = Program.runIn(namespace, "plan", "-f", shop, "--provider-folder", cache);
    kubectl.apply(SHOP + thing("one"));
    kubectl.awaitReady("shop");
    var after = Program.runIn(namespace, "plan", "-f", all, "--provider-folder", cache);

    assertThat(checked.exitCode()).as(checked.errors()).isZero();
    assertThat(before.exitCode()).as(before.errors()).isEqualTo(2);
    assertThat(before.out()).contains("keelsontest_thing.web will be created");
    assertThat(after.exitCode()).as(after.errors() + after.out()).isZero();
  }

  @Test
  void secretsOfTheProvider_areNowhereButInSecrets() {
    kubectl.apply(SHOP + thing("one"));
    kubectl.awaitReady("shop");

    var all =
        namespace
            .kubectl(
                "get",
                "stacks,resources,resourceinstances,plans,providerconfigs,events",
                "-o",
                "yaml")
            .orThrow()
            .out();
    assertThat(all).doesNotContain("canary-of-the-cloud");
  }

  @Test
  void providerThatIsNotThere_isWaitedForAndSaysWhatIsMissing() {
    namespace.delete("providerconfig cloud");
    kubectl.apply(
        named(CONFIG)
            .replace("ACCOUNT", "shop")
            .replace("{name: " + namespace.name() + "}", "{name: nobody}"));
    kubectl.apply(SHOP + thing("one"));
    kubectl.awaitReason("stack shop", "ProviderNotReady");

    namespace.eventually(
        () -> assertThat(kubectl.message("stack shop")).contains("no Provider 'nobody'"));
    var events = ".items[?(@.reason==\"ProviderNotReady\")]";
    namespace.eventually(() ->
        assertThat(kubectl.get("events", events + ".involvedObject.kind"))
            .contains("Stack", "ProviderConfig"));
    assertThat(kubectl.get("events", events + ".type"))
        .contains("Warning")
        .doesNotContain("Normal");
  }

  private List<Path> objects(String folder) throws IOException {
    if (!Files.isDirectory(world.resolve(folder))) return List.of();
    try (Stream<Path> all = Files.list(world.resolve(folder))) {
      return all.filter(each -> each.toString().endsWith(".json")).toList();
    }
  }

  private String read(String folder) throws IOException {
    return Files.readString(objects(folder).getFirst());
  }
}
