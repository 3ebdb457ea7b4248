package io.keelson.engine.scenario;

import static io.keelson.testing.Graphs.reaches;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.testing.FakeCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;

/// The operations of a plan in the words of scenario files: `create server.web`, `update
/// server.web`, `delete server.web`, `delete server.web (deposed)` for an object that is set aside
/// by this plan, `delete server.web (deposed s-0)` for one that was before, `forget server.web`.
final class Operations {
  /// The first must be complete before the second starts.
  record Pair(String first, String then) implements Comparable<Pair> {
    @Override
    public int compareTo(Pair other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return first + " < " + then;
    }
  }

  private final Plan plan;
  private final BiFunction<InstanceAddress, ObjectState, String> ids;
  private final SortedMap<String, Step> steps = new TreeMap<>();
  private final Map<String, String> deletesById = new TreeMap<>();

  Operations(Plan plan, BiFunction<InstanceAddress, ObjectState, String> ids) {
    this.plan = plan;
    this.ids = ids;
    plan.steps().nodes().forEach(step -> name(step).ifPresent(name -> steps.put(name, step)));
  }

  private Optional<String> name(Step step) {
    return switch (step) {
      case Step.Barrier _, Step.Check _ -> Optional.empty();
      case Step.Read(var at) -> Optional.of("read " + at);
      case Step.Converge(var at) -> Optional.of(convergeVerb(at) + " " + at);
      case Step.Destroy(var at, var object) -> Optional.of(deletion(at, object));
      case Step.Forget(var object) -> Optional.of("forget " + named(object));
    };
  }

  private String convergeVerb(InstanceAddress at) {
    var change = plan.changes().get(ObjectRef.current(at));
    return change != null && change.action() instanceof Action.Update ? "update" : "create";
  }

  private String deletion(InstanceAddress at, ObjectRef object) {
    var change = plan.changes().get(object);
    boolean before = change != null || object.deposed().isEmpty();
    var name = before ? "delete " + named(object) : "delete " + at + " (deposed)";
    var source = before ? object : ObjectRef.current(at);
    stored(source).ifPresent(state -> deletesById.put(at + " " + ids.apply(at, state), name));
    return name;
  }

  /// An object, with its id if it is deposed.
  String named(ObjectRef object) {
    var id =
        object
            .deposed()
            .flatMap(_ -> stored(object))
            .map(state -> ids.apply(object.instance(), state));
    return new ObjectName(object.instance(), id).toString();
  }

  private Optional<ObjectState> stored(ObjectRef object) {
    InstanceState instance = plan.refreshed().instance(object.instance());
    return object.deposed().isPresent()
        ? Optional.ofNullable(instance.deposed().get(object.deposed().get()))
        : instance.current();
  }

  SortedSet<String> names() {
    return new TreeSet<>(steps.keySet());
  }

  /// The calls that the provider will get, as its misbehaviour names them.
  List<String> calls() {
    var calls = new ArrayList<String>();
    for (String name : steps.keySet())
      if (!name.startsWith("delete ") && !name.startsWith("forget ")) calls.add(name);
    deletesById
        .keySet()
        .forEach(key -> calls.add("delete " + key.substring(key.lastIndexOf(' ') + 1)));
    return calls;
  }

  /// The operation that a provider call belongs to.
  String of(FakeCall call) {
    return switch (call.kind()) {
      case CREATE -> "create " + call.at();
      case UPDATE -> "update " + call.at();
      case READ -> "read " + call.at();
      case DELETE ->
          Optional.ofNullable(deletesById.get(call.at() + " " + call.id()))
              .orElse("delete " + call.at() + " which nobody planned");
    };
  }

  /// Every pair of operations of which the first must be complete before the second starts.
  SortedSet<Pair> order() {
    var pairs = new TreeSet<Pair>();
    steps.forEach((first, one) ->
        steps.forEach((then, two) -> {
          if (reaches(plan.steps(), one, two)) pairs.add(new Pair(first, then));
        }));
    return pairs;
  }

  /// The pairs that chains of operations mean, with everything that follows from them.
  static SortedSet<Pair> closure(List<List<String>> chains) {
    var after = new TreeMap<String, SortedSet<String>>();
    for (var chain : chains)
      for (int i = 0; i + 1 < chain.size(); i++)
        after.computeIfAbsent(chain.get(i), _ -> new TreeSet<>()).add(chain.get(i + 1));
    var pairs = new TreeSet<Pair>();
    for (String first : after.keySet()) {
      var open = new ArrayList<>(List.of(first));
      var seen = new TreeSet<String>();
      while (!open.isEmpty())
        for (String next : after.getOrDefault(open.removeLast(), new TreeSet<>()))
          if (seen.add(next)) open.add(next);
      seen.forEach(then -> pairs.add(new Pair(first, then)));
    }
    return pairs;
  }
}
