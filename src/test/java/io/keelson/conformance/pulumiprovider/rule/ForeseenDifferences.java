package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.List;
import java.util.Set;

/// Which findings come of what is not known yet while a step is planned.
public record ForeseenDifferences(ProviderStep step, Errors errors) {
  /// How the names of what a library notes for itself begin.
  private static final String NOTE = "__";

  private static final String SURPRISED = "Values came out otherwise than planned";

  /// What was planned with unknown values, to be replaced or to stay, is what is done: only an
  /// update is compared again when they are known. What is replaced is then checked as new.
  public boolean isAskedWhilePlanning(Finding finding) {
    if (finding.aspect() != Aspect.ASKED) return false;
    var run = ExpectedActions.of(step.expected()).getOrDefault(finding.about(), "none");
    return finding.actual().has("$unknown")
            && (run.equals("none")
                || run.startsWith("replace-")
                || run.equals("update") && isReplacedInPreview(finding.about()))
        || isOfOld(finding)
            && isReplacedInPreview(finding.about())
            && isPlannedUnknown(finding.about());
  }

  /// Whether what is checked comes there with what its old object had.
  private static boolean isOfOld(Finding finding) {
    return finding.call().equals("Check")
        && finding.what().at().startsWith("olds.")
        && finding.actual().isMissingNode();
  }

  /// Whether the preview does not know all values of what it checks.
  private boolean isPlannedUnknown(String resource) {
    return RecordedCalls.about(step.expected().path("preview").path("calls"), "Check", resource)
        .anyMatch(each -> each.path("request").path("news").toString().contains("{\"$unknown\":"));
  }

  private boolean isReplacedInPreview(String resource) {
    return ExpectedActions.of(step.expected().path("preview"))
        .getOrDefault(resource, "none")
        .startsWith("replace-");
  }

  /// What was to be replaced for a value that was not known is replaced, and what uses it follows.
  public boolean isDoneAsPlanned(Finding finding) {
    if (finding.aspect() == Aspect.PLAN || finding.aspect() == Aspect.PLAN_CALLS) return false;
    var replaced =
        step.program().stream()
            .map(ProgramEntry::title)
            .filter(this::isReplacedInPreviewAlone)
            .toList();
    var users = Users.of(step, replaced);
    return replaced.stream()
            .map(each -> new Parting(step, each, there(each), Side.REPLACES, List.of()))
            .anyMatch(parting -> parting.explains(finding))
        || users.explain(finding, Side.STAYS, Side.CHANGES)
        || users.explain(finding, Side.CHANGES, Side.CHANGES);
  }

  /// What is done with what was to be replaced.
  private Side there(String resource) {
    return isDone(resource) ? Side.KEEPS : Side.STAYS;
  }

  /// Whether it stays, or is updated for something else, as the value that was not known is the
  /// same.
  private boolean isReplacedInPreviewAlone(String resource) {
    var done = ExpectedActions.of(step.expected()).getOrDefault(resource, "none");
    return isReplacedInPreview(resource)
        && (done.equals("none") || done.equals("update") && isPlannedUnknown(resource))
        && step.expected().path("result").asText().equals("ok");
  }

  private boolean isDone(String resource) {
    return ExpectedActions.of(step.expected()).containsKey(resource);
  }

  /// What is secret and not known is told to be not known, and not as the empty text that a library
  /// makes of it.
  public boolean isUnknownSecret(Finding finding) {
    boolean empty =
        finding.what().at().endsWith("$secret") && finding.expected().asText("-").isEmpty();
    return (finding.expected().has("$secret") || empty) && finding.actual().has("$unknown");
  }

  /// What uses an id that a provider foresees waits for that of the object.
  public boolean isOfForeseenId(Finding finding) {
    if (!finding.actual().has("$unknown")) return false;
    for (JsonNode call : step.expected().path("preview").path("calls"))
      if (call.path("call").asText().equals("Create")
          && isHandedOn(call.path("resource").asText(), call.path("response").path("id"), finding))
        return true;
    return false;
  }

  /// Whether an id is used there, by itself or in the resource as a value.
  private boolean isHandedOn(String resource, JsonNode id, Finding finding) {
    var reference = finding.expected().path("$ref");
    return id.isTextual()
        && (reference.isObject()
            ? reference.path("id").equals(id)
                && reference.path("urn").asText().endsWith("::" + resource)
            : comesOfId(resource, declared(finding))
                && finding.expected().toString().contains(id.textValue()));
  }

  /// What was foreseen as known, and came otherwise, is what a plan promised: what uses it is done
  /// as planned, or left alone with an error, and planned again.
  public boolean isOfOtherValue(Finding finding) {
    var users =
        Users.of(
                step,
                step.program().stream()
                    .map(ProgramEntry::title)
                    .filter(each -> comesOtherwise(each) || isForeseenHere(each))
                    .toList())
            .andInside();
    return switch (finding.aspect()) {
      case RESULT ->
          finding.expected().asText().equals("ok")
              && !errors.all().isEmpty()
              && errors.all().stream()
                  .allMatch(error ->
                      error.summary().equals(SURPRISED)
                          && users.users().stream().anyMatch(each -> Errors.isAbout(error, each)));
      case RUN, ASKED, CALLS, STATE, WORLD ->
          users.explain(finding, Side.CHANGES, Side.STAYS)
              || errors.areAbout(finding.about(), Errors.saying(SURPRISED))
                  && (users.explain(finding, Side.CHANGES, Side.FAILS)
                      || users.users().contains(finding.about()) && isNothingLeft(finding));
      case PLAN, PLAN_CALLS, CONFIGURE, THROWN -> false;
    };
  }

  /// Whether the update that was planned has nothing left to do there, and is refused here.
  private boolean isNothingLeft(Finding finding) {
    return finding.aspect() == Aspect.RUN
        && finding.expected().asText().equals("none")
        && finding.actual().asText().equals("update failed")
        && ExpectedActions.of(step.expected().path("preview"))
            .getOrDefault(finding.about(), "none")
            .equals("update");
  }

  private boolean comesOtherwise(String resource) {
    var foreseen = outputs(step.expected().path("preview"), resource);
    var actual = outputs(step.expected(), resource);
    return actual.isObject()
        && foreseen.properties().stream()
            .anyMatch(each ->
                !each.getKey().startsWith(NOTE)
                    && !each.getValue().toString().contains("$unknown")
                    && !each.getValue().equals(actual.path(each.getKey())));
  }

  /// What a provider gives is foreseen by what it gave before. There, it does not know that where
  /// it is handed something back as a secret for an option, and told the same in plain text.
  public boolean isForeseenForASecret(Finding finding) {
    var declared = step.entry(finding.about()).inputs().path(finding.what().field()).toString();
    return finding.aspect() == Aspect.PLAN_CALLS
        && finding.expected().has("$unknown")
        && !finding.actual().toString().contains("$unknown")
        && step.program().stream()
            .filter(each -> declared.contains("${" + each.name() + "."))
            .anyMatch(each -> isForeseenHere(each.title()));
  }

  /// Whether nothing of it is changed by its update, which there looks otherwise.
  private boolean isForeseenHere(String resource) {
    var hidden = step.entry(resource).strings("secretOutputs");
    return RecordedCalls.about(step.expected().path("preview").path("calls"), "Update", resource)
        .filter(each -> isForeseenInPart(each.path("response").path("properties")))
        .map(each -> each.path("request"))
        .filter(each -> isSame(each.path("old_inputs"), each.path("news")))
        .anyMatch(each ->
            hidden.stream().anyMatch(name -> isPlainNow(each.path("olds").path(name), each, name)));
  }

  private static boolean isForeseenInPart(JsonNode outputs) {
    return outputs.toString().contains("{\"$unknown\":");
  }

  /// Whether what is handed back as a secret is told in plain text, and the same.
  private static boolean isPlainNow(JsonNode old, JsonNode request, String name) {
    var told = request.path("news").path(name);
    return old.has("$secret") && !told.has("$secret") && isSame(old, told);
  }

  private static boolean isSame(JsonNode one, JsonNode other) {
    return Before.plain(one).equals(Before.plain(other));
  }

  private static JsonNode outputs(JsonNode part, String resource) {
    for (JsonNode call : part.path("calls"))
      if (call.path("resource").asText().equals(resource)
          && Set.of("Create", "Update").contains(call.path("call").asText()))
        return call.path("response").path("properties");
    return MissingNode.getInstance();
  }

  private String declared(Finding finding) {
    return step.entry(finding.about()).inputs().path(finding.what().field()).toString();
  }

  /// Whether what is declared comes of the id of a resource, or of an input of another one that
  /// does. What a program refers to stands before it.
  private boolean comesOfId(String used, String declared) {
    return declared.contains("${" + used.substring(used.lastIndexOf(':') + 1) + ".id}")
        || step.program().stream()
            .anyMatch(entry ->
                entry.inputs().properties().stream()
                    .anyMatch(input ->
                        declared.contains("${" + entry.name() + "." + input.getKey() + "}")
                            && comesOfId(used, input.getValue().toString())));
  }
}
