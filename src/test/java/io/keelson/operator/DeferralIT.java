package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A provider that cannot tell yet: what can be planned is carried out, and the rest follows by
/// itself. Each test has a Stack of its own, and an account of its own in the provider's cloud.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
final class DeferralIT {
  private static final String ABSENT = "something that has to exist first is missing";

  @TempDir static Path world;

  private static ProviderFixture fixture;

  @BeforeAll
  static void start(TestNamespace namespace) {
    fixture = new ProviderFixture(namespace);
    var environment = "environment: [{name: TF_KEELSON_WORLD, value: \"%s\"}]".formatted(world);
    fixture.install("keelson.dev/test/keelsontest", "2.0.0", environment);
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  /// @param config further arguments of the provider, as YAML in one line
  /// @param more of the spec of the Stack, as YAML in one line
  private static void begin(String stack, String config, String more) {
    configure(stack, config);
    fixture.stack(stack, "providerConfigs: [%s], %s".formatted(stack, more));
  }

  private static void configure(String stack, String config) {
    fixture.configure(
        stack,
        fixture.namespace.name() + "-keelsontest",
        "config: {account: %s, %s}".formatted(stack, config));
  }

  private static String thing(String stack, String name, String config) {
    return ProviderFixture.resource(
        stack, "keelsontest_thing." + name, "{name: %s, %s}".formatted(name, config), "");
  }

  /// Somebody else makes something in the provider's cloud.
  private static void someoneMakes(String stack, String name) throws IOException {
    var folder = world.resolve("objects").resolve(stack).resolve("keelsontest_thing");
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve(name + ".json"),
        """
        {"id": "%s", "account": "%s", "type": "keelsontest_thing", "name": "%s",
         "revision": 1, "values": {"text": "", "host": "a.example", "size": 1, "key": "k"}}
        """
            .formatted(name, stack, name));
  }

  private static List<String> made(String stack) throws IOException {
    var folder = world.resolve("objects").resolve(stack).resolve("keelsontest_thing");
    if (!Files.isDirectory(folder)) return List.of();
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> each.toString().endsWith(".json"))
          .map(each -> fixture.json(each).path("name").asText())
          .sorted()
          .toList();
    }
  }

  private static String told(String stack) {
    return fixture.kubectl.get(
        "stack " + stack, ".status.conditions[?(@.type==\"Deferred\")].message");
  }

  private static String plans(String stack) {
    return fixture
        .namespace
        .kubectl("get", "plans", "-l", "keelson.dev/stack=" + stack, "-o", "name")
        .orThrow()
        .out();
  }

  @Test
  void prerequisite_isMadeByOnePlanAndItsUserByTheNext() throws IOException {
    begin(
        "rounds",
        "",
        "approval: {mode: Manual}, outputs: [{name: b, value: \"${keelsontest_thing.b.name}\"}]");
    fixture.kubectl.apply(
        thing("rounds", "a", "")
            + thing("rounds", "b", "needs: a")
            + thing("rounds", "c", "text: \"${keelsontest_thing.b.id}\""));

    assertThat(fixture.waitingPlan("rounds"))
        .contains("keelsontest_thing.a will be created")
        .contains("keelsontest_thing.b: " + ABSENT)
        .contains("keelsontest_thing.c: it needs keelsontest_thing.b, which waits")
        .contains("Plan: 1 to add");
    var first = fixture.kubectl.awaitPlan("rounds");
    assertThat(fixture.kubectl.get("plan " + first, ".spec.deferred[*].address"))
        .isEqualTo("keelsontest_thing.b keelsontest_thing.c");
    assertThat(told("rounds")).contains("keelsontest_thing.b: " + ABSENT);
    fixture.kubectl.awaitReason("resource rounds-b", "Deferred");
    fixture.approve("rounds");

    assertThat(fixture.waitingPlan("rounds"))
        .contains("keelsontest_thing.b will be created")
        .contains("keelsontest_thing.c will be created")
        .contains("Plan: 2 to add")
        .doesNotContain("later plan");
    assertThat(made("rounds")).containsExactly("a");
    assertThat(fixture.kubectl.get("stack rounds", ".status.outputs.b")).isEmpty();
    fixture.approve("rounds");
    fixture.settle("rounds");

    assertThat(made("rounds")).containsExactly("a", "b", "c");
    assertThat(fixture.kubectl.get("stack rounds", ".status.outputs.b")).isEqualTo("b");
    assertThat(told("rounds")).isEmpty();
  }

  @Test
  void whereNothingElseIsToBeDone_whatIsMissingIsToldAndWaitedFor() throws IOException {
    begin("patience", "", "");
    fixture.kubectl.apply(thing("patience", "b", "needs: other"));

    fixture.kubectl.awaitReason("stack patience", "Deferred");
    assertThat(fixture.kubectl.message("stack patience"))
        .contains("keelsontest_thing.b: " + ABSENT)
        .contains("Nothing else is to be done");
    assertThat(
            fixture.kubectl.get(
                "stack patience", ".status.conditions[?(@.type==\"Reconciling\")].status"))
        .isEqualTo("True");
    assertThat(plans("patience")).isEmpty();
    someoneMakes("patience", "other");
    fixture.settle("patience");

    assertThat(made("patience")).containsExactly("b", "other");
  }

  @Test
  void providerThatDefersEverything_isAskedAgainWhenItIsConfiguredOtherwise() throws IOException {
    begin("configured", "defer: true", "");
    fixture.kubectl.apply(thing("configured", "a", ""));

    fixture.kubectl.awaitReason("stack configured", "Deferred");
    assertThat(fixture.kubectl.message("stack configured"))
        .contains("something in the configuration of its provider is not known yet");
    configure("configured", "defer: false");
    fixture.settle("configured");

    assertThat(made("configured")).containsExactly("a");
  }

  @Test
  void argumentOfTheProviderThatIsNotKnownYet_isMadeFirst() throws IOException {
    fixture.configure(
        "argument",
        fixture.namespace.name() + "-keelsontest",
        "config: {account: \"${terraform_data.account.output}\"}");
    fixture.stack("argument", "providerConfigs: [argument], approval: {mode: Manual}");
    fixture.kubectl.apply(
        ProviderFixture.resource("argument", "terraform_data.account", "{input: argument}", "")
            + thing("argument", "a", ""));

    assertThat(fixture.waitingPlan("argument"))
        .contains("terraform_data.account will be created")
        .contains(
            "keelsontest_thing.a: something in the configuration of its provider is not known yet");
    fixture.approve("argument");
    assertThat(fixture.waitingPlan("argument")).contains("keelsontest_thing.a will be created");
    fixture.approve("argument");
    fixture.settle("argument");

    assertThat(made("argument")).containsExactly("a");
  }

  @Test
  void runWhosePlanIsDeferred_endsAndSaysSo() throws IOException {
    begin("asked", "", "");
    fixture.kubectl.apply(thing("asked", "b", "needs: other"));
    fixture.kubectl.awaitReason("stack asked", "Deferred");
    fixture.kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Run
        metadata: {name: asked-again}
        spec: {stack: asked}
        """);

    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.get("run asked-again", ".status.phase")).isEqualTo("Succeeded"));
    assertThat(fixture.kubectl.message("run asked-again"))
        .contains("There is nothing to do.")
        .contains("keelsontest_thing.b: " + ABSENT);
    assertThat(made("asked")).isEmpty();
  }
}
