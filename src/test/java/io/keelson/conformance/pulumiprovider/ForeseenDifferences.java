package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import java.util.List;
import java.util.Set;

/// Which findings come of what is not known yet while a step is planned.
record ForeseenDifferences(ProviderStep step) {
  private static final String INCONSISTENT = "inconsistent final plan";

  /// What was planned with unknown values, to be replaced or to stay, is what is done: only an
  /// update is compared again when they are known.
  boolean isAskedWhilePlanning(Finding finding) {
    var run = ExpectedActions.of(step.expected()).getOrDefault(finding.about(), "none");
    return finding.aspect() == Aspect.ASKED
        && finding.actual().has("$unknown")
        && (run.equals("none") || run.startsWith("replace-"));
  }

  /// What was to be replaced for a value that was not known is replaced, and what uses it follows.
  boolean isDoneAsPlanned(Finding finding) {
    return finding.aspect() != Aspect.PLAN
        && finding.aspect() != Aspect.PLAN_CALLS
        && step.program().stream()
            .map(ProgramEntry::title)
            .filter(this::isReplacedInPreviewAlone)
            .anyMatch(each -> finding.about().equals(each) || step.isUsedBy(each, finding.about()));
  }

  private boolean isReplacedInPreviewAlone(String resource) {
    var foreseen = ExpectedActions.of(step.expected().path("preview"));
    return foreseen.getOrDefault(resource, "none").startsWith("replace-")
        && !ExpectedActions.of(step.expected()).containsKey(resource)
        && step.expected().path("result").asText().equals("ok");
  }

  /// What is secret and not known is told to be not known.
  boolean isUnknownSecret(Finding finding) {
    return finding.expected().has("$secret") && finding.actual().has("$unknown");
  }

  /// What uses an id that a provider foresees waits for that of the object.
  boolean isOfForeseenId(Finding finding) {
    if (!finding.actual().has("$unknown")) return false;
    for (JsonNode call : step.expected().path("preview").path("calls"))
      if (call.path("call").asText().equals("Create")
          && call.path("response").path("id").isTextual()
          && usesId(call.path("resource").asText(), finding.about())) return true;
    return false;
  }

  /// What was foreseen as known, and came otherwise, is what a plan promised: what uses it is
  /// planned again.
  boolean isOfOtherValue(Finding finding) {
    var otherwise =
        step.program().stream().map(ProgramEntry::title).filter(this::comesOtherwise).toList();
    return switch (finding.aspect()) {
      case RESULT ->
          !otherwise.isEmpty()
              && finding.expected().asText().equals("ok")
              && finding.actual().asText().contains(INCONSISTENT);
      // Of an object that is replaced on one side alone, the world knows the id.
      case WORLD ->
          !otherwise.isEmpty()
              && (!finding.about().contains("::") || isUsing(otherwise, finding.about()));
      case RUN, ASKED, CALLS, STATE -> isUsing(otherwise, finding.about());
      default -> false;
    };
  }

  private boolean isUsing(List<String> used, String resource) {
    return used.stream().anyMatch(each -> step.isUsedThrough(each, resource));
  }

  private boolean comesOtherwise(String resource) {
    var foreseen = outputs(step.expected().path("preview"), resource);
    var actual = outputs(step.expected(), resource);
    return actual.isObject()
        && foreseen.properties().stream()
            .anyMatch(each ->
                !each.getValue().toString().contains("$unknown")
                    && !each.getValue().equals(actual.path(each.getKey())));
  }

  private static JsonNode outputs(JsonNode part, String resource) {
    for (JsonNode call : part.path("calls"))
      if (call.path("resource").asText().equals(resource)
          && Set.of("Create", "Update").contains(call.path("call").asText()))
        return call.path("response").path("properties");
    return MissingNode.getInstance();
  }

  private boolean usesId(String used, String user) {
    var id = "${" + used.substring(used.lastIndexOf(':') + 1) + ".id}";
    return step.program().stream()
        .anyMatch(entry -> entry.title().equals(user) && entry.inputs().toString().contains(id));
  }
}
