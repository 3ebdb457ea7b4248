package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.testing.PulumiPlugins;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A recorded scenario: one step after the other.
record ProviderScenario(JsonNode json) {
  /// The providers that come with the project, and can be built everywhere.
  private static final Set<String> OURS = Set.of("keel", "bare", "legacy", "sea", "parts");

  /// What a resource has from the one around it, if it says nothing itself.
  private static final List<String> INHERITED = List.of("protect", "retainOnDelete");

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
              : beside(step);
      steps.add(
          new ProviderStep(
              steps.size() + 1, ScenarioNames.current(ScenarioNames.recorded(declared))));
    }
    return steps;
  }

  /// The step without its groups, which are nothing but a name around others: what is in them
  /// stands beside the rest, with the options that it has from them.
  private static JsonNode beside(JsonNode step) {
    var options = new TreeMap<String, ObjectNode>();
    var copy = step.deepCopy();
    for (JsonNode each : copy.path("resources"))
      if (each instanceof ObjectNode entry) {
        var own = entry.withObjectProperty("options");
        var around = options.get(entry.path("parent").asText());
        if (around != null)
          for (String option : INHERITED)
            if (!own.has(option) && around.has(option)) own.set(option, around.get(option));
        options.put(entry.path("name").asText(), own);
      }
    for (var all = copy.path("resources").iterator(); all.hasNext(); )
      if (new ProgramEntry(all.next()).isGroup()) all.remove();
    return copy;
  }

  /// A group that something names, or that something comes into, or leaves: an address here, which
  /// is another one then.
  private Optional<String> placed() {
    var groups = new TreeSet<String>();
    var parents = new TreeMap<String, String>();
    for (JsonNode step : json.get("steps"))
      for (JsonNode each : step.path("resources")) {
        var entry = new ProgramEntry(each);
        if (entry.isGroup()) groups.add(entry.name());
        var around = each.path("parent").asText();
        var former = parents.put(entry.name(), around);
        if (former != null && !former.equals(around))
          return Optional.of("a place of " + entry.name());
        for (String group : groups)
          if (entry.strings("dependsOn").contains(group)
              || each.toString().contains("${" + group + ".")
              || step.path("targets").toString().contains("\"" + group + "\""))
            return Optional.of("component " + group);
      }
    return Optional.empty();
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
    return placed()
        .or(() ->
            packages().stream()
                .filter(name -> !isThere(name))
                .map(name -> "provider " + name)
                .findFirst());
  }
}
