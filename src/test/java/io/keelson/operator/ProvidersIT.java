package io.keelson.operator;

import static io.keelson.operator.CloudShop.CONFIG;
import static io.keelson.operator.CloudShop.PROVIDER;
import static io.keelson.operator.CloudShop.SHOP;
import static io.keelson.operator.CloudShop.thing;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// A provider of the Terraform world, installed from a folder and used through kubectl.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@ResourceLock(CloudShop.ALONE)
@Order(OnControlPlane.EARLY)
final class ProvidersIT {
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
  void thing_isMadeChangedAndDestroyed() throws IOException {
    kubectl.apply(SHOP + thing("one"));
    kubectl.awaitReady("shop");

    assertThat(shop.objects("objects/shop/keelsontest_thing")).hasSize(1);
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
        () -> assertThat(shop.read("objects/shop/keelsontest_thing")).contains("\"two\""));
    kubectl.awaitReady("shop");

    kubectl.merge("stack shop", "{\"spec\":{\"outputs\":null}}");
    namespace.delete("resource web");
    var plan = kubectl.awaitPlan("shop");
    kubectl.approve(plan);
    kubectl.awaitPhase(plan, "Applied");
    assertThat(shop.objects("objects/shop/keelsontest_thing")).isEmpty();
    assertThat(shop.objects("deleted/shop/keelsontest_thing")).hasSize(1);
  }

  @Test
  void functionsOfTheProvider_areCalledInExpressions() throws IOException {
    kubectl.apply(SHOP + thing("\"${provider.keelsontest.join('-', 'a', 2)}\""));
    kubectl.awaitReady("shop");
    assertThat(shop.read("objects/shop/keelsontest_thing")).contains("\"a-2\"");

    kubectl.apply(thing("\"${provider.keelsontest.jion('-')}\""));
    namespace.eventually(() ->
        assertThat(kubectl.message("resource web"))
            .contains("has no function 'jion'", "Did you mean 'join'?"));
  }

  @Test
  void schemaOfItsTypes_isShownOnTheCommandLine(ControlPlane controlPlane) {
    var result =
        Program.runOn(
            namespace.controlPlane(),
            "schema",
            "keelsontest_thing",
            "--provider-folder",
            world.resolve("installed"));

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.out())
        .startsWith("keelsontest_thing: resource of keelson.dev/test/keelsontest 2.0.0\n")
        .contains("  secret  string  (optional, sensitive)\n");
  }

  @Test
  void commandLine_plansAndChecksWithTheProvidersThatFilesAndClusterHave(@TempDir Path folder)
      throws IOException {
    var stack = Files.writeString(folder.resolve("shop.yaml"), SHOP + thing("one"));
    var cloud = shop.named(PROVIDER) + "---\n" + shop.named(CONFIG).replace("ACCOUNT", "shop");
    var all =
        Files.writeString(folder.resolve("all.yaml"), cloud + "---\n" + Files.readString(stack));
    var cache = folder.resolve("cache");
    var checked = Program.runIn(namespace, "check", "-f", all, "--provider-folder", cache);
    var before = Program.runIn(namespace, "plan", "-f", stack, "--provider-folder", cache);
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
        shop.named(CONFIG)
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
}
