package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.testing.TestNamespace;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// A controller of the framework for the Stacks of a namespace, with their Resources as an event
/// source. Its turns wait until the test runs them, one after the other.
@ControllerConfiguration(name = "tried")
final class FrameworkController implements Reconciler<Stack>, AutoCloseable {
  private final TestNamespace namespace;
  private final TasksByHand tasks = new TasksByHand();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final List<String> turns = new CopyOnWriteArrayList<>();
  private final Operator operator;
  private final RegisteredController<Stack> registered;
  private BiConsumer<Stack, Context<Stack>> during = (_, _) -> {};

  private FrameworkController(
      TestNamespace namespace, Consumer<ControllerConfigurationOverrider<Stack>> settings) {
    this.namespace = namespace;
    operator =
        new Operator(service ->
            service
                .withKubernetesClient(namespace.client())
                .withCloseClientOnStop(false)
                // The framework's own ends the process.
                .withInformerStoppedHandler((_, _) -> {})
                .withExecutorService(tasks));
    registered =
        operator.register(
            this,
            controller -> {
              controller.settingNamespaces(namespace.name());
              settings.accept(controller);
            });
  }

  static FrameworkController start(
      TestNamespace namespace, Consumer<ControllerConfigurationOverrider<Stack>> settings) {
    var started = new FrameworkController(namespace, settings);
    started.operator.start();
    return started;
  }

  @Override
  public List<EventSource<?, Stack>> prepareEventSources(EventSourceContext<Stack> context) {
    var resources =
        InformerEventSourceConfiguration.from(Resource.class, Stack.class)
            .withSecondaryToPrimaryMapper((Resource resource) -> {
              var meta = resource.getMetadata();
              heard.add(meta.getName());
              return Set.of(new ResourceID(resource.getSpec().stack, meta.getNamespace()));
            })
            .build();
    return List.of(new InformerEventSource<>(resources, context));
  }

  @Override
  public UpdateControl<Stack> reconcile(Stack stack, Context<Stack> context) {
    turns.add(stack.getMetadata().getName() + (context.isPrimaryResourceDeleted() ? " gone" : ""));
    during.accept(stack, context);
    return UpdateControl.noUpdate();
  }

  /// What is done in each turn from now on.
  void during(BiConsumer<Stack, Context<Stack>> during) {
    this.during = during;
  }

  /// Runs the turn that has waited longest, and waits for one.
  void run() {
    tasks.take().run();
  }

  /// The turn that has waited longest, to be run later.
  Runnable submitted() {
    return tasks.take();
  }

  int waiting() {
    return tasks.count();
  }

  /// The Stacks that had a turn, in order; one of a Stack that was deleted says `gone`.
  List<String> turns() {
    return turns;
  }

  /// Waits until the event source has heard of a Resource. Whatever it heard of before has been
  /// dealt with by then, as it tells one event after the other.
  void awaitHeard(String resource) {
    namespace.eventually(() -> assertThat(heard).contains(resource));
  }

  void watch(String other) {
    registered.changeNamespaces(Set.of(other));
  }

  Operator operator() {
    return operator;
  }

  @Override
  public void close() {
    operator.stop();
    ControllerTimers.end(operator);
  }
}
