package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.provider.plugin.CloudWorld;
import io.keelson.provider.plugin.install.Publisher;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Providers that cannot be used, break off, answer nonsense or refuse: kubectl says what happened
/// and what to do, nothing is lost, and what is mended goes on by itself.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@Order(OnControlPlane.EARLY)
final class BadProvidersIT {
  private static final String PROVIDER =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Provider
      metadata: {name: NAME}
      spec:
        source: keelson.dev/test/%s
        version: %s
        sources: [{directory: {path: "MIRROR"}}]
      """;

  private static final String CONFIG =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: ProviderConfig
      metadata: {name: cloud}
      spec:
        providerRef: {name: NAME}
        config: {world: "WORLD", account: shop, token: "${secret.token}", endpoint: "ENDPOINT"}
        secrets: [{name: token, secretKeyRef: {name: cloud, key: token}}]
        identity: [account]
      """;

  private static final String SHOP =
      Rights.to("get", "secrets")
          + """
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: shop}
          spec: {settle: 1s, removalGrace: 1s, interval: 2s, providerConfigs: [cloud]}
          """;

  private static final String TOKEN =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: cloud}
      stringData: {token: good}
      """;

  private static final String GOOD_ENDPOINT = "https://cloud.example";

  /// What is said of programs that are no good providers, and may be another time.
  private static final Map<String, String> NOT_READY =
      Map.of(
          "garbage", "Is it a Terraform provider?",
          "hang", "Is it a Terraform provider?",
          "not-a-plugin", "Is it a Terraform provider?",
          "exit-1", "cannot start, as my name says",
          "schema-error", "There is none today.");

  /// What is said of those that never will be.
  private static final Map<String, String> UNFIT =
      Map.of(
          "protocol-4", "speaks version 4 of the provider protocol, this host speaks 5,6",
          "protocol-7", "speaks version 7 of the provider protocol, this host speaks 5,6",
          "netrpc", "does not speak gRPC",
          "certificate", "its certificate cannot be read");

  @TempDir private Path world;

  private Kubectl kubectl;
  private TestNamespace namespace;
  private OperatorUnderTest operator;
  private CloudWorld cloud;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    cloud = new CloudWorld(world);
    operator = OperatorUnderTest.in(own);
  }

  @AfterEach
  void stop() {
    namespace.beginDeleteAll("stack");
    operator.close();
    namespace.beginDeleteAll("providerconfig");
    for (String name : kubectl.get("providers", ".items[*].metadata.name").split(" ", -1)) {
      if (name.equals(namespace.name()) || name.startsWith(namespace.name() + "-"))
        ProviderFixture.giveUp(namespace, name);
    }
  }

  private String named(String manifest, String suffix) {
    return manifest
        .replace("NAME", namespace.name() + suffix)
        .replace("MIRROR", TestProviders.mirror().toString())
        .replace("WORLD", world.toString());
  }

  private String provider(String type, String version) {
    return named(PROVIDER.formatted(type, version), "");
  }

  private String config(String endpoint) {
    return named(CONFIG.replace("ENDPOINT", endpoint), "");
  }

  private static String resource(String type, String config) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: web}
    spec: {stack: shop, type: %s, providerConfigRef: {name: cloud}, config: %s}
    """
        .formatted(type, config);
  }

  private static String thing(String text) {
    return resource("keelsontest_thing", "{name: web, text: %s}".formatted(text));
  }

  /// A Stack with one thing that was made.
  private void make() {
    kubectl.apply(TOKEN);
    kubectl.apply(provider("keelsontest", "2.0.0"));
    kubectl.apply(config(GOOD_ENDPOINT));
    kubectl.apply(SHOP + thing("one"));
    kubectl.awaitReady("shop");
  }

  private void awaitMessage(String object, String... parts) {
    namespace.eventually(() -> assertThat(kubectl.message(object)).contains(parts));
  }

  @Test
  void programThatIsNoProvider_isRefusedWithItsReason() {
    for (var all : List.of(NOT_READY, UNFIT))
      all.keySet()
          .forEach(
              each -> kubectl.apply(named(PROVIDER.formatted("bad-" + each, "1.0.0"), "-" + each)));

    NOT_READY.forEach((each, why) -> {
      awaitRefused("-" + each, why, "It is tried again by itself");
      assertThat(condition("-" + each, "Reconciling")).isEqualTo("ProgressingWithRetry");
    });
    UNFIT.forEach((each, why) -> {
      awaitRefused("-" + each, why);
      assertThat(condition("-" + each, "Stalled")).isEqualTo("ProviderNotReady");
    });
    kubectl.apply(TOKEN);
    kubectl.apply(config(GOOD_ENDPOINT).replace(namespace.name(), namespace.name() + "-netrpc"));
    kubectl.apply(SHOP + thing("one"));
    awaitMessage("providerconfig cloud", "does not speak gRPC");
    awaitMessage("stack shop", "does not speak gRPC");
  }

  @Test
  void packageThatIsNotTheExpectedOne_isNotRunUntilThatIsMended() {
    var checksum = "  checksums: [\"h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\"]\n";
    var key = "  signingKeys:\n    - |\n" + Publisher.create().armored().indent(6);
    var good = PROVIDER.formatted("keelsontest", "2.0.0");
    kubectl.apply(named(good + checksum, "-checksum"));
    kubectl.apply(named(good + key, "-signature"));
    kubectl.apply(named(PROVIDER.formatted("keelsontest", "9.9.9"), "-version"));
    kubectl.apply(named(PROVIDER.formatted("nobody", "1.0.0"), "-source"));

    awaitRefused(
        "-checksum", "it is not what the declared checksum says", "Do not use this package");
    awaitRefused("-signature", "a signing key is declared", "gives no signature");
    awaitRefused("-version", "9.9.9");
    awaitRefused("-source", "nobody");

    var broken = "provider " + namespace.name() + "-checksum";
    kubectl.merge(broken, "{\"spec\":{\"checksums\":null}}");
    kubectl.awaitReason(broken, "Installed");
  }

  private void awaitRefused(String suffix, String... parts) {
    var name = "provider " + namespace.name() + suffix;
    awaitMessage(name, parts);
    assertThat(kubectl.reason(name)).isEqualTo("ProviderNotReady");
  }

  @Test
  void secretOfTheEnvironmentThatIsMissing_isWaitedFor() {
    kubectl.apply(
        provider("keelsontest", "2.0.0")
            + "  environment: [{name: A, secretKeyRef: {name: late, key: password}}]\n");
    awaitRefused("", "the Secret 'late'", "has no key 'password'", "create it");

    kubectl.apply(TOKEN.replace("name: cloud", "name: late").replace("token:", "password:"));

    kubectl.awaitReason("provider " + namespace.name(), "Installed");
  }

  @Test
  void configurationThatIsRefused_holdsWhatExistsUntilItIsMended() throws IOException {
    make();
    var id = kubectl.get("resourceinstances", ".items[0].status.id");

    kubectl.apply(config("http://cloud.example"));
    awaitMessage("stack shop", "Bad endpoint", "endpoint", "does not begin with https://");
    kubectl.apply(config(GOOD_ENDPOINT));
    kubectl.awaitReady("shop");

    Files.writeString(world.resolve("accounts/shop.json"), "{\"token\": \"another\"}");
    kubectl.apply(thing("two"));
    awaitMessage("stack shop", "the credentials were refused");
    namespace.delete("secret cloud");
    kubectl.awaitReason("stack shop", "CredentialsMissing");
    assertThat(kubectl.message("stack shop")).contains("Secret 'cloud' does not exist");
    assertThat(kubectl.get("resourceinstances", ".items[0].status.id")).isEqualTo(id);
    kubectl.apply(TOKEN.replace("good", "another"));
    kubectl.awaitReady("shop");

    assertThat(kubectl.get("resourceinstances", ".items[0].status.id")).isEqualTo(id);
    assertThat(cloud.objects()).singleElement().satisfies(each -> hasText(each, "two"));
    assertThat(cloud.deleted()).isEmpty();
  }

  private String condition(String suffix, String type) {
    return kubectl.get(
        "provider " + namespace.name() + suffix,
        ".status.conditions[?(@.type==\"%s\")].reason".formatted(type));
  }

  private static void hasText(JsonNode object, String text) {
    assertThat(object.path("values").path("text").asText()).isEqualTo(text);
  }

  @Test
  void credentialsThatAreMissingOrExpiredAtTheEnd_holdTheDestroyOnly() throws IOException {
    make();

    namespace.delete("secret cloud");
    Files.writeString(world.resolve("accounts/shop.json"), "{\"expired\": true}");
    namespace.beginDeleteAll("stack,resource");
    awaitMessage("stack shop", "the credentials have expired");
    assertThat(kubectl.get("resourceinstances", ".items[*].metadata.name")).isNotEmpty();
    assertThat(cloud.objects()).hasSize(1);

    Files.delete(world.resolve("accounts/shop.json"));
    kubectl.approve(kubectl.awaitPlan("shop"));
    namespace.awaitGone("stack/shop");
    assertThat(cloud.objects()).isEmpty();
    assertThat(cloud.deleted()).hasSize(1);
  }

  @Test
  void processThatDiesInAnUpdate_isStartedAgainAndTheUpdateEnds() {
    make();
    cloud.order("dies", "{\"on\": \"update\", \"when\": \"after\", \"do\": \"crash\"}");

    kubectl.apply(thing("two"));

    namespace.eventually(
        () -> assertThat(cloud.objects()).singleElement().satisfies(each -> hasText(each, "two")));
    kubectl.awaitReady("shop");
    assertThat(cloud.effects()).containsOnlyOnce("create web").doesNotContain("delete web");
  }

  @Test
  void answerOfAWrongType_leavesItToAPersonWhetherThereIsAnObject() {
    kubectl.apply(TOKEN);
    kubectl.apply(provider("bad-wrong-types", "1.0.0"));
    kubectl.apply(
        named(
            """
            apiVersion: keelson.dev/v1alpha1
            kind: ProviderConfig
            metadata: {name: cloud}
            spec: {providerRef: {name: NAME}}
            """,
            ""));
    kubectl.apply(SHOP + resource("bad_thing", "{name: web}"));

    kubectl.awaitReason("stack shop", "StateUncertain");

    assertThat(kubectl.message("stack shop")).contains("bad_thing.web", "keelson.dev/resolve");
    namespace.eventually(() ->
        assertThat(kubectl.get("resourceinstances", ".items[*].status.phase"))
            .isEqualTo("Uncertain"));
  }

  @Test
  void answerOf100Megabytes_isRecordedAndItsObjectMadeOnce() {
    make();

    kubectl.apply(
        resource("keelsontest_thing", "{name: big, payload_bytes: 100000000}")
            .replace("name: web", "name: big"));
    namespace.eventually(() ->
        assertThat(kubectl.get("resourceinstances", ".items[*].status.phase"))
            .isEqualTo("Ready Ready"));

    assertThat(cloud.effects()).containsOnlyOnce("create big");
    assertThat(cloud.objects()).hasSize(2);
  }

  @Test
  void stateOfANewerProvider_isLeftAloneUntilTheProviderIsNewEnough() {
    kubectl.apply(TOKEN);
    kubectl.apply(provider("keelsontest", "2.0.0"));
    kubectl.apply(config(GOOD_ENDPOINT));
    kubectl.apply(SHOP + resource("keelsontest_aged", "{name: web, quantity: 3}"));
    kubectl.awaitReady("shop");
    var id = kubectl.get("resourceinstances", ".items[0].status.id");

    kubectl.apply(resource("keelsontest_aged", "{name: web, amount: 3}"));
    kubectl.apply(provider("keelsontest", "1.0.0"));
    awaitMessage("stack shop", "schema version 2", "Use at least the provider version");
    assertThat(kubectl.get("resourceinstances", ".items[0].status.id")).isEqualTo(id);

    kubectl.apply(resource("keelsontest_aged", "{name: web, quantity: 3}"));
    kubectl.apply(provider("keelsontest", "2.0.0"));
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("resourceinstances", ".items[0].status.id")).isEqualTo(id);
    assertThat(cloud.deleted()).isEmpty();
  }
}
