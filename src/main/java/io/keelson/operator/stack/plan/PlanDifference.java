package io.keelson.operator.stack.plan;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.plan.Leaf;
import io.keelson.engine.plan.Leaves;
import io.keelson.engine.plan.OutputLeaf;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.status.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Why a plan has another digest than the one before it: which addresses and attributes differ,
/// from the hashes that both plans keep.
final class PlanDifference {
  private static final int LONGEST = 1000;
  private static final String UNSAID =
      "what differs cannot be told: a Plan object had no room for it";
  private static final String SAME =
      "its changes are the same, but a provider has another version, an apply has begun since, or"
          + " the Stack or its service account is another one";

  private final Leaves earlier;
  private final Leaves later;
  private final SortedMap<ObjectRef, SortedMap<String, String>> before;
  private final SortedMap<ObjectRef, SortedMap<String, String>> after;

  private PlanDifference(String earlier, String later) {
    this.earlier = LeafText.read(earlier);
    this.later = LeafText.read(later);
    this.before = LeafText.attributes(earlier);
    this.after = LeafText.attributes(later);
  }

  /// @return a clause about the difference
  static String between(Plan earlier, Plan later) {
    var one = earlier.getSpec().leaves;
    var two = later.getSpec().leaves;
    if (one == null || two == null) return UNSAID;
    try {
      var all = new PlanDifference(one, two).all();
      return all.isEmpty() ? SAME : fitting(Names.of(all));
    } catch (IllegalArgumentException e) {
      return UNSAID;
    }
  }

  private static String fitting(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + " …";
  }

  private List<String> all() {
    var differences = new ArrayList<String>();
    var objects = new TreeSet<>(earlier.changes().keySet());
    objects.addAll(later.changes().keySet());
    for (ObjectRef object : objects) change(object).ifPresent(differences::add);
    var outputs = new TreeSet<>(earlier.outputs().keySet());
    outputs.addAll(later.outputs().keySet());
    for (String name : outputs) output(name).ifPresent(differences::add);
    return differences;
  }

  private Optional<String> change(ObjectRef object) {
    var one = earlier.changes().get(object);
    var two = later.changes().get(object);
    if (one == null || two == null) return Optional.of(onlyIn(object, one, two));
    if (one.equals(two)) return Optional.empty();
    if (one.action() != two.action())
      return Optional.of(
          "%s has another action (%s, it was %s)".formatted(object, two.action(), one.action()));
    var paths = paths(object);
    return Optional.of(
        paths.isEmpty()
            ? object + " differs"
            : "%s differs in %s".formatted(object, Names.of(paths)));
  }

  private static String onlyIn(ObjectRef object, @Nullable Leaf one, @Nullable Leaf two) {
    if (two != null) return "%s is to be changed, too (%s)".formatted(object, two.action());
    var action = one == null ? "" : " (%s)".formatted(one.action());
    return "%s is to be changed no more%s".formatted(object, action);
  }

  /// The paths at which the state or the planned state of an object differs; empty if they are not
  /// known.
  private List<String> paths(ObjectRef object) {
    var one = before.getOrDefault(object, new TreeMap<>());
    var two = after.getOrDefault(object, new TreeMap<>());
    if (one.isEmpty() || two.isEmpty()) return List.of();
    var paths = new TreeSet<>(one.keySet());
    paths.addAll(two.keySet());
    return paths.stream().filter(path -> !Objects.equals(one.get(path), two.get(path))).toList();
  }

  private Optional<String> output(String name) {
    OutputLeaf one = earlier.outputs().get(name);
    OutputLeaf two = later.outputs().get(name);
    return Objects.equals(one, two) ? Optional.empty() : Optional.of("output " + name + " differs");
  }
}
