package io.keelson.engine.scenario;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.value.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// The store of a process that dies with its fuse.
record DyingStore(StateStore real, Fuse fuse) implements StateStore {
  @Override
  public Ticket begin(InstanceAddress at, InstanceState before, Operation intent) {
    live();
    return real.begin(at, before, intent);
  }

  @Override
  public void finish(Ticket ticket, Optional<InstanceState> after, List<Diagnostic> told) {
    live();
    real.finish(ticket, after, told);
  }

  @Override
  public void move(InstanceAddress from, InstanceAddress to) {
    live();
    real.move(from, to);
  }

  @Override
  public void keep(InstanceAddress at, Optional<InstanceState> observed) {
    live();
    real.keep(at, observed);
  }

  @Override
  public void keepConfigurations(SortedMap<String, Bytes> configurations) {
    live();
    real.keepConfigurations(configurations);
  }

  private void live() {
    if (!fuse.burn()) throw new StoreFenced("the process is dead");
  }
}
