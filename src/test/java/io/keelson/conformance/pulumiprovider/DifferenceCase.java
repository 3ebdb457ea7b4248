package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.system.SystemDifferences;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.json.ExactJson;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// A step, with what the product says of it, of which rules are asked.
record DifferenceCase(
    ProviderStep step, Before before, SchemaDifferences schemas, List<Diagnostic> problems) {
  static Diagnostic error(String name, String summary) {
    return Diagnostic.error(
        Code.INVALID_CONFIG,
        Subject.of(InstanceAddress.parse("keel_Thing." + name)),
        summary,
        "why");
  }

  private static JsonNode json(String text) {
    try {
      return text.isEmpty() ? MissingNode.getInstance() : ExactJson.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static DifferenceCase of(String step, Diagnostic... problems) {
    return after("", step, problems);
  }

  /// @param state what was recorded before
  static DifferenceCase after(String state, String step, Diagnostic... problems) {
    var read = new ProviderStep(2, json(step));
    return new DifferenceCase(
        read,
        new Before(json(state)),
        new SchemaDifferences(read, Collections.emptySortedSet()),
        List.of(problems));
  }

  /// @param at the way to the difference; empty for the whole
  Optional<String> row(
      Aspect aspect, String about, String call, String at, String expected, String actual) {
    var difference = new Difference(at, json(expected), json(actual));
    var systems = new SystemDifferences(step, false, before);
    return new KnownDifferences(step, before, problems, schemas, systems)
        .explaining(new Finding(2, aspect, about, call, difference));
  }

  Optional<String> row(Aspect aspect, String about, String at, String expected, String actual) {
    return row(aspect, about, "", at, expected, actual);
  }

  Optional<String> word(Aspect aspect, String about, String expected, String actual) {
    return row(aspect, about, "", "", quoted(expected), quoted(actual));
  }

  private static String quoted(String word) {
    return ExactJson.JSON.getNodeFactory().textNode(word).toString();
  }

  /// The same, where an option of a resource hides these.
  DifferenceCase hiding(String... hidden) {
    return new DifferenceCase(
        step, before, new SchemaDifferences(step, new TreeSet<>(List.of(hidden))), problems);
  }
}
