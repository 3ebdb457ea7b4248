import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.value.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;

/// A state store in memory, with nothing but the writes.
final class PlainStore implements StateStore {
  private final Map<InstanceAddress, InstanceState> records = new ConcurrentHashMap<>();
  private final Map<String, Bytes> configurations = new ConcurrentHashMap<>();

  @Override
  public Ticket begin(InstanceAddress at, InstanceState before, Operation intent) {
    records.put(at, before.opened(intent));
    return new Ticket(at, before, intent);
  }

  @Override
  public void finish(Ticket ticket, Optional<InstanceState> after, List<Diagnostic> told) {
    keep(ticket.at(), after);
  }

  @Override
  public void move(InstanceAddress from, InstanceAddress to) {
    records.put(to, records.remove(from));
  }

  @Override
  public void keep(InstanceAddress at, Optional<InstanceState> observed) {
    observed.ifPresentOrElse(state -> records.put(at, state), () -> records.remove(at));
  }

  @Override
  public void keepConfigurations(SortedMap<String, Bytes> byName) {
    configurations.putAll(byName);
  }
}
