package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.json.ExactJson;

/// Which findings come of an `import` that is still written when the object that was taken over is
/// gone. There, its record is gone, too, so that it is to be taken over again, and is not found.
/// Here, the record says that it is missing, and it is made anew.
///
/// @param before what was recorded
public record LostDifferences(ProviderStep step, Before before) {
  private static final String IMPORT = "import";

  public boolean isMadeAnew(Finding finding) {
    if (!isTakenOverInVain(finding.about())) return false;
    boolean own = finding.expected().isMissingNode() && finding.what().at().isEmpty();
    return switch (finding.aspect()) {
      case PLAN, RUN ->
          finding.expected().asText().equals("none") && finding.actual().asText().equals("create");
      case PLAN_CALLS ->
          isLookedUp(finding)
              || own && finding.call().equals("Check") && finding.actual().path("olds").isEmpty();
      case ASKED -> isLookedUp(finding);
      case CALLS -> own && finding.call().equals("Create");
      case STATE -> finding.what().at().isEmpty() && finding.expected().asText().equals("[]");
      case WORLD -> own;
      case CONFIGURE, RESULT, THROWN -> false;
    };
  }

  /// Whether its object is gone since it was taken over, and is not found there.
  private boolean isTakenOverInVain(String resource) {
    if (!step.entry(resource).option(IMPORT).isTextual() || !before.isLost(resource)) return false;
    for (JsonNode each : step.expected().path("diagnostics"))
      if (each.path("resource").asText().equals(resource)
          && each.path("message").asText().endsWith("does not exist")) return true;
    return false;
  }

  private boolean isLookedUp(Finding finding) {
    var id =
        ExactJson.JSON.createObjectNode().set("id", step.entry(finding.about()).option(IMPORT));
    return finding.call().equals("Read")
        && finding.actual().isMissingNode()
        && finding.expected().equals(id);
  }
}
