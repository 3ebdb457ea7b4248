package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Compares what exists with what a step expects.
record WorldCheck(ProviderStep step, Symbols symbols, Findings findings) {

  void compare(JsonNode objects) {
    var expected = byId(step.expected().path("world"));
    var actual = byId(objects);
    var ids = new TreeSet<>(expected.keySet());
    ids.addAll(actual.keySet());
    for (String id : ids)
      findings.add(
          Aspect.WORLD,
          owner(id),
          symbols.differences(
              expected.getOrDefault(id, MissingNode.getInstance()),
              actual.getOrDefault(id, MissingNode.getInstance())));
  }

  /// The resource whose object it is as it is recorded there, or by its name: ids begin with it.
  private String owner(String id) {
    for (JsonNode each : step.expected().path("state"))
      if (each.path("id").asText().equals(id)) return each.path("resource").asText();
    return step.program().stream()
        .filter(entry -> id.matches(Pattern.quote(entry.name()) + "-[0-9]+"))
        .findFirst()
        .map(ProgramEntry::title)
        .orElse(id);
  }

  private static SortedMap<String, JsonNode> byId(JsonNode objects) {
    var byId = new TreeMap<String, JsonNode>();
    for (JsonNode each : objects) byId.put(each.path("id").asText(), each);
    return byId;
  }
}
