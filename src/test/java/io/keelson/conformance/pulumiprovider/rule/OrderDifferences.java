package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/// Which findings come of what is read in another order than it was recorded in, as a set may be:
/// it is equal, and not recorded.
public record OrderDifferences(ProviderStep step, Before before) {
  private static final Set<Aspect> ASKED = Set.of(Aspect.PLAN_CALLS, Aspect.ASKED, Aspect.CALLS);

  /// What was recorded, of a list, is recorded, or told, as it was.
  public boolean isReadInAnotherOrder(Finding finding) {
    var former = before.inputs(finding.about());
    return step.refreshes()
        && former.path(finding.what().field()).isArray()
        && Before.plain(finding.what().within(former)).equals(Before.plain(finding.actual()))
        && (isRecordedSo(finding) || isToldSo(finding));
  }

  /// Whether it is of the record of what is only read.
  private boolean isRecordedSo(Finding finding) {
    var now = Before.record(step.expected().path("state"), finding.about()).path("inputs");
    return finding.aspect() == Aspect.STATE
        && finding.what().at().startsWith("inputs.")
        && !ExpectedActions.of(step.expected()).containsKey(finding.about())
        && isReordered(finding, now);
  }

  /// Whether a provider is told there what was read, as what there was before a change.
  private boolean isToldSo(Finding finding) {
    var at = finding.what().at();
    boolean old =
        at.startsWith("oldInputs.") || finding.call().equals("Check") && at.startsWith("olds.");
    if (!old || !ASKED.contains(finding.aspect())) return false;
    var told = Before.plain(finding.expected());
    return RecordedCalls.about(step.calls(), "Read", finding.about())
        .map(each -> each.path("response").path("inputs"))
        .filter(read -> Before.plain(finding.what().within(read)).equals(told))
        .anyMatch(read -> isReordered(finding, read));
  }

  /// Whether a list has the elements that were recorded.
  private boolean isReordered(Finding finding, JsonNode inputs) {
    var field = finding.what().field();
    return elements(before.inputs(finding.about()).path(field))
        .equals(elements(inputs.path(field)));
  }

  private static List<String> elements(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(JsonNode::toString)
        .sorted()
        .toList();
  }
}
