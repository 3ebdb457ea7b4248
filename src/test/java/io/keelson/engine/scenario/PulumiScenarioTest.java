package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.scenario.PulumiSituation.Kind;
import io.keelson.json.JsonValues;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/// Holds the situations in which Pulumi's engine is known to do something to what happens in them
/// here: each that is to come out the same is shown by scenarios, each that is not has its line on
/// the page of differences.
class PulumiScenarioTest {
  private static final SortedSet<String> FAILED = new ConcurrentSkipListSet<>();
  private static final SortedSet<String> SHOWN = new ConcurrentSkipListSet<>();

  private static List<PulumiSituation> situations() throws IOException, JsonValues.NotAValue {
    return PulumiSituation.all();
  }

  @TestFactory
  Stream<DynamicNode> situations_comeOutAsTheirTableSays()
      throws IOException, JsonValues.NotAValue {
    return situations().stream()
        .filter(situation -> situation.pending().isEmpty())
        .map(situation ->
            DynamicContainer.dynamicContainer(
                situation.id() + " " + situation.what(), proofs(situation)));
  }

  private static List<DynamicNode> proofs(PulumiSituation situation) {
    var proofs = new ArrayList<DynamicNode>();
    for (String scenario : situation.scenarios())
      proofs.add(
          proof(situation, scenario, () -> ScenarioFolder.play(ScenarioFolder.file(scenario))));
    for (String test : situation.tests())
      proofs.add(proof(situation, test, () -> PulumiSituation.exists(test)));
    if (situation.kind() == Kind.DIFFERS)
      proofs.add(proof(situation, "is explained", situation::isExplained));
    return proofs;
  }

  private static DynamicTest proof(PulumiSituation situation, String name, Executable proof) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          FAILED.add(situation.id() + " " + name);
          proof.execute();
          FAILED.remove(situation.id() + " " + name);
          SHOWN.add(situation.id());
        });
  }

  @Test
  void everySituation_isInTheTableAndHasWhatItsKindNeeds()
      throws IOException, JsonValues.NotAValue {
    var ids =
        Stream.of(numbers(1, 48), numbers(50, 80), numbers(90, 121), numbers(130, 136))
            .flatMap(each -> each)
            .toList();

    assertThat(situations())
        .allMatch(PulumiSituation::isComplete)
        .extracting(PulumiSituation::id)
        .containsExactlyInAnyOrderElementsOf(ids);
  }

  private static Stream<String> numbers(int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj("S-%02d"::formatted);
  }

  /// As soon as a scenario is there, its situation counts.
  @Test
  void pendingSituation_hasNoScenarioYet() throws IOException, JsonValues.NotAValue {
    var early =
        situations().stream()
            .filter(situation -> situation.pending().isPresent())
            .filter(situation ->
                situation.scenarios().stream().map(ScenarioFolder::file).allMatch(Files::exists));

    assertThat(early).as("situations that need not be pending any more").isEmpty();
  }

  @AfterAll
  static void print() throws IOException, JsonValues.NotAValue {
    System.out.printf(
        "pulumi scenarios: %d of %d by existing rules, %d of %d by options,"
            + " %d deviate as documented, %d later, %d without counterpart of %d%n",
        shown(Kind.HOLDS),
        count(each -> each.kind() == Kind.HOLDS),
        shown(Kind.OPTION),
        count(each -> each.kind() == Kind.OPTION),
        shown(Kind.DIFFERS),
        count(each -> each.kind() == Kind.LATER),
        count(each -> each.kind() == Kind.NONE),
        situations().size());
  }

  /// How many situations of a kind have all they are shown by.
  private static long shown(Kind kind) throws IOException, JsonValues.NotAValue {
    return count(each ->
        each.kind() == kind
            && SHOWN.contains(each.id())
            && FAILED.stream().noneMatch(failed -> failed.startsWith(each.id() + " ")));
  }

  private static long count(Predicate<PulumiSituation> of)
      throws IOException, JsonValues.NotAValue {
    return situations().stream().filter(of).count();
  }
}
