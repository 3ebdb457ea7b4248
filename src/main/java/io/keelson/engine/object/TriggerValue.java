package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.ContentHash;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What `replaceTrigger` gives for one instance. Only a hash of the value is stored with an object,
/// keyed by the stack: it may come from a Secret.
///
/// @rule R-PUL-14
public sealed interface TriggerValue {
  /// @param hash of the value, behind a mark of its key; empty if there is no trigger, or it is
  ///   null
  record Known(String hash) implements TriggerValue {}

  /// What it comes from has no value yet.
  record Unknown() implements TriggerValue {}

  record Failed(List<Diagnostic> diagnostics) implements TriggerValue {}

  /// The value as far as it is known in the scope of the instance.
  ///
  /// @param key the stack's key
  static TriggerValue of(Optional<Expression> trigger, InstanceAddress at, Scope scope, Bytes key) {
    if (trigger.isEmpty()) return new Known("");
    return switch (trigger.get().evaluate(scope)) {
      case Evaluated.Failed(var diagnostics) -> new Failed(Diagnostic.within(at, diagnostics));
      case Evaluated.Ok(var value) when Marks.ephemeral(value.allMarks()) ->
          new Failed(List.of(EphemeralValues.asTrigger(Subject.of(at), value)));
      case Evaluated.Ok(var value) when !value.whollyKnown() -> new Unknown();
      case Evaluated.Ok(var value) -> new Known(stored(value, key));
    };
  }

  /// What is stored of a value that is wholly known: its hash, behind a mark of the key, for hashes
  /// under different keys cannot be compared. Empty for null.
  static String stored(Value value, Bytes key) {
    if (value.isNull()) return "";
    var hash = new ContentHash(key);
    return hash.text("replaceTrigger").hex().substring(0, 8)
        + ":"
        + hash.value(value, Set.<AttributePath>of()).hex();
  }

  /// Whether an object is to be replaced that was made, or last looked at, with another value. One
  /// that had none is not, nor is one whose trigger is taken away.
  ///
  /// @param stored with the object
  default boolean replaces(String stored) {
    if (stored.isEmpty()) return false;
    return switch (this) {
      case Known(var hash) -> !hash.isEmpty() && !hash.equals(stored) && sameKey(hash, stored);
      case Unknown _ -> true;
      case Failed _ -> false;
    };
  }

  private static boolean sameKey(String hash, String other) {
    return hash.substring(0, hash.indexOf(':')).equals(other.substring(0, other.indexOf(':')));
  }

  /// What to store with an object that stays.
  ///
  /// @param stored with it until now
  default String kept(String stored) {
    return this instanceof Known(var hash) ? hash : stored;
  }
}
