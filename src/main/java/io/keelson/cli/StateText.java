package io.keelson.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// A state as people read it.
final class StateText {
  private final StringBuilder text = new StringBuilder();

  private StateText() {}

  /// @param state what [io.keelson.json.StateJson] writes
  static String of(JsonNode state) {
    var listing = new StateText();
    for (JsonNode instance : state.path("instances")) listing.instance(instance);
    if (!state.path("outputs").isEmpty()) {
      listing.text.append("Outputs:\n");
      for (var each : state.path("outputs").properties())
        listing.line(
            each.getKey(),
            each.getValue().get("value"),
            each.getValue().path("sensitive").asBoolean());
    }
    return listing.text.isEmpty() ? "Nothing exists.\n" : listing.text.toString();
  }

  private void instance(JsonNode instance) {
    var address = instance.path("address").asText();
    var current = instance.path("current");
    var remarks = new ArrayList<String>();
    if (current.path("tainted").asBoolean()) remarks.add("tainted");
    if (current.path("unfinished").asBoolean()) remarks.add("unfinished");
    if (instance.has("drift")) remarks.add("drift: " + instance.get("drift").asText());
    if (instance.has("operation"))
      remarks.add("open operation: " + instance.get("operation").asText());
    if (current.isObject() || !remarks.isEmpty()) object(address, remarks, current);
    for (JsonNode each : instance.path("deposed"))
      object(address + " (deposed " + each.path("key").asText() + ")", List.of(), each);
  }

  private void object(String name, List<String> remarks, JsonNode object) {
    text.append(name);
    if (!remarks.isEmpty()) text.append("  # ").append(String.join(", ", remarks));
    text.append('\n');
    var hidden = new ArrayList<String>();
    object.path("sensitive").forEach(each -> hidden.add(each.asText()));
    for (var each : object.path("attributes").properties())
      if (!each.getValue().isNull() || hidden.contains("/" + each.getKey()))
        line(each.getKey(), each.getValue(), hidden.contains("/" + each.getKey()));
    text.append('\n');
  }

  private void line(String name, JsonNode value, boolean sensitive) {
    text.append("    ")
        .append(name)
        .append(" = ")
        .append(sensitive ? "(sensitive value)" : value.toString())
        .append('\n');
  }
}
