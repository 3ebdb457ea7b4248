package io.keelson.conformance;

import io.keelson.conformance.Difference.Aspect;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import io.keelson.json.JsonStateCodec;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// Where a deviation has led to another state than Terraform's, makes Terraform's of it, so that
/// the steps that follow can be compared as well. What it cannot adjust, it leaves: whether the
/// state is Terraform's is to be compared again.
final class Alignment {
  private static final DeposedKey KEY = new DeposedKey("00000000");

  private Alignment() {}

  /// @param symbols an object that was made anew, and not in Terraform, gets the symbol of the one
  ///   that it stands for
  static StackState state(
      ScenarioFacts facts,
      StackState before,
      StackState after,
      List<Difference> differences,
      ObjectSymbols symbols) {
    // Whom Terraform refuses a plan, it leaves everything as it was.
    if (facts.result().equals("plan_error")) return before;
    var instances = new TreeMap<>(after.instances());
    for (Difference difference : differences) {
      switch (difference.aspect()) {
        case CREATE_BEFORE_DESTROY, ROLE, DEPENDENCY -> {
          var at = ScenarioAddress.parse(difference.address());
          instances.computeIfPresent(at, (_, instance) -> adjusted(instance, difference, symbols));
        }
        case OBJECT -> {
          if (difference.isExtra()) stand(difference, differences, symbols);
        }
        default -> {}
      }
    }
    return new StackState(instances, after.outputs());
  }

  private static InstanceState adjusted(
      InstanceState instance, Difference difference, ObjectSymbols symbols) {
    if (difference.aspect() == Aspect.ROLE)
      return instance.current().isPresent() ? instance.depose(KEY) : instance;
    var part = difference.part().split(" on ", 2);
    return instance.withObjects(object -> {
      if (!symbols.id(Surgery.decode(new JsonStateCodec(), object)).equals(part[0])) return object;
      if (difference.aspect() == Aspect.DEPENDENCY)
        return difference.isMissing() ? dependent(object, part[1]) : independent(object, part[1]);
      return flagged(object, Boolean.parseBoolean(difference.expected()));
    });
  }

  private static ObjectState flagged(ObjectState object, boolean createBeforeDestroy) {
    return object.withFlags(
        new Flags(
            createBeforeDestroy, object.flags().preventDestroy(), object.flags().skipDestroy()));
  }

  private static ObjectState dependent(ObjectState object, String name) {
    var all = new TreeSet<>(object.dependencies());
    all.add(new Dependency(ScenarioAddress.resource(name), false));
    return object.withDependencies(all);
  }

  private static ObjectState independent(ObjectState object, String name) {
    var left = new TreeSet<>(object.dependencies());
    left.removeIf(each -> ScenarioAddress.of(each.resource()).equals(name));
    return object.withDependencies(left);
  }

  private static void stand(Difference made, List<Difference> differences, ObjectSymbols symbols) {
    differences.stream()
        .filter(each -> each.aspect() == made.aspect() && each.isMissing())
        .filter(each -> each.address().equals(made.address()))
        .findFirst()
        .ifPresent(kept -> symbols.rename(made.part(), kept.part()));
  }
}
