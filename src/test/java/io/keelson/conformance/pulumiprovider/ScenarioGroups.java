package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Groups of a recorded program, which are nothing but a name around others: what is in them stands
/// beside the rest.
final class ScenarioGroups {
  /// What a resource has from the one around it, if it says nothing itself.
  private static final List<String> INHERITED = List.of("protect", "retainOnDelete", "providers");

  private static final String DEPENDS_ON = "dependsOn";

  private final TreeMap<String, ObjectNode> options = new TreeMap<>();
  private final TreeMap<String, List<String>> members = new TreeMap<>();
  private final TreeMap<String, String> parents = new TreeMap<>();

  private ScenarioGroups() {}

  /// The step without its groups: what is in them has the options that it has from them, and who
  /// comes after a group comes after all that is in it.
  static JsonNode beside(JsonNode step) {
    var copy = step.deepCopy();
    var groups = new ScenarioGroups();
    for (var all = copy.path("resources").iterator(); all.hasNext(); )
      if (all.next() instanceof ObjectNode entry && groups.take(entry)) all.remove();
    return copy;
  }

  /// @return whether it is a group
  private boolean take(ObjectNode json) {
    var entry = new ProgramEntry(json);
    var around = json.path("parent").asText();
    var own = json.withObjectProperty("options");
    inherit(entry, own, Optional.ofNullable(options.get(around)));
    options.put(entry.name(), own);
    parents.put(entry.name(), around);
    if (entry.isGroup()) members.put(entry.name(), new ArrayList<>());
    else note(entry.name(), around);
    if (own.get(DEPENDS_ON) instanceof ArrayNode needed) own.set(DEPENDS_ON, inside(needed));
    return entry.isGroup();
  }

  private static void inherit(ProgramEntry entry, ObjectNode own, Optional<ObjectNode> around) {
    if (around.isEmpty()) return;
    for (String option : INHERITED)
      if (!own.has(option) && around.get().has(option)) own.set(option, around.get().get(option));
    var provider = own.path("providers").path(entry.pack());
    if (!entry.isGroup() && !entry.isComponent() && !own.has("provider") && provider.isTextual())
      own.set("provider", provider);
  }

  /// Groups are in others as their entries say, so that each is in all around it.
  private void note(String name, String around) {
    for (var group = around; members.containsKey(group); group = parents.getOrDefault(group, ""))
      Objects.requireNonNull(members.get(group)).add(name);
  }

  private ArrayNode inside(ArrayNode needed) {
    var all = needed.arrayNode();
    for (JsonNode each : needed) {
      var group = members.get(each.asText());
      if (group == null) all.add(each);
      else group.forEach(all::add);
    }
    return all;
  }

  /// What something comes into, or leaves, or names otherwise than to come after it: an address
  /// here, which is another one then.
  static Optional<String> placed(JsonNode steps) {
    var groups = new TreeSet<String>();
    var parents = new TreeMap<String, String>();
    for (JsonNode step : steps)
      for (JsonNode each : step.path("resources")) {
        var entry = new ProgramEntry(each);
        if (entry.isGroup()) groups.add(entry.name());
        var around = each.path("parent").asText();
        var former = parents.put(entry.name(), around);
        if (former != null && !former.equals(around))
          return Optional.of("a place of " + entry.name());
        for (String group : groups)
          if (each.toString().contains("${" + group + ".")
              || each.findValuesAsText("$ref").contains(group)
              || step.path("targets").toString().contains("\"" + group + "\""))
            return Optional.of("component " + group);
      }
    return Optional.empty();
  }
}
