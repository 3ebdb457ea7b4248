package io.keelson.cli.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntimeFactory;
import io.keelson.engine.address.AttributePath;
import io.keelson.operator.api.RunSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What the API server would say about a Run: its schema, and the rules between its fields, which
/// are taken from its CRD.
public final class RunCheck {
  private static final CelOptions OPTIONS =
      CelOptions.current().enableHeterogeneousNumericComparisons(true).build();
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
      if (!text.contains("oldSelf") && !holds(text, self))
        broken.add(rule.path("message").asText() + ".");
    }
    return broken;
  }

  private static boolean holds(String rule, JsonNode self) {
    try {
      var compiler =
          CelCompilerFactory.standardCelCompilerBuilder()
              .setOptions(OPTIONS)
              .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
              .addVar("self", SimpleType.DYN)
              .build();
      var program =
          CelRuntimeFactory.plannerRuntimeBuilder()
              .setOptions(OPTIONS)
              .build()
              .createProgram(compiler.compile(rule).getAst());
      var value = MAPPER.convertValue(self, Object.class);
      return Boolean.TRUE.equals(program.eval(Map.of("self", value)));
    } catch (CelValidationException | CelEvaluationException e) {
      throw new IllegalStateException("a rule of our CRD cannot be used: " + rule, e);
    }
  }
}
