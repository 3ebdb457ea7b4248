package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.List;
import java.util.Set;

/// Which findings come of objects that are protected, and would be left alone. There, their record
/// is protected, too.
///
/// @param before what was recorded
public record RetainedDifferences(ProviderStep step, Before before, Errors errors) {
  private static final String PROTECT = "protect";

  private static final String RETAIN = "retainOnDelete";

  private static final Side REFUSED =
      new Side(word -> word.equals("none") || word.endsWith(" failed"), Set.of(), true);

  /// Nothing deletes such an object.
  private static final Side REPLACES =
      new Side(word -> word.startsWith("replace-"), Set.of("Check", "Create"), false);

  /// The object is forgotten here, and exists on; where it is replaced, there is another one.
  public boolean isForgotten(Finding finding) {
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("failed")
          && errors.all().isEmpty()
          && ExpectedActions.failsOnly(step.expected(), this::isRefused);
    if (!isRefused(finding.about())) return false;
    return step.entry(finding.about()).json().isEmpty() ? isOfGoing(finding) : isOfAnew(finding);
  }

  private static boolean isOfGoing(Finding finding) {
    return switch (finding.aspect()) {
      case PLAN, RUN ->
          REFUSED.action().test(finding.expected().asText())
              && finding.actual().asText().equals("delete");
      case STATE -> finding.what().at().isEmpty() && finding.actual().asText().equals("[]");
      case PLAN_CALLS, ASKED, CALLS, WORLD, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  private boolean isOfAnew(Finding finding) {
    boolean lost =
        finding.aspect() == Aspect.WORLD && finding.actual().isMissingNode()
            || finding.aspect() == Aspect.STATE && finding.what().at().isEmpty();
    return !lost
        && new Parting(step, finding.about(), REFUSED, REPLACES, List.of()).explains(finding);
  }

  /// Whether it is protected and would be left alone, by its record, and by its declaration if
  /// there is one, and fails there for its protection.
  private boolean isRefused(String resource) {
    var record = Before.record(before.state(), resource);
    var entry = step.entry(resource);
    boolean declared = entry.json().isEmpty() || entry.isSet(PROTECT) && entry.isSet(RETAIN);
    return declared
        && record.path(PROTECT).asBoolean(false)
        && record.path(RETAIN).asBoolean(false)
        && isToldProtected(resource);
  }

  private boolean isToldProtected(String resource) {
    for (JsonNode each : step.expected().path("diagnostics")) {
      var message = each.path("message").asText();
      if (each.path("resource").asText().equals(resource)
          && (message.startsWith("unable to replace resource ") && message.contains("protection")
              || message.contains(" cannot be deleted\nbecause it is protected"))) return true;
    }
    return false;
  }
}
