package io.keelson.operator.stack;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What is declared for one Stack, as this process knows it: taken with a quorum list, then kept up
/// to date by events and by the answers to its own writes, the newer version of each object.
final class StackMemory {
  private @Nullable Stack stack;
  private final SortedMap<String, Resource> resources = new TreeMap<>();
  private final SortedMap<String, String> references = new TreeMap<>();
  private boolean trusted;

  synchronized void take(@Nullable Stack live, List<Resource> all) {
    stack = live;
    resources.clear();
    all.forEach(resource -> resources.put(resource.getMetadata().getName(), resource));
    trusted = true;
  }

  synchronized boolean isTrusted() {
    return trusted;
  }

  synchronized void distrust() {
    trusted = false;
  }

  /// @return whether this is news
  synchronized boolean observe(Stack event) {
    if (stack != null && !isNewer(event, stack)) return false;
    event.getMetadata().setManagedFields(null);
    stack = event;
    return true;
  }

  synchronized boolean vanished(Stack event) {
    if (stack == null || !sameObject(event, stack)) return false;
    stack = null;
    return true;
  }

  synchronized boolean observe(Resource event) {
    var known = resources.get(event.getMetadata().getName());
    if (known != null && !isNewer(event, known)) return false;
    event.getMetadata().setManagedFields(null);
    resources.put(event.getMetadata().getName(), event);
    return known == null || !sameDeclaration(event, known);
  }

  synchronized boolean vanished(Resource event) {
    var known = resources.get(event.getMetadata().getName());
    return known != null
        && sameObject(event, known)
        && resources.remove(event.getMetadata().getName()) != null;
  }

  /// Notes the version of an object that the Stack refers to; empty if it does not exist.
  ///
  /// @return whether this is news
  synchronized boolean reference(String name, String version) {
    return !version.equals(references.put(name, version));
  }

  synchronized void forgetReference(String name) {
    references.remove(name);
  }

  private static boolean isNewer(HasMetadata one, HasMetadata other) {
    return version(one) > version(other);
  }

  private static long version(HasMetadata object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }

  private static boolean sameObject(HasMetadata one, HasMetadata other) {
    return one.getMetadata().getUid().equals(other.getMetadata().getUid());
  }

  /// A status that changed is no news.
  private static boolean sameDeclaration(HasMetadata one, HasMetadata other) {
    return fingerprint(one).equals(fingerprint(other));
  }

  static String fingerprint(HasMetadata object) {
    return object.getMetadata().getUid() + "/" + object.getMetadata().getGeneration();
  }

  synchronized Optional<Stack> stack() {
    return Optional.ofNullable(stack);
  }

  synchronized List<Resource> resources() {
    return new ArrayList<>(resources.values());
  }

  /// What is declared, by name, with uid and generation: it changes when a declaration does.
  synchronized SortedMap<String, String> fingerprints() {
    var all = new TreeMap<String, String>();
    resources.forEach((name, resource) -> all.put(name, fingerprint(resource)));
    if (stack != null) all.put("", fingerprint(stack));
    references.forEach((name, version) -> all.put("/" + name, version));
    return all;
  }
}
