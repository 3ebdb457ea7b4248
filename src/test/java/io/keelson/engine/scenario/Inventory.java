package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.Target;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.state.StackState;
import io.keelson.testing.FakeWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// The objects of a world, and which of them are recorded, or were left alone.
final class Inventory {
  private final FakeWorld world;
  private final ScenarioState states;
  private final SortedSet<String> leftAlone = new TreeSet<>();

  Inventory(FakeWorld world, ScenarioState states) {
    this.world = world;
    this.states = states;
  }

  /// Compares what exists with what the plan was to do, and keeps in mind what it leaves alone.
  /// What goes with something else is gone from then on.
  ///
  /// @param state what is recorded after the apply
  void check(Plan plan, StackState state) {
    notesWhatIsLeftAlone(plan, state);
    takesAlong(plan, state);
  }

  /// Somebody else has taken the object away.
  void isGone(String id) {
    leftAlone.remove(id);
  }

  /// The ids of all objects that exist and were not left alone, sorted.
  List<String> notLeftAlone() {
    return ids().stream().filter(id -> !leftAlone.contains(id)).toList();
  }

  /// The ids of all recorded objects, current and deposed, sorted.
  List<String> recorded(StackState state) {
    var ids = new ArrayList<String>();
    state
        .instances()
        .forEach((at, instance) -> {
          instance.current().ifPresent(object -> ids.add(states.id(at, object)));
          instance.deposed().values().forEach(object -> ids.add(states.id(at, object)));
        });
    ids.sort(null);
    return ids;
  }

  /// What goes with something is gone with it, and recorded until then.
  private void takesAlong(Plan plan, StackState state) {
    for (Change change : plan.effective())
      if (change.goesWith().isPresent())
        dropped(plan, change.object(), state)
            .ifPresent(id -> {
              assertThat(gone(plan, change.goesWith().get())).noneMatch(ids()::contains);
              world.remove(change.object().instance().resource().type(), id);
            });
  }

  /// The objects that the plan destroys, or drops, of a container, also those that were set aside
  /// before. Where only their successor is left to be changed, that one stays.
  private List<String> gone(Plan plan, Target container) {
    return plan.effective().stream()
        .filter(change -> change.action().destructive())
        .filter(change -> container.means(change.object().instance()))
        .filter(change -> change.goesWith().isEmpty())
        .flatMap(change -> object(plan.refreshed(), change.object()).stream())
        .toList();
  }

  /// What is no longer recorded because it was to be left alone still exists.
  private void notesWhatIsLeftAlone(Plan plan, StackState state) {
    assertThat(ids()).as("objects that are left alone exist").containsAll(leftAlone);
    for (Change change : plan.effective())
      if (change.action().leavesAlone() && change.reason() != Reason.MISSING)
        dropped(plan, change.object(), state).ifPresent(leftAlone::add);
  }

  /// An object that still exists, though the record has neither it nor the operation that made it.
  private Optional<String> dropped(Plan plan, ObjectRef ref, StackState state) {
    return object(plan.refreshed(), ref)
        .filter(id -> !recorded(state).contains(id) && ids().contains(id))
        .filter(id -> !isOfOpenCreate(id, state));
  }

  /// Whether the record still has the operation that made the object, though not the object itself.
  private boolean isOfOpenCreate(String id, StackState state) {
    return state.instances().values().stream()
        .flatMap(instance -> instance.open().stream())
        .anyMatch(
            open -> world.madeBy(open.id()).filter(thing -> thing.id().equals(id)).isPresent());
  }

  private Optional<String> object(StackState of, ObjectRef ref) {
    var instance = of.instance(ref.instance());
    return ref.deposed()
        .map(key -> Optional.ofNullable(instance.deposed().get(key)))
        .orElse(instance.current())
        .map(object -> states.id(ref.instance(), object));
  }

  private List<String> ids() {
    return world.things().values().stream().map(FakeWorld.Thing::id).sorted().toList();
  }
}
