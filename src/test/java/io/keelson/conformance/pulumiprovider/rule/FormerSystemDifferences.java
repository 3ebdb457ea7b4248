package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which findings come of objects that are still in the system that their provider worked on.
///
/// @param before what was recorded
public record FormerSystemDifferences(ProviderStep step, Before before) {
  /// What was not made anew in the run that led its provider elsewhere counts there as an object of
  /// the new provider from then on; so does what belongs to one that gets another name with it.
  public boolean isStillReplaced(Finding finding) {
    if (finding.aspect() == Aspect.CONFIGURE) return isOfFormer(finding);
    var objects = objects();
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("ok") && objects.stream().anyMatch(this::isRefused);
    return objects.contains(finding.about()) && (isCheckedAnew(finding) || isStillThere(finding))
        || objects.stream()
            .map(each -> new Parting(step, each, Side.KEEPS, Side.REPLACES, List.of()))
            .anyMatch(parting -> parting.explains(finding));
  }

  private static boolean isCheckedAnew(Finding finding) {
    return (finding.aspect() == Aspect.PLAN_CALLS || finding.aspect() == Aspect.ASKED)
        && finding.call().equals("Check")
        && finding.what().at().startsWith("olds.")
        && finding.actual().isMissingNode();
  }

  /// Whether the old object is recorded beside the new one, as its deletion failed.
  private static boolean isStillThere(Finding finding) {
    return finding.aspect() == Aspect.STATE
        && finding.what().at().isEmpty()
        && finding.actual().asText().contains("\"old\":true");
  }

  /// Whether a call is refused that is made for it here alone.
  private boolean isRefused(String resource) {
    return step.json()
        .path("faults")
        .valueStream()
        .anyMatch(each ->
            List.of("create", "delete").contains(each.path("op").asText())
                && resource.endsWith("::" + each.path("name").asText()));
  }

  /// Whether it is the former system that is asked here, for what is deleted in it.
  private boolean isOfFormer(Finding finding) {
    if (objects().isEmpty() || !formerNames().contains(finding.about())) return false;
    var former =
        before
            .state()
            .valueStream()
            .filter(each -> each.path("resource").asText().equals(finding.about()))
            .map(each -> Before.plain(each.path("inputs")))
            .toList();
    return former.containsAll(Configurations.arguments(finding.actual()));
  }

  /// The names under which the providers of such objects are recorded.
  private SortedSet<String> formerNames() {
    var names = new TreeSet<String>();
    for (ProgramEntry entry : step.program())
      if (entry.isProvider()) {
        if (before.isSuperseded(entry.title())) names.add(entry.title());
        for (String alias : entry.strings("aliases")) names.add(entry.token() + "::" + alias);
      }
    return names;
  }

  /// What is not replaced there, and still recorded with the former provider.
  private SortedSet<String> objects() {
    var done = ExpectedActions.of(step.expected());
    var objects = new TreeSet<String>();
    for (ProgramEntry entry : step.program())
      if (!entry.isProvider()
          && isOfFormerProvider(entry)
          && List.of("none", "update").contains(done.getOrDefault(entry.title(), "none")))
        objects.add(entry.title());
    return objects;
  }

  private boolean isOfFormerProvider(ProgramEntry entry) {
    var its = Before.record(before.state(), entry.title()).path("provider").asText();
    var provider = entry.titleOfProvider();
    boolean renamed =
        isReplaced(provider)
            && step.entry(provider).strings("aliases").stream()
                .anyMatch(
                    each -> its.contains(ProgramEntry.PROVIDERS + entry.pack() + "::" + each));
    return renamed || isOfSuperseded(provider, its);
  }

  private boolean isReplaced(String provider) {
    for (JsonNode each : step.steps())
      if (each.path("op").asText().equals("create-replacement")
          && each.path("resource").asText().equals(provider)) return true;
    return false;
  }

  /// @param its the provider that is recorded, with its id
  private boolean isOfSuperseded(String provider, String its) {
    for (JsonNode each : before.state())
      if (each.path("resource").asText().equals(provider)
          && each.path("delete").asBoolean(false)
          && its.endsWith(provider + "::" + each.path("id").asText())) return true;
    return false;
  }
}
