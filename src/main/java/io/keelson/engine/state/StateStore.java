package io.keelson.engine.state;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// The port to the stored state, with the journal that makes a crash harmless.
///
/// Every method is durable on return, and retries failures that may pass. The caller is only told
/// that this process lost the right to write, or that a record was refused.
public interface StateStore {
  /// This process may no longer write: another one leads. The run must stop; nothing was written.
  final class StoreFenced extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreFenced(String message) {
      super(message);
    }
  }

  /// A record is refused, and asking again would not help: nothing was written.
  final class StoreRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient InstanceAddress at;

    /// @param why whole sentences: the reason, and what to do
    public StoreRefused(InstanceAddress at, String why) {
      super(why);
      this.at = at;
    }

    /// The instance of the record.
    public InstanceAddress at() {
      return at;
    }
  }

  /// An open journal entry, to be handed back to [#finish].
  ///
  /// @param before what was known to exist when the entry was opened, after any depose
  record Ticket(InstanceAddress at, InstanceState before, Operation operation) {}

  /// Opens a journal entry before a call that can change the world. `before` is stored together
  /// with the entry, so deposing and intent are one write.
  ///
  /// @throws StoreFenced if this process may no longer write
  /// @throws StoreRefused if the entry cannot be opened: the call must not be made
  Ticket begin(InstanceAddress at, InstanceState before, Operation intent);

  /// Why a call must not be made: the store has no room for what it would leave. Asked before
  /// [#begin].
  ///
  /// @param expected what the store would hold after the call, as far as that is known
  /// @param whole whether all of it is known
  /// @return a sentence that says how large it is; empty if there is room
  default Optional<String> objection(InstanceAddress at, InstanceState expected, boolean whole) {
    return Optional.empty();
  }

  /// Replaces the entry by what exists after the call, in one write; empty or [InstanceState#NONE]
  /// removes the record. Accepted also when leadership has been lost since, because the call was
  /// made.
  ///
  /// @param told what is to be said of the call, without secrets; kept beside the state until the
  ///   next call has ended
  void finish(Ticket ticket, Optional<InstanceState> after, List<Diagnostic> told);

  /// Gives an instance a new address, in one write. Everything that is stored of it stays.
  ///
  /// @param from where it is recorded; without an open entry
  /// @param to where nothing is recorded
  /// @throws StoreFenced if this process may no longer write
  /// @throws StoreRefused if the address cannot be changed
  /// @rule R-MOV-8
  void move(InstanceAddress from, InstanceAddress to);

  /// Stores what was observed or decided without a call: bookkeeping, forgets. Empty removes the
  /// record.
  ///
  /// @throws StoreFenced if this process may no longer write
  /// @throws StoreRefused if it cannot be stored
  void keep(InstanceAddress at, Optional<InstanceState> observed);

  /// Stores provider configurations before they are first used to change anything: their objects
  /// can be read and destroyed later whatever became of their declarations. All are stored, or
  /// none.
  ///
  /// @param configurations by name; they hold secrets
  /// @throws StoreFenced if this process may no longer write
  void keepConfigurations(SortedMap<String, Bytes> configurations);
}
