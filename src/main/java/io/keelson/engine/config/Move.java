package io.keelson.engine.config;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.Optional;

/// A statement that objects have a new address.
///
/// Two ends without an instance key mean the whole resource: its instances keep their keys. If
/// either end has a key, exactly one instance moves, and an end without a key is the instance that
/// has none.
///
/// @param alias whether the resource that is moved to says so itself: then it may name several old
///   addresses, of which at most one has an object
/// @rule R-MOV-2
/// @rule R-CMP-40
public record Move(InstanceAddress from, InstanceAddress to, boolean alias) {
  /// A statement of the stack.
  public Move(InstanceAddress from, InstanceAddress to) {
    this(from, to, false);
  }

  /// Whether all instances of a resource move, whatever their keys.
  public boolean isWhole() {
    return from.key() instanceof InstanceKey.None && to.key() instanceof InstanceKey.None;
  }

  /// Where the instance at this address goes; empty if the statement is not about it.
  public Optional<InstanceAddress> target(InstanceAddress at) {
    if (isWhole())
      return at.resource().equals(from.resource())
          ? Optional.of(to.resource().instance(at.key()))
          : Optional.empty();
    return at.equals(from) ? Optional.of(to) : Optional.empty();
  }

  /// What a user is told if the old address is declared all the same.
  ///
  /// @rule R-MOV-9
  public Diagnostic stillDeclared() {
    return Diagnostic.error(
        Code.MOVED,
        isWhole() ? Subject.of(from.resource()) : Subject.of(from),
        "Moved object is still declared",
        "The object is to move to "
            + to
            + ", but the stack still declares "
            + from
            + ", which would need an object of its own. Take it out of the declaration, or remove"
            + " the move.");
  }

  @Override
  public String toString() {
    return from + " to " + to;
  }
}
