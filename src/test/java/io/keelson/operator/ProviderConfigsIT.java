package io.keelson.operator;

import static io.keelson.operator.CloudShop.CONFIG;
import static io.keelson.operator.CloudShop.PROVIDER;
import static io.keelson.operator.CloudShop.READS_SECRETS;
import static io.keelson.operator.CloudShop.SHOP;
import static io.keelson.operator.CloudShop.thing;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.ControlPlane;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The ProviderConfig that a Stack uses: it stays as long as something was made with it, another
/// namespace may lend it, it may be gone, and it may lead to another account.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@ResourceLock(CloudShop.ALONE)
@Order(OnControlPlane.EARLY)
final class ProviderConfigsIT {
  private static final String WITHOUT_FINALIZERS = "{\"metadata\":{\"finalizers\":null}}";

  @TempDir private Path world;

  private CloudShop shop;
  private Kubectl kubectl;
  private TestNamespace namespace;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    shop = new CloudShop(own, world);
    kubectl = shop.kubectl;
  }

  @AfterEach
  void stop() {
    shop.close();
  }

  @Test
  void neitherProviderNorConfiguration_goesBeforeWhatWasMadeWithIt() throws IOException {
    // Of a provider that no other test leaves objects of.
    var other = namespace.name() + "-other";
    kubectl.apply(
        shop.named(PROVIDER)
            .replace("test/keelsontest", "test/keelsontest5")
            .replace("{name: %s}".formatted(namespace.name()), "{name: %s}".formatted(other)));
    kubectl.apply(
        shop.named(CONFIG)
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
    assertThat(shop.objects("objects/shop/keelsontest5_thing")).isEmpty();
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
    var message =
        kubectl.get("stack shop", ".status.diagnostics")
            + kubectl.get("stack shop", ".status.conditions[*]['type','reason','message']")
            + kubectl.get("resource web", ".status.diagnostics")
            + kubectl.get("resource web", ".status.conditions[*]['type','reason','message']");
    return message.contains(config) ? message.replace(config, "THEIRS") : "";
  }

  @Test
  void configurationOfAnotherNamespace_isUsedWhereItAllowsThat(ControlPlane controlPlane)
      throws IOException {
    var platform = controlPlane.newNamespace("platform");
    var theirs = new Kubectl(platform);
    theirs.apply(shop.named(CONFIG).replace("ACCOUNT", "platform"));
    var stack = SHOP.replace("[cloud]", "[%s/cloud]".formatted(platform.name()));
    // Whether there is one that may not be used is told to nobody.
    kubectl.apply(stack.replace("/cloud]", "/absent]") + thing("one"));
    kubectl.awaitReason("stack shop", "ProviderNotReady");
    kubectl.awaitReason("resource web", "InvalidConfiguration");
    var absent = whatIsToldOf(platform.name() + "/absent");
    kubectl.apply(stack);
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

    assertThat(shop.objects("objects/platform/keelsontest_thing")).hasSize(1);
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
    assertThat(shop.objects("objects/platform/keelsontest_thing")).isEmpty();
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
    assertThat(shop.objects("objects/shop/keelsontest_thing")).isEmpty();
  }

  @Test
  void otherAccount_holdsWhatWasMadeInTheOldOne() throws IOException {
    kubectl.apply(SHOP + thing("one"));
    kubectl.awaitReady("shop");

    shop.configure("other");
    kubectl.awaitReason("stack shop", "ProviderIdentityChanged");
    assertThat(kubectl.message("stack shop")).contains("account=shop", "account=other");
    assertThat(shop.objects("objects/shop/keelsontest_thing")).hasSize(1);
    shop.configure("shop");
    kubectl.awaitReady("shop");
  }

  @Test
  @Tag("R-PUL-61")
  void otherAccount_getsObjectsInPlaceOfTheOldOnesWhenItsConfigurationSaysSo() throws IOException {
    kubectl.apply(SHOP + thing("one"));
    kubectl.awaitReady("shop");
    shop.configure("other");
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
    assertThat(shop.objects("objects/shop/keelsontest_thing")).isEmpty();
    assertThat(shop.objects("deleted/shop/keelsontest_thing")).hasSize(1);
    assertThat(shop.objects("objects/other/keelsontest_thing")).hasSize(1);
    assertThat(kubectl.get("plans", ".items[*].metadata.name")).contains(plan);
  }
}
