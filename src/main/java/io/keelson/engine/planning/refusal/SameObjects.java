package io.keelson.engine.planning.refusal;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Change;
import io.keelson.engine.reading.PriorObjects;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Finds objects that are to be taken over although another instance of the stack has them already,
/// or is to have them. Two objects of one type are the same if their attribute `id` is.
///
/// If one of the two instances were destroyed, the other would lose its object.
public final class SameObjects {
  private final PriorObjects priors;
  private final SortedMap<Identity, SortedSet<ObjectRef>> holders = new TreeMap<>();
  private final List<Change> imports;
  private final Collection<InstanceAddress> takenOver;

  private record Identity(String type, String id) implements Comparable<Identity> {
    /// Empty if the object has no `id` that is known.
    static Optional<Identity> of(ObjectRef ref, Value object) {
      return object instanceof Mapping mapping && mapping.get("id") instanceof Value.Text id
          ? Optional.of(new Identity(ref.instance().resource().type(), id.text()))
          : Optional.empty();
    }

    @Override
    public int compareTo(Identity other) {
      return Comparator.comparing(Identity::type).thenComparing(Identity::id).compare(this, other);
    }
  }

  /// @param takenOver instances that take over an object of which their record knew nothing
  public SameObjects(
      PriorObjects priors, Collection<Change> changes, Collection<InstanceAddress> takenOver) {
    this.priors = priors;
    this.takenOver = takenOver;
    this.imports =
        changes.stream()
            .filter(change ->
                change.imported().isPresent()
                    || change.object().deposed().isEmpty()
                        && takenOver.contains(change.object().instance()))
            .toList();
  }

  /// By the instance that must not take over the object that it names.
  ///
  /// @param recorded the objects that the stack has already
  public SortedMap<InstanceAddress, Diagnostic> problems(StackState recorded) {
    var problems = new TreeMap<InstanceAddress, Diagnostic>();
    var types =
        imports.stream()
            .map(each -> each.object().instance().resource().type())
            .collect(Collectors.toSet());
    if (types.isEmpty()) return problems;
    recorded
        .instances()
        .forEach((at, instance) -> {
          if (types.contains(at.resource().type())) addRecorded(at, instance);
        });
    for (Change each : imports) each.before().ifPresent(before -> add(each.object(), before));
    for (Change each : imports)
      each.before()
          .flatMap(before -> Identity.of(each.object(), before))
          .ifPresent(identity -> {
            var objects = holders.getOrDefault(identity, new TreeSet<>());
            if (objects.size() > 1)
              problems.put(each.object().instance(), problem(each.object(), identity, objects));
          });
    return problems;
  }

  private void addRecorded(InstanceAddress at, InstanceState instance) {
    instance.current().ifPresent(object -> addRecorded(ObjectRef.current(at), object));
    instance.deposed().forEach((key, object) -> addRecorded(ObjectRef.deposed(at, key), object));
  }

  private void addRecorded(ObjectRef ref, ObjectState object) {
    priors
        .upgrade(ref.instance(), object)
        .given()
        .ifPresent(loaded -> add(ref, loaded.prior().value()));
  }

  private void add(ObjectRef ref, Value object) {
    Identity.of(ref, object)
        .ifPresent(identity -> holders.computeIfAbsent(identity, _ -> new TreeSet<>()).add(ref));
  }

  private Diagnostic problem(ObjectRef object, Identity identity, SortedSet<ObjectRef> objects) {
    var other = objects.stream().filter(each -> !each.equals(object)).findFirst().orElseThrow();
    var at = object.instance();
    return Diagnostic.error(
        takenOver.contains(at) ? Code.OUTCOME_UNKNOWN : Code.IMPORT,
        Subject.of(at),
        "Object has another address already",
        "The object "
            + identity.id()
            + " is that of "
            + other
            + ", too. One object has one address: take one of the two out, or give the object its"
            + " new address with spec.moves of the Stack.");
  }
}
