package io.keelson.operator.stack.output;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Where the outputs of a Stack are shown: in its status, and in Secrets and ConfigMaps.
public final class Outputs {
  private static final int LARGEST_STATUS = 64 * 1024;

  private Outputs() {}

  /// The outputs that the status of a Stack shows.
  ///
  /// @param values the values that are not sensitive, as far as the status has room
  /// @param omitted one diagnostic about each output that the status has no room for
  public record StatusValues(SortedMap<String, JsonNode> values, List<Diagnostic> omitted) {}

  /// The outputs for the status, in the order of their names. If one is too large, the next ones
  /// may still fit.
  public static StatusValues shown(SortedMap<String, Value> values) {
    var selected = new StatusValues(new TreeMap<>(), new ArrayList<>());
    int used = 0;
    for (var each : values.entrySet()) {
      if (each.getValue().marked()) continue;
      var tree = JsonValues.write(each.getValue());
      int size = tree.toString().getBytes(StandardCharsets.UTF_8).length;
      if (used + size > LARGEST_STATUS) {
        selected.omitted().add(omitted(each.getKey(), size));
      } else {
        selected.values().put(each.getKey(), tree);
        used += size;
      }
    }
    return selected;
  }

  private static Diagnostic omitted(String output, int size) {
    return Diagnostic.warning(
        Code.OUTPUT,
        Subject.part("output", output),
        "Output is not shown in the status",
        "It has %d bytes, and the status of a Stack has room for %d of all outputs together. To read it, let spec.outputs write it to a Secret or a ConfigMap (to), or make it smaller."
            .formatted(size, LARGEST_STATUS));
  }

  /// The outputs that have a value, by the object and the key that they are written to.
  static SortedMap<OutputObject, SortedMap<String, Entry>> placed(
      Stack stack, SortedMap<String, Value> values) {
    var placed = new TreeMap<OutputObject, SortedMap<String, Entry>>();
    if (stack.getSpec().outputs == null) return placed;
    for (StackOutput output : stack.getSpec().outputs) {
      var value = values.get(output.name);
      var to = KeyAt.of(output);
      if (value == null || to.isEmpty()) continue;
      placed
          .computeIfAbsent(to.get().object(), _ -> new TreeMap<>())
          .put(to.get().key(), new Entry(output.name, text(value)));
    }
    return placed;
  }

  /// One key of an object that an output is written to.
  record KeyAt(OutputObject object, String key) {
    static Optional<KeyAt> of(StackOutput output) {
      var to = output.to;
      if (to == null) return Optional.empty();
      if (to.secret != null)
        return Optional.of(
            new KeyAt(new OutputObject(OutputObject.Kind.SECRET, to.secret.name), to.secret.key));
      return Optional.ofNullable(to.configMap)
          .map(map -> new KeyAt(new OutputObject(OutputObject.Kind.CONFIG_MAP, map.name), map.key));
    }
  }

  /// The text of a key. It is never printed, as it may be secret.
  record Entry(String output, String text) {
    @Override
    public String toString() {
      return output;
    }
  }

  private static String text(Value value) {
    var plain = value.unmark().value();
    return plain instanceof Value.Text text ? text.text() : JsonValues.write(plain).toString();
  }
}
