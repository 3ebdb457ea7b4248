package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which of the attributes that a provider cannot change on a living object really change.
///
/// @rule R-PLAN-7
final class ProviderReplacePaths {
  private ProviderReplacePaths() {}

  /// The paths whose planned value differs from the prior one. Unknown counts as different, and so
  /// do a path that exists on one side only, and a write-only one: what it was is not known.
  /// Nothing if there is no prior object.
  ///
  /// @rule R-PLAN-14
  /// @rule R-WO-2
  public static SortedSet<AttributePath> changed(
      Schema schema, SortedSet<AttributePath> requiresReplace, Value prior, Value planned) {
    if (prior.isNull() || requiresReplace.isEmpty()) return Collections.emptySortedSet();
    var changed = new TreeSet<AttributePath>();
    for (AttributePath path : requiresReplace)
      if (reallyChanged(path, prior, planned) || WriteOnly.leadsTo(schema, path)) changed.add(path);
    return Collections.unmodifiableSortedSet(changed);
  }

  private static boolean reallyChanged(AttributePath path, Value prior, Value planned) {
    var before = prior.at(path);
    var after = planned.at(path);
    if (before.isEmpty() || after.isEmpty()) return before.isPresent() || after.isPresent();
    return !before.get().matches(after.get());
  }

  /// One error for each path that leads nowhere, neither in the prior nor in the planned value.
  ///
  /// @rule R-CHK-7
  public static List<Diagnostic> check(
      Subject subject,
      String provider,
      SortedSet<AttributePath> requiresReplace,
      Value prior,
      Value planned) {
    if (prior.isNull() || requiresReplace.isEmpty()) return List.of();
    var fault = new ProviderFault(subject, provider, "Provider produced an invalid plan");
    return requiresReplace.stream()
        .filter(path -> prior.at(path).isEmpty() && planned.at(path).isEmpty())
        .map(path ->
            fault.at(path, "it asks for a replacement because of a path that leads nowhere"))
        .toList();
  }
}
