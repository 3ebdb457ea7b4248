package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/// What holds whatever aliases and moves say.
final class NamesPropertyTest {
  @Provide
  Arbitrary<RandomNames> stacks() {
    return RandomNames.any();
  }

  @Property(tries = 200)
  @Tag("R-CMP-40")
  void objectThatAnUnfinishedStatementNames_isNotDestroyed(
      @ForAll("stacks") RandomNames before, @ForAll("stacks") RandomNames after) {
    var laboratory = new Laboratory(2);
    laboratory.settle(before.silent());
    var recorded = laboratory.objects();

    var problems = new ArrayList<Diagnostic>();
    var planned = laboratory.planDespite(after, problems);
    laboratory.apply(planned, Laboratory.Conditions.good());

    var left = laboratory.objects().values();
    var moved = planned.plan().moves().values();
    var staying = new TreeMap<>(recorded);
    staying.keySet().removeAll(moved);
    var unfinished =
        new Unfinished(
            after.statements(), planned.snapshot().config(), recorded, staying, problems);
    recorded.forEach((at, id) -> {
      // What has moved has the name that the narrowest statement says.
      if (!left.contains(id) && !moved.contains(at))
        assertThat(unfinished.naming(at)).as("%s is destroyed: %s", at, problems).isEmpty();
    });
  }

  /// The statements that are not carried out, by what the plan says is wrong.
  ///
  /// @param recorded the ids of objects, by where they were before
  /// @param staying those of them that have not moved
  private record Unfinished(
      List<Move> statements,
      StackConfig config,
      SortedMap<InstanceAddress, String> recorded,
      SortedMap<InstanceAddress, String> staying,
      List<Diagnostic> problems) {

    /// One that names the object: its other name is wrong, or taken by an object that is to have
    /// another name itself and has not got it.
    Optional<Move> naming(InstanceAddress at) {
      return naming(at, new HashSet<>());
    }

    private Optional<Move> naming(InstanceAddress at, Set<InstanceAddress> seen) {
      if (!seen.add(at)) return Optional.empty();
      for (Move each : statements) {
        var to = each.target(at);
        if (to.isEmpty() || meansNothing(each, to.get())) continue;
        if (isRefused(each) || isWrong(to.get())) return Optional.of(each);
        for (InstanceAddress other : recorded.keySet())
          if (isAt(other, each, to.get()) && naming(other, seen).isPresent())
            return Optional.of(each);
      }
      return Optional.empty();
    }

    /// Whether it is an alias both names of which are declared and have objects.
    private boolean meansNothing(Move move, InstanceAddress to) {
      return move.alias()
          && move.isStillDeclared(config)
          && staying.keySet().stream().anyMatch(other -> isAt(other, move, to));
    }

    /// Whether an object is where a statement leads another one.
    private static boolean isAt(InstanceAddress other, Move move, InstanceAddress to) {
      if (move.isOfComponent()) return other.isIn(move.component(move.to(), to));
      return move.isWhole()
          ? other.component().equals(to.component()) && other.resource().equals(to.resource())
          : other.equals(to);
    }

    /// Whether the old name is declared. What is wrong then is this statement, whatever else the
    /// component or resource has.
    private boolean isRefused(Move move) {
      return problems.contains(move.stillDeclared());
    }

    private boolean isWrong(InstanceAddress at) {
      return problems.stream()
          .filter(each -> each.isError() && each.code() == Code.MOVED)
          .filter(each -> !each.summary().equals("Moved object is still declared"))
          .anyMatch(each -> isAbout(each.subject(), at));
    }

    private static boolean isAbout(Subject subject, InstanceAddress at) {
      if (subject instanceof Subject.OfInstance(var instance)) return instance.equals(at);
      if (subject.about().filter(at.resource()::equals).isPresent()) return true;
      var path = at.resource().in();
      for (int depth = 1; depth <= path.depth(); depth++)
        if (Subject.of(path.first(depth)).equals(subject)) return true;
      return false;
    }
  }
}
