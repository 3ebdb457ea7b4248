package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads, and changes by hand, what is recorded of a scenario's objects.
final class PulumiRecords {
  private final SortedMap<String, PulumiType> types;
  private final StateCodec codec;

  PulumiRecords(SortedMap<String, PulumiType> types, StateCodec codec) {
    this.types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
    this.codec = codec;
  }

  private PulumiType type(String name) {
    return Optional.ofNullable(types.get(name)).orElseThrow();
  }

  Value value(ObjectState object) {
    try {
      return codec.decode(object.attributes().json(), type(object.type()).schema().type());
    } catch (StateCodec.MalformedState e) {
      throw new IllegalStateException(e);
    }
  }

  Mapping inputs(ObjectState object) {
    return PulumiProvider.inputs(
        type(object.type()), object.privateData(), (Mapping) value(object));
  }

  String id(ObjectState object) {
    return PulumiProvider.id(value(object));
  }

  /// What others do to the world before a step.
  void happen(JsonNode outside, PulumiWorld world, StackState state) {
    for (JsonNode each : outside) {
      if (each.has("create")) {
        var at = InstanceAddress.parse(each.get("create").textValue()).resource();
        world.create(type(at.type()), at.name(), each.get("id").textValue(), each.path("inputs"));
      } else if (each.has("vanish")) {
        var at = PulumiNames.recorded(each.get("vanish").textValue(), state);
        currentId(state, at).ifPresent(id -> world.remove(at.resource().type(), id));
      } else {
        var at = PulumiNames.recorded(each.get("drift").textValue(), state);
        currentId(state, at)
            .ifPresent(id -> world.drift(at.resource().type(), id, each.path("set")));
      }
    }
  }

  private Optional<String> currentId(StackState state, InstanceAddress at) {
    return state.instance(at).current().map(this::id);
  }

  /// What a person does to the records before a step.
  StackState operated(JsonNode surgery, StackState state) {
    var instances = new TreeMap<>(state.instances());
    for (JsonNode each : surgery) {
      if (!each.has("taint")) throw new IllegalArgumentException("unknown surgery " + each);
      instances.computeIfPresent(
          PulumiNames.recorded(each.get("taint").textValue(), state),
          (_, instance) ->
              instance.withCurrent(
                  instance.current().orElseThrow().withStatus(ObjectState.Status.TAINTED)));
    }
    return new StackState(instances, state.outputs(), state.configurations());
  }
}
