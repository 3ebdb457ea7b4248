package io.keelson.cli.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelCondition;
import io.keelson.expression.CelCondition.Read;
import io.keelson.json.JsonValues;
import io.keelson.operator.api.RunSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the API server would say about a Run: its schema, and the rules between its fields, which
/// are taken from its CRD.
public final class RunCheck {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private RunCheck() {}

  /// @param schema of `spec`
  /// @return sentences; empty if it would be taken
  public static List<String> problems(JsonNode schema, RunSpec asked) {
    JsonNode spec = MAPPER.valueToTree(asked);
    var problems = new ArrayList<String>();
    for (var each : ManifestSchema.check(schema, spec, AttributePath.of("spec")))
      problems.add(each.path() + ": " + each.message());
    if (problems.isEmpty()) problems.addAll(broken(schema, spec));
    for (var each : spec.properties())
      problems.addAll(broken(schema.path("properties").path(each.getKey()), each.getValue()));
    return problems;
  }

  private static List<String> broken(JsonNode schema, JsonNode self) {
    var broken = new ArrayList<String>();
    for (var rule : schema.path("x-kubernetes-validations")) {
      var text = rule.path("rule").asText();
      // There is no object that it would change.
      if (!text.contains("oldSelf") && !holds(text, value(self)))
        broken.add(rule.path("message").asText() + ".");
    }
    return broken;
  }

  private static Value value(JsonNode self) {
    try {
      return JsonValues.read(self);
    } catch (JsonValues.NotAValue e) {
      throw new IllegalStateException("what a command was asked is no value", e);
    }
  }

  private static boolean holds(String rule, Value self) {
    var holds =
        CelCondition.read(rule, "self", Types.DYNAMIC) instanceof Read.Usable(var condition)
            ? condition.holds(self)
            : Optional.<Boolean>empty();
    return holds.orElseThrow(
        () -> new IllegalStateException("a rule of our CRD cannot be used: " + rule));
  }
}
