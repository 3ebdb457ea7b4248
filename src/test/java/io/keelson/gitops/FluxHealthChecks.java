package io.keelson.gitops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Evaluates the `healthCheckExprs` of a Kustomization as Flux does.
final class FluxHealthChecks {
  private static final List<String> FIELDS =
      List.of("apiVersion", "kind", "metadata", "spec", "status");

  /// In the order in which Flux asks, with what is said where one is true.
  private static final List<Map.Entry<String, String>> EXPRESSIONS =
      List.of(
          Map.entry("inProgress", "InProgress"),
          Map.entry("failed", "Failed"),
          Map.entry("current", "Current"));

  private static final CelCompiler COMPILER = compiler();
  private static final CelRuntime RUNTIME = CelRuntimeFactory.plannerRuntimeBuilder().build();

  private final SortedMap<String, JsonNode> byKind = new TreeMap<>();

  FluxHealthChecks(Path kustomization) throws IOException {
    var checks = new YAMLMapper().readTree(kustomization.toFile()).at("/spec/healthCheckExprs");
    for (JsonNode check : checks)
      if (byKind.put(check.path("kind").asText(), check) != null)
        throw new IllegalStateException("a kind has two entries: " + check);
  }

  private static CelCompiler compiler() {
    var builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS);
    FIELDS.forEach(field -> builder.addVar(field, SimpleType.DYN));
    return builder.build();
  }

  /// @return `none` if there is no expression for the kind
  String of(JsonNode object) {
    var check = byKind.get(object.path("kind").asText());
    if (check == null) return "none";
    if (Kstatus.isStale(object)) return "InProgress";
    for (var expression : EXPRESSIONS) {
      if (!check.has(expression.getKey())) continue;
      var result = evaluated(check.path(expression.getKey()).asText(), object);
      if (!(result instanceof Boolean holds)) return "Error";
      if (holds) return expression.getValue();
    }
    return "InProgress";
  }

  /// @return something else than a Boolean if a field is missing that it needs
  private static Object evaluated(String expression, JsonNode object) {
    try {
      var fields = new TreeMap<String, Object>();
      for (String field : FIELDS)
        if (object.has(field)) fields.put(field, content(field, object.get(field)));
      return RUNTIME.createProgram(COMPILER.compile(expression).getAst()).eval(fields);
    } catch (CelValidationException e) {
      throw new IllegalStateException(expression, e);
    } catch (CelEvaluationException e) {
      return e;
    }
  }

  /// In Flux a status that is a text has no fields, and that is no error.
  private static Object content(String field, JsonNode value) {
    return field.equals("status") && value.isTextual()
        ? Map.of()
        : new ObjectMapper().convertValue(value, Object.class);
  }
}
