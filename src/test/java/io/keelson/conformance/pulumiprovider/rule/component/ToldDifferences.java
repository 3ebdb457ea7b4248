package io.keelson.conformance.pulumiprovider.rule.component;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Call;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.conformance.pulumiprovider.rule.Users;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Which findings come of what programs, and the providers of what they register, are told.
public record ToldDifferences(ProviderStep step) {
  /// Options that are those of the record that a component has there.
  private static final Set<String> OPTIONS =
      Set.of(
          "additionalSecretOutputs",
          "aliases",
          "customTimeouts",
          "deleteBeforeReplace",
          "deletedWith",
          "ignoreChanges",
          "replaceOnChanges",
          "replacementTrigger");

  private static final String UNREADABLE = ": invalid DeletedWith URN: ";

  /// A program is told of all providers that its component has, whichever it was given.
  public boolean isProviderHanded(Finding finding) {
    if (!isOfConstruct(finding)) return false;
    var at = finding.what().at();
    if (at.equals("providers")) return finding.expected().isMissingNode();
    if (!at.startsWith("providers.")) return false;
    var type = "::" + ProgramEntry.PROVIDERS + at.substring("providers.".length()) + "::";
    return finding.actual().asText().startsWith(type)
        && (finding.expected().isMissingNode() || finding.expected().asText().startsWith(type));
  }

  private static boolean isOfConstruct(Finding finding) {
    return finding.call().equals(Call.CONSTRUCT);
  }

  /// A program is told of nothing but its inputs, and what it gives does not repeat the rest.
  public boolean isOfConfiguration(Finding finding) {
    if (isConfigured(finding.expected()) && !isConfigured(finding.actual()))
      return step.program().stream()
          .filter(ProgramEntry::isComponent)
          .anyMatch(each -> usersOf(each).explain(finding, Side.CHANGES, Side.CHANGES));
    var at = finding.what().at();
    return isOfConstruct(finding)
        && (at.equals("config") || at.equals("configSecretKeys"))
        && finding.actual().isMissingNode();
  }

  /// Whether a text repeats something of the configuration.
  private boolean isConfigured(JsonNode text) {
    for (JsonNode each : step.json().path("config"))
      if (text.isTextual() && text.textValue().contains(Before.plain(each).asText())) return true;
    return false;
  }

  private Users usersOf(ProgramEntry component) {
    return Users.of(step, Set.of(component.title()));
  }

  /// A component is no record that had options, so that no library of programs fails for those.
  public boolean isOfRecord(Finding finding) {
    if (finding.aspect() == Aspect.RESULT)
      return finding.actual().asText().equals("[]") && isOfWrittenOption();
    return isOfConstruct(finding)
        && OPTIONS.contains(finding.what().at())
        && finding.actual().isMissingNode();
  }

  /// Whether nothing fails there but what does not read an option as it is written.
  private boolean isOfWrittenOption() {
    var failed =
        step.expected()
            .path("diagnostics")
            .valueStream()
            .filter(each -> each.path("severity").asText().equals("error"))
            .map(each -> each.path("message").asText())
            .toList();
    return !failed.isEmpty() && failed.stream().allMatch(each -> each.contains(UNREADABLE));
  }

  /// A provider is no resource that something depends on.
  public boolean isOfProvider(Finding finding) {
    return isOfConstruct(finding)
        && finding.what().at().startsWith("dependencies")
        && finding.actual().isMissingNode()
        && texts(finding.expected()).allMatch(ToldDifferences::isProvider);
  }

  private static boolean isProvider(String urn) {
    return urn.startsWith("::" + ProgramEntry.PROVIDERS);
  }

  /// What comes of a component depends on what is in it, not on its name. A longer list has that
  /// where there, a provider is.
  public boolean isOfComponent(Finding finding) {
    var at = finding.what().at();
    boolean listed = at.startsWith("dependencies.");
    boolean dependency = listed || at.contains(".urns.") || at.contains(".dependencies.");
    var urn = finding.expected().asText();
    return isOfConstruct(finding)
        && dependency
        && (isOfOneComponent(finding)
            || listed && isMovedOn(finding)
            || (finding.expected().isMissingNode() || isComponent(urn))
                && (finding.actual().isMissingNode() || isInside(finding.actual().asText()))
            || listed && isProvider(urn) && isInside(finding.actual().asText()));
  }

  /// Whether it is of a list with a component in it there, in place of which more is listed, so
  /// that what else is in it comes elsewhere.
  private boolean isMovedOn(Finding finding) {
    var there =
        RecordedCalls.about(step.expected().path("calls"), Call.CONSTRUCT, finding.about())
            .flatMap(each -> texts(each.path("request").path("dependencies")))
            .toList();
    var here = finding.actual().asText();
    return there.stream().anyMatch(this::isComponent)
        && (finding.expected().isMissingNode() || there.contains(finding.expected().asText()))
        && (there.contains(here) && !isComponent(here) || isInside(here));
  }

  /// Some SDKs say which of the resources in a component an output comes from.
  private boolean isOfOneComponent(Finding finding) {
    return step.program().stream()
        .filter(ProgramEntry::isComponent)
        .map(entry -> step.registered(entry.title()))
        .anyMatch(inside ->
            Stream.of(finding.expected(), finding.actual())
                .allMatch(
                    urn -> inside.stream().anyMatch(each -> urn.asText().equals("::" + each))));
  }

  private boolean isComponent(String urn) {
    return step.program().stream()
        .anyMatch(entry -> entry.isComponent() && urn.equals("::" + entry.title()));
  }

  private boolean isInside(String urn) {
    return urn.startsWith("::keelson:program:")
        || step.program().stream()
            .filter(ProgramEntry::isComponent)
            .anyMatch(entry ->
                step.within(entry.title()).stream()
                    .filter(title -> !title.equals(entry.title()))
                    .anyMatch(title -> urn.equals("::" + title)));
  }

  private static Stream<String> texts(JsonNode json) {
    return json.isArray()
        ? StreamSupport.stream(json.spliterator(), false).map(JsonNode::asText)
        : Stream.of(json.asText());
  }

  /// A program that is given a resource as a value is given its attributes.
  public boolean isOfReference(Finding finding) {
    return !finding.what().at().isEmpty()
        && step.program().stream()
            .filter(entry -> entry.isComponent() && isReference(entry.inputs()))
            .anyMatch(entry ->
                isOfConstruct(finding)
                    ? finding.about().equals(entry.title())
                        && isReference(entry.inputs().path(finding.what().field()))
                    : step.registered(entry.title()).contains(finding.about()));
  }

  private static boolean isReference(JsonNode input) {
    return input.toString().contains("\"$ref\"");
  }

  /// What a program registers, and what it is given, is planned while it runs, whether it is a
  /// target or not.
  public boolean isOfRound(Finding finding) {
    return finding.aspect() == Aspect.PLAN_CALLS
        && step.json().has("targets")
        && finding.expected().isMissingNode()
        && step.program().stream()
            .filter(ProgramEntry::isComponent)
            .anyMatch(entry ->
                step.registered(entry.title()).contains(finding.about())
                    || step.isUsedThrough(finding.about(), entry.title()));
  }

  /// What something in a component comes of is planned while the program runs, though it is no
  /// target: what it gives is not known then. It stays, so that what it has is given in the end.
  public boolean isOfPlannedRest(Finding finding) {
    var about = finding.about();
    return finding.aspect() == Aspect.PLAN_CALLS
        && step.isTarget(about)
        && finding.actual().has("$unknown")
        && step.program().stream()
            .filter(ProgramEntry::isComponent)
            .map(entry -> step.registered(entry.title()))
            .filter(inside -> inside.contains(about))
            .flatMap(Collection::stream)
            .anyMatch(each ->
                !step.isTarget(each) && step.isGivenTo(about, finding.what().field(), each));
  }

  private Stream<ProgramEntry> methods(ProgramEntry component) {
    return step.program().stream()
        .filter(ProgramEntry::isMethod)
        .filter(each -> each.inputs().path("self").path("$ref").asText().equals(component.name()));
  }

  /// Where nothing in a component is a target, its program is not told what becomes known when the
  /// others are done, and its methods are not called with it.
  public boolean isNotToldAgain(Finding finding) {
    if (finding.aspect() != Aspect.ASKED || !step.json().has("targets")) return false;
    boolean method = finding.call().equals("Call") && finding.what().at().isEmpty();
    boolean input =
        isOfConstruct(finding)
            && finding.what().at().startsWith("inputs.")
            && finding.what().at().endsWith(".$output.value");
    return (method || input)
        && finding.actual().isMissingNode()
        && step.program().stream()
            .filter(each -> each.isComponent() && !step.isTarget(each.title()))
            .filter(each -> step.registered(each.title()).stream().noneMatch(step::isTarget))
            .anyMatch(each ->
                input
                    ? finding.about().equals(each.title())
                    : methods(each).anyMatch(its -> its.token().equals(finding.about())));
  }
}
