package io.keelson.conformance.pulumiprovider.rule;

import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// What uses resources whose values are not the same on both sides.
///
/// @param used with what uses these
/// @param users the titles
public record Users(ProviderStep step, SortedSet<String> used, SortedSet<String> users) {
  public static Users of(ProviderStep step, Collection<String> different) {
    var users = new TreeSet<String>();
    for (ProgramEntry entry : step.program())
      if (different.stream().anyMatch(each -> step.isUsedThrough(each, entry.title())))
        users.add(entry.title());
    var used = new TreeSet<>(different);
    used.addAll(users);
    return new Users(
        step, Collections.unmodifiableSortedSet(used), Collections.unmodifiableSortedSet(users));
  }

  /// The same, with what is in components that are users.
  public Users andInside() {
    var all = new TreeSet<>(users);
    for (ProgramEntry entry : step.program())
      if (entry.isComponent() && users.contains(entry.title()))
        all.addAll(step.registered(entry.title()));
    return new Users(step, used, Collections.unmodifiableSortedSet(all));
  }

  /// Whether a finding follows from what each side does with one of them.
  public boolean explain(Finding finding, Side there, Side here) {
    return users.stream()
        .map(each -> new Parting(step, each, there, here, used))
        .anyMatch(parting -> parting.explains(finding));
  }
}
