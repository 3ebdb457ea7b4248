import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// When the operator came how far, as a watcher of its objects sees it: the times in their statuses
/// have whole seconds only.
final class Progress implements AutoCloseable {
  private static final long LONGEST_SECONDS = 3600;
  private static final long READY_SECONDS = 600;

  private final CompletableFuture<Long> reported = new CompletableFuture<>();
  private final CompletableFuture<Long> applying = new CompletableFuture<>();
  private final CompletableFuture<Long> carriedOut = new CompletableFuture<>();
  private final CompletableFuture<Long> applied = new CompletableFuture<>();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<Long> allReady = new CompletableFuture<>();
  private final Set<String> readyObjects = ConcurrentHashMap.newKeySet();
  private final int objectCount;
  private final Watch stacks;
  private final Watch plans;
  private final Watch resources;
  private final Watch components;

  private Progress(KubernetesClient client, String namespace, int objectCount) {
    this.objectCount = objectCount;
    resources = client.resources(Resource.class).inNamespace(namespace).watch(seen(this::resource));
    components =
        client.resources(Component.class).inNamespace(namespace).watch(seen(this::component));
    stacks = client.resources(Stack.class).inNamespace(namespace).watch(seen(this::stack));
    plans = client.resources(Plan.class).inNamespace(namespace).watch(seen(this::plan));
  }

  static Progress watch(KubernetesClient client, String namespace, int objectCount) {
    return new Progress(client, namespace, objectCount);
  }

  private void stack(Stack stack) {
    // The client makes up an empty status where there is none.
    if (stack.getStatus() != null && stack.getStatus().conditions != null)
      reported.complete(System.nanoTime());
    if (stack.getStatus() != null && isReady(stack.getStatus().conditions)) ready.complete(null);
  }

  private void resource(Resource resource) {
    if (resource.getStatus() != null) object(resource, resource.getStatus().conditions);
  }

  private void component(Component component) {
    if (component.getStatus() != null) object(component, component.getStatus().conditions);
  }

  private void object(HasMetadata object, List<Condition> conditions) {
    if (!isReady(conditions)) return;
    readyObjects.add(object.getKind() + " " + object.getMetadata().getName());
    if (readyObjects.size() == objectCount) allReady.complete(System.nanoTime());
  }

  private static boolean isReady(List<Condition> conditions) {
    return conditions != null
        && conditions.stream()
            .anyMatch(each -> each.getType().equals("Ready") && each.getStatus().equals("True"));
  }

  private void plan(Plan plan) {
    var status = plan.getStatus();
    if (status == null || status.phase == null) return;
    long now = System.nanoTime();
    if (status.phase == PlanPhase.Applying) applying.complete(now);
    if (status.completed != null) carriedOut.complete(now);
    if (status.phase == PlanPhase.Applied) applied.complete(now);
    if (status.phase == PlanPhase.Failed || status.failed != null)
      applied.completeExceptionally(
          new IllegalStateException("the plan failed: " + status.message));
  }

  private <T> Watcher<T> seen(Consumer<T> object) {
    return new Watcher<>() {
      @Override
      public void eventReceived(Action action, T changed) {
        object.accept(changed);
      }

      @Override
      public void onClose(WatcherException cause) {
        applied.completeExceptionally(cause);
      }
    };
  }

  /// Returns when the plan is applied and the Stack and all its objects are Ready; fails when the operator ends or
  /// the plan fails.
  void await(Process operator, Path log) throws IOException, InterruptedException {
    operator
        .onExit()
        .thenAccept(
            ended ->
                applied.completeExceptionally(
                    new IllegalStateException("the operator ended with " + ended.exitValue())));
    try {
      applied.get(LONGEST_SECONDS, TimeUnit.SECONDS);
      ready.get(READY_SECONDS, TimeUnit.SECONDS);
      allReady.get(READY_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("not applied: " + e + "\n" + Program.tail(log), e);
    }
  }

  double firstReport(long started) {
    return (reported.join() - started) / 1e9;
  }

  double planning() {
    return (applying.join() - reported.join()) / 1e9;
  }

  double walk() {
    return (carriedOut.join() - applying.join()) / 1e9;
  }

  double apply() {
    return (applied.join() - applying.join()) / 1e9;
  }

  /// From the end of the apply until the last object says Ready.
  double reporting() {
    return Math.max(0, (allReady.join() - applied.join()) / 1e9);
  }

  @Override
  public void close() {
    resources.close();
    components.close();
    stacks.close();
    plans.close();
  }
}
