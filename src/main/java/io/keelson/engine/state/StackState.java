package io.keelson.engine.state;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// What exists of a stack.
///
/// @param outputs the values of outputs as last saved
/// @param configurations provider configurations as last used, by name: JSON objects, which hold
///   secrets
public record StackState(
    SortedMap<InstanceAddress, InstanceState> instances,
    SortedMap<String, Value> outputs,
    SortedMap<String, Bytes> configurations) {
  public static final StackState EMPTY =
      new StackState(Collections.emptySortedMap(), Collections.emptySortedMap());

  /// What exists without provider configurations.
  public StackState(
      SortedMap<InstanceAddress, InstanceState> instances, SortedMap<String, Value> outputs) {
    this(instances, outputs, Collections.emptySortedMap());
  }

  public StackState {
    instances = Collections.unmodifiableSortedMap(new TreeMap<>(instances));
    outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    configurations = Collections.unmodifiableSortedMap(new TreeMap<>(configurations));
  }

  /// What exists of one instance; nothing if it is not known.
  public InstanceState instance(InstanceAddress address) {
    return instances.getOrDefault(address, InstanceState.NONE);
  }
}
