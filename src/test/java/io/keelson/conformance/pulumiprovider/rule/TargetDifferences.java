package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Call;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Which findings come of what a run with targets refuses, or leaves out.
public record TargetDifferences(ProviderStep step, Errors errors) {
  private static final Pattern NEEDED =
      Pattern.compile(".* depends on .* not specified in --target list\\.");

  private static final Predicate<Diagnostic> LEFT_OUT =
      Errors.saying("Left out of the plan's scope");

  private static final Side DONE =
      new Side(
          word -> !word.equals("none"),
          Set.of("Check", "Diff", "Create", "Update", "Delete"),
          false);

  /// What every process of a provider is asked.
  private static final Set<String> PROCESS =
      Set.of("(start)", "Handshake", "CheckConfig", "DiffConfig", "Configure");

  /// What is not recorded yet is no target there, which fails the run, or its preview, where the
  /// run ends at something else before it comes to its targets.
  public boolean isOfUnknownTarget(Finding finding) {
    for (String target : step.targets())
      for (JsonNode part : List.of(step.expected(), step.expected().path("preview")))
        for (JsonNode each : part.path("diagnostics"))
          if (each.path("message").asText().contains("::" + target + "' could not be found"))
            return finding.aspect() == Aspect.RESULT || finding.about().endsWith("::" + target);
    return false;
  }

  /// A run whose targets are neither declared nor recorded ends there before anything is done. Here
  /// what the other targets name is done.
  public boolean isBesideUnknownTarget(Finding finding) {
    var error = step.expected().path("error").asText();
    if (!error.startsWith("no resource named ") || !errors.all().isEmpty()) return false;
    var known =
        step.targets().stream().filter(each -> !error.contains("::" + each + "' found")).toList();
    if (known.size() == step.targets().size()) return false;
    return finding.aspect() == Aspect.RESULT || !known.isEmpty() && isDoneHere(finding);
  }

  private static boolean isDoneHere(Finding finding) {
    return switch (finding.aspect()) {
      case PLAN, RUN -> finding.expected().asText().equals("none");
      case PLAN_CALLS, CALLS -> finding.what().at().isEmpty() && finding.expected().isMissingNode();
      case CONFIGURE -> finding.expected().asText().equals("[]");
      case STATE, WORLD -> true;
      case ASKED, RESULT, THROWN -> false;
    };
  }

  /// Whoever names a component as a target means everything in it. There, it is the component
  /// alone, of which there is nothing to do.
  public boolean isInTargetedComponent(Finding finding) {
    var targets =
        step.program().stream()
            .filter(each -> each.isComponent() && step.targets().contains(each.name()))
            .toList();
    var inside = new TreeSet<String>();
    for (ProgramEntry each : targets) inside.addAll(step.within(each.title()));
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("ok")
          && !errors.all().isEmpty()
          && errors.all().stream()
              .allMatch(error ->
                  inside.stream().anyMatch(each -> Errors.isAbout(error, each))
                      || targets.stream().anyMatch(each -> isEnded(each, error)));
    return inside.stream()
        .anyMatch(each ->
            isLeftUnfinished(each, finding)
                || each.equals(finding.about()) && HeldDifferences.isWithOld(finding)
                || new Parting(step, each, Side.STAYS, DONE, List.of()).explains(finding));
  }

  /// Where everything goes but a component is named alone, what is in it is no target there, which
  /// fails the run.
  public boolean isDestroyedInComponent(Finding finding) {
    var inside = notSpecified();
    if (!step.op().equals("destroy") || inside.isEmpty() || !recordedInside().containsAll(inside))
      return false;
    return switch (finding.aspect()) {
      case RESULT -> finding.expected().asText().equals("failed") && errors.all().isEmpty();
      case PLAN, RUN ->
          inside.contains(finding.about()) && finding.actual().asText().equals("delete");
      case CALLS ->
          inside.contains(finding.about())
              && finding.call().equals("Delete")
              && finding.expected().isMissingNode();
      case PLAN_CALLS, ASKED ->
          inside.contains(finding.about())
              && finding.call().equals("Diff")
              && finding.actual().isMissingNode();
      case STATE -> inside.contains(finding.about()) && finding.actual().asText().equals("[]");
      case WORLD -> inside.contains(finding.about()) && finding.actual().isMissingNode();
      case CONFIGURE -> finding.expected().asText().equals("[]");
      case THROWN -> false;
    };
  }

  /// What is recorded in components that are targets.
  private SortedSet<String> recordedInside() {
    var inside = new TreeSet<String>();
    for (JsonNode each : step.expected().path("state")) {
      var title = each.path("resource").asText();
      if (each.path("component").asBoolean(false) && step.isTarget(title))
        inside.addAll(step.within(title));
    }
    return inside;
  }

  /// Whether the program of a component ends at something that it registers, which fails.
  private static boolean isEnded(ProgramEntry component, Diagnostic error) {
    var address = "component." + ResourceAddress.identifier(component.name());
    return error.subject().toString().equals(address)
        && error.detail().contains(" failed to register");
  }

  private static boolean isLeftUnfinished(String resource, Finding finding) {
    return finding.aspect() == Aspect.STATE
        && finding.about().equals(resource)
        && finding.what().at().equals("unfinished")
        && finding.actual().asBoolean(false);
  }

  /// Who would have to go along with a target is told before anything is done, so nothing is.
  /// There, the run fails after it has gone through the program.
  public boolean isToldBefore(Finding finding) {
    if (errors.all().stream().noneMatch(LEFT_OUT)) return false;
    if (finding.aspect() == Aspect.RESULT && finding.expected().asText().equals("ok"))
      return errors.all().stream().allMatch(this::isOfReplaced);
    if (isInNeed(finding.about()))
      return finding.aspect() == Aspect.PLAN
          && finding.expected().asText().endsWith(" failed")
          && finding.actual().asText().equals("none");
    if (notSpecified().isEmpty()) return false;
    return switch (finding.aspect()) {
      case PLAN, RUN -> finding.actual().asText().equals("none");
      case PLAN_CALLS, ASKED -> finding.what().at().isEmpty() && finding.actual().isMissingNode();
      case CONFIGURE -> finding.actual().asText().equals("[]");
      case CALLS, RESULT, STATE, WORLD, THROWN -> false;
    };
  }

  /// Whether it is of something that is to be replaced, and is no target, which is ignored there.
  private boolean isOfReplaced(Diagnostic error) {
    return LEFT_OUT.test(error)
        && step.json()
            .path("replace")
            .valueStream()
            .map(JsonNode::asText)
            .filter(each -> !step.targets().contains(each))
            .anyMatch(each -> Errors.isAbout(error, "::" + each));
  }

  /// Whether it is a target that needs something new there that is none, and fails for that.
  private boolean isInNeed(String resource) {
    for (JsonNode each : step.expected().path("diagnostics"))
      if (each.path("resource").asText().equals(resource)
          && NEEDED.matcher(each.path("message").asText()).matches()) return true;
    return false;
  }

  /// A run with targets that are not both ends of a move leaves it out, which is an error, and
  /// holds what uses the object. There, that keeps its old name, and what uses it goes on.
  public boolean isMoveLeftOut(Finding finding) {
    if (step.targets().isEmpty()
        || errors.all().stream().noneMatch(this::isOfMoveLeftOut)
        || !errors.all().stream().allMatch(each -> isOfMoveLeftOut(each) || isOfProgram(each)))
      return false;
    return finding.aspect() == Aspect.RESULT
        ? finding.expected().asText().equals("ok")
        : isByFormerName(finding)
            || new MoveReading(step, leftOut()).explains(finding)
            || Users.of(step, leftOut()).explain(finding, Side.CHANGES, Side.STAYS);
  }

  /// Whether it is of a component that is given what is not moved: nothing in it is made, so that
  /// its program ends there.
  private boolean isOfProgram(Diagnostic error) {
    return Users.of(step, leftOut()).users().stream()
        .map(step::entry)
        .anyMatch(each -> each.isComponent() && isEnded(each, error));
  }

  /// Whether a component is told the new name of what it is given.
  private boolean isByFormerName(Finding finding) {
    var at = finding.what().at();
    boolean dependency =
        at.startsWith("dependencies.") || at.contains(".urns.") || at.contains(".dependencies.");
    return finding.call().equals(Call.CONSTRUCT)
        && dependency
        && leftOut().stream()
            .filter(each -> finding.actual().asText().equals("::" + each))
            .filter(each -> step.isUsedBy(each, finding.about()))
            .anyMatch(each ->
                step.entry(each).strings("aliases").stream()
                    .map(former -> each.substring(0, each.lastIndexOf(':') + 1) + former)
                    .anyMatch(former -> finding.expected().asText().equals("::" + former)));
  }

  private boolean isOfMoveLeftOut(Diagnostic error) {
    return error.summary().equals("Move is left out") && isOfMoved(error);
  }

  private List<String> leftOut() {
    return step.program().stream()
        .map(ProgramEntry::title)
        .filter(each -> errors.areAbout(each, this::isOfMoveLeftOut))
        .toList();
  }

  /// Whether it is about what has a former name, and no targets are both.
  private boolean isOfMoved(Diagnostic error) {
    var targets = step.targets();
    return step.program().stream()
        .filter(entry -> Errors.isAbout(error, entry.title()))
        .anyMatch(entry ->
            entry.strings("aliases").stream()
                .anyMatch(former -> !targets.contains(entry.name()) || !targets.contains(former)));
  }

  /// What is declared no more and depends on a target fails the run there: here it stays, if it is
  /// no target.
  public boolean isNoTarget(Finding finding) {
    var orphans = orphans();
    if (orphans.isEmpty() || !errors.all().isEmpty()) return false;
    return switch (finding.aspect()) {
      case RESULT ->
          finding.expected().asText().equals("failed")
              && ExpectedActions.failing(step.expected().path("diagnostics")).equals(orphans);
      case PLAN ->
          orphans.contains(finding.about())
              && finding.expected().asText().equals("delete failed")
              && finding.actual().asText().equals("none");
      case PLAN_CALLS, ASKED ->
          orphans.contains(finding.about())
              && finding.call().equals("Diff")
              && finding.what().at().isEmpty()
              && finding.actual().isMissingNode();
      case CALLS, RUN, STATE, WORLD, CONFIGURE, THROWN -> false;
    };
  }

  /// The provider of what would have to go, and is no target, is asked there about that alone.
  public boolean isAskedForNoTarget(Finding finding) {
    var processes =
        RecordedCalls.about(step.calls(), "Configure", finding.about())
            .map(each -> each.path("process").asText())
            .toList();
    return finding.aspect() == Aspect.CONFIGURE
        && finding.actual().asText().equals("[]")
        && !notSpecified().isEmpty()
        && !processes.isEmpty()
        && step.calls()
            .valueStream()
            .filter(each -> processes.contains(each.path("process").asText()))
            .filter(each -> !PROCESS.contains(each.path("call").asText()))
            .allMatch(each ->
                each.path("call").asText().equals("Diff")
                    && notSpecified().contains(each.path("resource").asText()));
  }

  private SortedSet<String> orphans() {
    var orphans = notSpecified();
    step.program().forEach(each -> orphans.remove(each.title()));
    orphans.removeIf(step::isTarget);
    return orphans;
  }

  /// What would have to go, and is no target.
  private SortedSet<String> notSpecified() {
    var all = new TreeSet<String>();
    for (JsonNode each : step.expected().path("diagnostics"))
      if (each.path("message").asText().contains(" will be destroyed but was not specified in "))
        all.add(each.path("resource").asText());
    return all;
  }
}
