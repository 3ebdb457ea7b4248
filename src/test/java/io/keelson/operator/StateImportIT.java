package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.cli.Program;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The state of a Stack leaves a cluster as a file and comes back as records: the operator adopts
/// them and has nothing to do.
@ExtendWith(OnControlPlane.class)
final class StateImportIT {
  private static final String SECRETS =
      Rights.to("get, create, patch, delete", "secrets, configmaps")
          + """
          ---
          apiVersion: v1
          kind: Secret
          metadata: {name: words}
          stringData: {word: wherever-it-goes}
          """;

  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 0s
        suspend: false
        approval: {mode: Automatic}
        deletion: {policy: Orphan}
        variables: [{name: word, valueFrom: {secretKeyRef: {name: words, key: word}}}]
        outputs: [{name: id, value: "${terraform_data.sealed.id}"}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: sealed}
      spec: {stack: shop, type: terraform_data, config: {input: "${variable.word}"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: many}
      spec: {stack: shop, type: terraform_data, count: 2, config: {input: "${terraform_data.sealed.id}"}}
      """;

  private static final String MAP =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: map}
      spec:
        stack: shop
        type: kubernetes_object
        config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: map}, data: {word: hello}}}
      """;

  @TempDir private Path folder;
  private TestNamespace home;
  private Kubectl kubectl;
  private Records records;
  private OperatorUnderTest operator;
  private Path file;

  @BeforeEach
  void start(TestNamespace own) {
    home = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    operator = OperatorUnderTest.in(own);
    file = folder.resolve("shop.json");
    kubectl.apply(SECRETS);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private void settle(String manifest) {
    kubectl.apply(manifest);
    kubectl.awaitReady("shop");
    assertThat(keelson(home, "export", "shop", "--to", file.toString()).exitCode()).isZero();
  }

  @Test
  void stateThatWasLost_isImportedAndPlansEmpty() {
    settle(SHOP + MAP);
    var before = records.ids();
    var serials = serials();
    lose();

    var imported = keelson(home, "import", "shop", "--from", file.toString());

    assertThat(imported.out())
        .as(imported.errors())
        .contains("Imported 4 instances into Stack 'shop' of namespace '" + home.name() + "'.");
    assertThat(serials()).isEqualTo(serials);
    assertThat(kubectl.get("resourceinstances", "")).doesNotContain("wherever-it-goes");
    assertThat(keelson(home, "import", "shop", "--from", file.toString()).out())
        .contains("Imported 0 instances", "4 were there already");

    kubectl.apply(SHOP + MAP);
    kubectl.awaitReady("shop");

    assertPlansNothing(kubectl, "shop");
    assertThat(records.ids()).isEqualTo(before);
    assertThat(kubectl.get("stack shop", ".status.outputs.id"))
        .isEqualTo(before.get("terraform_data.sealed"));
  }

  /// What a backup brings back is the Stack and the Secret with its key, but no record proves that.
  @Test
  void stackThatIsRestoredWithoutItsRecords_isToldHowNothingIsMadeASecondTime() {
    settle(SHOP + MAP);
    var before = records.ids();
    var key =
        home.kubectl("get", "secret", "keelson-shop", "-o", "yaml")
            .orThrow()
            .out()
            .replaceAll("(?m)^ +(resourceVersion|uid): .*\n", "");
    lose();
    home.applyAs("admin", key).orThrow();

    kubectl.apply(SHOP + MAP);
    kubectl.awaitReason("stack shop", "SealingKeyForeign");
    assertThat(kubectl.message("stack shop"))
        .contains("a second time", "spec.suspend to true", "keelson state import", "spec.imports");
    kubectl.merge("stack shop", "{\"spec\": {\"suspend\": true}}");
    home.merge("secret keelson-shop", "{\"metadata\":{\"finalizers\":null}}");
    home.beginDelete("secret keelson-shop");
    kubectl.awaitReason("stack shop", "Suspended");
    assertThat(keelson(home, "import", "shop", "--from", file.toString()).errors()).isEmpty();
    kubectl.merge("stack shop", "{\"spec\": {\"suspend\": false}}");

    kubectl.awaitReady("shop");
    assertThat(records.ids()).isEqualTo(before);
  }

  @Test
  void stateOfAnotherNamespace_isAdoptedThere() {
    settle(SHOP);
    var before = records.ids();
    var away = home.controlPlane().newNamespace("away");
    var there = new Kubectl(away);
    there.apply(SECRETS);

    var imported = keelson(away, "import", "shop", "--from", file.toString());

    assertThat(imported.exitCode()).as(imported.errors()).isZero();
    try (var _ = OperatorUnderTest.in(away)) {
      there.apply(SHOP);
      there.awaitReady("shop");
    }
    assertPlansNothing(there, "shop");
    assertThat(new Records(away).ids()).isEqualTo(before);
    assertThat(there.get("resourceinstances", "")).doesNotContain("wherever-it-goes");
  }

  @Test
  void objectThatIsNotThere_isFoundMissingByTheFirstPlan() {
    settle(SHOP + MAP);
    var away = home.controlPlane().newNamespace("away");
    var there = new Kubectl(away);
    there.apply(SECRETS);
    assertThat(keelson(away, "import", "shop", "--from", file.toString()).exitCode()).isZero();

    try (var _ = OperatorUnderTest.in(away)) {
      there.apply(SHOP + MAP);
      var plan = there.awaitPlan("shop");
      assertThat(there.get("plan " + plan, ".spec.text")).contains("kubernetes_object.");
      there.approve(plan);
      there.awaitReady("shop");
    }

    assertThat(there.get("configmap map", ".data.word")).isEqualTo("hello");
    assertThat(there.get("secret keelson-shop", ".metadata.annotations")).isEmpty();
  }

  @Test
  void stackThatIsAtWork_isNotImportedInto() {
    settle(SHOP);

    var refused = keelson(home, "import", "shop", "--from", file.toString());

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errors())
        .contains("is not suspended", "patch stack shop", "\"suspend\":true")
        .doesNotContain("Exception");
    // Whatever else one may do here, records are the operator's.
    home.kubectl("create", "rolebinding", "alice", "--clusterrole=cluster-admin", "--user=alice")
        .orThrow();
    var notAWriter =
        keelson(home, "import", "other", "--from", file.toString(), "--context", "alice");
    assertThat(notAWriter.exitCode()).isEqualTo(1);
    assertThat(notAWriter.errors())
        .contains("'alice' may not", "admission.writers", "keelson.jar state import other");
  }

  @Test
  void otherContent_isNeverWrittenOver() throws IOException {
    settle(SHOP);
    kubectl.merge("stack shop", "{\"spec\":{\"suspend\":true}}");
    var before = kubectl.get("resourceinstances", ".items[*].metadata.resourceVersion");
    var id = records.ids().get("terraform_data.sealed");
    Files.writeString(file, Files.readString(file).replace(id, "another"));

    var refused = keelson(home, "import", "shop", "--from", file.toString());

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errors())
        .contains("Nothing was imported", "terraform_data.sealed: the record shop-sealed-")
        .doesNotContain("wherever-it-goes");
    assertThat(kubectl.get("resourceinstances", ".items[*].metadata.resourceVersion"))
        .isEqualTo(before);
    assertThat(kubectl.get("secret keelson-shop", ".metadata.annotations")).isEmpty();
  }

  @Test
  void outputsThatAreTooLarge_areNamedAndNothingIsWritten() throws IOException {
    settle(SHOP);
    lose();
    var json = new ObjectMapper();
    var state = json.readTree(file.toFile());
    ((ObjectNode) state.at("/outputs/id")).put("value", "x".repeat(700_000));
    json.writeValue(file.toFile(), state);

    var refused = keelson(home, "import", "shop", "--from", file.toString());

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errors())
        .contains("Nothing was written. The outputs id of the file are too");
    assertThat(records.all()).isEmpty();

    ((ObjectNode) state).remove("outputs");
    json.writeValue(file.toFile(), state);
    assertThat(keelson(home, "import", "shop", "--from", file.toString()).exitCode()).isZero();
  }

  @Test
  void importThatWasCutOff_holdsTheStackUntilItIsRunAgain() {
    settle(SHOP);
    var before = records.ids();
    lose();
    assertThat(keelson(home, "import", "shop", "--from", file.toString()).exitCode()).isZero();
    cutOff("terraform_data.many[0]", "terraform_data.many[1]");

    kubectl.apply(SHOP);
    kubectl.awaitReason("stack shop", "ImportUnfinished");
    assertThat(kubectl.message("stack shop")).contains("keelson state import", "the same file");
    assertThat(records.all()).hasSize(2);

    var again = keelson(home, "import", "shop", "--from", file.toString());

    assertThat(again.errors()).contains("is not suspended");
    kubectl.merge("stack shop", "{\"spec\":{\"suspend\":true}}");
    assertThat(keelson(home, "import", "shop", "--from", file.toString()).out())
        .contains("Imported 2 instances", "1 were there already");
    kubectl.merge("stack shop", "{\"spec\":{\"suspend\":false}}");
    kubectl.awaitReady("shop");
    assertPlansNothing(kubectl, "shop");
    assertThat(records.ids()).isEqualTo(before);
  }

  /// As if the program had ended before it wrote what is in the first one, and made the second.
  private void cutOff(String empty, String missing) {
    home.annotate("secret keelson-shop", "keelson.dev/importing=true");
    var record = records.at(empty);
    remove(record);
    remove(records.at(missing));
    var made = new ResourceInstance();
    var meta = record.getMetadata();
    made.setMetadata(
        new ObjectMetaBuilder()
            .withName(meta.getName())
            .withLabels(meta.getLabels())
            .withFinalizers(meta.getFinalizers())
            .build());
    made.setSpec(record.getSpec());
    made.getSpec().intent = null;
    records.client().resource(made).create();
  }

  /// The Stack, its records and its key are gone, and the objects are there.
  private void lose() {
    home.delete("stack shop");
    home.kubectl("delete", "resources", "--all").orThrow();
    for (ResourceInstance record : records.all()) remove(record);
    home.merge("secret keelson-shop", "{\"metadata\":{\"finalizers\":null}}");
    home.delete("secret keelson-shop");
    home.beginDeleteAll("plans");
    home.eventually(() -> assertThat(records.all()).isEmpty());
  }

  private void remove(ResourceInstance record) {
    var name = record.getMetadata().getName();
    home.merge("resourceinstance " + name, "{\"metadata\":{\"finalizers\":null}}");
    home.delete("resourceinstance " + name);
  }

  private String serials() {
    return kubectl.get("resourceinstances", ".items[*].status.serial");
  }

  private static void assertPlansNothing(Kubectl kubectl, String stack) {
    assertThat(kubectl.get("stack " + stack, ".status.conditions[?(@.type==\"Planned\")].reason"))
        .isEqualTo("NothingToDo");
    assertThat(kubectl.get("plans", ".items[*].metadata.name")).isEmpty();
  }

  private static Program keelson(TestNamespace namespace, String... arguments) {
    return Program.runIn(
        namespace, Stream.concat(Stream.of("state"), Stream.of(arguments)).toArray());
  }
}
