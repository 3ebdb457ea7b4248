package io.keelson.operator.stack.declaration;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.requests.OptimisticUpdate;
import io.keelson.operator.requests.Patch;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackEvent;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.state.GivenUp;
import io.keelson.operator.state.Labels;
import java.net.HttpURLConnection;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads a Stack and its members with quorum, and sets and removes the finalizer of the Stack.
public final class Takeover {
  /// How many objects are read at once: each may have more than a megabyte.
  private static final long PAGE = 50;

  private final StackKey key;
  private final OperatorContext context;
  private final StackMemory memory;
  private final GivenUp givenUp;

  public Takeover(StackKey key, OperatorContext context, StackMemory memory) {
    this.key = key;
    this.context = context;
    this.memory = memory;
    this.givenUp = new GivenUp(context.client(), key.namespace(), key.name(), context.fence());
  }

  public void take() {
    memory.expect();
    memory.take(stack(), all(Resource.class, memory::fit), components());
  }

  /// Empty where the cluster does not know the kind: its CRDs may be older than this process.
  private List<Component> components() {
    try {
      return all(Component.class, memory::fit);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) return List.of();
      throw e;
    }
  }

  /// The Stack as it is now; the memory takes it over. If it is another object, or gone, everything
  /// has to be read again.
  public Optional<Stack> live() {
    var live = Optional.ofNullable(stack());
    boolean same = live.filter(each -> each.getMetadata().getUid().equals(uid())).isPresent();
    if (same) memory.answered(live.get());
    else memory.distrust();
    return live;
  }

  private String uid() {
    return memory.stack().map(stack -> stack.getMetadata().getUid()).orElse("");
  }

  private @Nullable Stack stack() {
    return context
        .client()
        .resources(Stack.class)
        .inNamespace(key.namespace())
        .withName(key.name())
        .get();
  }

  /// Reads pages only where one answer would be too large. The API server reads pages from etcd,
  /// and for each all members of the namespace; other answers come from its memory.
  private <T extends HasMetadata> List<T> all(Class<T> kind, Consumer<T> fit) {
    @Nullable Long limit = memory.isLarge(key) ? PAGE : null;
    var found = new ArrayList<T>();
    String more = null;
    do {
      var page = page(kind, limit, more);
      page.getItems().forEach(fit);
      found.addAll(page.getItems());
      more = page.getMetadata().getContinue();
    } while (more != null && !more.isEmpty());
    return found;
  }

  /// Reads in turn between namespaces: for each answer the API server looks at all members of a
  /// namespace.
  private <T extends HasMetadata> KubernetesResourceList<T> page(
      Class<T> kind, @Nullable Long limit, @Nullable String more) {
    try (var _ = context.requests().enter(key.namespace())) {
      return key.members(context.client().resources(kind))
          .list(new ListOptionsBuilder().withLimit(limit).withContinue(more).build());
    }
  }

  public static boolean isHeld(Stack stack) {
    var finalizers = stack.getMetadata().getFinalizers();
    return finalizers != null && finalizers.contains(Labels.FINALIZER);
  }

  /// Sets the finalizer, so that the Stack cannot vanish unnoticed.
  ///
  /// @throws io.keelson.engine.state.StateStore.StoreFenced if this process may no longer write
  public Stack hold(Stack stack) {
    if (isHeld(stack)) return stack;
    givenUp.unmark();
    return finalizers(stack, true);
  }

  /// Lets a deleted Stack go, and marks its records, as its objects are left alone.
  ///
  /// @throws io.keelson.engine.state.StateStore.StoreFenced if this process may no longer write
  public void giveUp(Stack stack, String why) {
    givenUp.mark(context.clock().instant().truncatedTo(ChronoUnit.SECONDS) + ": " + why);
    release(stack);
  }

  /// Whether there is no Stack of that name, with a quorum read.
  public boolean isAbsent() {
    boolean absent = stack() == null;
    if (!absent) memory.distrust();
    return absent;
  }

  /// Takes the finalizer off a deleted Stack, also if only its status was written meanwhile: a turn
  /// that notes something before it ends would otherwise never end.
  public void release(Stack stack) {
    var meta = stack.getMetadata();
    var update =
        new OptimisticUpdate<Stack>(
            each -> finalizers(each, false),
            () ->
                Optional.ofNullable(stack())
                    .filter(now -> now.getMetadata().getUid().equals(meta.getUid())));
    var released =
        update.write(
            Optional.of(stack),
            now ->
                Optional.of(now)
                    .filter(Takeover::isHeld)
                    .filter(_ -> now.getMetadata().getGeneration().equals(meta.getGeneration())));
    // One that says something else by now gets another turn.
    if (released.filter(Takeover::isHeld).isEmpty())
      memory.observe(new StackEvent.OfStack(stack, true));
  }

  private Stack finalizers(Stack stack, boolean held) {
    var finalizers = new ArrayList<String>();
    if (stack.getMetadata().getFinalizers() != null)
      finalizers.addAll(stack.getMetadata().getFinalizers());
    if (held) finalizers.add(Labels.FINALIZER);
    else finalizers.remove(Labels.FINALIZER);
    var meta = stack.getMetadata();
    var exactly =
        Map.of(
            "uid", meta.getUid(),
            "resourceVersion", meta.getResourceVersion(),
            "finalizers", finalizers);
    var stacks = context.client().resources(Stack.class).inNamespace(key.namespace());
    var patched = Patch.merge(Map.of("metadata", exactly)).on(stacks.withName(key.name()));
    if (held) memory.answered(patched);
    return patched;
  }

  /// Whether the Stack's namespace is being deleted: nothing can be created there any more.
  public boolean namespaceIsEnding() {
    var namespace = context.client().namespaces().withName(key.namespace()).get();
    return namespace == null || namespace.getMetadata().getDeletionTimestamp() != null;
  }

  /// Whether the absence of a Resource or Component means anything. It does not while the CRD of
  /// its kind is made or deleted.
  public boolean membersAreServed() {
    return isServed("resources.keelson.dev") && isServed("components.keelson.dev");
  }

  private boolean isServed(String name) {
    var kind =
        context.client().apiextensions().v1().customResourceDefinitions().withName(name).get();
    if (kind == null || kind.getMetadata().getDeletionTimestamp() != null) return false;
    return kind.getStatus() != null
        && kind.getStatus().getConditions().stream()
            .anyMatch(
                each -> "Established".equals(each.getType()) && "True".equals(each.getStatus()));
  }
}
