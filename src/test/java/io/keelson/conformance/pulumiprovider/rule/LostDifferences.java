package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.json.ExactJson;

/// Which findings come of an `import` that is still written when the object that was taken over is
/// gone. There, its record is gone, too, so that it is to be taken over again, and is not found, or
/// is taken over as what a provider answers without an id, and may not be replaced. Here, the
/// record says that it is missing, and it is made anew.
///
/// @param before what was recorded
public record LostDifferences(ProviderStep step, Before before) {
  private static final String IMPORT = "import";

  private static final String KEPT =
      "previously-imported resources that still specify an ID may not be replaced";

  public boolean isMadeAnew(Finding finding) {
    if (finding.aspect() == Aspect.RESULT) return isOfFailure(finding);
    if (!isTakenOverInVain(finding.about())) return false;
    boolean own = finding.expected().isMissingNode() && finding.what().at().isEmpty();
    return isOfNothing(finding)
        || switch (finding.aspect()) {
          case PLAN, RUN ->
              finding.expected().asText().equals("none")
                  && finding.actual().asText().equals("create");
          case PLAN_CALLS ->
              isLookedUp(finding)
                  || own
                      && finding.call().equals("Check")
                      && finding.actual().path("olds").isEmpty();
          case ASKED -> isLookedUp(finding);
          case CALLS -> own && finding.call().equals("Create");
          case STATE -> finding.what().at().isEmpty() && finding.expected().asText().equals("[]");
          case WORLD -> own;
          case CONFIGURE, RESULT, THROWN -> false;
        };
  }

  /// Whether nothing fails there but what is not found, or compared with nothing.
  private boolean isOfFailure(Finding finding) {
    return finding.actual().asText().equals("[]")
        && ExpectedActions.failsOnly(step.expected(), this::isTakenOverInVain);
  }

  /// Whether there, what a provider answers without an id is taken over, compared, and recorded.
  private boolean isOfNothing(Finding finding) {
    if (!isReadWithoutId(finding.about())) return false;
    return switch (finding.aspect()) {
      case PLAN ->
          finding.expected().asText().endsWith(", import")
              && finding.actual().asText().equals("create");
      case ASKED ->
          finding.call().equals("Diff")
              && finding.what().at().isEmpty()
              && finding.actual().isMissingNode()
              && finding.expected().path("id").equals(importOf(finding.about()));
      case STATE -> isRecordedNothing(finding);
      case PLAN_CALLS, CALLS, RUN, WORLD, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  private boolean isRecordedNothing(Finding finding) {
    var at = finding.what().at();
    if (at.equals("id")) return finding.expected().equals(importOf(finding.about()));
    var part = at.startsWith("inputs.") ? "inputs" : "properties";
    return !finding.what().field().isEmpty()
        && finding.what().within(lookup(finding.about()).path(part)).equals(finding.expected());
  }

  private boolean isReadWithoutId(String resource) {
    var answer = lookup(resource);
    return answer.has("properties") && answer.path("id").asText().isEmpty();
  }

  /// What its provider answers there.
  private JsonNode lookup(String resource) {
    return RecordedCalls.about(step.expected().path("calls"), "Read", resource)
        .map(each -> each.path("response"))
        .findFirst()
        .orElseGet(MissingNode::getInstance);
  }

  /// Whether its object is gone since it was taken over, and is not found there, or may not be
  /// replaced by what is declared.
  private boolean isTakenOverInVain(String resource) {
    if (!importOf(resource).isTextual() || !before.isLost(resource)) return false;
    for (JsonNode each : step.expected().path("diagnostics")) {
      var message = each.path("message").asText();
      if (each.path("resource").asText().equals(resource)
          && (message.endsWith("does not exist")
              || message.startsWith(KEPT) && isReadWithoutId(resource))) return true;
    }
    return false;
  }

  /// The id that is to be taken over by its declaration, or by the program that registers it.
  private JsonNode importOf(String resource) {
    var option = step.entry(resource).option(IMPORT);
    if (option.isTextual()) return option;
    return step.monitor().stream()
        .map(each -> each.path("request"))
        .filter(
            each -> resource.equals(each.path("type").asText() + "::" + each.path("name").asText()))
        .map(each -> each.path("importId"))
        .filter(JsonNode::isTextual)
        .findFirst()
        .orElseGet(MissingNode::getInstance);
  }

  private boolean isLookedUp(Finding finding) {
    var id = ExactJson.JSON.createObjectNode().set("id", importOf(finding.about()));
    return finding.call().equals("Read")
        && finding.actual().isMissingNode()
        && finding.expected().equals(id);
  }
}
