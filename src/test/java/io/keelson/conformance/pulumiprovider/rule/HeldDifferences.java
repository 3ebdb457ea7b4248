package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ImportOperation;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.engine.diagnostic.Diagnostic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Which findings come of what is held: nothing is planned for what is protected, or refused, and
/// for what has to stay because of that.
public record HeldDifferences(ProviderStep step, Before before, Errors errors) {
  private static final String PROTECT = "protect";

  /// What fails in a preview is tried all the same there. Here, nothing is planned for it, and what
  /// it was made with cannot be replaced either: the old object is still in use.
  public boolean isNotTried(Finding finding) {
    var failing = ExpectedActions.failing(step.expected().path("preview").path("diagnostics"));
    var refused = failing.stream().filter(each -> errors.areAbout(each, _ -> true)).toList();
    boolean undone = finding.actual().isMissingNode() || finding.actual().asText().equals("none");
    return refused.contains(finding.about())
            && (undone
                || isReadInVain(finding)
                || isNotDestroyed(finding)
                || isNotTakenOver(finding))
        || isKeptFor(refused, finding);
  }

  /// Whether it is not recorded, as nothing is planned for it. There, it is taken over before its
  /// update fails.
  private boolean isNotTakenOver(Finding finding) {
    return finding.aspect() == Aspect.STATE
        && finding.actual().asText().equals("[]")
        && ImportOperation.isAbout(step, finding.about())
        && !before.isKnown(finding.about());
  }

  /// Whether its object is still there. There, it was destroyed before another one failed.
  private boolean isNotDestroyed(Finding finding) {
    var id = Before.record(before.state(), finding.about()).path("id");
    return finding.aspect() == Aspect.STATE
        && finding.what().at().isEmpty()
        && finding.expected().asText().equals("[]")
        && Before.record(step.expected().path("state"), finding.about())
            .path("pendingReplacement")
            .asBoolean(false)
        && olds(finding.actual()) == 1
        && finding.actual().asText().startsWith("[{\"id\":" + id + ",");
  }

  /// Whether it is what reading alone brought there. Here, the record of what nothing can be
  /// planned for stays as it was.
  private boolean isReadInVain(Finding finding) {
    return finding.aspect() == Aspect.STATE
        && step.refreshes()
        && new RefusalDifferences(step, before, errors).isFoundByReading(finding);
  }

  /// Refused before anything is done, so that nothing is planned, also for what needs the object,
  /// and for what that was made with.
  public boolean isProtected(Finding finding) {
    // Of a plan in which nothing is left to do, nobody is asked.
    if (finding.aspect() == Aspect.CONFIGURE && finding.actual().asText().equals("[]"))
      return errors.all().stream().anyMatch(HeldDifferences::isProtection);
    boolean held =
        finding.actual().asText().equals("none")
            || finding.aspect() == Aspect.PLAN_CALLS && finding.actual().isMissingNode()
            || isAskedAfterTheEnd(finding);
    var left = left();
    return step.expected().path("result").asText().equals("failed")
        && (held
                && (errors.areAbout(finding.about(), HeldDifferences::isProtection)
                    || left.contains(finding.about())
                    || isMadeWith(finding.about(), left))
            || isForeseenWith(finding)
            || isStillThere(left, finding)
            || isKeptFor(left, finding));
  }

  /// Whether it is asked while planning of something that the run does not come to there.
  private static boolean isAskedAfterTheEnd(Finding finding) {
    return finding.aspect() == Aspect.PLAN_CALLS
        && finding.what().at().isEmpty()
        && finding.expected().isMissingNode();
  }

  /// What is protected from now on is not replaced any more, and what uses it stays as it is.
  /// There, an old object is protected by what was declared when it was made.
  public boolean isProtectedFromNow(Finding finding) {
    if (errors.all().isEmpty() || !errors.all().stream().allMatch(this::isOfNewProtection))
      return false;
    if (finding.aspect() == Aspect.RESULT) return finding.expected().asText().equals("ok");
    var held =
        step.program().stream()
            .map(ProgramEntry::title)
            .filter(each -> errors.areAbout(each, _ -> true))
            .toList();
    return held.stream()
            .map(each -> new Parting(step, each, Side.REPLACES, Side.STAYS, List.of()))
            .anyMatch(parting -> parting.explains(finding))
        || Users.of(step, held).explain(finding, Side.CHANGES, Side.STAYS);
  }

  private boolean isOfNewProtection(Diagnostic error) {
    return isProtection(error)
        && step.program().stream()
            .filter(each -> Errors.isAbout(error, each.title()))
            .anyMatch(each ->
                each.isSet(PROTECT)
                    && !Before.record(before.state(), each.title()).path(PROTECT).asBoolean(false));
  }

  /// Whether an object is as it was that some of these were made with. There, it is destroyed.
  private boolean isStillThere(Collection<String> users, Finding finding) {
    for (JsonNode each : step.steps())
      if (Set.of("delete", "delete-replaced").contains(each.path("op").asText())
          && isOfDestroyed(each, finding)
          && (isMadeWith(each.path("resource").asText(), users) || isOldOfProtected(each)))
        return true;
    return false;
  }

  /// Whether it is an old object of what is protected, and held with that.
  private boolean isOldOfProtected(JsonNode deletion) {
    return deletion.path("op").asText().equals("delete-replaced")
        && errors.areAbout(deletion.path("resource").asText(), HeldDifferences::isProtection);
  }

  private boolean isOfDestroyed(JsonNode deletion, Finding finding) {
    boolean about = finding.about().equals(deletion.path("resource").asText());
    if (!finding.what().at().isEmpty()) return false;
    return switch (finding.aspect()) {
      case CALLS -> about && finding.call().equals("Delete") && finding.actual().isMissingNode();
      case STATE ->
          about
              && (finding.expected().asText().equals("[]")
                  || olds(finding.actual()) == olds(finding.expected()) + 1)
              && new Unchanged(step, before).isTold(finding);
      case WORLD ->
          finding.about().equals(deletion.path("oldId").asText())
              && finding.expected().isMissingNode()
              && new Unchanged(step, before).isTold(finding);
      case PLAN, RUN, PLAN_CALLS, ASKED, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  static boolean isProtection(Diagnostic diagnostic) {
    return diagnostic.summary().equals("Destruction is prevented");
  }

  /// What is protected, what needs that, and what is only replaced with it. What a component has
  /// registered is known by its record.
  private List<String> left() {
    var titles = new TreeSet<String>();
    for (ProgramEntry entry : step.program()) titles.add(entry.title());
    for (JsonNode each : records()) titles.add(each.path("resource").asText());
    return titles.stream()
        .filter(each ->
            titles.stream()
                .filter(other -> errors.areAbout(other, HeldDifferences::isProtection))
                .anyMatch(other ->
                    other.equals(each)
                        || step.isUsedBy(other, each)
                        || isReplacedWith(other, each)))
        .toList();
  }

  /// Whether it is foreseen for something that is not replaced, as it takes along what is
  /// protected. That is found out only then.
  private boolean isForeseenWith(Finding finding) {
    return finding.aspect() == Aspect.PLAN_CALLS
        && finding.call().equals("Create")
        && finding.expected().isMissingNode()
        && finding.actual().path("preview").asBoolean(false)
        && !ExpectedActions.of(step.expected()).containsKey(finding.about())
        && step.program().stream()
            .map(ProgramEntry::title)
            .filter(each -> errors.areAbout(each, HeldDifferences::isProtection))
            .anyMatch(each -> isReplacedWith(finding.about(), each));
  }

  private boolean isReplacedWith(String other, String resource) {
    return step.entry(resource).strings("replaceWith").stream()
        .anyMatch(name -> other.endsWith("::" + name));
  }

  /// Whether what would be replaced stays as it is because some of these were made with it, and so
  /// does what needs it.
  private boolean isKeptFor(Collection<String> users, Finding finding) {
    var kept =
        ExpectedActions.of(step.expected().path("preview")).entrySet().stream()
            .filter(each -> each.getValue().startsWith("replace-"))
            .map(each -> each.getKey())
            .filter(each -> !users.contains(each) && isMadeWith(each, users))
            .toList();
    return kept.contains(finding.about()) && isWithoutNew(finding)
        || kept.stream()
            .map(each -> new Parting(step, each, Side.CHANGES, Side.STAYS, List.of()))
            .anyMatch(parting -> parting.explains(finding))
        || Users.of(step, kept).explain(finding, Side.CHANGES, Side.STAYS);
  }

  /// What goes with a container that is destroyed keeps its record until that is gone. There, it is
  /// dropped before, and nobody is asked to delete it.
  public boolean isKeptForItsContainer(Finding finding) {
    return switch (finding.aspect()) {
      case RUN ->
          finding.expected().asText().equals("delete")
              && finding.actual().asText().equals("none")
              && isInWhatStays(finding.about());
      case STATE ->
          finding.what().at().isEmpty()
              && finding.expected().asText().equals("[]")
              && isInWhatStays(finding.about());
      case PLAN, PLAN_CALLS, ASKED, CALLS, WORLD, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  /// Whether it is dropped, and what it goes with stays, or is dropped with something that stays.
  private boolean isInWhatStays(String member) {
    var seen = new TreeSet<String>();
    for (var next = member; isDropped(next) && seen.add(next); ) {
      next = Before.record(before.state(), next).path("deletedWith").asText();
      if (isStanding(next)) return true;
    }
    return false;
  }

  private boolean isDropped(String resource) {
    var calls = RecordedCalls.about(step.expected().path("calls"), "Delete", resource);
    return calls.findAny().isEmpty() && isGone(resource, "delete");
  }

  private boolean isStanding(String resource) {
    return Before.record(step.expected().path("state"), resource).isObject()
        && !isGone(resource, "delete")
        && !isGone(resource, "delete-replaced");
  }

  /// Whether such a step, about the resource, is done.
  private boolean isGone(String resource, String op) {
    for (JsonNode each : step.steps())
      if (each.path("op").asText().equals(op)
          && each.path("resource").asText().equals(resource)
          && !each.has("status")) return true;
    return false;
  }

  /// There, the old object is recorded beside the new one.
  public static boolean isWithoutNew(Finding finding) {
    return finding.aspect() == Aspect.STATE
        && finding.what().at().isEmpty()
        && olds(finding.expected()) == olds(finding.actual()) + 1;
  }

  /// Here, an old object is recorded beside the one that there is.
  static boolean isWithOld(Finding finding) {
    return finding.aspect() == Aspect.STATE
        && finding.what().at().isEmpty()
        && olds(finding.actual()) == olds(finding.expected()) + 1;
  }

  private static int olds(JsonNode records) {
    return records.asText().split("\"old\":true", -1).length;
  }

  /// Whether one of these was made with it, or with the component that it is in.
  private boolean isMadeWith(String used, Collection<String> users) {
    var names = around(used);
    for (JsonNode each : records())
      if (users.contains(each.path("resource").asText()))
        for (JsonNode dependency : each.path("dependencies"))
          if (names.contains(dependency.asText())) return true;
    return users.stream().anyMatch(each -> !Collections.disjoint(before.former(each), names));
  }

  /// A resource, and the components that it is in.
  private List<String> around(String resource) {
    var names = new ArrayList<>(List.of(resource));
    for (int i = 0; i < names.size(); i++)
      for (JsonNode each : records()) {
        var parent = each.path("parent").asText();
        if (each.path("resource").asText().equals(names.get(i))
            && !parent.isEmpty()
            && !names.contains(parent)) names.add(parent);
      }
    return names;
  }

  /// From before the step, and from after it.
  private List<JsonNode> records() {
    var records = new ArrayList<JsonNode>();
    before.state().forEach(records::add);
    step.expected().path("state").forEach(records::add);
    return records;
  }
}
