package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.testing.PulumiPlugins;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// A recorded scenario: one step after the other.
record ProviderScenario(JsonNode json) {
  /// The providers that come with the project.
  private static final Set<String> OURS = Set.of("keel", "bare", "legacy", "sea");

  String name() {
    return json.get("name").textValue();
  }

  List<ProviderStep> steps() {
    var steps = new ArrayList<ProviderStep>();
    for (JsonNode step : json.get("steps")) {
      var declared =
          step.path("op").asText().equals("import")
              ? ImportOperation.declaring(
                  step, steps.isEmpty() ? List.of() : steps.getLast().program())
              : step;
      steps.add(new ProviderStep(steps.size() + 1, declared));
    }
    return steps;
  }

  /// The packages whose providers are asked.
  SortedSet<String> packages() {
    var packages = new TreeSet<String>();
    for (ProviderStep step : steps()) {
      step.program().forEach(entry -> packages.add(entry.pack()));
    }
    return packages;
  }

  /// What it needs that is not here; empty if nothing is missing.
  Optional<String> missing() {
    var program = steps().stream().flatMap(step -> step.program().stream()).toList();
    return program.stream()
        .filter(entry -> entry.kind().equals("remote") || entry.kind().equals("call"))
        .map(entry -> "component " + entry.token())
        .findFirst()
        .or(() ->
            packages().stream()
                .filter(name -> !OURS.contains(name) && PulumiPlugins.upstream(name).isEmpty())
                .map(name -> "provider " + name)
                .findFirst());
  }
}
