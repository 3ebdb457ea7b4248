package io.keelson.provider.kubernetes;

import static io.keelson.provider.kubernetes.ManagedInstance.config;
import static io.keelson.provider.kubernetes.ManagedInstance.problems;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.value.Value;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The life of one object, from create to delete.
@ExtendWith(OnControlPlane.class)
final class KubernetesProviderIT {
  private static final String CONFIG_MAP =
      """
      manifest:
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings, labels: {app: shop}}
        data: {color: green}
      """;

  private static ManagedInstance instance(TestNamespace namespace) {
    return new ManagedInstance(namespace.client(), namespace.name(), "kubernetes_object.a");
  }

  @Test
  void newObject_isPlannedWithUnknownsAndMade(TestNamespace namespace) {
    var instance = instance(namespace);

    var planned = instance.planned(config(CONFIG_MAP));

    assertThat(planned.warnings()).isEmpty();
    assertThat(ObjectSchema.attribute(planned.value(), "uid").isUnknown()).isTrue();
    assertThat(ObjectSchema.attribute(planned.value(), "id"))
        .isEqualTo(Value.text("ConfigMap/" + namespace.name() + "/settings"));
    assertThat(namespace.exists("configmap settings")).isFalse();

    instance.applied(CONFIG_MAP);

    var live = namespace.client().configMaps().inNamespace(namespace.name()).withName("settings");
    assertThat(live.get().getData()).containsEntry("color", "green");
    assertThat(live.get().getMetadata().getUid()).isEqualTo(instance.uid());
    assertThat(live.get().getMetadata().getAnnotations())
        .containsEntry("keelson.dev/owner", "uid-of-" + namespace.name() + "/kubernetes_object.a")
        .containsEntry("keelson.dev/operation", "op-1");
    var managers = live.get().getMetadata().getManagedFields();
    assertThat(managers).hasSize(1);
    assertThat(managers.getFirst().getManager()).isEqualTo("keelson:" + namespace.name() + "/shop");
    assertThat(managers.getFirst().getOperation()).isEqualTo("Apply");
    assertThat(instance.isNoOp(CONFIG_MAP)).isTrue();
    instance.refreshed();
    assertThat(instance.isNoOp(CONFIG_MAP)).isTrue();
  }

  /// An apply is read as YAML by the API server.
  @Test
  void charactersThatYamlRefuses_areKept(TestNamespace namespace) {
    var instance = instance(namespace);

    instance.applied(CONFIG_MAP.replace("green", "\"gr\\x7Fe\\u0086en\""));

    assertThat(namespace.get("configmap settings").at("/data/color").asText())
        .isEqualTo("gr\u007fe\u0086en");
  }

  @Test
  void changedAndRemovedFields_areChangedAndRemoved(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(CONFIG_MAP);
    var uid = instance.uid();

    instance.applied(CONFIG_MAP.replace("{color: green}", "{shape: round}"));

    var live = namespace.client().configMaps().inNamespace(namespace.name()).withName("settings");
    assertThat(live.get().getData()).containsOnlyKeys("shape");
    assertThat(instance.uid()).isEqualTo(uid);
  }

  @Test
  void objectOfSomebodyElse_isNeitherAdoptedNorChanged(TestNamespace namespace) {
    namespace.kubectl("create", "configmap", "settings", "--from-literal=color=green").orThrow();
    var instance = instance(namespace);

    var planned = instance.planned(config(CONFIG_MAP));
    assertThat(planned.warnings())
        .extracting(Diagnostic::summary)
        .containsExactly("The object exists already");

    var answer = instance.apply(config(CONFIG_MAP));

    assertThat(problems(answer)).extracting(Diagnostic::code).containsExactly(Code.OBJECT_EXISTS);
    var live = namespace.client().configMaps().inNamespace(namespace.name()).withName("settings");
    assertThat(live.get().getMetadata().getLabels()).isNullOrEmpty();
    assertThat(live.get().getMetadata().getAnnotations()).isNullOrEmpty();
  }

  @Test
  void objectOfAnotherStack_isNamedWithThatStack(TestNamespace namespace) {
    instance(namespace).applied(CONFIG_MAP);
    var identity = new StackIdentity(namespace.name(), "other", "uid-of-other");
    var other = new ManagedInstance(namespace.client(), identity, "kubernetes_object.mine");

    var planned = other.planned(config(CONFIG_MAP));
    var answer = other.apply(config(CONFIG_MAP));

    var whose = "belongs to Stack '%s/shop' (kubernetes_object.".formatted(namespace.name());
    assertThat(planned.warnings().getFirst().detail()).contains("the apply will fail", whose);
    assertThat(problems(answer).getFirst().detail())
        .contains(whose, "Have that Stack forget it first", "keelson.dev/owner-")
        .doesNotContain("uid-of-");
  }

  /// As a Resource that got another name, and says nothing of the former one.
  @Test
  void objectOfAnotherInstance_isNamedWithThatInstance(TestNamespace namespace) {
    instance(namespace).applied(CONFIG_MAP);
    var other = new ManagedInstance(namespace.client(), namespace.name(), "kubernetes_object.new");

    var planned = other.planned(config(CONFIG_MAP));

    assertThat(planned.warnings())
        .singleElement()
        .satisfies(warning ->
            assertThat(warning.detail())
                .contains("will fail, or lose this object", "spec.aliases: [kubernetes_object."));
  }

  /// As `kubectl get -o yaml`, another name, and `kubectl create` make it.
  @Test
  void copyOfAnObject_isNotTakenForTheObject(TestNamespace namespace) {
    instance(namespace).applied(CONFIG_MAP);
    var settings = namespace.get("configmap settings");
    var copy = ((ObjectNode) settings).deepCopy();
    var metadata = copy.putObject("metadata").put("name", "copied");
    metadata.set("annotations", settings.at("/metadata/annotations"));
    namespace.create(copy.toString());
    var copied =
        new ManagedInstance(namespace.client(), namespace.name(), "kubernetes_object.copied");
    var yaml = CONFIG_MAP.replace("settings", "copied");

    var planned = copied.planned(config(yaml));
    var answer = copied.apply(config(yaml));

    assertThat(planned.warnings().getFirst().detail())
        .contains("the apply will fail", "a copy of the annotation keelson.dev/owner");
    assertThat(problems(answer).getFirst().detail())
        .contains("a copy of the annotation keelson.dev/owner", "another object", "spec.import");
  }

  @Test
  void objectThatIsBeingDeleted_isLeftAloneUntilItIsGone(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(CONFIG_MAP);
    namespace.merge("configmap settings", "{\"metadata\":{\"finalizers\":[\"example.com/hold\"]}}");
    namespace.beginDelete("configmap settings");
    instance.refreshed();

    for (var yaml : List.of(CONFIG_MAP, CONFIG_MAP.replace("green", "red")))
      assertThat(ManagedInstance.failure(instance.plan(config(yaml))).getFirst().detail())
          .contains("ConfigMap/" + namespace.name() + "/settings", "example.com/hold");

    namespace.merge("configmap settings", "{\"metadata\":{\"finalizers\":null}}");
    assertThat(instance.read()).isEqualTo(Answer.of(new Sighting.Gone()));
  }

  @Test
  void newObjectWithTheNameOfTheOldOne_cannotBeMadeBeside(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(CONFIG_MAP);
    var same = instance.planned(config(CONFIG_MAP.replace("green", "red"))).value();
    var renamed = instance.planned(config(CONFIG_MAP.replace("settings", "others"))).value();
    var provider = instance.provider();

    assertThat(provider.obstacle("kubernetes_object", instance.state(), renamed)).isEmpty();
    assertThat(provider.obstacle("kubernetes_object", instance.state(), same))
        .hasValueSatisfying(problem ->
            assertThat(problem.detail())
                .contains(
                    "settings is to be replaced", "createBeforeDestroy", "take that option away"));
  }

  @Test
  void otherName_needsANewObject(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(CONFIG_MAP);

    var planned = instance.planned(config(CONFIG_MAP.replace("name: settings", "name: other")));

    assertThat(planned.requiresReplace())
        .containsExactly(AttributePath.of("manifest").attribute("metadata").attribute("name"));
  }

  @Test
  void deletedObject_isGone(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(CONFIG_MAP);

    assertThat(problems(instance.destroy())).isEmpty();

    assertThat(namespace.exists("configmap settings")).isFalse();
  }

  @Test
  void objectDeletedByOthers_isReadAsGoneAndDeletedAtOnce(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(CONFIG_MAP);
    namespace.delete("configmap settings");

    assertThat(instance.read()).isEqualTo(Answer.of(new Sighting.Gone()));
    assertThat(problems(instance.destroy())).isEmpty();
  }

  @Test
  void objectThatOthersMadeAnew_isNeitherOursNorTouched(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(CONFIG_MAP);
    namespace.delete("configmap settings");
    namespace.kubectl("create", "configmap", "settings", "--from-literal=color=blue").orThrow();

    assertThat(instance.read()).isEqualTo(Answer.of(new Sighting.Gone()));
    var update = instance.apply(config(CONFIG_MAP.replace("green", "red")));
    assertThat(problems(update))
        .extracting(Diagnostic::summary)
        .containsExactly("The object is another one");
    assertThat(problems(instance.destroy())).isEmpty();

    var live = namespace.client().configMaps().inNamespace(namespace.name()).withName("settings");
    assertThat(live.get().getData()).containsEntry("color", "blue");
  }

  @Test
  void objectThatIsMissing_isNotMadeByAnUpdate(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(CONFIG_MAP);
    namespace.delete("configmap settings");

    var update = instance.apply(config(CONFIG_MAP.replace("green", "red")));

    assertThat(problems(update))
        .extracting(Diagnostic::summary)
        .containsExactly("The object is another one");
    assertThat(namespace.exists("configmap settings")).isFalse();
  }

  @Test
  void namespaceOfAKindThatIsInNone_isNoPartOfItsName(TestNamespace namespace) {
    var yaml =
        """
        manifest:
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRole
          metadata: {name: %1$s, namespace: kube-system}
          rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
        """
            .formatted(namespace.name());
    var instance = instance(namespace);
    instance.applied(yaml);
    var uid = instance.uid();
    var without = yaml.replace(", namespace: kube-system", "");

    assertThat(instance.planned(config(without)).requiresReplace()).isEmpty();
    instance.applied(without);

    assertThat(instance.uid()).isEqualTo(uid);
    assertThat(problems(instance.destroy())).isEmpty();
  }

  @Test
  void textOfASecretThatIsNone_isRefusedAndNotWrittenAsAnEmptyOne(TestNamespace namespace) {
    var yaml =
        """
        manifest:
          apiVersion: v1
          kind: Secret
          metadata: {name: login}
          stringData: {user: shop, settings: {retries: 3}}
        """;
    var instance = instance(namespace);

    assertThat(ManagedInstance.failure(instance.plan(config(yaml))).getFirst().detail())
        .contains(".stringData.settings")
        .contains("expected string");
  }

  @Test
  void textOfASecretThatIsNull_isNotThere(TestNamespace namespace) {
    var yaml =
        """
        manifest:
          apiVersion: v1
          kind: Secret
          metadata: {name: login}
          stringData: {user: shop, password: null}
        """;
    var instance = instance(namespace);

    instance.applied(yaml);

    assertThat(namespace.get("secret login").path("data").has("password")).isFalse();
    assertThat(namespace.get("secret login").at("/data/user").asText()).isEqualTo("c2hvcA==");
    instance.refreshed();
    assertThat(instance.isNoOp(yaml)).isTrue();
  }

  @Test
  void otherVersionOfTheKind_isNoOtherObject(TestNamespace namespace) {
    var yaml =
        """
        manifest:
          apiVersion: autoscaling/v2
          kind: HorizontalPodAutoscaler
          metadata: {name: web}
          spec:
            maxReplicas: 3
            scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        """;
    var instance = instance(namespace);
    instance.applied(yaml);

    var planned = instance.planned(config(yaml.replace("autoscaling/v2", "autoscaling/v1")));

    assertThat(planned.requiresReplace()).isEmpty();
    instance.applied(yaml.replace("autoscaling/v2", "autoscaling/v1"));
    instance.refreshed();
    assertThat(instance.isNoOp(yaml.replace("autoscaling/v2", "autoscaling/v1"))).isTrue();
  }

  @Test
  void kindWhoseDefinitionIsGone_isGoneWithItsObjects(TestNamespace namespace) {
    var kind = new Widgets(namespace);
    var definition = instance(namespace);
    definition.applied(kind.definition("wait: {for: Ready}"));
    var widget = instance(namespace);
    widget.applied(kind.widget("size: 3"));

    assertThat(problems(definition.destroy())).isEmpty();

    namespace.eventually(() -> assertThat(widget.read()).isEqualTo(Answer.of(new Sighting.Gone())));
    assertThat(problems(widget.destroy())).isEmpty();
  }

  @Test
  void versionThatIsNoLongerServed_isNoProofOfAbsence(TestNamespace namespace) {
    var instance = instance(namespace);
    var unserved = CONFIG_MAP.replace("apiVersion: v1", "apiVersion: apps/v1beta1");

    var answer = instance.plan(config(unserved));

    assertThat(answer.given().orElseThrow().warnings().getFirst().detail())
        .contains("no ConfigMap in apps/v1beta1");
  }
}
