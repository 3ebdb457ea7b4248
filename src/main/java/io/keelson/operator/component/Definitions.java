package io.keelson.operator.component;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.provider.Providers;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.queue.WorkQueue;
import io.keelson.operator.requests.FirstListing;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.operator.status.Events;
import java.time.Clock;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Is woken by changes of ComponentDefinitions, ComponentRevisions, Components and provider types.
/// Decides which definitions have to be looked at again, one after the other, which revisions may
/// be unused, and wakes the Stacks when there is something new for them. The condition Ready of
/// each definition is set by [DefinitionPublisher].
public final class Definitions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Definitions.class);

  private final KubernetesClient client;
  private final Fence fence;
  private final Set<String> namespaces;
  private final Publications publications;
  private final DefinitionPublisher publisher;
  private final Runnable changed;
  private final WorkQueue<DefinitionKey> waiting = new WorkQueue<>("definitions", this::attend);
  private final RevisionSweeps sweeps;

  /// @param namespaces whose definitions are published by this process; none means all
  /// @param own the providers that need no configuration
  /// @param programs the programs of all other providers
  /// @param changed called after the revisions that Stacks find may have changed
  public Definitions(
      KubernetesClient client,
      Fence fence,
      Set<String> namespaces,
      Publications publications,
      ExpressionCompiler expressions,
      Providers own,
      ProviderPrograms programs,
      Runnable changed,
      Clock clock) {
    this.client = client;
    this.fence = fence;
    this.namespaces = namespaces;
    this.publications = publications;
    this.changed = changed;
    var types = new DefinitionTypes(own, programs);
    var acceptance = new Acceptance(publications, expressions, types);
    this.publisher = new DefinitionPublisher(client, fence, publications, acceptance, clock);
    this.sweeps =
        new RevisionSweeps(
            new UnusedRevisions(client, publications, this::isOwn, new Events(client, clock)),
            fence);
  }

  /// Reads all definitions and revisions, and returns when they are known. Then begins to publish.
  public void observeAll() {
    var first = new FirstListing(client, waiting::isClosed);
    first.of(ComponentRevision.class, publications::observe);
    first.of(ComponentDefinition.class, this::observe);
    waiting.start();
    sweeps.start();
  }

  private boolean isOwn(String namespace) {
    return namespaces.isEmpty() || namespaces.contains(namespace);
  }

  public void observe(ComponentDefinition definition) {
    if (!publications.observe(definition)) return;
    var key = DefinitionKey.of(definition);
    enqueue(key);
    // The allowed namespaces may have changed.
    news(key);
  }

  public void vanished(ComponentDefinition definition) {
    publications.vanished(definition);
    changed.run();
  }

  public void observe(ComponentRevision revision) {
    if (publications.observe(revision)) news(DefinitionKey.of(revision));
  }

  /// A revision that is still wanted is published again.
  public void vanished(ComponentRevision revision) {
    publications.vanished(revision);
    var key = DefinitionKey.of(revision);
    enqueue(key);
    news(key);
  }

  /// A Component has changed: it may use another revision now, or none.
  public void usesChanged() {
    sweeps.usesChanged();
  }

  /// Looks at all definitions again: the schemas of more types may be known now.
  public void typesChanged() {
    publications.keys().forEach(this::enqueue);
  }

  private void news(DefinitionKey key) {
    publications.users(key).forEach(this::enqueue);
    sweeps.wake();
    changed.run();
  }

  private void enqueue(DefinitionKey key) {
    if (isOwn(key.namespace())) waiting.add(key);
  }

  /// @return whether the definition need not be tried again
  private boolean attend(DefinitionKey key) {
    if (!fence.holds()) return false;
    var definition = publications.definition(key);
    if (definition.isEmpty()) return true;
    try {
      if (publisher.attend(definition.get())) news(key);
      return true;
    } catch (KubernetesClientException e) {
      if (waiting.isClosed()) return true;
      LOG.warn("ComponentDefinition {} is tried again: {}", key, e.getMessage());
      publisher.publishingFailed(definition.get(), e);
    } catch (RuntimeException e) {
      if (!waiting.isClosed()) LOG.error("ComponentDefinition {}: broken, and tried again", key, e);
    }
    return false;
  }

  @Override
  public void close() {
    sweeps.close();
    waiting.close();
  }
}
