package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.json.JsonValues;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The layers of small graphs, as Pulumi has them. Dependencies are closed here, so the one with a
/// gap has two layers where Pulumi has one (DEV-19).
class LayeredTableTest {
  /// @param uses what each uses itself, as `user:used,used`
  /// @param ending what goes; with a dash it is an old copy of something that stays
  @ParameterizedTest(name = "{0}")
  @Tag("R-PUL-50")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          chain                        | b:a c:b d:c             | a b c d     | [d] [c] [b] [a]
          diamond                      | b:a c:a d:b,c           | a b c d     | [d] [b c] [a]
          fan-out                      | b:a c:a d:a             | a b c d     | [b c d] [a]
          fan-in                       | d:a,b,c                 | a b c d     | [d] [a b c]
          tree                         | b:a c:a d:b e:c f:c     | a b c d e f | [d e f] [b c] [a]
          chain and a lone one         | b:a c:b                 | a b c x     | [c] [b] [a x]
          two chains                   | b:a y:x z:y             | a b x y z   | [z] [b y] [a x]
          all need a provider          | a:p b:p,a x:p           | a b p x     | [b] [a x] [p]
          chain with a gap             | b:a c:b                 | a c         | [c] [a]
          parent with two children     | d:c e:c,d               | c d e       | [e] [d] [c]
          needs a child and its parent | d:c z:c,d               | c d z       | [z] [d] [c]
          old copies                   | b:a                     | a- b-       | [b-] [a-]
          """)
  void ending_isInLayers(String name, String uses, String ending, String layers)
      throws JsonValues.NotAValue {
    var outcome = ScenarioPlayer.outcome(Scenario.parse(name, scenario(uses, ending)));

    assertThat(outcome.diagnostics()).filteredOn(Diagnostic::isError).isEmpty();
    assertThat(layers(outcome.plan())).isEqualTo(layers);
  }

  private static String scenario(String uses, String ending) {
    var direct = new TreeMap<String, List<String>>();
    for (String each : List.of(uses.split(" +"))) {
      int colon = each.indexOf(':');
      direct.put(each.substring(0, colon), List.of(each.substring(colon + 1).split(",")));
    }
    var goes = new TreeSet<>(List.of(ending.split(" +")));
    var all = new TreeSet<>(direct.keySet());
    direct.values().forEach(all::addAll);
    goes.forEach(each -> all.add(each.replace("-", "")));
    var text = new StringBuilder("story: Some objects end.\ndeletes: Layered\nprior:\n");
    for (String each : all) {
      var needs =
          closure(direct, each).stream().map(to -> "thing." + to).collect(Collectors.joining(", "));
      text.append("  thing.%s: {id: %s-1, dependsOn: [%s]}\n".formatted(each, each, needs));
      if (goes.contains(each + "-"))
        text.append("  thing.%s (deposed %s-0): {dependsOn: [%s]}\n".formatted(each, each, needs));
    }
    all.removeAll(goes);
    text.append("config:").append(all.isEmpty() ? " {}\n" : "\n");
    for (String each : all) {
      var needs =
          direct.getOrDefault(each, List.of()).stream()
              .filter(all::contains)
              .map(to -> "thing." + to)
              .collect(Collectors.joining(", "));
      text.append("  thing.%s: {dependsOn: [%s]}\n".formatted(each, needs));
    }
    return text.toString();
  }

  private static SortedSet<String> closure(SortedMap<String, List<String>> direct, String from) {
    var reached = new TreeSet<String>();
    var open = new ArrayList<>(direct.getOrDefault(from, List.of()));
    while (!open.isEmpty()) {
      var next = open.removeLast();
      if (reached.add(next)) open.addAll(direct.getOrDefault(next, List.of()));
    }
    return reached;
  }

  /// In the order in which they are carried out.
  private static String layers(Plan plan) {
    return plan.steps().inOrder().stream()
        .filter(Step.Barrier.Layer.class::isInstance)
        .map(barrier ->
            plan.steps().successors(barrier).stream()
                .map(LayeredTableTest::name)
                .sorted()
                .collect(Collectors.joining(" ", "[", "]")))
        .collect(Collectors.joining(" "));
  }

  private static String name(Step step) {
    var destroy = (Step.Destroy) step;
    return destroy.at().resource().name() + (destroy.object().deposed().isPresent() ? "-" : "");
  }
}
