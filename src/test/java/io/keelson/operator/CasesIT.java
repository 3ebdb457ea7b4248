package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Manifests with which Keelson once went wrong, as their users wrote them: with settings and an
/// account as in real use, and others at work on the same objects.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class CasesIT {
  private static final String HELM = "app.kubernetes.io/managed-by";

  private TestNamespace namespace;
  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    this.namespace = namespace;
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace);
    kubectl.apply(read("access"));
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  /// The manifest of that name, for the namespace of the test and a kind that is its own.
  private String read(String name) {
    try (var file = CasesIT.class.getResourceAsStream("/cases/" + name + ".yaml")) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8)
          .replace("the-namespace", namespace.name())
          .replace("demo.example.org", namespace.name() + ".example.org");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void defineGadgets() {
    kubectl.apply(read("crd"));
    namespace.awaitServed("gadgets." + namespace.name() + ".example.org");
  }

  /// Kinds of other tests have the same name.
  private String gadget(String name) {
    return "gadgets." + namespace.name() + ".example.org " + name;
  }

  private void approve() {
    kubectl.approve(kubectl.awaitPlan("demo"));
  }

  private String uid(String object) {
    return kubectl.get(object, ".metadata.uid");
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
  }

  @Test
  @Tag("R-IGN-7")
  void autoscaledDeployment_getsAnotherImageAndKeepsItsReplicas() {
    kubectl.apply(read("autoscaled/stack"));
    kubectl.awaitReady("demo");

    releaseScaled(5, "nginx:2");
    releaseScaled(3, "nginx:3");

    assertThat(kubectl.managers("deployment web", "/f:spec/f:replicas"))
        .noneMatch(manager -> manager.startsWith("keelson"));
    assertThat(kubectl.get("plans.keelson.dev", ".items[*].status.phase").split(" +", -1))
        .as("the plans of the three images")
        .containsOnly("Applied");
  }

  private void releaseScaled(int replicas, String image) {
    namespace.kubectl("scale", "deployment/web", "--replicas=" + replicas).orThrow();
    kubectl.apply(read("autoscaled/stack").replace("nginx:1", image));
    var web =
        namespace.await(
            "deployment.apps web", image, found -> found.toString().contains("\"" + image));
    assertThat(web.at("/spec/replicas").asInt()).isEqualTo(replicas);
    kubectl.awaitReady("demo");
  }

  @Test
  void statusOfTheGenerationBefore_isNotWaitedForButTheNewOne() {
    defineGadgets();
    kubectl.apply(read("wait-on-old-status/stack"));
    awaitNotes("one");
    tellNamed(1, "one");
    tellGeneric(1);
    kubectl.awaitReady("demo");

    kubectl.apply(read("wait-on-old-status/stack").replace("value: one", "value: two"));
    awaitNotes("two");
    // The controller says something, but has not seen the new generation.
    tellNamed(1, "old");
    tellGeneric(1);
    namespace.await(
        "stack demo",
        "what is waited for",
        found -> found.toString().contains("its controller has not seen the latest change"));
    assertThat(kubectl.reason("stack demo")).isEqualTo("Applying");

    tellGeneric(2);
    assertThat(new Records(namespace).state("terraform_data.user", "output")).contains("one");
    tellNamed(2, "two");

    kubectl.awaitReady("demo");
    assertThat(new Records(namespace).state("terraform_data.user", "output"))
        .contains("http://two")
        .doesNotContain("old");
  }

  private void awaitNotes(String note) {
    for (var name : List.of("named", "generic"))
      namespace.await(
          gadget(name), "note " + note, found -> found.at("/spec/note").asText().equals(note));
  }

  private void tellNamed(int generation, String url) {
    namespace.mergeStatus(
        gadget("named"),
        """
        {"status": {"observedGeneration": %d, "url": "http://%s", "conditions": [
          {"type": "Ready", "status": "True"}]}}
        """
            .formatted(generation, url));
  }

  private void tellGeneric(int generation) {
    namespace.mergeStatus(
        gadget("generic"),
        """
        {"status": {"conditions": [
          {"type": "Ready", "status": "True", "observedGeneration": %d}]}}
        """
            .formatted(generation));
  }

  @Test
  void targetOfARun_leavesWhatIsUsedToThePlanOfTheRest() {
    kubectl.apply(read("targets-destroy-what-is-used/stack"));
    kubectl.awaitReady("demo");
    kubectl.apply(read("targets-destroy-what-is-used/stack").replace("value: A", "value: B"));
    kubectl.awaitPlan("demo");

    kubectl.apply(read("targets-destroy-what-is-used/run"));

    namespace.await(
        "run only-new-user",
        "its end",
        found -> found.at("/status/phase").asText().equals("Succeeded"));
    assertThat(kubectl.get("run only-new-user", ".status.changes")).isEqualTo("+2 ~0 -/+0 -0");
    var kept = new Records(namespace).ids();
    assertThat(kept)
        .containsOnlyKeys(
            "terraform_data.base[\"A\"]",
            "terraform_data.base[\"B\"]",
            "terraform_data.user[\"A\"]",
            "terraform_data.user[\"B\"]");

    namespace.await(
        "stack demo",
        "a plan of the rest",
        found -> found.at("/status/pending").asText().equals("+0 ~0 -/+0 -2"));
    approve();
    kubectl.awaitReady("demo");
    kept.keySet().removeIf(address -> address.contains("\"A\""));
    assertThat(new Records(namespace).ids()).isEqualTo(kept);
  }

  @Test
  void keyAndLabelThatKubectlHasSet_areToldWhileTheyStay() {
    namespace.applyAs("admin", read("removal-that-stays/legacy")).orThrow();
    kubectl.apply(read("removal-that-stays/stack"));
    kubectl.awaitReady("demo");

    kubectl.apply(read("removal-that-stays/without-legacy"));

    namespace.await(
        "resource config",
        "what stays",
        found ->
            found.toString().contains("manifest.data.legacy")
                && found.toString().contains("manifest.metadata.labels.team"));
    assertThat(kubectl.get("configmap app-config", ".data.legacy")).isEqualTo("unused");
    assertThat(kubectl.reason("resource config")).isNotEqualTo("UpToDate");
    assertThat(kubectl.get("resource config", ".status")).contains("kubectl-client-side-apply");
    assertThat(kubectl.get("plans.keelson.dev", ".items[*].spec.text"))
        .contains("manifest.data.legacy", "manifest.metadata.labels.team");

    namespace.merge("configmap app-config", "{\"data\":{\"legacy\":null}}");
    namespace.await(
        "resource config",
        "only the label",
        found ->
            !found.toString().contains("manifest.data.legacy")
                && found.toString().contains("manifest.metadata.labels.team"));
    assertThat(kubectl.reason("resource config")).isNotEqualTo("UpToDate");
    namespace.kubectl("label", "configmap", "app-config", "team-").orThrow();
    kubectl.awaitUpToDate();
    kubectl.awaitReady("demo");
  }

  @Test
  @Tag("R-CBD-1")
  void newObjectOfTheNameOfTheOld_getsThroughAfterTheAdvice() {
    kubectl.apply(read("stuck-after-advice/stack"));
    kubectl.awaitReady("demo");
    var uid = uid("configmap settings-same");
    kubectl.apply(read("stuck-after-advice/stack").replace("value: \"1\"", "value: \"2\""));
    kubectl.awaitReason("resource settings", "InvalidConfiguration");
    assertThat(kubectl.message("resource settings"))
        .contains("would have the name of the old one", "take that option away");
    assertThat(uid("configmap settings-same")).isEqualTo(uid);

    kubectl.apply(read("stuck-after-advice/after-advice"));

    kubectl.awaitReady("demo");
    assertThat(kubectl.get("configmap settings-same", ".data.revision")).isEqualTo("2");
  }

  @Test
  void newObjectOfALiteralNameThatIsTaken_getsThroughAfterTheAdvice() {
    kubectl.apply(read("stuck-after-advice/literal"));
    kubectl.awaitReady("literal");
    var second = read("stuck-after-advice/literal").replace("value: \"1\"", "value: \"2\"");
    kubectl.apply(second);
    namespace.await(
        "resource fixed", "the advice", found -> found.toString().contains("take that option"));

    kubectl.apply(second.replace("createBeforeDestroy: true", "createBeforeDestroy: false"));

    kubectl.awaitReady("literal");
    assertThat(kubectl.get("configmap fixed", ".data.revision")).isEqualTo("2");
  }

  @Test
  void outputsIntoObjectsOfOthers_setTheKeyAndNothingBesides() {
    for (var name : List.of("secret generic app-connection", "configmap app-settings"))
      namespace.kubectl(("create " + name + " --from-literal=own=chart").split(" ", -1)).orThrow();
    namespace.kubectl("create", "secret", "generic", "empty-connection").orThrow();
    var helmOwned = read("output-into-helm/helm-owned").split("---\n", 2);
    namespace.create(helmOwned[0]);
    namespace.create(read("output-into-helm/helm3"));

    kubectl.apply(read("output-into-helm/stack"));
    kubectl.apply(helmOwned[1]);
    kubectl.apply(read("output-into-helm/helm3-stack"));

    for (var stack : List.of("demo", "helmed", "helm3")) kubectl.awaitReady(stack);
    var keys =
        Map.of(
            "secret app-connection", "host",
            "secret empty-connection", "port",
            "secret release-secret", "mode",
            "configmap app-settings", "user",
            "configmap chart-settings", "mode");
    keys.forEach((object, key) -> {
      assertThat(kubectl.get(object, ".data." + key)).as(object).isNotEmpty();
      assertThat(kubectl.managers(object, "/f:metadata/f:labels"))
          .as(object)
          .noneMatch(manager -> manager.startsWith("keelson"));
      assertThat(kubectl.get(object, ".metadata.labels")).as(object).doesNotContain("keelson");
    });
    for (var object : List.of("configmap chart-settings", "secret release-secret"))
      assertThat(json(kubectl.get(object, ".metadata.labels")).path(HELM).asText())
          .isEqualTo("Helm");
  }

  @Test
  void keyThatHelmHasSet_isToldAsAConflictWithIt() {
    namespace
        .kubectl(
            "create",
            "configmap",
            "chart-settings",
            "--from-literal=mode=slow",
            "--field-manager=helm")
        .orThrow();

    kubectl.apply(read("output-into-helm/helm-owned").split("---\n", 2)[1]);

    kubectl.awaitReason("stack helmed", "OutputFailed");
    assertThat(kubectl.message("stack helmed"))
        .contains("The key 'mode' of ConfigMap 'chart-settings'", "was set by 'helm'");
    assertThat(kubectl.get("configmap chart-settings", ".data.mode")).isEqualTo("slow");
  }

  @Test
  void objectThatDies_isLeftAloneAndMadeAgainOnceItIsGone() {
    defineGadgets();
    kubectl.apply(read("dying-object/stack"));
    kubectl.awaitReady("demo");
    var uid = uid(gadget("gadget"));
    namespace.merge(gadget("gadget"), "{\"metadata\":{\"finalizers\":[\"example.com/hold\"]}}");
    namespace.beginDelete(gadget("gadget"));
    kubectl.awaitReason("stack demo", "PlanFailed");
    assertThat(kubectl.message("stack demo"))
        .contains("kubernetes_object.gadget", "is being deleted", "example.com/hold");
    kubectl.awaitReason("resource gadget", "PlanFailed");

    kubectl.apply(read("dying-object/stack").replace("note: one", "note: two"));
    namespace.await(
        "resource gadget",
        "the second declaration",
        found -> found.at("/status/observedGeneration").asInt() == 2);
    assertThat(kubectl.get(gadget("gadget"), ".spec.note")).isEqualTo("one");

    namespace.merge(gadget("gadget"), "{\"metadata\":{\"finalizers\":null}}");
    approve();
    kubectl.awaitReady("demo");
    assertThat(kubectl.get(gadget("gadget"), ".spec.note")).isEqualTo("two");
    assertThat(uid(gadget("gadget"))).isNotEqualTo(uid);
  }

  @Test
  void objectOfAnotherThatDies_isToldAndItsNameTakenOnceItIsGone() {
    defineGadgets();
    kubectl.apply(read("dying-object/stack"));
    kubectl.awaitReady("demo");
    kubectl.apply(
        """
        apiVersion: %s.example.org/v1
        kind: Gadget
        metadata: {name: foreign, finalizers: [example.com/hold]}
        spec: {note: old}
        """
            .formatted(namespace.name()));
    namespace.beginDelete(gadget("foreign"));

    kubectl.apply(read("dying-object/foreign"));

    namespace.await(
        "resource foreign", "why it waits", found -> found.toString().contains("being deleted"));
    assertThat(kubectl.reason("resource foreign")).isNotEqualTo("UpToDate");
    assertThat(kubectl.get(gadget("foreign"), ".spec.note")).isEqualTo("old");

    namespace.merge(gadget("foreign"), "{\"metadata\":{\"finalizers\":null}}");
    namespace.await(
        gadget("foreign"), "the new one", found -> found.at("/spec/note").asText().equals("new"));
    kubectl.awaitReady("demo");
  }

  @Test
  void copyWithItsAnnotations_isToldAsACopyAndTakenOverByTheImport() {
    kubectl.apply(read("wrong-owner/stack"));
    kubectl.awaitReady("demo");
    var copy = namespace.kubectl("get", "configmap", "settings", "-o", "json").orThrow().out();
    var annotations = json(copy).at("/metadata/annotations").toString();
    kubectl.apply(
        "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"copied\","
            + " \"annotations\": "
            + annotations
            + "}, \"data\": {\"a\": \"b\"}}");

    kubectl.apply(read("wrong-owner/copy"));

    namespace.await(
        "resource copied", "the advice", found -> found.toString().contains("spec.import"));
    var status = kubectl.get("resource copied", ".status");
    assertThat(status)
        .contains("a copy of the annotation", "kubernetes_object.settings")
        .doesNotContain("of this Stack manages it");
    assertThat(kubectl.get("configmap copied", ".data.a")).isEqualTo("b");

    kubectl.apply(
        read("wrong-owner/copy")
            .replace(
                "  config:",
                "  import: {id: \"ConfigMap/" + namespace.name() + "/copied\"}\n  config:"));
    namespace.await(
        "configmap copied", "its content", found -> found.at("/data/a").asText().equals("mine"));
    kubectl.awaitReady("demo");
    kubectl.awaitUpToDate();
  }
}
