package io.keelson.provider.kubernetes;

import static io.keelson.provider.kubernetes.ManagedInstance.config;
import static io.keelson.provider.kubernetes.ManagedInstance.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Requests and answers that get lost: nothing is made twice, nothing is taken for done that is
/// not.
@ExtendWith(OnControlPlane.class)
final class LostAnswersIT {
  private static final String CONFIG_MAP =
      """
      manifest:
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
        data: {color: green}
      """;

  private FaultyProxy proxy;
  private KubernetesClient client;
  private ManagedInstance instance;

  @BeforeEach
  void proxied(ControlPlane controlPlane, TestNamespace namespace) {
    proxy = FaultyProxy.inFrontOf(controlPlane);
    client = new KubernetesClientBuilder().withConfig(proxy.config()).build();
    instance = new ManagedInstance(client, namespace.name(), "kubernetes_object.a");
  }

  @AfterEach
  void close() {
    client.close();
    proxy.close();
  }

  /// Applies; dry runs of the plan pass.
  private void onWrites(Fault fault, int times) {
    proxy.inject("PATCH|DELETE", "configmaps/settings\\?(?!.*dryRun)|settings$", times, fault);
  }

  @Test
  void lostAnswerOfACreate_isSettledByTheObject(TestNamespace namespace) {
    onWrites(new Fault.AnswerLost(), FaultyProxy.ALWAYS);

    var answer = instance.apply(config(CONFIG_MAP));

    assertThat(answer).isInstanceOf(ApplyAnswer.Returned.class);
    assertThat(problems(answer)).isEmpty();
    assertThat(live(namespace)).contains(instance.uid());
  }

  @Test
  void createThatTheServerNeverSaw_isUnknownAndFoundAbsent() {
    onWrites(new Fault.Lost(), FaultyProxy.ALWAYS);

    var answer = instance.apply(config(CONFIG_MAP), "op-x");

    assertThat(answer).isInstanceOf(ApplyAnswer.OutcomeUnknown.class);
    proxy.heal();
    assertThat(instance.find(CONFIG_MAP, "op-x")).isInstanceOf(FindAnswer.Absent.class);
  }

  @Test
  void createThatNobodyHeardOf_isFoundAsItWasDeclared() {
    instance.apply(config(CONFIG_MAP), "op-x");

    var found = instance.find(CONFIG_MAP, "op-x");

    assertThat(found).isInstanceOf(FindAnswer.Found.class);
    var object = ((FindAnswer.Found) found).object();
    assertThat(object.value().matches(instance.state())).isTrue();
    assertThat(instance.find(CONFIG_MAP, "op-y")).isInstanceOf(FindAnswer.Absent.class);
  }

  @Test
  void secretThatIsFound_isRecordedWithoutItsData() {
    var yaml =
        """
        manifest:
          apiVersion: v1
          kind: Secret
          metadata: {name: login, labels: {app: shop}}
          stringData: {password: hush-hush}
        wait: {for: Ready, timeout: 9m}
        """;
    instance.apply(config(yaml), "op-x");

    var found = (FindAnswer.Found) instance.find(yaml, "op-x");

    assertThat(found.object().value().toString())
        .contains("shop")
        .contains("9m")
        .doesNotContain("hush")
        .doesNotContain("aHVzaC1odXNo");
  }

  @Test
  @Tag("DEV-13")
  void serverThatIsBusyOnce_isAskedAgain() {
    onWrites(new Fault.Answer(429), 1);
    onWrites(new Fault.Answer(503), 1);

    assertThat(problems(instance.apply(config(CONFIG_MAP)))).isEmpty();
  }

  @Test
  void serverThatIsBusyForLong_wasSentNothing() {
    onWrites(new Fault.Answer(429), FaultyProxy.ALWAYS);

    assertThat(instance.apply(config(CONFIG_MAP))).isInstanceOf(ApplyAnswer.NotSent.class);
  }

  @Test
  void lostAnswerOfAnUpdate_isSettledByTheObject(TestNamespace namespace) {
    instance.applied(CONFIG_MAP);
    onWrites(new Fault.AnswerLost(), FaultyProxy.ALWAYS);

    var answer = instance.apply(config(CONFIG_MAP.replace("green", "red")));

    assertThat(problems(answer)).isEmpty();
    assertThat(live(namespace)).contains("red");
  }

  @Test
  void updateThatTheServerNeverSaw_isUnknown() {
    instance.applied(CONFIG_MAP);
    onWrites(new Fault.Lost(), FaultyProxy.ALWAYS);

    assertThat(instance.apply(config(CONFIG_MAP.replace("green", "red"))))
        .isInstanceOf(ApplyAnswer.OutcomeUnknown.class);
  }

  @Test
  void lostAnswerOfADelete_isSettledByTheAbsence() {
    instance.applied(CONFIG_MAP);
    onWrites(new Fault.AnswerLost(), FaultyProxy.ALWAYS);

    assertThat(problems(instance.destroy())).isEmpty();
  }

  @Test
  void deleteThatTheServerNeverSaw_isUnknown() {
    instance.applied(CONFIG_MAP);
    onWrites(new Fault.Lost(), FaultyProxy.ALWAYS);

    assertThat(instance.destroy()).isInstanceOf(ApplyAnswer.OutcomeUnknown.class);
  }

  @Test
  void serverThatFails_isNoProofOfAbsence() {
    instance.applied(CONFIG_MAP);
    proxy.inject("GET", ".*", FaultyProxy.ALWAYS, new Fault.Answer(500));
    assertThat(instance.read()).isInstanceOf(Answer.Failed.class);
    proxy.heal();
    proxy.inject("GET", ".*", FaultyProxy.ALWAYS, new Fault.Answer(403));
    assertThat(instance.read()).isInstanceOf(Answer.Failed.class);
    proxy.heal();
    proxy.inject("GET", ".*", FaultyProxy.ALWAYS, new Fault.Answer(404));
    assertThat(instance.read()).isInstanceOf(Answer.Failed.class);
  }

  @Test
  void serverThatCannotBeReached_wasSentNothing() {
    instance.applied(CONFIG_MAP);
    proxy.close();
    try (var unconnected = new KubernetesClientBuilder().withConfig(proxy.config()).build()) {
      var cutOff = instance.through(unconnected);

      assertThat(cutOff.read()).isInstanceOf(Answer.Failed.class);
      assertThat(cutOff.destroy()).isInstanceOf(ApplyAnswer.NotSent.class);
      assertThat(cutOff.plan(config(CONFIG_MAP.replace("green", "red"))))
          .isInstanceOf(Answer.Failed.class);
    }
  }

  @Test
  void twoStacksCreateOneObject_onlyOneOfThemDoes(TestNamespace namespace) throws Exception {
    var rivals = new ArrayList<Callable<ApplyAnswer>>();
    for (int i = 0; i < 8; i++) {
      var stack = new StackIdentity(namespace.name(), "rival-" + i, "uid-" + i);
      var rival = new ManagedInstance(namespace.client(), stack, "kubernetes_object.a");
      rivals.add(() -> rival.apply(config(CONFIG_MAP)));
    }

    int made = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var answer : threads.invokeAll(rivals)) {
        var problems = problems(answer.get());
        if (problems.isEmpty()) made++;
        else assertThat(problems).extracting(Diagnostic::code).containsExactly(Code.OBJECT_EXISTS);
      }
    }

    assertThat(made).isEqualTo(1);
    var managers =
        namespace
            .client()
            .configMaps()
            .inNamespace(namespace.name())
            .withName("settings")
            .get()
            .getMetadata()
            .getManagedFields();
    assertThat(managers).hasSize(1);
  }

  private static String live(TestNamespace namespace) {
    return namespace.kubectl("get", "configmap", "settings", "-o", "yaml").orThrow().out();
  }
}
