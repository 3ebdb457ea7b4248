package io.keelson.operator.stack.declaration;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.stack.context.DeclaredSizes;
import io.keelson.operator.stack.context.StackEvent;
import io.keelson.operator.stack.context.StackKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The declaration of one Stack as this process knows it: taken with a quorum list, then kept up to
/// date by events and by the answers to its own requests. The newer version of each object counts.
///
/// A change may come by an event or by an answer, and only the first of them is news. So every
/// change is counted here.
public final class StackMemory {
  private final DeclaredSizes sizes;
  private @Nullable Stack stack;
  private final Members<Resource> resources;
  private final Members<Component> components;
  private final SortedMap<String, String> revisions = new TreeMap<>();
  private final SortedMap<String, String> references = new TreeMap<>();
  private final ReconcileRequests requests = new ReconcileRequests();
  private final List<Runnable> meanwhile = new ArrayList<>();
  private boolean listing;
  private boolean trusted;
  private long changes;

  public StackMemory(DeclaredSizes sizes) {
    this.sizes = sizes;
    this.resources = new Members<>(sizes, this::fit);
    this.components = new Members<>(sizes, this::fit);
  }

  /// The declaration at one moment.
  ///
  /// @param fingerprints by name, with uid and generation: they change when a declaration does
  public record Declared(
      List<Resource> resources,
      List<Component> components,
      SortedMap<String, String> fingerprints) {}

  /// Called when a list is asked for: events that come before its answer may be newer than it.
  public synchronized void expect() {
    listing = true;
    meanwhile.clear();
  }

  /// Replaces everything by a quorum list and the events that came since it was asked for.
  public synchronized void take(
      @Nullable Stack live, List<Resource> allResources, List<Component> allComponents) {
    var before = fingerprints();
    listing = false;
    hold(live);
    resources.take(allResources);
    components.take(allComponents);
    meanwhile.forEach(Runnable::run);
    meanwhile.clear();
    trusted = true;
    if (!fingerprints().equals(before)) changes++;
  }

  public synchronized boolean isTrusted() {
    return trusted;
  }

  public synchronized void distrust() {
    trusted = false;
  }

  /// How often the declaration has changed so far.
  public synchronized long changes() {
    return changes;
  }

  /// Requests to look at the Stack at once.
  public ReconcileRequests requests() {
    return requests;
  }

  /// Notes the request to look at the Stack at once, if an event brings one.
  ///
  /// @return whether it is news
  public boolean isAskedBy(StackEvent.OfStack event) {
    return !event.gone() && requests.observe(event.object());
  }

  /// Merges an event.
  ///
  /// @return whether what is declared has changed
  public synchronized boolean observe(StackEvent.OfDeclared event) {
    if (listing) meanwhile.add(() -> observe(event));
    return changed(
        switch (event) {
          case StackEvent.OfStack(var each, boolean gone) -> gone ? forget(each) : merge(each);
          case StackEvent.OfResource(var each, boolean gone) -> resources.observe(each, gone);
          case StackEvent.OfComponent(var each, boolean gone) -> components.observe(each, gone);
        });
  }

  private boolean merge(Stack event) {
    return (stack == null || Members.isNewer(event, stack)) && put(event);
  }

  private boolean forget(Stack event) {
    if (stack == null || !Members.sameObject(event, stack)) return false;
    sizes.gone(stack);
    stack = null;
    return true;
  }

  /// Merges the answer to a request of this process. It may come late, so it does not bring back a
  /// Stack that has vanished since.
  public synchronized void answered(Stack answer) {
    if (stack != null && Members.sameObject(answer, stack) && Members.isNewer(answer, stack))
      changed(put(answer));
  }

  /// @return whether what is declared has changed
  private boolean put(Stack newer) {
    var known = stack;
    hold(newer);
    return known == null || !declaration(newer).equals(declaration(known));
  }

  /// Holds a Stack, as [Members] holds a Resource.
  private void hold(@Nullable Stack newer) {
    var known = stack;
    if (newer != null) fit(newer);
    stack = newer;
    if (known != null && (newer == null || !Members.sameObject(known, newer))) sizes.gone(known);
  }

  /// Merges the answer to a request of this process, as for a Stack.
  public synchronized void answered(Resource answer) {
    changed(resources.answered(answer));
  }

  /// Merges the answer to a request of this process, as for a Stack.
  public synchronized void answered(Component answer) {
    changed(components.answered(answer));
  }

  /// Whether the declaration of a Stack is too large for one answer.
  boolean isLarge(StackKey key) {
    return sizes.isLarge(key);
  }

  /// Leaves out the parts of a Resource for which there is no room, before more Resources are read.
  void fit(Resource read) {
    if (LeftOut.why(read).isEmpty())
      sizes.objection(read).ifPresent(why -> LeftOut.strip(read, why));
  }

  /// Leaves out the parts of a Component for which there is no room.
  void fit(Component read) {
    if (LeftOut.why(read).isEmpty())
      sizes.objection(read).ifPresent(why -> LeftOut.strip(read, why));
  }

  private void fit(Stack read) {
    if (LeftOut.why(read).isEmpty())
      sizes.objection(read).ifPresent(why -> LeftOut.strip(read, why));
  }

  /// Notes the revisions that the Components use now: another revision counts as a change of the
  /// declaration.
  ///
  /// @param all by the name of the Component
  public synchronized void revisions(SortedMap<String, String> all) {
    if (all.equals(revisions)) return;
    revisions.clear();
    revisions.putAll(all);
    changes++;
  }

  /// Notes the version of an object that the Stack refers to; empty if it does not exist.
  ///
  /// @return whether this is news
  synchronized boolean reference(String name, String version) {
    if (version.isEmpty() && !references.containsKey(name)) return false;
    return changed(!version.equals(references.put(name, version)));
  }

  synchronized void forgetReference(String name) {
    references.remove(name);
  }

  private boolean changed(boolean change) {
    if (change) changes++;
    return change;
  }

  /// Only the declaration counts: a new status is no news. Annotations count, as people use them to
  /// approve; but a request to look at the Stack does not make vain what is being done for it.
  private static List<Object> declaration(Stack stack) {
    var meta = stack.getMetadata();
    return List.of(
        fingerprint(stack),
        withoutRequest(meta.getAnnotations()),
        Objects.requireNonNullElse(meta.getDeletionTimestamp(), ""));
  }

  private static Map<String, String> withoutRequest(@Nullable Map<String, String> annotations) {
    if (annotations == null) return Map.of();
    var rest = new TreeMap<>(annotations);
    rest.remove(ReconcileRequests.ANNOTATION);
    return rest;
  }

  /// A hash of the declaration.
  public static String hash(SortedMap<String, String> fingerprints) {
    try {
      var hash = MessageDigest.getInstance("SHA-256");
      fingerprints.forEach((name, version) ->
          hash.update((name + "\n" + version + "\n").getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(hash.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  public static String fingerprint(HasMetadata object) {
    return object.getMetadata().getUid() + "/" + object.getMetadata().getGeneration();
  }

  /// Whether neither the Stack nor a member of it is known.
  public synchronized boolean isEmpty() {
    return stack == null && resources.isEmpty() && components.isEmpty();
  }

  public synchronized Optional<Stack> stack() {
    return Optional.ofNullable(stack);
  }

  public synchronized List<Resource> resources() {
    return resources.all();
  }

  public synchronized List<Component> components() {
    return components.all();
  }

  /// The key of a Component among [#fingerprints()]; no Resource has a dot in its name.
  public static String key(Component component) {
    return "component." + component.getMetadata().getName();
  }

  /// The key of the revision that a Component uses among [#fingerprints()], if it uses one.
  public static String revisionKey(Component component) {
    return revisionKey(component.getMetadata().getName());
  }

  private static String revisionKey(String component) {
    return "@" + component;
  }

  /// The declaration now, all of it from the same moment.
  public synchronized Declared declared() {
    return new Declared(resources(), components(), fingerprints());
  }

  /// The parts of the declaration by name, with uid and generation, which change when a part does.
  public synchronized SortedMap<String, String> fingerprints() {
    var all = new TreeMap<String, String>();
    for (Resource each : resources.all()) all.put(each.getMetadata().getName(), fingerprint(each));
    for (Component each : components.all()) all.put(key(each), fingerprint(each));
    revisions.forEach((name, revision) -> all.put(revisionKey(name), revision));
    if (stack != null) all.put("", fingerprint(stack));
    references.forEach((name, version) -> all.put("/" + name, version));
    return all;
  }
}
