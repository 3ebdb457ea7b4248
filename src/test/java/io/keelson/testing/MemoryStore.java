package io.keelson.testing;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// A state store in memory that holds what the engine tells it to hold, and complains about a
/// journal that is not kept.
public final class MemoryStore implements StateStore {
  private final Map<InstanceAddress, InstanceState> records = new ConcurrentHashMap<>();

  private final Map<String, Bytes> configurations = new ConcurrentHashMap<>();

  public MemoryStore(StackState state) {
    records.putAll(state.instances());
    configurations.putAll(state.configurations());
  }

  @Override
  public Ticket begin(InstanceAddress at, InstanceState before, Operation intent) {
    var known = records.get(at);
    if (known != null && known.open().isPresent() && !before.open().isEmpty())
      throw new IllegalStateException("an operation is open already: " + at);
    records.put(at, before.opened(intent));
    return new Ticket(at, before, intent);
  }

  @Override
  public void finish(Ticket ticket, Optional<InstanceState> after, List<Diagnostic> told) {
    var known = records.get(ticket.at());
    if (known == null || !known.open().equals(Optional.of(ticket.operation())))
      throw new IllegalStateException("not the open operation: " + ticket.operation());
    put(ticket.at(), after);
  }

  @Override
  public void move(InstanceAddress from, InstanceAddress to) {
    var record = records.remove(from);
    if (record == null) throw new IllegalStateException("nothing is recorded at " + from);
    if (record.open().isPresent())
      throw new IllegalStateException("an operation is open at " + from);
    if (records.putIfAbsent(to, record.movedFrom(from)) != null)
      throw new IllegalStateException("something is recorded at " + to);
  }

  @Override
  public void keep(InstanceAddress at, Optional<InstanceState> observed) {
    if (!records.containsKey(at) && observed.filter(state -> !state.isEmpty()).isPresent())
      throw new IllegalStateException("nothing is recorded at " + at);
    put(at, observed);
  }

  @Override
  public void keepConfigurations(SortedMap<String, Bytes> byName) {
    configurations.putAll(byName);
  }

  private void put(InstanceAddress at, Optional<InstanceState> state) {
    if (state.isPresent() && !state.get().isEmpty()) records.put(at, state.get());
    else records.remove(at);
  }

  /// Everything stored, with the given outputs.
  public StackState state(Map<String, Value> outputs) {
    return new StackState(
        new TreeMap<>(records), new TreeMap<>(outputs), new TreeMap<>(configurations));
  }
}
