package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.keelson.testing.PulumiPlugins;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// A recorded scenario: one step after the other.
record ProviderScenario(JsonNode json) {
  /// The providers that come with the project, and can be built everywhere.
  private static final Set<String> OURS = Set.of("keel", "bare", "legacy", "sea", "parts");

  String name() {
    return json.get("name").textValue();
  }

  List<ProviderStep> steps() {
    var steps = new ArrayList<ProviderStep>();
    for (JsonNode step : json.get("steps")) {
      var declared =
          step.path("op").asText().equals("import")
              ? declaring(step, steps)
              : ScenarioGroups.beside(step);
      steps.add(
          new ProviderStep(
              steps.size() + 1, ScenarioNames.current(ScenarioNames.recorded(declared))));
    }
    return steps;
  }

  private static JsonNode declaring(JsonNode step, List<ProviderStep> former) {
    // With the names that its calls are found by.
    var recorded = ScenarioNames.recorded(step);
    if (former.isEmpty())
      return ImportOperation.declaring(recorded, List.of(), MissingNode.getInstance());
    var last = former.getLast();
    return ImportOperation.declaring(recorded, last.program(), last.expected().path("state"));
  }

  /// The packages whose providers are asked.
  SortedSet<String> packages() {
    var packages = new TreeSet<String>();
    for (ProviderStep step : steps()) {
      step.program().forEach(entry -> packages.add(entry.pack()));
      step.recorded().forEach(title -> packages.add(title.substring(0, title.indexOf(':'))));
    }
    return packages;
  }

  private static boolean isThere(String name) {
    return OURS.contains(name)
        || PulumiPlugins.upstream(name).or(() -> PulumiPlugins.program(name)).isPresent();
  }

  /// The outputs that options of resources hide, such as `keel:index:Thing::a.endpoint`.
  SortedSet<String> hidden() {
    var hidden = new TreeSet<String>();
    for (ProviderStep step : steps())
      for (JsonNode each : step.expected().path("state"))
        for (JsonNode name : each.path("secretOutputs"))
          hidden.add(each.path("resource").asText() + "." + name.asText());
    return hidden;
  }

  /// What it needs that is not here; empty if nothing is missing.
  Optional<String> missing() {
    return ScenarioGroups.placed(json.get("steps"))
        .or(() ->
            packages().stream()
                .filter(name -> !isThere(name))
                .map(name -> "provider " + name)
                .findFirst());
  }
}
