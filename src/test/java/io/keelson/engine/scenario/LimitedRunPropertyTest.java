package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Change;
import io.keelson.engine.state.StackState;
import io.keelson.testing.PlanOptionsBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/// What holds for every run that is limited by targets or exclusions.
final class LimitedRunPropertyTest {
  private static final int MOST = 5;

  @Provide
  Arbitrary<RandomStack> stacks() {
    return RandomStack.upTo(MOST);
  }

  @Property(tries = 60)
  @Tag("R-TGT-2")
  void objectThatIsNotDeclaredAnyMore_staysWhileSomethingLeftOutWasMadeWithIt(
      @ForAll("stacks") RandomStack before,
      @ForAll("stacks") RandomStack after,
      @ForAll @IntRange(max = 1_000) int which,
      @ForAll boolean excluding) {
    var laboratory = new Laboratory(2);
    laboratory.settle(before);
    var recorded = laboratory.state();
    var objects = laboratory.objects();
    laboratory.assumePlannable(after);
    var target = any(recorded, laboratory.plan(after).plan().refreshed(), which);

    var planned =
        laboratory.planPart(
            after,
            options ->
                excluding
                    ? PlanOptionsBuilder.from(options).excluding(List.of(target)).build()
                    : PlanOptionsBuilder.from(options).targeting(List.of(target)).build());
    Assume.that(planned.problems().stream().noneMatch(Diagnostic::isError));
    var outcome = laboratory.apply(planned, Laboratory.Conditions.good());

    assertThat(outcome.diagnostics()).noneMatch(Diagnostic::isError);
    var declared = declared(laboratory, after);
    var left = laboratory.state();
    var ids = laboratory.objects().values();
    // Under its users an object may be replaced: that is what they are left out of.
    var replaced = new TreeSet<InstanceAddress>();
    for (Change change : planned.plan().changes().values())
      if (change.after().isPresent())
        replaced.add(change.movedFrom().orElse(change.object().instance()));
    left.instances()
        .forEach((user, instance) ->
            instance
                .current()
                // What is declared still may turn out to use another instance.
                .filter(_ -> objects.containsKey(user) && !declared.contains(user))
                .ifPresent(object ->
                    objects.forEach((at, id) -> {
                      if (object.dependsOn(at.resource()) && !replaced.contains(at))
                        assertThat(ids).as("%s, which %s was made with", at, user).contains(id);
                    })));
  }

  /// An instance that exists or is to, or its resource.
  private static Target any(StackState one, StackState other, int which) {
    var all = new TreeSet<String>();
    for (StackState each : List.of(one, other))
      for (InstanceAddress at : each.instances().keySet()) {
        all.add(at.toString());
        all.add(at.resource().toString());
      }
    Assume.that(!all.isEmpty());
    return Target.parse(new ArrayList<>(all).get(which % all.size()));
  }

  /// The instances that a whole plan has in the end, under their old names, too.
  private static SortedSet<InstanceAddress> declared(Laboratory laboratory, RandomStack stack) {
    var declared = new TreeSet<InstanceAddress>();
    var plan = laboratory.plan(stack).plan();
    plan.changes().values().stream()
        .filter(change -> change.after().isPresent())
        .forEach(change -> {
          declared.add(change.object().instance());
          change.movedFrom().ifPresent(declared::add);
        });
    return declared;
  }
}
