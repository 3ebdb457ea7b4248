package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.record.ObjectRecord;
import io.keelson.operator.api.record.ResourceInstance;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// The state of a Stack, read from its records as anybody could.
final class RecordedState {
  private RecordedState() {}

  static StackState of(List<ResourceInstance> records) {
    var instances = new TreeMap<InstanceAddress, InstanceState>();
    for (ResourceInstance record : records) {
      var state = instance(record);
      if (!state.isEmpty()) instances.put(InstanceAddress.parse(record.getSpec().address), state);
    }
    return new StackState(instances, Collections.emptySortedMap());
  }

  private static InstanceState instance(ResourceInstance record) {
    var status = record.getStatus();
    if (status == null || status.serial == null)
      throw new AssertionError("nothing but an intent: " + record.getSpec().address);
    if (status.operation != null)
      throw new AssertionError("open operation: " + record.getSpec().address);
    var state = InstanceState.NONE;
    if (status.state != null) state = state.withCurrent(object(status));
    if (status.deposed != null)
      for (var each : status.deposed)
        state = state.withDeposed(new DeposedKey(each.key), object(each));
    return state;
  }

  private static ObjectState object(ObjectRecord record) {
    JsonNode state = Objects.requireNonNull(record.state);
    if (record.exactPaths != null || record.sealed != null)
      throw new IllegalStateException("not to be read by anybody: " + state);
    var dependencies = new TreeSet<Dependency>();
    if (record.dependencies != null)
      record.dependencies.forEach(each ->
          dependencies.add(
              new Dependency(
                  ResourceAddress.parse(each.resource), Boolean.TRUE.equals(each.direct))));
    return new ObjectState(
        Objects.requireNonNull(record.type),
        Boolean.TRUE.equals(record.tainted) ? ObjectState.Status.TAINTED : ObjectState.Status.READY,
        new RawState(Objects.requireNonNull(record.schemaVersion), Bytes.utf8(state.toString())),
        SensitivePaths.NONE,
        Bytes.NONE,
        Optional.empty(),
        ProviderKey.of(Objects.requireNonNull(record.provider)),
        dependencies,
        new Flags(
            Boolean.TRUE.equals(record.createBeforeDestroy),
            Boolean.TRUE.equals(record.preventDestroy),
            Boolean.TRUE.equals(record.skipDestroy)));
  }
}
