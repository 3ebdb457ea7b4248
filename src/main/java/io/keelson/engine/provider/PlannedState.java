package io.keelson.engine.provider;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/// A completed proposal.
///
/// @param value agrees with the configuration; unknown where the provider cannot tell yet
/// @param requiresReplace attributes that cannot change on a living object
/// @param destroysFirst whether a replacement, if it comes to that, has to destroy the old object
///   before it makes the new one (R-PUL-4)
/// @param promise how exactly the object will be as planned
/// @param told where the object changes, if the provider has compared for itself: it is a change,
///   and a replacement where `requiresReplace` names anything, whatever the values are (R-PRG-3)
public record PlannedState(
    Value value,
    SortedSet<AttributePath> requiresReplace,
    boolean destroysFirst,
    Bytes privateData,
    Promise promise,
    Optional<SortedSet<AttributePath>> told,
    List<Diagnostic> warnings) {
  /// How exactly an object will be as planned.
  public enum Promise {
    /// What is known in the plan comes so; if not, the provider is at fault.
    EXACT,
    /// What comes otherwise is told, and nobody is at fault (R-PRG-4).
    FORESEEN,
    /// The provider is exempt from the exact checks: what comes otherwise is not told (R-CHK-6).
    LEGACY;

    /// Of a provider that is exempt from the exact checks, or is not.
    public static Promise legacy(boolean legacy) {
      return legacy ? LEGACY : EXACT;
    }
  }

  /// The answer of a provider that leaves the order of a replacement to what is declared.
  public PlannedState(
      Value value,
      SortedSet<AttributePath> requiresReplace,
      Bytes privateData,
      Promise promise,
      List<Diagnostic> warnings) {
    this(value, requiresReplace, false, privateData, promise, Optional.empty(), warnings);
  }

  /// Whether the exact checks hold for the provider.
  public boolean exact() {
    return promise == Promise.EXACT;
  }

  /// A change by the word of a provider that need not foresee exactly what comes of it.
  ///
  /// @param changes where it says that the object changes
  /// @rule R-PRG-3
  public static PlannedState told(
      Value value,
      SortedSet<AttributePath> requiresReplace,
      Bytes privateData,
      SortedSet<AttributePath> changes) {
    return new PlannedState(
        value,
        requiresReplace,
        false,
        privateData,
        Promise.FORESEEN,
        Optional.of(changes),
        List.of());
  }

  /// The same by a provider that tells the order of a replacement, whatever it is replaced for.
  ///
  /// @param alone whether the old and the new object cannot be there at once
  public PlannedState destroyingFirst(boolean alone) {
    return new PlannedState(value, requiresReplace, alone, privateData, promise, told, warnings);
  }
}
