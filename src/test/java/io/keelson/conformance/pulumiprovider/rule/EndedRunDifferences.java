package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.OwnActions;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which findings come of what a run has done when a failure ends it: what is independent comes in
/// another order here.
///
/// @param before what was recorded
public record EndedRunDifferences(ProviderStep step, Before before, Errors errors) {
  private static final Set<Aspect> DONE =
      Set.of(Aspect.RUN, Aspect.CALLS, Aspect.STATE, Aspect.WORLD);

  private static final String RETAINED = "retainOnDelete";

  /// What the run had come to there, before the failure, is not begun here.
  public boolean isNotBegun(Finding finding) {
    if (!isEnded() || !DONE.contains(finding.aspect())) return false;
    var done = ExpectedActions.of(step.expected()).keySet();
    return earlier().stream()
        .filter(done::contains)
        .anyMatch(each ->
            each.equals(finding.about())
                    && (HeldDifferences.isWithoutNew(finding) || isStillUnfinished(finding))
                || new Parting(step, each, Side.CHANGES, Side.STAYS, done).explains(finding));
  }

  /// Whether what was made in part, maybe under a former name, is finished there.
  private boolean isStillUnfinished(Finding finding) {
    var type = finding.about().substring(0, finding.about().lastIndexOf(':') + 1);
    var names = new ArrayList<>(List.of(finding.about()));
    step.entry(finding.about()).strings("aliases").forEach(each -> names.add(type + each));
    return finding.aspect() == Aspect.STATE
        && finding.what().at().equals("unfinished")
        && !finding.expected().asBoolean()
        && finding.actual().asBoolean()
        && names.stream().anyMatch(before::isUnfinished);
  }

  /// What something uses that is destroyed first is not begun where that fails. There, it was
  /// replaced, or updated, before.
  public boolean isAfterADeletion(Finding finding) {
    var done = ExpectedActions.of(step.expected()).keySet();
    var held =
        failing().stream()
            .filter(each -> errors.areAbout(each, _ -> true) && isDestroyedInVain(each))
            .toList();
    return isFailed()
        && done.stream()
            .filter(each -> held.stream().anyMatch(user -> step.isUsedThrough(each, user)))
            .anyMatch(each ->
                each.equals(finding.about()) && HeldDifferences.isWithoutNew(finding)
                    || new Parting(step, each, Side.CHANGES, Side.STAYS, List.of())
                        .explains(finding));
  }

  /// Whether a resource is to be destroyed before it is made anew, and that fails.
  private boolean isDestroyedInVain(String resource) {
    boolean failed = false;
    for (JsonNode each : step.steps())
      if (each.path("resource").asText().equals(resource)) {
        if (each.path("op").asText().equals("create-replacement")) return false;
        failed |= each.path("op").asText().equals("delete-replaced") && each.has("status");
      }
    return failed
        && OwnActions.DESTROY_FIRST.equals(
            ExpectedActions.of(step.expected().path("preview")).get(resource));
  }

  private boolean isEnded() {
    return isFailed() && !step.json().path("continueOnError").asBoolean(false);
  }

  private boolean isFailed() {
    return step.expected().path("result").asText().equals("failed");
  }

  /// What steps were about before something failed that fails here as well, and that has nothing to
  /// do with it.
  private SortedSet<String> earlier() {
    var failing = failing();
    var resources = new ArrayList<String>();
    for (JsonNode each : step.steps())
      if (!each.path("op").asText().equals("refresh"))
        resources.add(each.path("resource").asText());
    var earlier = new TreeSet<String>();
    for (String other : failing)
      if (errors.areAbout(other, _ -> true) && resources.contains(other))
        resources.subList(0, resources.lastIndexOf(other)).stream()
            .filter(each -> !failing.contains(each))
            .filter(each -> !step.isUsedThrough(each, other) && !step.isUsedThrough(other, each))
            .forEach(earlier::add);
    return Collections.unmodifiableSortedSet(earlier);
  }

  private SortedSet<String> failing() {
    return ExpectedActions.failing(step.expected().path("diagnostics"));
  }

  /// The old object of what is replaced is still to be deleted when the run ends there, and goes
  /// here, as nothing that fails needs it.
  public boolean isEndedBeforeItsDelete(Finding finding) {
    var failing = new TreeSet<>(failing());
    failing.addAll(failingFunctions());
    return (isEnded() || isEndedByAQuestion())
        && failing.stream().anyMatch(each -> errors.areAbout(each, _ -> true))
        && pending().stream()
            .filter(each -> isDeletion(each, finding))
            .map(each -> each.path("resource").asText())
            .filter(each -> !isRetained(each))
            .anyMatch(each ->
                failing.stream().noneMatch(other -> other.equals(each) || needs(other, each)));
  }

  /// The functions of the program whose call fails there, which no diagnostic names.
  private SortedSet<String> failingFunctions() {
    var tokens = new TreeSet<String>();
    for (JsonNode each : step.expected().path("calls"))
      if (each.path("call").asText().equals("Invoke")
          && (each.has("error") || !each.path("response").path("failures").isEmpty()))
        tokens.add(each.path("request").path("tok").asText());
    var functions = new TreeSet<String>();
    for (ProgramEntry entry : step.program())
      if (entry.isFunction() && tokens.contains(entry.token())) functions.add(entry.title());
    return Collections.unmodifiableSortedSet(functions);
  }

  /// Whether the program of a component fails, or a comparison, or a check refuses something, so
  /// that nothing is deleted there, also in a run that goes on after failures.
  private boolean isEndedByAQuestion() {
    for (JsonNode each : step.steps())
      if (each.path("op").asText().startsWith("delete")) return false;
    for (JsonNode each : step.expected().path("calls")) if (isEnding(each)) return isFailed();
    return false;
  }

  private static boolean isEnding(JsonNode call) {
    return switch (call.path("call").asText()) {
      case "Construct", "Diff" -> call.has("error");
      case "Check" -> call.has("error") || !call.path("response").path("failures").isEmpty();
      default -> false;
    };
  }

  /// Whether what fails there keeps an old object here. What is held while planning does so only if
  /// it was made with it: what is declared for it is not tried.
  private boolean needs(String failing, String used) {
    if (!isHeld(failing)) return step.isUsedThrough(used, failing);
    for (JsonNode each : Before.record(before.state(), failing).path("dependencies"))
      if (each.asText().equals(used)) return true;
    return false;
  }

  /// Whether it is held while planning: as it is protected, or as its check refuses it already
  /// then.
  private boolean isHeld(String failing) {
    return errors.areAbout(failing, HeldDifferences::isProtection)
            && !errors.areAbout(failing, each -> !HeldDifferences.isProtection(each))
        || RecordedCalls.about(step.expected().path("preview").path("calls"), "Check", failing)
            .anyMatch(EndedRunDifferences::isEnding);
  }

  /// The record of an old object that is left alone is still to go when the run ends there, and
  /// goes here as soon as there is a new one.
  public boolean isForgottenBefore(Finding finding) {
    return isFailed()
        && isRetained(finding.about())
        && HeldDifferences.isWithoutNew(finding)
        && pending().stream()
            .anyMatch(each -> each.path("resource").asText().equals(finding.about()));
  }

  /// Whether its object is left alone, now as before.
  private boolean isRetained(String resource) {
    return step.entry(resource).isSet(RETAINED)
        && Before.record(step.expected().path("state"), resource).path(RETAINED).asBoolean(false);
  }

  /// The replacements that have begun, and whose old objects no step is about.
  private List<JsonNode> pending() {
    var deleted = new TreeSet<String>();
    var pending = new ArrayList<JsonNode>();
    for (JsonNode each : step.steps())
      switch (each.path("op").asText()) {
        case "delete-replaced", "discard-replaced" -> deleted.add(each.path("oldId").asText());
        case "create-replacement" -> pending.add(each);
        default -> {}
      }
    pending.removeIf(each -> deleted.contains(each.path("oldId").asText()));
    return pending;
  }

  /// Whether it says that the old object of a replacement is deleted here alone.
  private boolean isDeletion(JsonNode replacement, Finding finding) {
    var old = replacement.path("oldId");
    boolean about = finding.about().equals(replacement.path("resource").asText());
    boolean whole = finding.what().at().isEmpty();
    return switch (finding.aspect()) {
      case CALLS ->
          about
              && whole
              && finding.call().equals("Delete")
              && finding.expected().isMissingNode()
              && isOldObject(replacement, finding.actual());
      case STATE -> about && HeldDifferences.isWithoutNew(finding);
      case WORLD ->
          whole && finding.actual().isMissingNode() && finding.expected().path("id").equals(old);
      case RESULT, PLAN, RUN, PLAN_CALLS, ASKED, CONFIGURE, THROWN -> false;
    };
  }

  /// Whether a request names the old object of a replacement: by its id, or, where that is drawn,
  /// by its inputs.
  private boolean isOldObject(JsonNode replacement, JsonNode request) {
    var id = replacement.path("oldId");
    if (!id.asText().contains("@{")) return request.path("id").equals(id);
    for (JsonNode each : step.expected().path("state"))
      if (each.path("delete").asBoolean(false)
          && each.path("id").equals(id)
          && each.path("resource").equals(replacement.path("resource")))
        return Unchanged.isSame(id, request.path("id"))
            && Unchanged.isSame(each.path("inputs"), request.path("oldInputs"));
    return false;
  }
}
