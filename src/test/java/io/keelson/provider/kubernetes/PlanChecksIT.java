package io.keelson.provider.kubernetes;

import static io.keelson.provider.kubernetes.ManagedInstance.config;
import static io.keelson.provider.kubernetes.ManagedInstance.problems;
import static io.keelson.provider.kubernetes.ManagedInstance.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the API server is asked at plan, and what becomes of its answer.
@ExtendWith(OnControlPlane.class)
final class PlanChecksIT {
  private static final String FROZEN =
      """
      manifest:
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: frozen}
        immutable: true
        data: {color: green}
      """;

  private static final String JOB =
      """
      manifest:
        apiVersion: batch/v1
        kind: Job
        metadata: {name: once}
        spec:
          template:
            spec: {restartPolicy: Never, containers: [{name: a, image: busybox}]}
      """;

  private static final String PASSING_JOB =
      JOB.replace("    template:", "    ttlSecondsAfterFinished: 3600\n    template:");

  private static ManagedInstance instance(TestNamespace namespace) {
    return new ManagedInstance(namespace.client(), namespace.name(), "kubernetes_object.a");
  }

  private static List<String> summaries(List<Diagnostic> problems) {
    return problems.stream().map(Diagnostic::summary).toList();
  }

  @Test
  void fieldThatTheApiServerKeeps_isToldWhenItIsTakenOut(TestNamespace namespace) {
    var service =
        """
        manifest:
          apiVersion: v1
          kind: Service
          metadata: {name: peers}
          spec: {clusterIP: None, selector: {app: db, tier: data}, ports: [{port: 80}]}
        """;
    var instance = instance(namespace);
    instance.applied(service);

    var planned =
        instance.planned(
            config(service.replace("clusterIP: None, ", "").replace(", tier: data", "")));

    assertThat(planned.warnings())
        .singleElement()
        .satisfies(warning -> {
          assertThat(warning.summary()).isEqualTo("Fields keep their value");
          assertThat(warning.detail()).contains("No longer declared: manifest.spec.clusterIP. In ");
        });
  }

  @Test
  void immutableConfigMap_isReplacedWhenItsDataChange(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(FROZEN);

    var planned = instance.planned(config(FROZEN.replace("green", "red")));

    assertThat(planned.requiresReplace())
        .containsExactly(AttributePath.of("manifest").attribute("data"));
  }

  @Test
  void jobTemplate_cannotChange(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(JOB);

    var planned = instance.planned(config(JOB.replace("busybox", "busybox:2")));

    assertThat(planned.requiresReplace())
        .containsExactly(AttributePath.of("manifest").attribute("spec").attribute("template"));
  }

  /// What is in its place by then belongs to somebody else.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void jobThatDeletesItself_isDoneUntilItChanges(boolean otherInItsPlace, TestNamespace namespace) {
    var instance = instance(namespace);
    var uid = instance.applied(PASSING_JOB).attribute("uid");

    namespace.delete("job once");
    if (otherInItsPlace) namespace.kubectl("create", "job", "once", "--image=busybox").orThrow();

    assertThat(instance.refreshed().attribute("uid")).isEqualTo(uid);
    assertThat(instance.isNoOp(PASSING_JOB)).isTrue();
    assertThat(instance.planned(config(PASSING_JOB.replace("once}", "once, labels: {a: b}}"))))
        .satisfies(planned ->
            assertThat(planned.requiresReplace()).containsExactly(AttributePath.of("manifest")));
    assertThat(problems(instance.destroy())).isEmpty();
    assertThat(namespace.exists("job once")).isEqualTo(otherInItsPlace);
  }

  @Test
  void ruleOfACustomResource_canForbidChanges(TestNamespace namespace) {
    var kind = new Widgets(namespace);
    instance(namespace).applied(kind.definition("wait: {for: Ready}"));
    var widget = instance(namespace);
    widget.applied(kind.widget("colour: green"));

    var planned = widget.planned(config(kind.widget("colour: red")));

    assertThat(planned.requiresReplace())
        .containsExactly(AttributePath.of("manifest").attribute("spec"));
  }

  @Test
  void otherFieldsOfAnImmutableObject_areUpdated(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(FROZEN);

    var planned =
        instance.planned(
            config(FROZEN.replace("{name: frozen}", "{name: frozen, labels: {a: b}}")));

    assertThat(planned.requiresReplace()).isEmpty();
  }

  @Test
  void misspeltField_isRefusedAtPlan(TestNamespace namespace) {
    var problems =
        ManagedInstance.failure(
            instance(namespace).plan(config(FROZEN.replace("  data:", "  dota:"))));

    assertThat(summaries(problems)).containsExactly("The API server refused the object");
    assertThat(problems.getFirst().detail()).contains(".dota: field not declared in schema");
    assertThat(problems.getFirst().path())
        .isEqualTo(AttributePath.of("manifest").attribute("dota"));
  }

  @Test
  void valueOfAWrongType_isRefusedAtPlan(TestNamespace namespace) {
    var problems =
        ManagedInstance.failure(instance(namespace).plan(config(FROZEN.replace("green", "7"))));

    assertThat(problems.getFirst().detail()).contains(".data.color").contains("expected string");
  }

  @Test
  void defaultThatIsInTheWay_isToldAndCanBeTakenAwayByHand(TestNamespace namespace) {
    var yaml =
        """
        manifest:
          apiVersion: apps/v1
          kind: Deployment
          metadata: {name: web}
          spec:
            selector: {matchLabels: {app: web}}
            template:
              metadata: {labels: {app: web}}
              spec: {containers: [{name: main, image: nginx}]}
        """;
    var recreated =
        yaml.replace("spec:\n    selector", "spec:\n    strategy: {type: Recreate}\n    selector");
    var instance = instance(namespace);
    instance.applied(yaml);

    var problem = ManagedInstance.failure(instance.plan(config(recreated))).getFirst();

    assertThat(problem.summary()).isEqualTo("A field of the object is in the way");
    assertThat(problem.detail())
        .contains("The manifest does not set manifest.spec.strategy.rollingUpdate")
        .doesNotContain("Correct the manifest");
    namespace.merge(
        "deployment.apps web",
        "{\"spec\":{\"strategy\":{\"type\":\"Recreate\",\"rollingUpdate\":null}}}");
    instance.applied(recreated);
    instance.refreshed();
    assertThat(instance.isNoOp(recreated)).isTrue();
  }

  @Test
  void requiredFieldThatIsNotThere_isAboutTheManifest(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(JOB);

    var problem =
        ManagedInstance.failure(instance.plan(config(JOB.replace(", image: busybox", ""))))
            .getFirst();

    assertThat(problem.detail()).contains("Correct the manifest");
  }

  @Test
  void kindThatDoesNotExistYet_isPlannedWithAWarning(TestNamespace namespace) {
    var planned = instance(namespace).planned(config(new Widgets(namespace).widget("size: 3")));

    assertThat(summaries(planned.warnings()))
        .containsExactly("The API server could not check this part of the plan");
    assertThat(planned.warnings().getFirst().detail()).contains("no Widget in");
    assertThat(ObjectSchema.attribute(planned.value(), "id").isUnknown()).isTrue();
  }

  @Test
  void namespaceThatDoesNotExistYet_isPlannedWithAWarning(TestNamespace namespace) {
    var elsewhere = FROZEN.replace("{name: frozen}", "{name: frozen, namespace: not-yet}");

    var planned = instance(namespace).planned(config(elsewhere));

    assertThat(planned.warnings().getFirst().detail())
        .contains("the namespace not-yet does not exist yet");
    assertThat(ObjectSchema.attribute(planned.value(), "id"))
        .isEqualTo(Value.text("ConfigMap/not-yet/frozen"));
  }

  @Test
  void unknownValues_arePlannedWithAWarning(TestNamespace namespace) {
    var instance = instance(namespace);
    instance.applied(FROZEN);
    var config =
        ((Mapping) config(FROZEN).value())
            .mapValues((name, each) ->
                name.equals("manifest")
                    ? ((Mapping) each)
                        .mapValues(
                            (key, part) -> key.equals("data") ? Value.unknown(Types.DYNAMIC) : part)
                    : each);

    var planned = instance.planned(Unmarked.plain(config));

    assertThat(planned.warnings().getFirst().detail()).contains("not known yet");
    assertThat(ObjectSchema.attribute(planned.value(), "uid"))
        .isEqualTo(Value.text(instance.uid()));
  }

  @Test
  void sensitiveValueThatIsRefused_isNotQuoted(TestNamespace namespace) {
    var yaml =
        """
        apiVersion: v1
        kind: Service
        metadata: {name: web}
        spec: {ports: [{port: 80}]}
        """;
    var spec = (Mapping) ((Mapping) value(yaml)).attribute("spec");
    var withSecret = spec.entries();
    withSecret.put("clusterIP", Value.text("hush-hush").mark(Marks.sensitive("variable.ip")));
    var manifest = ((Mapping) value(yaml)).entries();
    manifest.put("spec", Value.object(withSecret));
    var marked =
        ((Mapping) config(FROZEN).value())
            .mapValues((name, each) -> name.equals("manifest") ? Value.object(manifest) : each);

    var problems = ManagedInstance.failure(instance(namespace).plan(marked.unmark()));

    assertThat(problems.getFirst().detail())
        .contains("spec.clusterIP")
        .contains("(sensitive value)")
        .doesNotContain("hush");
  }
}
