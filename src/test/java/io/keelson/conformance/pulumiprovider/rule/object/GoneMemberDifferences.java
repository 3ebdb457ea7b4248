package io.keelson.conformance.pulumiprovider.rule.object;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Before;
import java.util.Optional;
import java.util.TreeSet;

/// Which findings come of objects that go with something that was found to be gone.
///
/// @param before what was recorded
public record GoneMemberDifferences(ProviderStep step, Before before) {
  /// Such an object is read before it is planned, and checked after that: of two sequences that
  /// part, the first calls are told.
  public boolean isReadFirst(Finding finding) {
    if (finding.aspect() != Aspect.PLAN_CALLS
        || step.refreshes()
        || !finding.what().at().isEmpty()
        || !goesWithGone(finding.about())) return false;
    var id = Before.record(before.state(), finding.about()).path("id");
    var first =
        RecordedCalls.about(step.expected().path("preview").path("calls"), "Check", finding.about())
            .findFirst()
            .map(each -> each.path("request").path("news"));
    return switch (finding.call()) {
      case "Read" -> finding.expected().isMissingNode() && finding.actual().path("id").equals(id);
      case "Check" ->
          finding.actual().isMissingNode()
              && first.filter(finding.expected().path("news")::equals).isPresent();
      default -> false;
    };
  }

  private boolean goesWithGone(String member) {
    var seen = new TreeSet<String>();
    for (var next = container(member);
        next.isPresent() && seen.add(next.get());
        next = container(next.get())) if (before.isLost(next.get())) return true;
    return false;
  }

  private Optional<String> container(String member) {
    var name = step.entry(member).option("deletedWith").asText();
    return step.program().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .map(ProgramEntry::title);
  }
}
