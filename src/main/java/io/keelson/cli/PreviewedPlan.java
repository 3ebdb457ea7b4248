package io.keelson.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.cli.manifest.LocatedProblem;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.json.PlanJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A plan that nobody carries out, as a command tells it.
///
/// @param versions of the components that it was made for
/// @param findings the diagnostics of the outcome, with where they come from
record PreviewedPlan(
    PlanOutcome outcome, ComponentVersions versions, List<LocatedProblem> findings) {
  private static final int CHANGES = 2;

  PreviewedPlan {
    findings = Collections.unmodifiableList(new ArrayList<>(findings));
  }

  ObjectNode json() {
    var json = PlanJson.of(outcome.plan(), versions, outcome.diagnostics());
    for (int i = 0; i < findings.size(); i++) {
      var problem = (ObjectNode) json.path("diagnostics").get(i);
      var path = findings.get(i).diagnostic().path();
      findings
          .get(i)
          .origin()
          .ifPresent(origin ->
              problem
                  .putObject("origin")
                  .put("file", origin.file())
                  .put("line", origin.line(path))
                  .put("object", origin.object()));
    }
    return json;
  }

  /// What could not be planned is no reason to say that nothing is to be done.
  String text() {
    if (!outcome.hasErrors()) return PlanText.of(outcome.plan(), versions);
    if (PlanOutcome.forbidden(outcome.diagnostics()).isPresent())
      return "A policy forbids this plan, whoever approves it.\n\n"
          + PlanText.of(outcome.plan(), versions);
    return isAsDeclared()
        ? ""
        : "This plan leaves out what the errors are about, and what depends on it.\n\n"
            + PlanText.of(outcome.plan(), versions);
  }

  /// Whether there is nothing to do, now or later.
  private boolean isAsDeclared() {
    return !outcome.plan().applyable() && outcome.plan().deferred().isEmpty();
  }

  /// 0 if there is nothing to do, 2 if there are changes, 1 if something is wrong.
  int exitCode() {
    if (outcome.hasErrors()) return 1;
    return isAsDeclared() ? 0 : CHANGES;
  }
}
