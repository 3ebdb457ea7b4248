package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.OwnActions;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which findings come of what one side alone replaces.
///
/// @param gone the resources whose object was deleted in an earlier step, and not made anew
public record ReplacementDifferences(ProviderStep step, Errors errors, SortedSet<String> gone) {
  private static final Side DESTROYS_FIRST =
      Side.of(OwnActions.DESTROY_FIRST, Side.REPLACES.calls());

  public ReplacementDifferences {
    gone = Collections.unmodifiableSortedSet(new TreeSet<>(gone));
  }

  /// Without what a program says of its properties, each of them may depend on what it uses: there,
  /// it is made anew with it.
  public boolean isReplacedForAnEdge(Finding finding) {
    var replaced =
        step.program().stream()
            .filter(entry -> entry.isSet("noPropertyDeps"))
            .map(ProgramEntry::title)
            .filter(this::isDestroyedFirst)
            .toList();
    return replaced.stream()
            .map(each -> new Parting(step, each, DESTROYS_FIRST, Side.KEEPS, used(each)))
            .anyMatch(parting -> parting.explains(finding))
        || replaced.contains(finding.about()) && isKnownHere(finding)
        || Users.of(step, replaced).explain(finding, Side.CHANGES, Side.CHANGES);
  }

  private boolean isDestroyedFirst(String resource) {
    return ExpectedActions.of(step.expected().path("preview"))
        .getOrDefault(resource, "none")
        .equals(OwnActions.DESTROY_FIRST);
  }

  /// What is compared with inputs that are not known there, as if all of them depended on it.
  private static boolean isKnownHere(Finding finding) {
    return finding.call().equals("Diff")
        && finding.what().at().startsWith("news.")
        && finding.expected().has("$unknown")
        && !finding.actual().has("$unknown");
  }

  private List<String> used(String user) {
    return step.program().stream()
        .map(ProgramEntry::title)
        .filter(each -> step.isUsedBy(each, user))
        .toList();
  }

  /// What was taken over once may be replaced here, whatever is written still: there, the run ends
  /// when it comes to it.
  public boolean isImportedBefore(Finding finding) {
    var imported =
        step.program().stream()
            .filter(entry -> entry.option("import").isTextual())
            .map(ProgramEntry::title)
            .filter(this::isKept)
            .toList();
    if (finding.aspect() == Aspect.RESULT)
      return !imported.isEmpty()
          && finding.expected().asText().equals("failed")
          && errors.all().isEmpty();
    return imported.stream()
            .map(each -> new Parting(step, each, Side.STAYS, Side.REPLACES, List.of()))
            .anyMatch(parting -> parting.explains(finding))
        || Users.of(step, imported).explain(finding, Side.STAYS, Side.CHANGES);
  }

  private boolean isKept(String resource) {
    for (JsonNode each : step.expected().path("diagnostics"))
      if (each.path("resource").asText().equals(resource)
          && each.path("message").asText().contains("previously-imported")) return true;
    return false;
  }

  /// An object that was deleted before its replacement failed: there is no record of it.
  public boolean isGone(Finding finding) {
    return (finding.aspect() == Aspect.PLAN_CALLS || finding.aspect() == Aspect.ASKED)
        && gone.contains(finding.about());
  }
}
