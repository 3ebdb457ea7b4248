package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.metrics.OperatorMetrics;
import io.keelson.operator.trace.Traces;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What the Java Operator SDK does not do for us in the version that we use, tried with a
/// controller of Stacks. When one of these fails after an update, the framework has learned it: the
/// row of `docs/decisions/framework.md` that names the test is to be decided anew.
@ExtendWith(OnControlPlane.class)
final class FrameworkIT {
  /// For whom knows Stacks as [OlderStack].
  private static final String UNREADABLE =
      stack("shop").replace("settle: 1s", "settle: 1s, variables: [{name: size, value: large}]");

  private TestNamespace namespace;
  private @Nullable FrameworkController controller;

  /// Of a process that knows Stacks as [OlderStack].
  private KubernetesClient older;

  @BeforeEach
  void in(TestNamespace own) {
    namespace = own;
    older = new KubernetesClientBuilder().withConfig(own.controlPlane().config()).build();
    // A controller gives up if its kind is not served yet, which a new API server takes a moment
    // for.
    namespace.eventually(
        () -> assertThatCode(this::listAll).as("kinds are served").doesNotThrowAnyException());
  }

  private void listAll() {
    for (var kind : List.of(Stack.class, Resource.class))
      namespace.client().resources(kind).inNamespace(namespace.name()).list();
  }

  @AfterEach
  void stop() {
    if (controller != null) controller.close();
    older.close();
  }

  private FrameworkController start(Consumer<ControllerConfigurationOverrider<Stack>> settings) {
    controller = FrameworkController.start(namespace, settings);
    return controller;
  }

  private static void onAllEvents(ControllerConfigurationOverrider<Stack> controller) {
    controller.withTriggerReconcilerOnAllEvents(true);
  }

  @Test
  void resourceWhoseStackIsMissing_reachesNoReconciler() {
    var stacks = start(FrameworkIT::onAllEvents);
    namespace.apply(stack("shop"));
    stacks.run();

    namespace.apply(resource("orphan", "missing"));
    stacks.awaitHeard("orphan");
    namespace.apply(resource("office", "shop"));
    stacks.run();

    assertThat(stacks.turns()).containsExactly("shop", "shop");
  }

  @Test
  void eventAfterTheEndOfAStack_reachesNoReconciler() {
    var stacks = start(FrameworkIT::onAllEvents);
    namespace.apply(stack("shop"));
    stacks.run();
    namespace.apply(stack("market"));
    stacks.run();
    namespace.delete("stack shop");
    stacks.run();

    namespace.apply(resource("left", "shop"));
    stacks.awaitHeard("left");
    namespace.apply(resource("stall", "market"));
    stacks.run();

    assertThat(stacks.turns()).containsExactly("shop", "market", "shop gone", "market");
  }

  @Test
  void eventDuringTheLastTurnOfAStack_isForgotten() {
    var stacks = start(FrameworkIT::onAllEvents);
    namespace.apply(stack("shop"));
    stacks.run();
    namespace.apply(stack("market"));
    stacks.run();
    namespace.delete("stack shop");
    stacks.during((stack, _) -> {
      if (!stack.getMetadata().getName().equals("shop")) return;
      namespace.apply(resource("left", "shop"));
      stacks.awaitHeard("left");
      namespace.apply(resource("stall", "market"));
      stacks.awaitHeard("stall");
    });
    stacks.run();

    stacks.run();

    assertThat(stacks.turns()).containsExactly("shop", "market", "shop gone", "market");
    assertThat(stacks.waiting()).isZero();
  }

  /// The running turn can only ask whether there is something, not what.
  @Test
  void eventWhileATurnRuns_isDeliveredWhenTheTurnHasEnded() {
    var stacks = start(FrameworkIT::onAllEvents);
    namespace.apply(stack("shop"));
    stacks.during((_, context) -> {
      namespace.apply(resource("office", "shop"));
      stacks.awaitHeard("office");
      namespace.apply(resource("garden", "shop"));
      stacks.awaitHeard("garden");
      assertThat(stacks.waiting()).isZero();
      assertThat(context.isNextReconciliationImminent()).isTrue();
    });
    stacks.run();

    stacks.during((_, _) -> {});
    stacks.run();

    assertThat(stacks.turns()).containsExactly("shop", "shop");
  }

  /// The cache knows the Stack when its turn is submitted, and again soon afterwards, but not at
  /// the moment when the turn begins.
  @Test
  void stackMissedByTheCacheWhenItsTurnBegins_neverHasATurnAgain() {
    var stacks = start(_ -> {});
    namespace.apply(stack("shop"));
    var turn = stacks.submitted();
    stacks.watch("default");
    turn.run();
    stacks.watch(namespace.name());

    namespace.merge("stack shop", "{\"spec\": {\"suspend\": true}}");
    namespace.apply(stack("workshop"));
    stacks.run();

    assertThat(stacks.turns()).containsExactly("workshop");
  }

  @Test
  void stackMissedByTheCacheInAllEventMode_hasItsTurnLater() {
    var stacks = start(FrameworkIT::onAllEvents);
    namespace.apply(stack("shop"));
    var turn = stacks.submitted();
    stacks.watch("default");
    turn.run();
    stacks.watch(namespace.name());

    stacks.run();

    assertThat(stacks.turns()).containsExactly("shop");
  }

  /// Edits are noticed, but what is declared has to be read anew for each turn.
  @Test
  void storeOfNamesAndVersions_givesTheReconcilerNoSpec() {
    var stacks =
        start(controller ->
            controller
                .withTriggerReconcilerOnAllEvents(true)
                .withItemStore(
                    new ReducedStateItemStore<>(
                        ReducedStateItemStore.NAME_KEY_STATE,
                        Stack.class,
                        namespace.client().getKubernetesSerialization(),
                        "metadata.uid",
                        "metadata.generation",
                        "metadata.resourceVersion")));
    stacks.during((stack, _) -> assertThat(stack.getSpec().settle).isNull());
    namespace.apply(stack("shop"));
    stacks.run();

    namespace.merge("stack shop", "{\"spec\": {\"suspend\": true}}");
    stacks.run();

    assertThat(stacks.turns()).containsExactly("shop", "shop");
  }

  @Test
  void kindThatComesLater_getsNoController() {
    var stacks = start(FrameworkIT::onAllEvents);

    assertThatThrownBy(() -> stacks.operator().register(new OlderReconciler()))
        .isInstanceOf(OperatorException.class);
  }

  @Test
  void objectThatCannotBeRead_endsTheWatchOfItsKindForGood() throws Exception {
    var end = new CompletableFuture<SharedIndexInformer<?>>();
    var told = new CompletableFuture<Optional<IllegalStateException>>();
    var operator =
        new Operator(service ->
            service
                .withKubernetesClient(older)
                .withCloseClientOnStop(false)
                .withStopOnInformerErrorDuringStartup(false)
                .withInformerStoppedHandler((informer, why) -> {
                  end.complete(informer);
                  told.complete(ControllerWatches.broken(informer, why));
                }));
    operator.register(
        new OlderReconciler(), controller -> controller.settingNamespaces(namespace.name()));
    operator.start();
    try {
      namespace.apply(UNREADABLE);

      assertThat(end.get(3, TimeUnit.MINUTES).isRunning()).isFalse();
      assertThat(told.get(3, TimeUnit.MINUTES).orElseThrow())
          .hasMessageContainingAll("watch of Stack has ended", "kubectl get stacks.keelson.dev");
    } finally {
      operator.stop();
      ControllerTimers.end(operator);
    }
  }

  @Test
  void objectThatCannotBeRead_doesNotEndAWatchOfOurs() {
    try (var metrics = new OperatorMetrics(Traces.NONE);
        var informer =
            older.resources(OlderStack.class).inNamespace(namespace.name()).runnableInformer(0)) {
      metrics.watches().follow("Stack", informer);
      informer.run();
      namespace.apply(UNREADABLE);
      namespace.eventually(
          () -> assertThat(metrics.text()).containsPattern("watch_restarts_total\\{.*} [1-9]"));

      namespace.delete("stack shop");
      namespace.apply(stack("market"));

      namespace.eventually(() ->
          assertThat(informer.getStore().listKeys()).containsExactly(namespace.name() + "/market"));
    }
  }

  private static String stack(String name) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: %s}
    spec: {settle: 1s}
    """
        .formatted(name);
  }

  private static String resource(String name, String stack) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %s}
    spec: {stack: %s, type: terraform_data}
    """
        .formatted(name, stack);
  }

  /// A Stack as another version of the operator might know it.
  @Group("keelson.dev")
  @Version("v1alpha1")
  @Kind("Stack")
  @Plural("stacks")
  public static final class OlderStack extends CustomResource<OlderSpec, Void>
      implements Namespaced {}

  /// @see OlderStack
  @JsonIgnoreProperties(ignoreUnknown = true)
  public static final class OlderSpec {
    public @Nullable Integer variables;
  }

  @ControllerConfiguration(name = "older")
  private static final class OlderReconciler implements Reconciler<OlderStack> {
    @Override
    public UpdateControl<OlderStack> reconcile(OlderStack stack, Context<OlderStack> context) {
      return UpdateControl.noUpdate();
    }
  }
}
