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
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Which findings come of what one side alone replaces, and of what becomes of old objects.
public record ReplacementDifferences(ProviderStep step, Errors errors) {
  private static final Side DESTROYS_FIRST =
      Side.of(OwnActions.DESTROY_FIRST, Side.REPLACES.calls());

  /// What goes may fail to.
  private static final Set<String> GOES = Set.of("delete", "delete failed");

  /// Without what a program says of its properties, each of them may depend on what it uses: there,
  /// it is made anew with it.
  public boolean isReplacedForAnEdge(Finding finding) {
    var unsaid =
        step.program().stream()
            .filter(entry -> entry.isSet("noPropertyDeps"))
            .map(ProgramEntry::title)
            .filter(this::isDestroyedFirst)
            .toList();
    var replaced = new TreeSet<>(unsaid);
    step.program().stream()
        .filter(this::isMadeAnewForAnEdge)
        .map(ProgramEntry::title)
        .forEach(replaced::add);
    return replaced.stream()
            .map(each -> new Parting(step, each, DESTROYS_FIRST, Side.KEEPS, used(each)))
            .anyMatch(parting -> parting.explains(finding))
        || isKnownHere(finding) && (unsaid.contains(finding.about()) || isOfDestroyedFirst(finding))
        || isAskedOfRecord(finding)
        || Users.of(step, replaced).explain(finding, Side.CHANGES, Side.CHANGES);
  }

  /// Whether it is destroyed first there though nothing of it changes, for inputs that come of
  /// something that is destroyed first itself.
  private boolean isMadeAnewForAnEdge(ProgramEntry entry) {
    if (!isDestroyedFirst(entry.title())) return false;
    var made = made(entry.title());
    return !made.isEmpty()
        && made.stream()
            .allMatch(each -> each.path("diffs").isEmpty() && isOfDestroyedFirst(entry, each));
  }

  private boolean isOfDestroyedFirst(ProgramEntry entry, JsonNode made) {
    for (JsonNode key : made.path("keys"))
      if (isOfDestroyedFirst(entry.inputs().path(key.asText()))) return true;
    return false;
  }

  /// The steps that make its new object, of the preview and of the operation.
  private List<JsonNode> made(String resource) {
    var made = new ArrayList<JsonNode>();
    for (JsonNode part : List.of(step.expected(), step.expected().path("preview")))
      for (JsonNode each : part.path("steps"))
        if (each.path("op").asText().equals("create-replacement")
            && each.path("resource").asText().equals(resource)) made.add(each);
    return made;
  }

  private boolean isDestroyedFirst(String resource) {
    return ExpectedActions.of(step.expected().path("preview"))
        .getOrDefault(resource, "none")
        .equals(OwnActions.DESTROY_FIRST);
  }

  /// What is compared with inputs that are not known there, as if all of them depended on it.
  private static boolean isKnownHere(Finding finding) {
    return finding.call().equals("Diff")
        && finding.what().at().startsWith("news.")
        && finding.expected().has("$unknown")
        && !finding.actual().has("$unknown");
  }

  /// Whether it is a recorded input that is compared there, as it is asked before the program comes
  /// to what is declared for it, and what is declared here.
  private boolean isAskedOfRecord(Finding finding) {
    boolean planned = finding.aspect() == Aspect.PLAN_CALLS;
    if (!planned && finding.aspect() != Aspect.ASKED
        || !finding.call().equals("Diff")
        || !finding.what().at().startsWith("news.")) return false;
    var part = planned ? step.expected().path("preview") : step.expected();
    var declared = finding.what().within(step.entry(finding.about()).inputs());
    return Before.plain(finding.actual()).equals(Before.plain(declared))
        && RecordedCalls.about(part.path("calls"), "Diff", finding.about())
            .filter(each -> isAskedBefore(each, finding.about()))
            .anyMatch(each -> isAsked(each.path("request"), finding));
  }

  /// Whether a request has an input as it is recorded, or not known, as it was made with what is
  /// destroyed first.
  private static boolean isAsked(JsonNode request, Finding finding) {
    var expected = finding.expected();
    if (expected.has("$unknown"))
      return finding.what().within(request.path("news")).equals(expected);
    var recorded = finding.what().within(request.path("old_inputs"));
    return Before.plain(recorded).equals(Before.plain(expected));
  }

  /// Whether it is asked while something else is destroyed first.
  private boolean isAskedBefore(JsonNode call, String resource) {
    return step.program().stream()
        .filter(each -> each.name().equals(call.path("during").asText()))
        .map(ProgramEntry::title)
        .anyMatch(each -> !each.equals(resource) && isDestroyedFirst(each));
  }

  /// Whether what is declared there comes of something that is destroyed first.
  private boolean isOfDestroyedFirst(Finding finding) {
    return isOfDestroyedFirst(step.entry(finding.about()).inputs().path(finding.what().field()));
  }

  private boolean isOfDestroyedFirst(JsonNode declared) {
    var text = declared.toString();
    return step.program().stream()
        .filter(each -> text.contains("${" + each.name() + "."))
        .anyMatch(each -> isDestroyedFirst(each.title()));
  }

  /// There, who needs what goes as a target is asked whether it would be replaced with it, also if
  /// it goes itself.
  public boolean isAskedWhereItGoes(Finding finding) {
    return !step.targets().isEmpty() && isAskedThoughDeleted(finding);
  }

  /// There, who was made with what is destroyed first is asked whether it would be replaced with
  /// it, also if it is declared no more, and goes.
  public boolean isAskedThoughItGoes(Finding finding) {
    return step.targets().isEmpty()
        && isAskedThoughDeleted(finding)
        && step.program().stream().map(ProgramEntry::title).noneMatch(finding.about()::equals)
        && RecordedCalls.about(part(finding).path("calls"), "Diff", finding.about())
            .anyMatch(each -> isAskedBefore(each, finding.about()));
  }

  /// What is expected of the preview, or of the operation.
  private JsonNode part(Finding finding) {
    return finding.aspect() == Aspect.PLAN_CALLS
        ? step.expected().path("preview")
        : step.expected();
  }

  private boolean isAskedThoughDeleted(Finding finding) {
    return (finding.aspect() == Aspect.PLAN_CALLS || finding.aspect() == Aspect.ASKED)
        && finding.call().equals("Diff")
        && finding.what().at().isEmpty()
        && finding.actual().isMissingNode()
        && finding.expected().path("news").toString().contains("$unknown")
        && GOES.contains(ExpectedActions.of(part(finding)).getOrDefault(finding.about(), "none"));
  }

  private List<String> used(String user) {
    return step.program().stream()
        .map(ProgramEntry::title)
        .filter(each -> step.isUsedBy(each, user))
        .toList();
  }

  /// What was taken over once may be replaced here, whatever is written still: there, the run ends
  /// when it comes to it.
  public boolean isImportedBefore(Finding finding) {
    var imported =
        step.program().stream()
            .filter(entry -> entry.option("import").isTextual())
            .map(ProgramEntry::title)
            .filter(this::isKept)
            .toList();
    if (finding.aspect() == Aspect.RESULT)
      return !imported.isEmpty()
          && finding.expected().asText().equals("failed")
          && errors.all().isEmpty();
    return imported.stream()
            .map(each -> new Parting(step, each, Side.STAYS, Side.REPLACES, List.of()))
            .anyMatch(parting -> parting.explains(finding))
        || Users.of(step, imported).explain(finding, Side.STAYS, Side.CHANGES);
  }

  private boolean isKept(String resource) {
    for (JsonNode each : step.expected().path("diagnostics"))
      if (each.path("resource").asText().equals(resource)
          && each.path("message").asText().contains("previously-imported")) return true;
    return false;
  }

  /// The old object of what a failed resource uses stays: it may still be in use. So does that of
  /// what is made in part, or goes with what failed.
  public boolean isKeptForItsUser(Finding finding) {
    boolean kept =
        switch (finding.aspect()) {
          case CALLS -> finding.call().equals("Delete") && finding.actual().isMissingNode();
          case STATE -> finding.what().at().isEmpty() && isOneMore(finding);
          case WORLD -> finding.expected().isMissingNode();
          case PLAN, PLAN_CALLS, RUN, ASKED, CONFIGURE, RESULT, THROWN -> false;
        };
    return kept
        && replaced(finding.about())
            .anyMatch(each ->
                isMadeInPart(each)
                    || isGoingWithWhatFailed(each)
                    || step.program().stream()
                        .map(ProgramEntry::title)
                        .filter(user -> step.isUsedThrough(each, user))
                        .anyMatch(user -> errors.areAbout(user, _ -> true)));
  }

  /// Whether what replaces it is there, and not finished.
  private boolean isMadeInPart(String resource) {
    return Before.record(step.expected().path("state"), resource).has("initErrors")
        && errors.areAbout(resource, _ -> true);
  }

  /// There, what goes with something is forgotten, also where the deletion of that fails.
  private boolean isGoingWithWhatFailed(String resource) {
    for (JsonNode each : step.monitor()) {
      var request = each.path("request");
      var with = request.path("deletedWith").asText();
      if (resource.endsWith("::" + request.path("name").asText())
          && !with.isEmpty()
          && errors.areAbout(with, _ -> true)) return true;
    }
    return false;
  }

  private static boolean isOneMore(Finding finding) {
    return olds(finding.actual()) == olds(finding.expected()) + 1;
  }

  private static int olds(JsonNode records) {
    return records.asText().split("\"old\":true", -1).length;
  }

  /// The resource with this title, or with an object of this id, if it is replaced.
  private Stream<String> replaced(String about) {
    var replaced = new ArrayList<String>();
    for (JsonNode each : step.steps())
      if (each.path("op").asText().equals("create-replacement")
          && (each.path("resource").asText().equals(about)
              || each.path("oldId").asText().equals(about)))
        replaced.add(each.path("resource").asText());
    return replaced.stream();
  }

  /// What a provider has made that is declared only later cannot be destroyed first there: here,
  /// declarations have no order.
  public boolean isOfLaterProvider(Finding finding) {
    var unfinished =
        step.program().stream().map(ProgramEntry::title).filter(this::isOfUnknownProvider).toList();
    return switch (finding.aspect()) {
      case RESULT ->
          finding.expected().asText().equals("failed")
              && errors.all().isEmpty()
              && !unfinished.isEmpty()
              && ExpectedActions.failing(step.expected().path("diagnostics"))
                  .equals(new TreeSet<>(unfinished));
      case PLAN, PLAN_CALLS -> false;
      default -> isReplacedHere(unfinished, finding);
    };
  }

  private boolean isOfUnknownProvider(String resource) {
    boolean unknown = false;
    for (JsonNode each : step.expected().path("diagnostics"))
      unknown |=
          each.path("resource").asText().equals(resource)
              && each.path("message").asText().startsWith("unknown provider '::pulumi:providers:");
    for (JsonNode each : step.steps())
      if (unknown
          && each.path("resource").asText().equals(resource)
          && each.path("op").asText().equals("delete-replaced")
          && each.path("status").asText().equals("failed")) return true;
    return false;
  }

  /// Whether it follows from the replacements of these, and of what was to be replaced after them.
  private boolean isReplacedHere(List<String> unfinished, Finding finding) {
    var waiting =
        step.program().stream()
            .map(ProgramEntry::title)
            .filter(each -> unfinished.stream().anyMatch(user -> isWaiting(each, user)))
            .toList();
    return Stream.concat(
            unfinished.stream()
                .map(each -> new Parting(step, each, Side.FAILS, Side.REPLACES, waiting)),
            waiting.stream()
                .map(each -> new Parting(step, each, Side.STAYS, Side.REPLACES, List.of())))
        .anyMatch(parting -> parting.explains(finding));
  }

  /// Whether it is replaced once its user is destroyed, which there never happens.
  private boolean isWaiting(String resource, String user) {
    var name = resource.substring(resource.lastIndexOf(':') + 1);
    return (step.entry(user).strings("replaceWith").contains(name) || step.isUsedBy(resource, user))
        && ExpectedActions.of(step.expected().path("preview"))
            .getOrDefault(resource, "none")
            .startsWith("replace-")
        && !step.steps().findValuesAsText("resource").contains(resource);
  }
}
