package io.keelson.conformance.pulumiprovider.rule.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;

/// Which findings come of objects that were replaced in an earlier run, and are still there.
public record FormerObjectDifferences(ProviderStep step, Before before) {
  private static final String RETAINED = "retainOnDelete";

  private static final String GOES = "delete-replaced";

  private static final String REPLACES = "create-replacement";

  /// Whether such an object is left alone is said there by what was declared when it was made, and
  /// here by what is declared now.
  public boolean isLeftAloneOtherwise(Finding finding) {
    for (JsonNode each : step.steps()) {
      var resource = each.path("resource").asText();
      var old = former(resource, each.path("oldId"));
      var entry = step.entry(resource);
      if (!each.path("op").asText().equals(GOES) || old.isMissingNode() || entry.json().isEmpty())
        continue;
      boolean there = old.path(RETAINED).asBoolean(false);
      if (there != entry.isSet(RETAINED) && isDeletion(resource, old.path("id"), there, finding))
        return true;
    }
    return false;
  }

  /// What is replaced while its container is not is deleted by itself here. There, it counts as
  /// going with an old object of the container that goes in the same run.
  public boolean isReplacedBesideItsContainer(Finding finding) {
    return step.steps()
        .valueStream()
        .filter(each -> each.path("op").asText().equals(REPLACES))
        .filter(each -> isBesideOldContainer(each.path("resource").asText()))
        .anyMatch(
            each -> isDeletion(each.path("resource").asText(), each.path("oldId"), true, finding));
  }

  private boolean isBesideOldContainer(String member) {
    var container = Before.record(before.state(), member).path("deletedWith").asText();
    return !container.isEmpty()
        && !step.isDone(REPLACES, container)
        && step.steps(GOES, container)
            .anyMatch(each -> !former(container, each.path("oldId")).isMissingNode());
  }

  /// The record of an old object; missing if there is none of this id.
  private JsonNode former(String resource, JsonNode id) {
    for (JsonNode each : before.state())
      if (each.path("delete").asBoolean(false)
          && each.path("resource").asText().equals(resource)
          && each.path("id").equals(id)) return each;
    return MissingNode.getInstance();
  }

  /// Whether it says that one side alone deletes an object.
  private static boolean isDeletion(String resource, JsonNode id, boolean here, Finding finding) {
    var alone = here ? finding.actual() : finding.expected();
    var other = here ? finding.expected() : finding.actual();
    if (!finding.what().at().isEmpty()) return false;
    if (finding.aspect() == Aspect.CALLS)
      return finding.about().equals(resource)
          && finding.call().equals("Delete")
          && other.isMissingNode()
          && alone.path("id").equals(id);
    return finding.aspect() == Aspect.WORLD && alone.isMissingNode() && other.path("id").equals(id);
  }
}
