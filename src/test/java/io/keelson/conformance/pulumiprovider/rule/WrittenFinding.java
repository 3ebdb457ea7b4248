package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.keelson.conformance.pulumiprovider.Difference;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.json.ExactJson;

/// Findings as tests of rules write them.
public final class WrittenFinding {
  private WrittenFinding() {}

  /// @param text no text is nothing
  public static JsonNode json(String text) {
    try {
      return text.isEmpty() ? MissingNode.getInstance() : ExactJson.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /// @param at the way to the difference; empty for the whole
  public static Finding of(
      Aspect aspect, String about, String call, String at, String expected, String actual) {
    return new Finding(1, aspect, about, call, new Difference(at, json(expected), json(actual)));
  }
}
