package io.keelson.engine.config;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.MovedName;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/// A statement that objects have a new address.
///
/// Two ends without an instance key mean the whole resource or component: its instances keep their
/// keys. If either end has a key, exactly one instance moves, and an end without a key is the
/// instance that has none.
///
/// @param scope the component that makes the statement: it holds for all of its instances
/// @param from relative to the scope
/// @param to relative to the scope
/// @param alias whether what is moved to says so itself: then it may name several old addresses, of
///   which at most one has an object
/// @rule R-MOV-2
/// @rule R-CMP-7
/// @rule R-CMP-40
public record Move(ComponentPath scope, MovedName from, MovedName to, boolean alias) {
  /// A statement of the stack about a resource.
  public Move(InstanceAddress from, InstanceAddress to) {
    this(ComponentPath.ROOT, MovedName.of(from), MovedName.of(to), false);
  }

  /// Whether all instances move, whatever their keys.
  public boolean isWhole() {
    return from.isWithoutKey() && to.isWithoutKey();
  }

  /// Whether a component moves, with everything in it.
  public boolean isOfComponent() {
    return from.resource().isEmpty();
  }

  /// The only address that the statement takes an object from; empty if there may be several.
  public Optional<InstanceAddress> source() {
    return scope.isRoot() && !isWhole() && !isOfComponent()
        ? from.resource().map(local -> local.instance(from.key()).within(from.component()))
        : Optional.empty();
  }

  /// Where the instance at this address goes; empty if the statement is not about it.
  public Optional<InstanceAddress> target(InstanceAddress at) {
    if (!at.resource().in().startsWith(scope)) return Optional.empty();
    var around = around(at);
    return to.target(from, at.relativeTo(scope), isWhole()).map(each -> each.within(around));
  }

  /// The instance of the scope that an address stands in.
  private ComponentInstance around(InstanceAddress at) {
    return new ComponentInstance(scope, at.key().components().subList(0, scope.depth()));
  }

  /// The instance of a component that moves with an object, or that the object moves to.
  ///
  /// @param end of this move that the address belongs to
  public ComponentInstance component(MovedName end, InstanceAddress at) {
    int depth = scope.depth() + end.component().keys().size();
    return new ComponentInstance(
        at.resource().in().first(depth), at.key().components().subList(0, depth));
  }

  /// The block that an end names, where that is a resource.
  public Optional<ResourceAddress> resource(MovedName end) {
    return end.resource().map(local -> local.within(end.path(scope)));
  }

  /// What diagnostics about an end are about.
  public Subject subject(MovedName end) {
    var resource = resource(end);
    if (resource.isEmpty()) return Subject.of(end.path(scope));
    return scope.isRoot() && !isWhole() && end.component().keys().isEmpty()
        ? Subject.of(resource.get().instance(end.key()))
        : Subject.of(resource.get());
  }

  /// Whether objects of a resource move away, by the names around it alone.
  public boolean isFrom(ResourceAddress resource) {
    return resource(from)
        .map(resource::equals)
        .orElseGet(() -> resource.in().startsWith(from.path(scope)));
  }

  /// What of the resources an end names.
  public <V> Set<ResourceAddress> resources(MovedName end, SortedMap<ResourceAddress, V> all) {
    return resource(end)
        .map(Set::of)
        .orElseGet(() -> Set.copyOf(end.path(scope).resourcesIn(all).keySet()));
  }

  /// Whether this one has to come first: it brings objects to where the other takes them from, or
  /// takes a part out of what the other moves as a whole.
  ///
  /// What a definition says comes after what moves instances of its component: it keeps objects
  /// where it is, and holds under either key.
  ///
  /// @rule R-MOV-5
  /// @rule R-CMP-41
  public boolean precedes(Move other) {
    if (other.isOfComponent() && scope.startsWith(other.from.path(other.scope))) return false;
    var source = pattern(from);
    var others = other.pattern(other.from);
    return pattern(to).overlaps(others) || (others.covers(source) && !source.covers(others));
  }

  /// The name of the outermost component around an end, or of the component itself; empty for what
  /// is in the stack. Statements whose ends have other names have nothing to do with each other.
  public String outermost(MovedName end) {
    var names = end.path(scope).names();
    return names.isEmpty() ? "" : names.getFirst();
  }

  /// Those of both ends.
  public Set<String> outermost() {
    return new LinkedHashSet<>(List.of(outermost(from), outermost(to)));
  }

  private Pattern pattern(MovedName end) {
    var keys = new ArrayList<Optional<InstanceKey>>();
    for (int i = 0; i < scope.depth(); i++) keys.add(Optional.empty());
    for (InstanceKey key : end.component().keys()) keys.add(Optional.of(key));
    if (end.resource().isEmpty() && isWhole()) keys.set(keys.size() - 1, Optional.empty());
    return new Pattern(
        end.path(scope).names(),
        keys,
        end.resource(),
        isWhole() ? Optional.empty() : Optional.of(end.key()));
  }

  /// The addresses that an end means.
  ///
  /// @param keys empty where any will do
  private record Pattern(
      List<String> names,
      List<Optional<InstanceKey>> keys,
      Optional<ResourceAddress> resource,
      Optional<InstanceKey> key) {

    /// Whether both mean some address.
    boolean overlaps(Pattern other) {
      var shorter = names.size() <= other.names.size() ? this : other;
      var longer = shorter == this ? other : this;
      if (!longer.names.subList(0, shorter.names.size()).equals(shorter.names)) return false;
      for (int i = 0; i < shorter.names.size(); i++)
        if (!fit(shorter.keys.get(i), longer.keys.get(i))) return false;
      if (shorter.resource.isEmpty()) return true;
      if (longer.names.size() > shorter.names.size()) return false;
      return longer.resource.isEmpty()
          || (longer.resource.equals(shorter.resource) && fit(shorter.key, longer.key));
    }

    private static boolean fit(Optional<InstanceKey> one, Optional<InstanceKey> other) {
      return one.isEmpty() || other.isEmpty() || one.equals(other);
    }

    /// Whether every address that the other one means is meant by this one, too.
    boolean covers(Pattern other) {
      if (names.size() > other.names.size() || !other.names.subList(0, names.size()).equals(names))
        return false;
      for (int i = 0; i < names.size(); i++)
        if (keys.get(i).isPresent() && !keys.get(i).equals(other.keys.get(i))) return false;
      if (resource.isEmpty()) return true;
      return names.size() == other.names.size()
          && resource.equals(other.resource)
          && (key.isEmpty() || key.equals(other.key));
    }
  }

  /// What a stack declares, be it right or wrong.
  public interface Declared {
    boolean declares(ResourceAddress resource);

    boolean declares(ComponentPath component);

    /// How often a declared resource is there; empty if an error leaves that open.
    Optional<Repetition> repetition(ResourceAddress resource);

    /// How often a declared component is there; empty if an error leaves that open.
    Optional<Repetition> repetition(ComponentPath component);
  }

  /// Whether what it moves away from is declared, under whatever keys.
  public boolean isOfDeclared(Declared stack) {
    return resource(from).map(stack::declares).orElseGet(() -> stack.declares(from.path(scope)));
  }

  /// Whether the object is still declared where it moves away from, as far as that can be told
  /// before `count`, `forEach` and `enabled` have values: what has these is judged by the keys that
  /// they give.
  ///
  /// @rule R-MOV-9
  public boolean isStillDeclared(Declared stack) {
    if (!isOfDeclared(stack)) return false;
    var resource = resource(from);
    var path = from.path(scope);
    var keys = from.component().keys();
    int exact = isOfComponent() && isWhole() ? keys.size() - 1 : keys.size();
    for (int i = 0; i < exact; i++)
      if (!isOnly(stack.repetition(path.first(scope.depth() + i + 1)), keys.get(i))) return false;
    return isWhole() || resource.isEmpty() || isOnly(stack.repetition(resource.get()), from.key());
  }

  /// Whether a key is that of the only instance, or may be.
  private static boolean isOnly(Optional<Repetition> repetition, InstanceKey key) {
    return repetition.isEmpty()
        || repetition.get() instanceof Repetition.Single && key instanceof InstanceKey.None;
  }

  /// What a user is told if the old address is declared all the same.
  ///
  /// @rule R-MOV-9
  public Diagnostic stillDeclared() {
    return Diagnostic.error(
        Code.MOVED,
        subject(from),
        "Moved object is still declared",
        "The object is to move to "
            + text(to)
            + ", but the stack still declares "
            + text(from)
            + ", which would need an object of its own. Take it out of the declaration, or remove"
            + (alias ? " the alias." : " the move."));
  }

  /// An end as the stack calls it.
  public String text(MovedName end) {
    return scope.isRoot() ? end.toString() : scope + "." + end;
  }

  @Override
  public String toString() {
    return text(from) + " to " + text(to);
  }
}
