package io.keelson.conformance.pulumiprovider.rule.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.ToldConfiguration;
import io.keelson.conformance.pulumiprovider.rule.Before;
import java.util.ArrayList;
import java.util.List;

/// Which findings come of providers that are resources there, and none here.
///
/// @param before what was recorded
public record ProviderDifferences(ProviderStep step, Before before) {
  /// There, a provider may have an option by which changes of its arguments are ignored, and its
  /// version is one of them; and one by which it may not go.
  public boolean isOfOption(Finding finding) {
    if (finding.aspect() == Aspect.RESULT) return isProtected(finding);
    var ignored = ignored(finding.about());
    return finding.aspect() == Aspect.CONFIGURE
        && !ignored.isEmpty()
        && without(ignored, finding.expected()).equals(without(ignored, finding.actual()));
  }

  /// The arguments whose changes are ignored by what is declared, or by what was.
  private List<String> ignored(String provider) {
    var ignored = new ArrayList<>(step.entry(provider).strings("ignoreChanges"));
    Before.record(before.state(), provider)
        .path("ignoreChanges")
        .forEach(each -> ignored.add(each.asText()));
    return ignored;
  }

  /// Whether nothing fails there but that protected providers are to go.
  private boolean isProtected(Finding finding) {
    return finding.expected().asText().equals("failed")
        && finding.actual().asText().equals("[]")
        && ExpectedActions.failsOnly(
            step.expected(),
            each ->
                each.startsWith(ProgramEntry.PROVIDERS)
                    && Before.record(before.state(), each).path("protect").asBoolean(false));
  }

  private static List<JsonNode> without(List<String> ignored, JsonNode side) {
    var all = ToldConfiguration.all(side).stream().map(Before::plain).toList();
    for (JsonNode each : all)
      if (each instanceof ObjectNode arguments) {
        arguments.remove(ignored);
        arguments.remove("version");
      }
    return all;
  }

  /// There, a provider has an id, which is not known before it is made.
  public boolean isOfId(Finding finding) {
    if (finding.aspect() != Aspect.PLAN_CALLS || !finding.expected().has("$unknown")) return false;
    var declared = step.entry(finding.about()).inputs().path(finding.what().field()).toString();
    return step.program().stream()
        .filter(ProgramEntry::isProvider)
        .anyMatch(each -> declared.contains("${" + each.name() + ".id}"));
  }
}
