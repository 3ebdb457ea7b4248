package io.keelson.provider.kubernetes;

import static io.keelson.provider.kubernetes.ManagedInstance.config;
import static io.keelson.provider.kubernetes.ManagedInstance.failure;
import static io.keelson.provider.kubernetes.ManagedInstance.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.Sighting;
import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Objects whose version, or whose kind, the API server does not serve any more.
@ExtendWith(OnControlPlane.class)
final class KindVersionsIT {
  private TestNamespace namespace;

  @BeforeEach
  void use(TestNamespace own) {
    namespace = own;
  }

  private ManagedInstance instance() {
    return new ManagedInstance(namespace.client(), namespace.name(), "kubernetes_object.a");
  }

  private String group() {
    return namespace.name() + ".example.com";
  }

  /// A kind in two versions, of which the first is an old one.
  private void define(String kind, boolean old) {
    define(kind, old, "Namespaced");
  }

  private void define(String kind, boolean old, String scope) {
    var plural = kind.toLowerCase(Locale.ROOT) + "s";
    var definition =
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: PLURAL.GROUP}
        spec:
          group: GROUP
          scope: SCOPE
          names: {kind: KIND, plural: PLURAL}
          versions:
          - name: v1beta1
            served: OLD
            storage: false
            schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
          - name: v1
            served: true
            storage: true
            schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
        """
            .replace("PLURAL", plural)
            .replace("KIND", kind)
            .replace("GROUP", group())
            .replace("SCOPE", scope)
            .replace("OLD", String.valueOf(old));
    namespace.apply(definition);
    namespace.awaitServed(plural + "." + group());
  }

  private String gizmo(String version, String spec) {
    return """
    manifest:
      apiVersion: %s/%s
      kind: Gizmo
      metadata: {name: g}
      spec: {%s}
    """
        .formatted(group(), version, spec);
  }

  /// Until the version is neither served nor listed.
  private void endOldGizmos() {
    define("Gizmo", false);
    namespace.eventually(() -> {
      assertThat(raw("/apis/" + group() + "/v1beta1")).isEmpty();
      assertThat(raw("/apis/" + group())).isNotEmpty().doesNotContain("v1beta1");
    });
    namespace.awaitServed("gizmos." + group());
  }

  private String raw(String path) {
    var answer = namespace.kubectl("get", "--raw", path);
    return answer.exitCode() == 0 ? answer.out() : "";
  }

  private boolean exists() {
    return namespace.exists("gizmos." + group() + " g");
  }

  @Test
  void objectOfAVersionThatIsServedNoMore_isUpdatedInTheNewOne() {
    define("Gizmo", true);
    var instance = instance();
    instance.applied(gizmo("v1beta1", "note: one, size: 1"));
    var uid = instance.uid();
    endOldGizmos();
    instance.refreshed();

    // What is declared in a version that is not served is wrong.
    assertThat(failure(instance.plan(config(gizmo("v1beta1", "note: one, size: 1")))))
        .anySatisfy(problem -> assertThat(problem.detail()).contains("Correct apiVersion"));
    var next = gizmo("v1", "note: two");
    assertThat(instance.planned(config(next)).requiresReplace()).isEmpty();
    instance.applied(next);

    assertThat(instance.uid()).isEqualTo(uid);
    assertThat(namespace.get("gizmos." + group() + " g").path("spec").toString())
        .isEqualTo("{\"note\":\"two\"}");
    instance.refreshed();
    assertThat(instance.isNoOp(next)).isTrue();
  }

  /// The old version does not know the field, so that the object cannot be converted into it.
  @Test
  void objectOfANewerVersionWithADefaultOfItsOwn_isUpdatedInIt() {
    defineServers();
    var instance = instance();
    instance.applied(server("v1", "port: a, old: b, both: c"));
    var uid = instance.uid();
    var next = server("v2", "port: b");
    var planned = instance.planned(config(next));
    assertThat(planned.requiresReplace()).isEmpty();
    assertThat(planned.warnings())
        .singleElement()
        .asString()
        .contains("No dry run was possible: .spec.access: field not declared in schema");

    instance.applied(next);

    assertThat(instance.uid()).isEqualTo(uid);
    assertThat(raw("/apis/" + group() + "/v2/namespaces/" + namespace.name() + "/servers/s"))
        .contains("\"spec\":{\"access\":\"deny\",\"port\":\"b\"}");
    instance.refreshed();
    assertThat(instance.isNoOp(next)).isTrue();
    instance.applied(server("v2", "port: b, access: allow"));
  }

  private void defineServers() {
    namespace.apply(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: servers.GROUP}
        spec:
          group: GROUP
          scope: Namespaced
          names: {kind: Server, plural: servers}
          versions:
          - name: v1
            served: true
            storage: false
            schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {port: {type: string}, both: {type: string}, old: {type: string}}}}}}
          - name: v2
            served: true
            storage: true
            schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {port: {type: string}, both: {type: string}, access: {type: string, default: deny}}}}}}
        """
            .replace("GROUP", group()));
    namespace.awaitServed("servers." + group());
  }

  private String server(String version, String spec) {
    return gizmo(version, spec).replace("Gizmo", "Server").replace("name: g", "name: s");
  }

  /// Also where the version was served a moment ago.
  @Test
  void objectOfAVersionThatIsServedNoMore_isDeleted() {
    define("Gizmo", true);
    var instance = instance();
    instance.applied(gizmo("v1beta1", "note: one") + "wait: {timeout: 2s}\n");
    endOldGizmos();

    assertThat(problems(instance.destroy())).isEmpty();

    assertThat(exists()).isFalse();
  }

  @Test
  void objectWhoseKindIsGoneButNotItsGroup_isGone() {
    define("Gizmo", true);
    define("Gadget", true);
    var instance = instance();
    instance.applied(gizmo("v1", "note: one"));
    namespace.delete("crd gizmos." + group());
    namespace.eventually(
        () -> assertThat(raw("/apis/" + group() + "/v1")).isNotEmpty().doesNotContain("gizmos"));

    assertThat(instance.read()).isEqualTo(Answer.of(new Sighting.Gone()));
    assertThat(problems(instance.destroy())).isEmpty();
  }

  /// The first attempt is made where the kind was, and the next one where it is.
  @Test
  void kindThatIsMadeAnewInAnotherScope_isFoundInIt() {
    define("Gizmo", true, "Cluster");
    var instance = instance();
    instance.applied(gizmo("v1", "note: one"));
    instance.destroy();
    namespace.delete("crd gizmos." + group());
    namespace.eventually(() -> assertThat(raw("/apis/" + group() + "/v1")).doesNotContain("gizmo"));
    define("Gizmo", true);

    namespace.eventually(
        () -> assertThat(problems(instance.apply(config(gizmo("v1", "note: two"))))).isEmpty());

    assertThat(raw("/apis/" + group() + "/v1/namespaces/" + namespace.name() + "/gizmos/g"))
        .contains("two");
  }

  /// The kind could be in the version that is not listed.
  @Test
  void versionThatCannotBeListed_isNoProofOfAbsence() {
    define("Gizmo", true);
    var instance = instance();
    instance.applied(gizmo("v1beta1", "note: one"));
    endOldGizmos();
    try (var proxy = FaultyProxy.inFrontOf(namespace.controlPlane());
        var client = new KubernetesClientBuilder().withConfig(proxy.config()).build()) {
      for (var path : new String[] {"/apis$", group() + "/v1$"})
        for (int code : new int[] {403, 404, 500}) {
          proxy.heal();
          proxy.inject("GET", path, FaultyProxy.ALWAYS, new Fault.Answer(code));
          var faced = instance.through(client);

          assertThat(faced.read()).as(path + " " + code).isInstanceOf(Answer.Failed.class);
          assertThat(faced.destroy()).as(path + " " + code).isInstanceOf(ApplyAnswer.NotSent.class);
        }
    }
    assertThat(exists()).isTrue();
  }
}
