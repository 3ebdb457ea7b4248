package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.time.Duration;
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

  /// What a person, or a run that was cut off, has done to the records before a step.
  StackState operated(JsonNode surgery, StackState state) {
    var instances = new TreeMap<>(state.instances());
    for (JsonNode each : surgery) {
      boolean pending = each.has("pendingOp");
      var at = PulumiNames.recorded(each.get(pending ? "pendingAddr" : "taint").textValue(), state);
      var instance = instances.getOrDefault(at, InstanceState.NONE);
      instances.put(at, pending ? begun(instance, each) : tainted(instance));
    }
    return new StackState(instances, state.outputs(), state.configurations());
  }

  private static InstanceState tainted(InstanceState instance) {
    return instance.withCurrent(
        instance.current().orElseThrow().withStatus(ObjectState.Status.TAINTED));
  }

  private static InstanceState begun(InstanceState instance, JsonNode pending) {
    var kind =
        switch (pending.get("pendingOp").textValue()) {
          case "creating" -> Operation.Kind.CREATE;
          case "updating" -> Operation.Kind.UPDATE;
          default -> throw new IllegalArgumentException("unknown surgery " + pending);
        };
    var operation =
        new Operation(
            "op-cut-off",
            kind,
            Optional.empty(),
            "digest",
            Optional.empty(),
            Duration.ZERO,
            new Declared(
                Optional.of(ProviderKey.of("pulumi")),
                Collections.emptySortedSet(),
                Flags.NONE,
                SensitivePaths.NONE));
    return new InstanceState(
        instance.current(),
        instance.deposed(),
        instance.drift(),
        Optional.of(operation),
        instance.writtenBy(),
        instance.madeBy(),
        instance.previousAddresses(),
        instance.lastFailed());
  }
}
