package io.keelson.conformance.pulumiprovider.rule.component;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Unchanged;
import java.util.stream.Stream;

/// Which findings come of the former names of components.
///
/// @param before what was recorded
public record FormerComponentDifferences(ProviderStep step, Before before) {
  private static final String SECRET = ".$secret";

  /// What a check refuses in a component is checked as what it was under the component's former
  /// name, also where a library of programs there forgets that name, and it is checked as new.
  public boolean isCheckedAsNew(Finding finding) {
    var at = finding.what().at();
    boolean old = at.startsWith("olds.") && finding.expected().isMissingNode();
    return isQuestion(finding)
        && (old || at.startsWith("news."))
        && !finding.actual().isMissingNode()
        && isRefusedAsNew(finding)
        && !before.isKnown(finding.about())
        && formerNames(finding.about()).anyMatch(each -> isAsRecorded(finding, each));
  }

  private static boolean isQuestion(Finding finding) {
    return finding.call().equals("Check")
        && (finding.aspect() == Aspect.PLAN_CALLS || finding.aspect() == Aspect.ASKED);
  }

  private boolean isRefusedAsNew(Finding finding) {
    boolean planned = finding.aspect() == Aspect.PLAN_CALLS;
    var part = planned ? step.expected().path("preview") : step.expected();
    return RecordedCalls.about(part.path("calls"), "Check", finding.about())
        .filter(each -> each.path("request").path("olds").isEmpty())
        .anyMatch(each -> !each.path("response").path("failures").isEmpty());
  }

  /// Whether what is told here is what was recorded under a name.
  private boolean isAsRecorded(Finding finding, String former) {
    var at = finding.what().at().replace(SECRET, "");
    var inputs = Before.plain(before.inputs(former));
    var recorded = inputs.at(at.substring(at.indexOf('.')).replace('.', '/'));
    return Unchanged.isSame(recorded, finding.actual());
  }

  /// What it would be called in its component if that still had one of its former names.
  private Stream<String> formerNames(String resource) {
    var name = resource.substring(resource.lastIndexOf(':') + 1);
    var type = resource.substring(0, resource.length() - name.length());
    return step.program().stream()
        .filter(ProgramEntry::isComponent)
        .filter(each -> name.startsWith(each.name()))
        .filter(each -> step.registered(each.title()).contains(resource))
        .flatMap(each ->
            each.strings("aliases").stream()
                .map(former -> type + former + name.substring(each.name().length())));
  }
}
