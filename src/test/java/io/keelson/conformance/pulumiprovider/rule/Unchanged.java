package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.json.ExactJson;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Which findings tell that records and objects are here still as they were when a step began.
public record Unchanged(ProviderStep step, Before before) {
  private static final Pattern SYMBOL = Pattern.compile("@\\{[^}]+}");

  private static final String ID = "id";

  public boolean isTold(Finding finding) {
    var at = finding.what().at();
    return switch (finding.aspect()) {
      case STATE ->
          at.isEmpty()
              ? areRecords(finding)
              : records(finding.about()).stream()
                  .anyMatch(each -> isSame(value(each, at), finding.actual()));
      case WORLD ->
          at.isEmpty()
              ? objects().anyMatch(each -> isSame(each, finding.actual()))
              : objects()
                  .filter(each -> isOf(each, finding.about()))
                  .anyMatch(each -> isSame(value(each, at), finding.actual()));
      case PLAN, RUN, PLAN_CALLS, ASKED, CALLS, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  private static JsonNode value(JsonNode whole, String at) {
    return whole.at("/" + at.replace('.', '/'));
  }

  /// Whether all records of a resource, and no others, are here.
  private boolean areRecords(Finding finding) {
    var former = records(finding.about());
    var now = listed(finding.actual().asText());
    return former.size() == now.size()
        && former.stream()
            .allMatch(
                each -> IntStream.range(0, now.size()).anyMatch(i -> isSame(each, now.path(i))));
  }

  /// The records of a resource, as a finding tells them.
  public static JsonNode listed(String records) {
    try {
      return ExactJson.JSON.readTree(records);
    } catch (JsonProcessingException e) {
      return ExactJson.JSON.createArrayNode();
    }
  }

  /// What is recorded of a resource, as findings tell it.
  private List<JsonNode> records(String resource) {
    var records = new ArrayList<JsonNode>();
    for (JsonNode each : before.state())
      if (each.path("resource").asText().equals(resource)) {
        var record = ExactJson.JSON.createObjectNode();
        for (String part : List.of(ID, "inputs", "outputs"))
          if (each.has(part)) record.set(part, each.get(part));
        record.put("old", each.path("delete").asBoolean(false));
        records.add(record.put("unfinished", each.has("initErrors")));
      }
    return records;
  }

  /// What existed, with what was done to it from outside before the step.
  private Stream<JsonNode> objects() {
    var objects = new ArrayList<JsonNode>();
    for (JsonNode each : before.world()) {
      var object = each.deepCopy();
      for (JsonNode outside : step.json().path("outside"))
        if (outside.path("drift").equals(each.path(ID))
            && object.path("properties") instanceof ObjectNode properties)
          outside
              .path("set")
              .properties()
              .forEach(set -> properties.set(set.getKey(), set.getValue()));
      objects.add(object);
    }
    return objects.stream();
  }

  private boolean isOf(JsonNode object, String about) {
    return object.path(ID).asText().equals(about)
        || records(about).stream().anyMatch(each -> each.path(ID).equals(object.path(ID)));
  }

  /// Whether a value is the one that is recorded, whatever the symbols in that stand for, and
  /// whether it is secret or not.
  public static boolean isSame(JsonNode recorded, JsonNode actual) {
    return isAlike(Before.plain(recorded), Before.plain(actual));
  }

  private static boolean isAlike(JsonNode recorded, JsonNode actual) {
    if (recorded.isNull() || recorded.isMissingNode())
      return actual.isNull() || actual.isMissingNode() || actual.isEmpty() && actual.isObject();
    if (recorded.isObject() && actual.isObject()) {
      var fields = new TreeSet<String>();
      recorded.fieldNames().forEachRemaining(fields::add);
      actual.fieldNames().forEachRemaining(fields::add);
      return fields.stream().allMatch(each -> isAlike(recorded.path(each), actual.path(each)));
    }
    if (recorded instanceof ArrayNode list && actual.isArray())
      return list.size() == actual.size()
          && IntStream.range(0, list.size()).allMatch(i -> isAlike(list.path(i), actual.path(i)));
    return recorded.equals(actual)
        || recorded.isTextual()
            && actual.isValueNode()
            && SYMBOL.matcher(recorded.textValue()).find()
            && isWritten(recorded.textValue(), actual.asText());
  }

  private static boolean isWritten(String pattern, String text) {
    return Stream.of(SYMBOL.split(pattern, -1))
        .map(Pattern::quote)
        .reduce((one, other) -> one + ".+" + other)
        .filter(each -> Pattern.compile(each, Pattern.DOTALL).matcher(text).matches())
        .isPresent();
  }
}
