package io.keelson.operator.component;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.component.ComponentDefinitionSpec;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.operator.api.component.ComponentUse;
import io.keelson.operator.component.RevisionChoice.Chosen;
import io.keelson.operator.stack.context.ComponentSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The definitions that there are, and their published revisions. A revision is read once, for all
/// Stacks that use it.
///
/// @rule R-CMP-52
public final class Publications implements ComponentSource {
  private static final Logger LOG = LoggerFactory.getLogger(Publications.class);

  /// How many revisions of one definition are held.
  static final int MOST_REVISIONS = 500;

  /// How many bytes are held of the revisions of one namespace, and how many of its definitions.
  static final long MOST_BYTES = 64 << 20;

  private final Map<DefinitionKey, ComponentDefinition> definitions = new HashMap<>();
  private final Map<DefinitionKey, TreeMap<String, Published>> revisions = new HashMap<>();
  private final Map<String, Long> bytes = new HashMap<>();
  private final Map<String, Published> byReference = new HashMap<>();
  private final Map<DefinitionKey, Long> sizes = new HashMap<>();
  private final Map<String, Long> definitionBytes = new HashMap<>();
  private final Set<DefinitionKey> crowded = new HashSet<>();
  private final Map<String, ComponentDeclaration> declarations = new HashMap<>();

  /// @return whether the definition is new or has changed
  synchronized boolean observe(ComponentDefinition definition) {
    var key = DefinitionKey.of(definition);
    hold(key, definition);
    var before = definitions.put(key, definition);
    return before == null || !version(before).equals(version(definition));
  }

  /// Takes everything but version and options out of a definition if its namespace has no room for
  /// it.
  private void hold(DefinitionKey key, ComponentDefinition definition) {
    long size = RevisionBody.size(RevisionBody.of(definition.getSpec()));
    resize(key, 0);
    if (definitionBytes.getOrDefault(key.namespace(), 0L) + size <= MOST_BYTES) {
      resize(key, size);
      crowded.remove(key);
      return;
    }
    crowded.add(key);
    var rest = new ComponentDefinitionSpec();
    rest.version = definition.getSpec().version;
    rest.allowedNamespaces = definition.getSpec().allowedNamespaces;
    rest.paused = definition.getSpec().paused;
    definition.setSpec(rest);
  }

  private void resize(DefinitionKey key, long size) {
    var before = sizes.put(key, size);
    long all =
        definitionBytes.merge(key.namespace(), size - (before == null ? 0 : before), Long::sum);
    if (all == 0) definitionBytes.remove(key.namespace());
  }

  /// Why a definition is not held in full; empty if it is.
  synchronized Optional<String> crowd(DefinitionKey key) {
    return crowded.contains(key)
        ? Optional.of(
            "The definitions of the namespace '%s' have more than %d MiB with it. Delete some that nobody uses, or use another namespace; then change this one again."
                .formatted(key.namespace(), MOST_BYTES >> 20))
        : Optional.empty();
  }

  synchronized void vanished(ComponentDefinition definition) {
    var known = definitions.get(DefinitionKey.of(definition));
    if (known != null && known.getMetadata().getUid().equals(definition.getMetadata().getUid())) {
      definitions.remove(DefinitionKey.of(definition));
      resize(DefinitionKey.of(definition), 0);
      sizes.remove(DefinitionKey.of(definition));
      crowded.remove(DefinitionKey.of(definition));
    }
  }

  private static String version(ComponentDefinition definition) {
    return definition.getMetadata().getUid() + "/" + definition.getMetadata().getGeneration();
  }

  /// @return whether the revision says something new
  synchronized boolean observe(ComponentRevision revision) {
    var read = Published.of(revision);
    if (read.isEmpty()) {
      LOG.warn(
          "ComponentRevision {}/{} is not as the operator writes them, and is not used",
          revision.getMetadata().getNamespace(),
          revision.getMetadata().getName());
      return forget(revision);
    }
    var key = read.get().definition();
    var all = revisions.computeIfAbsent(key, _ -> new TreeMap<>());
    var before = all.get(read.get().name());
    if (before == null && objection(key, read.get().bytes()).isPresent()) return false;
    all.put(read.get().name(), read.get());
    byReference.put(read.get().reference(), read.get());
    if (before == null) bytes.merge(key.namespace(), read.get().bytes(), Long::sum);
    return !read.get().equals(before);
  }

  synchronized void vanished(ComponentRevision revision) {
    forget(revision);
  }

  private boolean forget(ComponentRevision revision) {
    var key = DefinitionKey.of(revision);
    var all = revisions.get(key);
    if (all == null) return false;
    var known = all.remove(revision.getMetadata().getName());
    if (known == null) return false;
    if (all.isEmpty()) revisions.remove(key);
    bytes.merge(key.namespace(), -known.bytes(), Long::sum);
    byReference.remove(known.reference());
    declarations.remove(known.reference());
    return true;
  }

  /// Why no more can be published; empty if there is room.
  synchronized Optional<String> objection(DefinitionKey key, long more) {
    if (revisions.getOrDefault(key, new TreeMap<>()).size() >= MOST_REVISIONS)
      return Optional.of(
          "%d revisions of it are published, and there may not be more. Old ones go when nobody uses them: let Components take newer ones; 'keelson component uses %s -n %s' lists them."
              .formatted(MOST_REVISIONS, key.name(), key.namespace()));
    if (bytes.getOrDefault(key.namespace(), 0L) + more > MOST_BYTES)
      return Optional.of(
          "What is published in the namespace '%s' is more than %d MiB with it. Old revisions go when nobody uses them: let Components take newer ones, or use another namespace."
              .formatted(key.namespace(), MOST_BYTES >> 20));
    return Optional.empty();
  }

  synchronized Optional<ComponentDefinition> definition(DefinitionKey key) {
    return Optional.ofNullable(definitions.get(key));
  }

  /// All definitions that there are.
  synchronized List<DefinitionKey> keys() {
    return List.copyOf(definitions.keySet());
  }

  synchronized List<Published> revisions(DefinitionKey key) {
    return new ArrayList<>(revisions.getOrDefault(key, new TreeMap<>()).values());
  }

  /// All published revisions, by definition.
  synchronized Map<DefinitionKey, List<Published>> published() {
    var all = new HashMap<DefinitionKey, List<Published>>();
    revisions.forEach((key, each) -> all.put(key, List.copyOf(each.values())));
    return all;
  }

  /// The revision with a reference, which is its namespace and name.
  synchronized Optional<Published> revision(String reference) {
    return Optional.ofNullable(byReference.get(reference));
  }

  /// The definitions that use another one.
  synchronized List<DefinitionKey> users(DefinitionKey used) {
    return definitions.entrySet().stream()
        .filter(each -> uses(each.getKey(), each.getValue()).contains(used))
        .map(Map.Entry::getKey)
        .toList();
  }

  /// The definitions that one uses.
  static List<DefinitionKey> uses(DefinitionKey key, ComponentDefinition definition) {
    var nested = definition.getSpec().components;
    return nested == null
        ? List.of()
        : nested.stream().map(each -> DefinitionKey.of(key.namespace(), each.definition)).toList();
  }

  @Override
  public synchronized Resolution resolve(String namespace, ComponentUse.DefinitionRef wanted) {
    var key = DefinitionKey.of(namespace, wanted);
    var chosen = chosen(namespace, key, wanted);
    if (chosen.isEmpty())
      return new Resolution.NotFound(
          "There is no ComponentDefinition '%s' in namespace '%s' that may be used in namespace '%s' and of which a version is published: it does not exist, was not accepted, or its spec.allowedNamespaces does not name this namespace. It goes on by itself when there is one; ask its author, or correct definition."
              .formatted(key.name(), key.namespace(), namespace));
    return switch (chosen.get()) {
      case Chosen.None(var why) -> new Resolution.NoSuchVersion(why);
      case Chosen.Revision(var revision, var available) ->
          declaration(revision)
              .<Resolution>map(declared ->
                  new Resolution.Found(
                      revision.reference(), revision.version().toString(), declared, available))
              .orElseGet(() ->
                  new Resolution.NoSuchVersion(
                      "The ComponentRevision '%s' needs other revisions (spec.locked) that are not there any more. Restore them, or publish another version."
                          .formatted(revision.reference())));
    };
  }

  /// The revision that a use of a definition in a namespace takes now, if there is one.
  synchronized Optional<Published> choice(String namespace, ComponentUse.DefinitionRef wanted) {
    return chosen(namespace, DefinitionKey.of(namespace, wanted), wanted)
        .filter(Chosen.Revision.class::isInstance)
        .map(chosen -> ((Chosen.Revision) chosen).revision());
  }

  /// Empty if nothing is published, or if the definition does not allow this namespace.
  private Optional<Chosen> chosen(
      String namespace, DefinitionKey key, ComponentUse.DefinitionRef wanted) {
    var published = revisions(key);
    return published.isEmpty() || !allows(key, published, namespace)
        ? Optional.empty()
        : Optional.of(new RevisionChoice(published).choose(wanted));
  }

  @Override
  public synchronized Optional<Inside> inside(String revision, ComponentPath path) {
    var found = revision(revision);
    for (String name : path.names())
      found =
          found
              .flatMap(outer -> Optional.ofNullable(outer.locked().get(name)))
              .flatMap(this::revision);
    return found.map(each -> new Inside(each.definition().toString(), each.version().toString()));
  }

  /// Whether a namespace may use a definition. A deleted definition allows what it allowed last.
  private boolean allows(DefinitionKey key, List<Published> published, String namespace) {
    if (key.namespace().equals(namespace)) return true;
    var definition = definitions.get(key);
    var allowed =
        definition == null
            ? published.stream().max(Published.ORDER).orElseThrow().allowed()
            : definition.getSpec().allowedNamespaces;
    return allowed != null && (allowed.contains("*") || allowed.contains(namespace));
  }

  /// The declaration of a revision: the same instance each time, so that it is compiled once
  /// however often it is used; empty if a revision that it is locked to is missing.
  synchronized Optional<ComponentDeclaration> declaration(Published revision) {
    var known = declarations.get(revision.reference());
    if (known != null) return Optional.of(known);
    var nested = new TreeMap<String, ComponentDeclaration>();
    for (var each : revision.locked().entrySet()) {
      var inner = revision(each.getValue()).flatMap(this::declaration);
      if (inner.isEmpty()) return Optional.empty();
      nested.put(each.getKey(), inner.get());
    }
    var declared = DefinitionDeclarations.read(revision.body(), nested).declaration();
    declarations.put(revision.reference(), declared);
    return Optional.of(declared);
  }
}
