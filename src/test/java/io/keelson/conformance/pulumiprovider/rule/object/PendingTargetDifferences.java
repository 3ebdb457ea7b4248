package io.keelson.conformance.pulumiprovider.rule.object;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;
import java.util.function.Predicate;

/// Which findings come of objects that were deleted before their replacement failed, in a run with
/// targets. There, they count as being there.
///
/// @param before what was recorded
public record PendingTargetDifferences(ProviderStep step, Before before, Errors errors) {
  private static final Predicate<Diagnostic> LEFT_OUT =
      Errors.saying("Left out of the plan's scope");

  /// A target that needs such an object, which is no target, is left alone, with an error. There,
  /// it is made with what is recorded of it.
  public boolean isNeededByTarget(Finding finding) {
    if (errors.all().isEmpty() || !errors.all().stream().allMatch(this::isOfPending)) return false;
    if (finding.aspect() == Aspect.RESULT) return finding.expected().asText().equals("ok");
    return step.program().stream()
        .map(ProgramEntry::title)
        .filter(target -> step.isTarget(target) && usesPending(target))
        .map(target -> new Parting(step, target, Side.REPLACES, Side.STAYS, List.of()))
        .anyMatch(parting -> parting.explains(finding));
  }

  private boolean usesPending(String target) {
    return step.program().stream()
        .map(ProgramEntry::title)
        .filter(this::isPending)
        .anyMatch(each -> step.isUsedThrough(each, target));
  }

  private boolean isPending(String resource) {
    return before.isGone(resource)
        && !step.isTarget(resource)
        && errors.areAbout(resource, LEFT_OUT);
  }

  private boolean isOfPending(Diagnostic error) {
    return LEFT_OUT.test(error)
        && step.program().stream()
            .map(ProgramEntry::title)
            .anyMatch(each -> Errors.isAbout(error, each) && isPending(each));
  }

  /// Who uses such an object that is a target now is asked there whether it would be replaced with
  /// it, though nothing goes.
  public boolean isAskedOnceMore(Finding finding) {
    boolean planned = finding.aspect() == Aspect.PLAN_CALLS;
    var part = planned ? step.expected().path("preview") : step.expected();
    return (planned || finding.aspect() == Aspect.ASKED)
        && !step.targets().isEmpty()
        && finding.call().equals("Diff")
        && finding.what().at().isEmpty()
        && finding.actual().isMissingNode()
        && !step.isTarget(finding.about())
        && !ExpectedActions.of(part).containsKey(finding.about())
        && part.path("calls").valueStream().anyMatch(each -> isOfUser(each, finding.about()));
  }

  /// Whether it is a comparison of a user while such a target is made anew.
  private boolean isOfUser(JsonNode call, String user) {
    return call.path("call").asText().equals("Diff")
        && call.path("resource").asText().equals(user)
        && step.program().stream()
            .filter(each -> each.name().equals(call.path("during").asText()))
            .map(ProgramEntry::title)
            .anyMatch(each ->
                step.isTarget(each) && before.isGone(each) && step.isUsedThrough(each, user));
  }
}
