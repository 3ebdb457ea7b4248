package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import io.keelson.provider.pulumi.InstalledPulumi;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// Compares what is recorded of each object with what a step expects.
///
/// @param titles gives the name that scenarios have for a resource
/// @param hidden gives the outputs of a resource that an option hides
/// @param turns is told what is left out
record StateCheck(
    Symbols symbols,
    Function<ResourceAddress, String> titles,
    Function<String, SortedSet<String>> hidden,
    Turns turns,
    Findings findings) {
  void compare(JsonNode expected, StackState state) {
    var wanted = expected(expected);
    var actual = actual(state, wanted.keySet());
    var resources = new TreeSet<>(wanted.keySet());
    resources.addAll(actual.keySet());
    for (String resource : resources) {
      var want = wanted.getOrDefault(resource, List.of());
      var have = inOrderOf(want, actual.getOrDefault(resource, List.of()));
      if (want.size() != have.size())
        findings.differs(Aspect.STATE, resource, want.toString(), have.toString());
      else
        for (int i = 0; i < want.size(); i++)
          findings.add(Aspect.STATE, resource, symbols.differences(want.get(i), have.get(i)));
    }
  }

  /// Old objects of a resource have no order: they come as the others, as far as ids tell them
  /// apart.
  private static List<JsonNode> inOrderOf(List<JsonNode> others, List<JsonNode> records) {
    var ids = others.stream().map(each -> each.path("id").asText()).toList();
    return records.stream()
        .sorted(
            Comparator.comparing((JsonNode each) -> each.path("old").asBoolean())
                .thenComparingInt(each -> ids.indexOf(each.path("id").asText())))
        .toList();
  }

  /// Providers and components are recorded there, and what a program only reads.
  private static SortedMap<String, List<JsonNode>> expected(JsonNode state) {
    var records = new TreeMap<String, List<JsonNode>>();
    for (JsonNode each : state) {
      var resource = each.path("resource").asText();
      if (resource.startsWith(ProgramEntry.PROVIDERS)
          || each.path("external").asBoolean(false)
          || each.path("component").asBoolean(false)
          // Deleted already: its record only says that another one is due.
          || each.path("pendingReplacement").asBoolean(false)) continue;
      var record = JsonNodeFactory.instance.objectNode();
      record.set("id", each.path("id"));
      record.set("inputs", recorded(each.path("inputs")));
      record.set("outputs", recorded(each.path("outputs")));
      record.put("old", each.path("delete").asBoolean(false));
      record.put("unfinished", each.has("initErrors"));
      add(records, resource, record);
    }
    return records;
  }

  private static JsonNode secret(JsonNode value) {
    return value.has("$secret")
        ? value
        : JsonNodeFactory.instance.objectNode().set("$secret", value);
  }

  private static JsonNode recorded(JsonNode fields) {
    if (fields.isMissingNode()) return JsonNodeFactory.instance.objectNode();
    var copy = fields.deepCopy();
    // What an asset is not made of is empty there.
    for (JsonNode each : copy.findValues("$asset"))
      if (each instanceof ObjectNode asset)
        asset.properties().removeIf(part -> part.getValue().asText("-").isEmpty());
    return copy;
  }

  private static void add(
      SortedMap<String, List<JsonNode>> records, String resource, ObjectNode record) {
    var its = records.computeIfAbsent(resource, _ -> new ArrayList<>());
    // The current object first.
    if (record.path("old").asBoolean()) its.addLast(record);
    else its.addFirst(record);
  }

  /// What is gone, and was dropped there, keeps its record here until the next plan.
  private SortedMap<String, List<JsonNode>> actual(StackState state, Set<String> wanted) {
    var records = new TreeMap<String, List<JsonNode>>();
    state
        .instances()
        .forEach((at, instance) -> {
          var title = titles.apply(at.resource());
          if (isMissing(instance) && !wanted.contains(title)) {
            turns.missing();
            return;
          }
          instance
              .current()
              .ifPresent(each -> add(records, title, record(each, hidden.apply(title), false)));
          instance
              .deposed()
              .values()
              .forEach(each -> add(records, title, record(each, hidden.apply(title), true)));
        });
    return records;
  }

  /// Whether there is a record of what is gone.
  private static boolean isMissing(InstanceState instance) {
    return instance.drift() instanceof Drift.Missing;
  }

  /// What is secret by an option is noted beside what the provider answered.
  private ObjectNode record(ObjectState object, SortedSet<String> hidden, boolean old) {
    var record = (ObjectNode) InstalledPulumi.recorded(object.privateData(), WireJson::of);
    record.put("id", ScenarioNames.own(record.path("id").asText()));
    ObjectNode outputs = record.withObjectProperty("outputs");
    for (String name : hidden)
      if (object.sensitive().all().contains(AttributePath.of(name)) && outputs.has(name))
        outputs.set(name, secret(outputs.get(name)));
    return record.put("old", old).put("unfinished", object.unfinished());
  }
}
