package io.keelson.engine.provider;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.SortedSet;

/// A completed proposal.
///
/// @param value agrees with the configuration; unknown where the provider cannot tell yet
/// @param requiresReplace attributes that cannot change on a living object
/// @param destroysFirst whether a replacement, if it comes to that, has to destroy the old object
///   before it makes the new one (R-PUL-4)
/// @param legacy whether the provider is exempt from the exact checks (R-CHK-6)
/// @param told whether the provider has compared for itself: it is a change, and a replacement
///   where `requiresReplace` names anything, whatever the values are (R-PRG-3)
public record PlannedState(
    Value value,
    SortedSet<AttributePath> requiresReplace,
    boolean destroysFirst,
    Bytes privateData,
    boolean legacy,
    boolean told,
    List<Diagnostic> warnings) {
  /// The answer of a provider that leaves the order of a replacement to what is declared.
  public PlannedState(
      Value value,
      SortedSet<AttributePath> requiresReplace,
      Bytes privateData,
      boolean legacy,
      List<Diagnostic> warnings) {
    this(value, requiresReplace, false, privateData, legacy, false, warnings);
  }

  /// The answer of a provider that tells the order of a replacement.
  public PlannedState(
      Value value,
      SortedSet<AttributePath> requiresReplace,
      boolean destroysFirst,
      Bytes privateData,
      boolean legacy,
      List<Diagnostic> warnings) {
    this(value, requiresReplace, destroysFirst, privateData, legacy, false, warnings);
  }

  /// A change by the word of a provider, which is exempt from the exact checks.
  ///
  /// @rule R-PRG-3
  public static PlannedState told(
      Value value,
      SortedSet<AttributePath> requiresReplace,
      boolean destroysFirst,
      Bytes privateData) {
    return new PlannedState(
        value, requiresReplace, destroysFirst, privateData, true, true, List.of());
  }
}
