package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.json.ExactJson;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/// The import operation takes objects over without a program, and writes one for them. Here, a
/// person declares each with an import, beside what is declared already, as the provider told it.
public final class ImportOperation {
  /// What the bridge notes for itself among the inputs: nobody declares it.
  private static final String DEFAULTS = "__defaults";

  private ImportOperation() {}

  /// The step with a program that says the same, limited to what is taken over: nothing else is
  /// touched there.
  ///
  /// @param former what was declared before
  /// @param state the records that there are
  static JsonNode declaring(JsonNode step, List<ProgramEntry> former, JsonNode state) {
    var declaring = (ObjectNode) step.deepCopy();
    var program = declaring.putArray("resources");
    var asked = new TreeMap<String, JsonNode>();
    for (JsonNode each : step.path("imports")) asked.put(new ProgramEntry(each).title(), each);
    for (ProgramEntry entry : former) {
      var title = entry.title();
      if (!asked.containsKey(title)) program.add(entry.json());
      else if (Before.record(state, title).isObject()) {
        // Declared already: a person adds the import alone.
        var again = (ObjectNode) entry.json().deepCopy();
        again
            .withObjectProperty("options")
            .set("import", Objects.requireNonNull(asked.remove(title)).get("id"));
        program.add(again);
      }
    }
    var targets = declaring.putArray("targets");
    for (JsonNode each : step.path("imports")) {
      targets.add(each.get("name"));
      if (!asked.containsKey(new ProgramEntry(each).title())) continue;
      var entry = program.addObject();
      entry.set("type", each.get("type"));
      entry.set("name", each.get("name"));
      var options = entry.putObject("options");
      options.set("import", each.get("id"));
      if (each.path("protect").asBoolean(false)) options.put("protect", true);
      if (each.has("provider")) options.set("provider", each.get("provider"));
      entry.set("inputs", declared(each, answer(step, new ProgramEntry(entry).title())));
    }
    return declaring;
  }

  /// Whether a step takes a resource over.
  public static boolean isAbout(ProviderStep step, String title) {
    return step.program().stream()
        .filter(entry -> entry.option("import").isTextual())
        .anyMatch(entry -> entry.title().equals(title));
  }

  /// What is taken over is compared with what is declared, which nobody does there.
  public static boolean isComparison(Finding finding) {
    return finding.call().equals("Diff") && finding.expected().isMissingNode();
  }

  /// That the bridge filled nothing in: it notes so only where nobody declared anything.
  public static boolean isNote(Finding finding) {
    return finding.what().at().endsWith("." + DEFAULTS)
        && finding.expected().isArray()
        && finding.expected().isEmpty()
        && finding.actual().isMissingNode();
  }

  /// Whether a provider has all arguments that it has there, beside those that its check fills in.
  public static boolean isConfigured(Finding finding) {
    var wanted = ToldConfiguration.arguments(finding.expected());
    return wanted.isObject()
        && ToldConfiguration.arguments(finding.actual())
            .properties()
            .containsAll(wanted.properties());
  }

  /// What the provider answered when it was asked for an object; missing if nothing was found.
  private static JsonNode answer(JsonNode step, String title) {
    return RecordedCalls.about(step.path("expect").path("calls"), "Read", title)
        .map(each -> each.has("response") ? each.get("response") : unfinished(each))
        .findFirst()
        .orElseGet(ExactJson.JSON::missingNode);
  }

  /// What is found of an object that is not finished is told with an error.
  private static JsonNode unfinished(JsonNode call) {
    return call.path("error")
        .path("details")
        .valueStream()
        .filter(each -> each.path("type").asText().equals("ErrorResourceInitFailed"))
        .map(each -> each.path("value"))
        .findFirst()
        .orElseGet(ExactJson.JSON::missingNode);
  }

  /// All inputs that were found; without any, the properties that are asked for.
  private static JsonNode declared(JsonNode asked, JsonNode answer) {
    if (!asked.has("properties") || answer.has("inputs")) return written(answer.path("inputs"));
    var some = ExactJson.JSON.createObjectNode();
    for (JsonNode name : asked.get("properties"))
      some.set(name.asText(), written(answer.path("properties").path(name.asText())));
    return some;
  }

  private static JsonNode written(JsonNode found) {
    if (!found.isObject()) return found.isMissingNode() ? ExactJson.JSON.createObjectNode() : found;
    var written = ExactJson.JSON.createObjectNode();
    found
        .properties()
        .forEach(each -> {
          if (!each.getKey().equals(DEFAULTS)) written.set(each.getKey(), written(each.getValue()));
        });
    return written;
  }
}
