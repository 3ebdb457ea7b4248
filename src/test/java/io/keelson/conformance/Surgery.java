package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import io.keelson.json.JsonValues;
import java.util.Map;
import java.util.TreeMap;

/// The changes that a person makes to the state by hand between two steps.
final class Surgery {
  static final Type.ObjectOf OBJECT =
      Type.object(
          Map.of(
              "id", Types.STRING,
              "input", Types.DYNAMIC,
              "output", Types.DYNAMIC,
              "triggers_replace", Types.DYNAMIC));

  private final TreeMap<InstanceAddress, InstanceState> instances;
  private final StackState before;
  private final JsonStateCodec codec;

  Surgery(StackState before, JsonStateCodec codec) {
    this.before = before;
    this.codec = codec;
    this.instances = new TreeMap<>(before.instances());
  }

  StackState operateAll(JsonNode operations) {
    operations.forEach(this::operate);
    return new StackState(instances, before.outputs());
  }

  private void operate(JsonNode operation) {
    var named = operation.path("addr").asText(operation.path("from").asText());
    if (ScenarioAddress.isModule(named)) {
      operateInside(named, operation);
      return;
    }
    var at = ScenarioAddress.parse(named);
    var instance = instances.getOrDefault(at, InstanceState.NONE);
    switch (operation.get("op").textValue()) {
      case "taint" -> status(at, instance, ObjectState.Status.TAINTED);
      case "untaint" -> status(at, instance, ObjectState.Status.READY);
      case "rm" -> remove(operation.get("addr").textValue());
      case "mv" -> {
        instances.remove(at);
        instances.put(ScenarioAddress.parse(operation.get("to").textValue()), instance);
      }
      case "edit" -> edit(at, instance, operation.get("set"));
      default -> throw new IllegalArgumentException("unknown operation " + operation);
    }
  }

  /// All that is in a module, or in one instance of it.
  private void operateInside(String module, JsonNode operation) {
    for (var entry : new TreeMap<>(instances).entrySet()) {
      var name = ScenarioAddress.of(entry.getKey());
      if (!name.startsWith(module + ".") && !name.startsWith(module + "[")) continue;
      instances.remove(entry.getKey());
      if (operation.get("op").textValue().equals("mv"))
        instances.put(
            ScenarioAddress.parse(
                operation.get("to").textValue() + name.substring(module.length())),
            entry.getValue());
    }
  }

  private void status(InstanceAddress at, InstanceState instance, ObjectState.Status status) {
    instances.put(at, instance.withCurrent(instance.current().orElseThrow().withStatus(status)));
  }

  /// An address without a key removes every instance.
  private void remove(String address) {
    var at = ScenarioAddress.parse(address);
    if (instances.remove(at) == null)
      instances.keySet().removeIf(each -> each.resource().equals(at.resource()));
  }

  private void edit(InstanceAddress at, InstanceState instance, JsonNode changes) {
    var object = instance.current().orElseThrow();
    var edited = new TreeMap<>(((Mapping) decode(codec, object)).entries());
    changes
        .properties()
        .forEach(entry -> {
          try {
            edited.put(entry.getKey(), JsonValues.read(entry.getValue()));
          } catch (JsonValues.NotAValue e) {
            throw new IllegalArgumentException(e);
          }
        });
    var raw = new RawState(0, codec.encode(Value.object(edited), OBJECT));
    instances.put(at, instance.withCurrent(object.withAttributes(raw, object.sensitive())));
  }

  static Value decode(StateCodec codec, ObjectState object) {
    try {
      return codec.decode(object.attributes().json(), OBJECT);
    } catch (StateCodec.MalformedState e) {
      throw new IllegalStateException(e);
    }
  }
}
