package io.keelson.conformance.pulumiprovider.rule.object;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Which findings come of objects that are protected no more.
public record FormerProtectionDifferences(ProviderStep step, Before before, Errors errors) {
  private static final String PROTECT = "protect";

  /// What is protected no more is replaced, or destroyed first for something else. There, the old
  /// object is protected by what was declared when it was made, and the run ends.
  public boolean isProtectedNoMore(Finding finding) {
    var refusals = refusals();
    var freed = named(refusals).stream().filter(this::isFreed).toList();
    if (freed.isEmpty() || !errors.all().isEmpty()) return false;
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("failed") && areAllOf(freed);
    var held = named(refusals);
    return held.stream()
        .map(each -> new Parting(step, each, Side.STAYS, Side.REPLACES, held))
        .anyMatch(parting -> parting.explains(finding));
  }

  private boolean isFreed(String resource) {
    return Before.record(before.state(), resource).path(PROTECT).asBoolean(false)
        && !step.entry(resource).isSet(PROTECT);
  }

  /// What errors say of what is to be replaced, and is protected.
  private List<String> refusals() {
    return errorsThere().stream()
        .filter(each -> each.startsWith("unable to replace resource "))
        .filter(each -> each.contains(" is currently marked for protection"))
        .toList();
  }

  private List<String> errorsThere() {
    return step.expected()
        .path("diagnostics")
        .valueStream()
        .filter(each -> each.path("severity").asText().equals("error"))
        .map(each -> each.path("message").asText())
        .toList();
  }

  /// Whether nothing else fails there.
  private boolean areAllOf(Collection<String> freed) {
    return refusals().size() == errorsThere().size()
        && refusals().stream().allMatch(each -> freed.stream().anyMatch(it -> names(each, it)));
  }

  /// What is declared, and one of these texts names.
  private Collection<String> named(Collection<String> texts) {
    var titles = new TreeSet<String>();
    for (ProgramEntry entry : step.program())
      if (texts.stream().anyMatch(each -> names(each, entry.title()))) titles.add(entry.title());
    return titles;
  }

  private static boolean names(String text, String title) {
    return Pattern.compile("::" + Pattern.quote(title) + "(?![\\w-])").matcher(text).find();
  }
}
