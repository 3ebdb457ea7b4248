package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.engine.diagnostic.Diagnostic;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Which findings come of what is refused, or goes on, beside what fails.
///
/// @param before what was recorded
public record RefusalDifferences(ProviderStep step, Before before, Errors errors) {
  private static final Pattern TYPE =
      Pattern.compile("function failed: Field '.+' must be a '.+'; got '.+' instead");

  /// How `infer` refuses an input for the type that it has in the program.
  private static final Pattern INPUT =
      Pattern.compile("has a problem: Field '.+' on '.+' must be a '.+'; got '(.+)' instead");

  private static final String REFERENCE = "resource.ResourceReference";

  private static final Predicate<Diagnostic> REFUSED =
      Errors.saying("The provider does not accept the configuration");

  private static final Set<String> WRONG = Set.of("value of the wrong type", "Wrong form");

  /// How providers say that they have no such function.
  private static final Set<String> MISSING = Set.of("NotFound", "Unimplemented");

  private static final Set<String> ARGUMENT =
      Set.of("Unsupported argument", "Attribute cannot be set", "Unknown input");

  /// An option that names no attribute is an error, and nothing is done.
  public boolean isRefusedForAPath(Finding finding) {
    return isNotDone(finding)
        && errors.all().stream()
            .anyMatch(each ->
                each.summary().equals("Not an attribute of this resource")
                    && each.path().toString().startsWith("lifecycle."));
  }

  /// What is only read is nothing that an option may wait for to go, or to be replaced: that is an
  /// error, and nothing is done.
  public boolean isRefusedForWhatIsRead(Finding finding) {
    return isNotDone(finding)
        && !errors.all().isEmpty()
        && errors.all().stream().allMatch(this::isOfWhatIsRead);
  }

  private boolean isOfWhatIsRead(Diagnostic error) {
    var option =
        switch (error.summary()) {
          case "It is never destroyed" -> "deletedWith";
          case "A data source triggers nothing" -> "replaceWith";
          default -> "";
        };
    return step.program().stream()
        .filter(each -> Errors.isAbout(error, each.title()))
        .map(each -> each.option(option).toString())
        .anyMatch(names ->
            step.program().stream()
                .filter(ProgramEntry::isRead)
                .anyMatch(read -> names.contains("\"" + read.name() + "\"")));
  }

  /// An option that would hide the id is an error, and nothing is done.
  public boolean isRefusedForTheId(Finding finding) {
    return isNotDone(finding)
        && errors.all().stream().anyMatch(Errors.saying("The id cannot be hidden"));
  }

  /// An argument that the schema does not have, or that is none, is an error, and nothing is done.
  public boolean isRefusedForAnArgument(Finding finding) {
    return isNotDone(finding)
        && errors.all().stream().map(Diagnostic::summary).anyMatch(ARGUMENT::contains);
  }

  /// A function that its package does not have is an error, and nothing is done. There, it fails
  /// when it is called.
  public boolean isRefusedForAFunction(Finding finding) {
    boolean undone =
        switch (finding.aspect()) {
          case STATE -> finding.actual().asText().equals("[]");
          case WORLD -> finding.actual().isMissingNode();
          default -> isNotDone(finding);
        };
    return undone
        && step.expected().path("result").asText().equals("failed")
        && !errors.all().isEmpty()
        && errors.all().stream()
            .allMatch(error ->
                error.summary().equals("Unknown resource type") && isOfMissingFunction(error));
  }

  private boolean isOfMissingFunction(Diagnostic error) {
    return step.program().stream()
        .filter(entry -> entry.isFunction() && Errors.isAbout(error, entry.title()))
        .anyMatch(entry ->
            step.calls()
                .valueStream()
                .filter(each -> each.path("request").path("tok").asText().equals(entry.token()))
                .anyMatch(each -> MISSING.contains(each.path("error").path("code").asText())));
  }

  /// A value that cannot be converted is an error, and nothing is done. There, the bridge warns,
  /// and who has no schema takes everything.
  public boolean isRefusedForAType(Finding finding) {
    return isNotDone(finding)
        && !errors.all().isEmpty()
        && errors.all().stream()
            .allMatch(
                each -> WRONG.contains(each.summary()) && (isWarned(each) || isOfContainer(each)));
  }

  /// Whether what is declared there is no scalar, which could be converted.
  private boolean isOfContainer(Diagnostic error) {
    var at = error.path().toString();
    if (!at.startsWith("config.")) return false;
    var way = at.substring("config".length()).replace("[", ".").replace("]", "").replace('.', '/');
    return step.program().stream()
        .filter(each -> Errors.isAbout(error, each.title()))
        .anyMatch(each -> each.inputs().at(way).isContainerNode());
  }

  private boolean isWarned(Diagnostic error) {
    for (JsonNode each : step.expected().path("diagnostics"))
      if (each.path("message").asText().startsWith("Type checking failed")
          && Errors.isAbout(error, each.path("resource").asText())) return true;
    return false;
  }

  /// Whether it is nothing that is done here.
  private static boolean isNotDone(Finding finding) {
    return switch (finding.aspect()) {
      case PLAN, RUN -> finding.actual().asText().equals("none");
      case PLAN_CALLS, ASKED, CALLS ->
          finding.what().at().isEmpty() && finding.actual().isMissingNode();
      case CONFIGURE -> finding.actual().asText().equals("[]");
      case RESULT -> finding.expected().asText().equals("ok");
      case STATE, WORLD -> true;
      case THROWN -> false;
    };
  }

  /// The first failure ends the run there; what does not need what failed goes on here.
  public boolean goesOn(Finding finding) {
    var failing = failing();
    var resource = resource(finding);
    boolean calls = step.program().stream().anyMatch(ProgramEntry::isData);
    return (!failing.isEmpty() || calls)
        && step.expected().path("result").asText().equals("failed")
        && !finding.about().isEmpty()
        && isMore(finding)
        && !new NameDifferences(step).isRenamedThoughFailed(finding)
        && !failing.contains(resource)
        && failing.stream().noneMatch(other -> step.isUsedBy(other, resource))
        && !ExpectedActions.of(step.expected()).containsKey(resource)
        && !isReached(finding.aspect(), resource);
  }

  /// Whether something is done here that is not done there.
  private boolean isMore(Finding finding) {
    var expected = finding.expected();
    return switch (finding.aspect()) {
      case PLAN, RUN -> expected.asText().equals("none");
      case PLAN_CALLS, CALLS ->
          finding.what().at().isEmpty()
              && expected.isMissingNode()
              && (!finding.call().equals("Call") || isEndedByReading());
      case CONFIGURE -> expected.asText().equals("[]");
      case STATE, WORLD -> true;
      case ASKED, RESULT, THROWN -> false;
    };
  }

  /// Whether something could not be read, so that there not even the program was begun, and none of
  /// its methods called.
  private boolean isEndedByReading() {
    var preview = step.expected().path("preview");
    return step.refreshes()
        && preview.path("result").asText().equals("failed")
        && preview
            .path("steps")
            .valueStream()
            .allMatch(each -> each.path("op").asText().equals("refresh"))
        && preview
            .path("calls")
            .valueStream()
            .anyMatch(each -> each.path("call").asText().equals("Read") && each.has("error"));
  }

  /// Whether the run had come to the resource when it ended.
  private boolean isReached(Aspect aspect, String resource) {
    boolean planned = aspect == Aspect.PLAN || aspect == Aspect.PLAN_CALLS;
    var part = planned ? step.expected().path("preview") : step.expected();
    var first = step.op().equals("refresh") ? "Read" : "Check";
    return RecordedCalls.about(part.path("calls"), first, resource).findAny().isPresent();
  }

  /// The resource that a finding is about, by its title or by the id of its object.
  private String resource(Finding finding) {
    for (JsonNode each : step.steps())
      if (each.path("oldId").asText().equals(finding.about())
          || each.path("newId").asText().equals(finding.about()))
        return each.path("resource").asText();
    return finding.about();
  }

  /// A deletion that fails ends the run there after those that are side by side with it, and here
  /// before them.
  public boolean isBesideADeletion(Finding finding) {
    return besideAFailure(step, before).stream().anyMatch(each -> isStill(each, finding));
  }

  /// The deletions that a run comes to there though another one fails. Those that come before it
  /// there may come after it here where they are in no higher layer, as components have none.
  public static List<JsonNode> besideAFailure(ProviderStep step, Before before) {
    var steps = new ArrayList<JsonNode>();
    step.steps().forEach(steps::add);
    steps.removeIf(each -> !isDeletion(each));
    var failing = steps.stream().filter(RefusalDifferences::hasFailed).findFirst();
    if (failing.isEmpty() || step.json().path("continueOnError").asBoolean(false)) return List.of();
    var layers = new Layers(before.state());
    int layer = layers.of(failing.get().path("resource").asText());
    int end = steps.indexOf(failing.get());
    return steps.stream()
        .filter(each -> !each.has("status"))
        .filter(each ->
            steps.indexOf(each) > end
                || before.isKnown(each.path("resource").asText())
                    && layers.of(each.path("resource").asText()) <= layer)
        .toList();
  }

  private static boolean hasFailed(JsonNode each) {
    return each.path("status").asText().equals("failed");
  }

  private static boolean isDeletion(JsonNode each) {
    return each.path("op").asText().equals("delete");
  }

  /// Whether it says that something is not deleted here.
  private static boolean isStill(JsonNode deletion, Finding finding) {
    var expected = finding.expected();
    if (finding.aspect() == Aspect.WORLD)
      return expected.isMissingNode() && finding.about().equals(deletion.path("oldId").asText());
    return finding.about().equals(deletion.path("resource").asText())
        && switch (finding.aspect()) {
          case RUN -> finding.actual().asText().equals("none");
          case CALLS -> finding.call().equals("Delete") && finding.actual().isMissingNode();
          case STATE -> expected.asText().equals("[]");
          case PLAN, PLAN_CALLS, ASKED, CONFIGURE, RESULT, WORLD, THROWN -> false;
        };
  }

  /// What needs something that failed is left alone: it was compared when it was planned. There, a
  /// run that goes on compares it with nulls in place of the values, and does nothing.
  public boolean isComparedInVain(Finding finding) {
    var field = finding.what().field();
    if (finding.what().at().isEmpty()) return isCheckedInVain(finding);
    return step.json().path("continueOnError").asBoolean(false)
        && finding.aspect() == Aspect.ASKED
        && finding.what().at().startsWith("news.")
        && !ExpectedActions.of(step.expected()).containsKey(finding.about())
        && isNullThere(finding.about(), field)
        && isOfFailing(step.entry(finding.about()).inputs().path(field));
  }

  /// Whether it is such a check of something that is not even planned here. A preview does not know
  /// the values.
  private boolean isCheckedInVain(Finding finding) {
    var news = finding.expected().path("news");
    boolean planned = finding.aspect() == Aspect.PLAN_CALLS;
    return step.json().path("continueOnError").asBoolean(false)
        && (planned || finding.aspect() == Aspect.ASKED)
        && finding.call().equals("Check")
        && finding.actual().isMissingNode()
        && !ExpectedActions.of(step.expected()).containsKey(finding.about())
        && step.entry(finding.about()).inputs().properties().stream()
            .filter(input -> isOfFailing(input.getValue()))
            .map(input -> news.path(input.getKey()))
            .anyMatch(each -> planned ? each.has("$unknown") : each.isNull());
  }

  /// The same of a function: it is called there with nulls for what failed.
  public boolean isCalledInVain(Finding finding) {
    var args = finding.expected().path("args");
    return step.json().path("continueOnError").asBoolean(false)
        && finding.aspect() == Aspect.ASKED
        && finding.call().equals("Invoke")
        && finding.what().at().isEmpty()
        && finding.actual().isMissingNode()
        && step.program().stream()
            .filter(entry -> entry.isFunction() && entry.token().equals(finding.about()))
            .anyMatch(entry ->
                entry.inputs().properties().stream()
                    .filter(input -> args.path(input.getKey()).isNull())
                    .anyMatch(input -> isOfFailing(input.getValue())));
  }

  /// Whether a value comes of what fails on both sides, or of what nothing was done for because of
  /// that.
  private boolean isOfFailing(JsonNode declared) {
    var text = declared.toString();
    var done = ExpectedActions.of(step.expected()).keySet();
    return failing().stream()
        .filter(each -> errors.areAbout(each, _ -> true))
        .anyMatch(failing ->
            step.program().stream()
                .filter(entry -> text.contains("${" + entry.name() + "."))
                .map(ProgramEntry::title)
                .anyMatch(each ->
                    each.equals(failing)
                        || !done.contains(each) && step.isUsedThrough(failing, each)));
  }

  private boolean isNullThere(String resource, String input) {
    return RecordedCalls.about(step.expected().path("calls"), "Check", resource)
        .anyMatch(each -> each.path("request").path("news").path(input).isNull());
  }

  private SortedSet<String> failing() {
    return ExpectedActions.failing(step.expected().path("diagnostics"));
  }

  /// What uses something that cannot be read, or planned, is not read either, as nothing is done
  /// for it. There, all objects are read at once.
  public boolean isUnread(Finding finding) {
    boolean lookup =
        finding.call().equals("Read")
            && finding.what().at().isEmpty()
            && finding.actual().isMissingNode();
    return step.refreshes()
        && (lookup || finding.aspect() == Aspect.STATE && isFoundByReading(finding))
        && step.program().stream()
            .map(ProgramEntry::title)
            .filter(each -> errors.areAbout(each, _ -> true) && isPlannedInVain(step, each))
            .anyMatch(each -> step.isUsedThrough(each, finding.about()));
  }

  /// Whether nothing is planned for it: as it cannot be read, or by an error of the preview.
  public static boolean isPlannedInVain(ProviderStep step, String resource) {
    var told = step.expected().path("preview").path("diagnostics");
    return isReadInVain(step, resource) || ExpectedActions.failing(told).contains(resource);
  }

  /// Whether reading it fails, or configuring its provider does.
  private static boolean isReadInVain(ProviderStep step, String resource) {
    var provider = step.entry(resource).titleOfProvider();
    return Stream.concat(
            RecordedCalls.about(step.calls(), "Read", resource),
            RecordedCalls.about(step.calls(), "Configure", provider))
        .anyMatch(each -> each.has("error"));
  }

  /// Whether it is what reading alone brought there.
  boolean isFoundByReading(Finding finding) {
    if (ExpectedActions.of(step.expected()).containsKey(finding.about())) return false;
    var part = finding.what().at().startsWith("inputs.") ? "inputs" : "properties";
    return RecordedCalls.about(step.calls(), "Read", finding.about())
        .map(each -> finding.what().within(each.path("response").path(part)))
        .findFirst()
        .filter(finding.expected()::equals)
        .isPresent();
  }

  /// What a provider refuses there for the types of its inputs, it accepts here, and who uses that
  /// follows.
  public boolean isNotRefused(Finding finding) {
    if (finding.aspect() == Aspect.RESULT && areOfArguments()) return errors.all().isEmpty();
    return areRefused(RefusalDifferences::isOfType)
        && (isOneOf(failing(), finding)
            || Users.of(step, failing()).explain(finding, Side.STAYS, Side.CHANGES));
  }

  /// What a provider refuses there for a reference to a resource, it accepts here: it is given an
  /// id.
  public boolean isNoReference(Finding finding) {
    return areRefused(text -> isOfInput(text, true)) && isOneOf(failing(), finding);
  }

  /// Whether nothing fails there but what is refused so.
  private boolean areRefused(Predicate<String> refusal) {
    return !failing().isEmpty()
        && failing().stream().allMatch(each -> isRefusedOnly(each, refusal));
  }

  private static boolean isOneOf(Set<String> resources, Finding finding) {
    return finding.about().isEmpty() || resources.contains(finding.about());
  }

  /// Whether nothing fails there but functions, for the types of their arguments.
  private boolean areOfArguments() {
    var diagnostics = step.expected().path("diagnostics");
    for (JsonNode each : diagnostics)
      if (each.path("severity").asText().equals("error")
          && !TYPE.matcher(each.path("message").asText()).find()) return false;
    return step.expected().path("result").asText().equals("failed") && !diagnostics.isEmpty();
  }

  /// Whether all that is told of a resource there says this, and its inputs are accepted here.
  private boolean isRefusedOnly(String resource, Predicate<String> refusal) {
    var told =
        step.expected()
            .path("diagnostics")
            .valueStream()
            .filter(each -> each.path("resource").asText().equals(resource))
            .map(each -> each.path("message").asText())
            .toList();
    return !told.isEmpty()
        && told.stream().allMatch(refusal)
        && !errors.areAbout(resource, refused(told));
  }

  /// What would not be accepted. What is may still fail when it is done.
  private static Predicate<Diagnostic> refused(List<String> told) {
    return told.stream().anyMatch(each -> INPUT.matcher(each).find()) ? REFUSED : _ -> true;
  }

  private static boolean isOfType(String text) {
    return text.startsWith("cannot encode resource inputs") || isOfInput(text, false);
  }

  private static boolean isOfInput(String text, boolean reference) {
    var input = INPUT.matcher(text);
    return input.find() && input.group(1).equals(REFERENCE) == reference;
  }
}
