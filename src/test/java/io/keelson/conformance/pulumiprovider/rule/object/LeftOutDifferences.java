package io.keelson.conformance.pulumiprovider.rule.object;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.engine.diagnostic.Diagnostic;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Which findings come of what a run with targets does there, unasked, with what is no target.
public record LeftOutDifferences(ProviderStep step, Before before, Errors errors) {
  private static final Predicate<Diagnostic> LEFT_OUT =
      Errors.saying("Left out of the plan's scope");

  /// What is checked before it is known that nothing can be done.
  private static final Side IS_HELD = new Side("none"::equals, Set.of("Check"), true);

  /// Who needs what a target destroys first is named by an error, and both stay. There, it goes
  /// along, and is made anew.
  public boolean isTakenAlong(Finding finding) {
    if (step.targets().isEmpty() || errors.all().isEmpty()) return false;
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("ok") && errors.all().stream().allMatch(LEFT_OUT);
    var held = new TreeSet<String>();
    for (ProgramEntry user : step.program())
      if (!step.isTarget(user.title()) && errors.areAbout(user.title(), LEFT_OUT))
        for (ProgramEntry target : step.program())
          if (step.isTarget(target.title()) && step.isUsedThrough(target.title(), user.title())) {
            held.add(user.title());
            held.add(target.title());
          }
    return held.stream()
        .map(each -> new Parting(step, each, Side.REPLACES, IS_HELD, held))
        .anyMatch(parting -> parting.explains(finding));
  }

  /// What is to be taken over, and is neither a target nor used by one, is left out. There, it is
  /// read, and recorded.
  public boolean isNotTakenOver(Finding finding) {
    var entry = step.entry(finding.about());
    return !step.targets().isEmpty()
        && entry.option("import").isTextual()
        && !isNeeded(entry.title())
        && !before.isKnown(entry.title())
        && switch (finding.aspect()) {
          case PLAN, RUN ->
              finding.expected().asText().equals("import")
                  && finding.actual().asText().equals("none");
          case PLAN_CALLS, ASKED ->
              finding.call().equals("Read")
                  && finding.what().at().isEmpty()
                  && finding.actual().isMissingNode();
          case STATE -> finding.what().at().isEmpty() && finding.actual().asText().equals("[]");
          case CALLS, WORLD, CONFIGURE, RESULT, THROWN -> false;
        };
  }

  private boolean isNeeded(String resource) {
    return step.isTarget(resource)
        || step.program().stream()
            .map(ProgramEntry::title)
            .anyMatch(each -> step.isTarget(each) && step.isUsedThrough(resource, each));
  }
}
