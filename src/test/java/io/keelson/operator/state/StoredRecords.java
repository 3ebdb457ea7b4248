package io.keelson.operator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.record.ResourceInstance;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.TreeMap;

/// The records of one Stack as the API server would have them, without an API server.
public final class StoredRecords {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final InstanceRecords records =
      new InstanceRecords(
          new ObjectRecords(new Sealer(Bytes.of(new byte[Sealer.KEY_LENGTH]), new SecureRandom())),
          "shop",
          "shop",
          "cluster");

  /// What the record of an instance shows to everybody who may read it: all but what is sealed.
  public JsonNode shown(InstanceAddress at, InstanceState state) {
    var tree = JSON.<JsonNode>valueToTree(record(at, state));
    tree.findParents("sealed").forEach(each -> ((ObjectNode) each).remove("sealed"));
    return tree;
  }

  /// The state as it comes back from its records.
  ///
  /// @throws IllegalStateException if a record does not open
  public StackState readBack(StackState state) {
    var instances = new TreeMap<InstanceAddress, InstanceState>();
    state.instances().forEach((at, instance) -> instances.put(at, read(record(at, instance))));
    return new StackState(instances, state.outputs(), state.configurations());
  }

  private ResourceInstance record(InstanceAddress at, InstanceState state) {
    var open = state.open().map(each -> Journal.imported(each, Instant.EPOCH));
    var name = RecordNames.ofInstance("shop", at, 0);
    var record =
        open.map(intent -> records.born(at, name, intent))
            .orElseGet(() -> records.imported(at, name, state.previousAddresses()));
    record.setMetadata(new ObjectMetaBuilder(record.getMetadata()).withUid(name).build());
    record.setStatus(
        records.status(
            new InstanceRecords.Content(state, open, null, null), record, 1, Instant.EPOCH));
    return record;
  }

  private InstanceState read(ResourceInstance record) {
    try {
      return records.state(record);
    } catch (Sealer.CannotOpen e) {
      throw new IllegalStateException(e);
    }
  }
}
