package io.keelson.conformance.pulumiprovider.rule.object;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.Unchanged;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which findings come of objects that go with one that is left alone, which are deleted by
/// themselves here, and cannot be. There, nobody tries.
///
/// @param before what was recorded
public record RetainedMemberDifferences(ProviderStep step, Before before, Errors errors) {
  private static final String DELETE = "delete";

  /// Such an object stays, and the run ends before the rest is deleted.
  public boolean isDeletedInVain(Finding finding) {
    var failing = failing();
    if (failing.isEmpty() || step.json().path("continueOnError").asBoolean(false)) return false;
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("ok")
          && errors.all().stream()
              .allMatch(error -> failing.stream().anyMatch(each -> Errors.isAbout(error, each)));
    boolean fails = failing.contains(finding.about());
    return switch (finding.aspect()) {
      case RUN ->
          finding.expected().asText().equals(DELETE)
              && finding.actual().asText().equals(fails ? "delete failed" : "none");
      case CALLS ->
          !fails
              && finding.call().equals("Delete")
              && finding.what().at().isEmpty()
              && finding.actual().isMissingNode();
      case STATE ->
          finding.expected().asText().equals("[]") && new Unchanged(step, before).isTold(finding);
      case WORLD ->
          finding.what().at().isEmpty()
              && finding.expected().isMissingNode()
              && new Unchanged(step, before).isTold(finding);
      case PLAN, PLAN_CALLS, ASKED, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  /// What goes with what is left alone, and fails here without a deletion there.
  private SortedSet<String> failing() {
    var failing = new TreeSet<String>();
    for (JsonNode each : before.state()) {
      var resource = each.path("resource").asText();
      if (before.goesWithRetained(resource)
          && errors.areAbout(resource, _ -> true)
          && step.isDone(DELETE, resource)
          && RecordedCalls.about(step.calls(), "Delete", resource).findAny().isEmpty())
        failing.add(resource);
    }
    return failing;
  }
}
