package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.diagnostic.Diagnostic;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Which findings come of former names that several objects, or several resources, claim. There,
/// the first counts, until the run ends at the second.
///
/// @param before what was recorded
public record ClaimDifferences(ProviderStep step, Before before, Errors errors) {
  private static final String OBJECTS = "Several objects answer to former addresses";

  private static final String RESOURCES = "Object moves to two addresses";

  /// What is claimed, and who claims it, is as it was.
  public boolean isLeftAsItWas(Finding finding) {
    var claimed = claimed();
    if (claimed.isEmpty()) return false;
    boolean about = claimed.contains(finding.about());
    return switch (finding.aspect()) {
      case RESULT ->
          finding.expected().asText().equals("ok")
              && errors.all().stream().allMatch(ClaimDifferences::isOfClaim);
      case PLAN, RUN -> about && finding.actual().asText().equals("none");
      case PLAN_CALLS, ASKED, CALLS ->
          about && finding.what().at().isEmpty() && finding.actual().isMissingNode();
      case STATE -> about && (isNone(finding) || new Unchanged(step, before).isTold(finding));
      case WORLD ->
          (about || claimed.contains(owner(finding.about())))
              && finding.expected().isMissingNode()
              && new Unchanged(step, before).isTold(finding);
      case CONFIGURE, THROWN -> false;
    };
  }

  /// Whether there is still no object of a new name.
  private boolean isNone(Finding finding) {
    return finding.what().at().isEmpty()
        && finding.actual().asText().equals("[]")
        && !before.isKnown(finding.about());
  }

  /// Names that are claimed, and who has them as former names.
  private SortedSet<String> claimed() {
    var titles = new TreeSet<String>();
    for (ProgramEntry entry : step.program())
      if (errors.areAbout(entry.title(), ClaimDifferences::isOfClaim))
        former(entry).forEach(titles::add);
    for (ProgramEntry entry : step.program())
      if (former(entry).anyMatch(titles::contains)) titles.add(entry.title());
    return titles;
  }

  private static Stream<String> former(ProgramEntry entry) {
    return entry.strings("aliases").stream().map(each -> entry.token() + "::" + each);
  }

  private static boolean isOfClaim(Diagnostic error) {
    return error.summary().equals(OBJECTS) || error.summary().equals(RESOURCES);
  }

  private String owner(String id) {
    for (JsonNode each : before.state())
      if (each.path("id").asText().equals(id)) return each.path("resource").asText();
    return id;
  }
}
