package io.keelson.conformance.pulumiprovider.rule.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Unchanged;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which findings come of providers whose configurations are not known yet.
public record OpenSystemDifferences(SystemDifferences systems) {
  private static final Set<String> LEAVING = Set.of("delete", "delete-deposed");

  /// What belongs to a provider whose configuration is not known yet waits for the next run.
  public boolean isDeferred(Finding finding) {
    var open = unknown();
    var first = systems.entries(open);
    for (ProgramEntry entry : step().program())
      if (registersFor(open, entry)) first.addAll(step().within(entry.title()));
    var waiting = new TreeSet<>(first);
    for (ProgramEntry entry : step().program())
      if (first.stream().anyMatch(each -> step().isUsedThrough(each, entry.title())))
        waiting.add(entry.title());
    if (finding.aspect() == Aspect.RESULT) return isRefusedThere(finding, waiting);
    if (finding.aspect() == Aspect.CONFIGURE)
      return finding.actual().asText().equals("[]")
              && (open.contains(finding.about()) || isOfNone(finding.about(), waiting))
          || open.contains(finding.about())
              && systems.isAsBefore(finding.about(), finding.actual());
    if (isCheckedOnce(finding) && first.contains(finding.about())) return true;
    boolean undone =
        isNothing(finding)
            || isAskedInPlan(finding)
            || new Unchanged(step(), systems.before()).isTold(finding);
    return undone
        && !LEAVING.contains(finding.expected().asText())
        && (waiting.contains(finding.about())
            || step().program().stream()
                .filter(entry -> waiting.contains(entry.title()))
                .anyMatch(entry -> entry.isFunction() && entry.token().equals(finding.about())));
  }

  /// Whether a component has registered something for one of these providers, which it is given:
  /// then all of it waits.
  private boolean registersFor(Set<String> providers, ProgramEntry component) {
    return component
        .option("providers")
        .propertyStream()
        .filter(each ->
            providers.contains(
                ProgramEntry.PROVIDERS + each.getKey() + "::" + each.getValue().asText()))
        .anyMatch(each ->
            step().registered(component.title()).stream()
                .anyMatch(title -> title.startsWith(each.getKey() + ":")));
  }

  /// Whether nothing fails there but what waits here.
  private boolean isRefusedThere(Finding finding, SortedSet<String> waiting) {
    return finding.expected().asText().equals("failed")
        && finding.actual().asText().equals("[]")
        && ExpectedActions.failsOnly(step().expected(), waiting::contains);
  }

  /// Whether what there is is checked by its provider as that was before.
  private boolean isCheckedOnce(Finding finding) {
    return finding.aspect() == Aspect.PLAN_CALLS
        && finding.call().equals("Check")
        && finding.what().at().isEmpty()
        && finding.expected().isMissingNode()
        && systems.before().isKnown(finding.about());
  }

  private ProviderStep step() {
    return systems.step();
  }

  private SortedSet<String> unknown() {
    var unknown = new TreeSet<String>();
    for (JsonNode call : step().expected().path("preview").path("calls"))
      if (call.path("call").asText().equals("CheckConfig")
          && call.path("request").toString().contains("$unknown"))
        unknown.add(call.path("resource").asText());
    return unknown;
  }

  /// Whether all that a provider is asked for waits.
  private boolean isOfNone(String provider, Set<String> waiting) {
    var its = systems.entries(Set.of(provider));
    return !its.isEmpty() && waiting.containsAll(its);
  }

  /// Whether it is only what a plan asks, in which its value is not known.
  private static boolean isAskedInPlan(Finding finding) {
    return finding.aspect() == Aspect.ASKED && finding.actual().has("$unknown");
  }

  private static boolean isNothing(Finding finding) {
    return finding.actual().isMissingNode()
        || finding.actual().asText().equals("none")
        || finding.actual().asText().equals("[]");
  }
}
