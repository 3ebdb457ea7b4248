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
import io.keelson.json.ExactJson;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Which findings come of when something is read, and of what is made of it.
public record DataDifferences(ProviderStep step, Errors errors) {
  /// What the bridge notes of the shape of what it read.
  private static final String RAW_STATE = "__pulumi_raw_state_delta";

  private static final String SECRET = "$secret";

  private static final Set<String> SHAPES = Set.of("{\"arr\":{}}", "{\"map\":{}}");

  /// The record of what is gone goes with the plan that would have destroyed it.
  public boolean isStruckOff(Finding finding) {
    return (finding.aspect() == Aspect.PLAN || finding.aspect() == Aspect.RUN)
        && step.op().equals("destroy")
        && finding.expected().asText().equals("none")
        && finding.actual().asText().equals("delete")
        && isFoundGone(finding.about());
  }

  private boolean isFoundGone(String resource) {
    return RecordedCalls.about(step.expected().path("calls"), "Read", resource)
        .anyMatch(each -> each.path("response").path("id").asText().isEmpty());
  }

  /// Reading something empty where there was nothing changes no attribute, and is not recorded.
  public boolean isReadEqual(Finding finding) {
    var at = finding.what().at();
    var told = finding.expected();
    return (at.startsWith("properties.") || at.startsWith("olds."))
        && (finding.actual().isNull() || finding.actual().isMissingNode())
        && (told.isContainerNode() && told.isEmpty()
            || told.isTextual() && told.asText().isEmpty()
            || at.contains(RAW_STATE) && SHAPES.contains(told.toString()));
  }

  /// What a program looks up it looks up by the id alone: what it says besides is not told.
  public boolean isLookedUpByMore(Finding finding) {
    var at = finding.what().at();
    var entry = step.entry(finding.about());
    return finding.call().equals("Read")
        && (at.startsWith("inputs.") || at.startsWith("properties."))
        && finding.actual().isMissingNode()
        && entry.isRead()
        && entry.json().path("inputs").has(finding.what().field());
  }

  /// What asks to be read before a change is read with all others, before a plan.
  public boolean isReadBefore(Finding finding) {
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("ok")
          && !errors.all().isEmpty()
          && errors.all().stream()
              .allMatch(error ->
                  step.program().stream()
                      .map(ProgramEntry::title)
                      .anyMatch(each -> isVanished(each) && Errors.isAbout(error, each)));
    if (isVanished(finding.about()) || isDoneForFound(finding) || isReadBeforeDelete(finding))
      return true;
    return asks(finding.about())
        && switch (finding.call()) {
          case "Read" -> finding.actual().isMissingNode();
          case "Check" -> finding.expected().isMissingNode();
          case "Diff", "Update" -> finding.what().at().startsWith("olds");
          default -> false;
        };
  }

  /// Whether something is read there when all is destroyed, or deleted as it was found, or not
  /// deleted as it was not. Here it is deleted as it is recorded.
  private boolean isReadBeforeDelete(Finding finding) {
    if (!step.op().equals("destroy")
        || step.refreshes()
        || !step.isDone("refresh", finding.about())) return false;
    boolean whole = finding.what().at().isEmpty();
    return switch (finding.call()) {
      case "Read" -> whole && finding.actual().isMissingNode();
      case "Delete" ->
          whole
              ? finding.expected().isMissingNode() && isFoundGone(finding.about())
              : isDeletedAsFound(finding);
      default -> false;
    };
  }

  private boolean isDeletedAsFound(Finding finding) {
    var part = finding.what().at().startsWith("oldInputs.") ? "inputs" : "properties";
    return RecordedCalls.about(step.calls(), "Read", finding.about())
        .map(each -> finding.what().within(each.path("response").path(part)))
        .anyMatch(each -> !each.isMissingNode() && each.equals(finding.expected()));
  }

  /// Whether it comes of what was found in the place of an object that is read there alone.
  private boolean isDoneForFound(Finding finding) {
    if (step.refreshes() || step.op().equals("destroy")) return false;
    for (JsonNode each : step.steps()) {
      var resource = each.path("resource").asText();
      if (each.path("op").asText().equals("refresh")
          && isFoundOtherwise(resource)
          && (isOfFound(finding, resource)
              || new Parting(step, resource, Side.CHANGES, Side.STAYS, List.of())
                  .explains(finding))) return true;
    }
    return false;
  }

  /// Whether an object has vanished, or is not what was recorded.
  private boolean isFoundOtherwise(String resource) {
    return RecordedCalls.about(step.calls(), "Read", resource)
        .anyMatch(each ->
            each.path("response").path("id").asText().isEmpty()
                || Stream.of("inputs", "properties").anyMatch(part -> isOther(each, part)));
  }

  private static boolean isOther(JsonNode call, String part) {
    return !Before.plain(call.path("request").path(part))
        .equals(Before.plain(call.path("response").path(part)));
  }

  /// Whether the provider is asked there by what was found.
  private boolean isOfFound(Finding finding, String resource) {
    return finding.aspect() == Aspect.ASKED
        && finding.about().equals(resource)
        && finding.what().at().startsWith("old")
        && RecordedCalls.about(step.calls(), "Read", resource)
            .map(each -> each.path("response"))
            .anyMatch(each ->
                Stream.of("inputs", "properties")
                    .map(part -> finding.what().within(each.path(part)))
                    .anyMatch(finding.expected()::equals));
  }

  private boolean asks(String resource) {
    for (JsonNode call : step.calls())
      if (call.path("resource").asText().equals(resource)
          && call.path("response").path("refresh_before_update").asBoolean(false)) return true;
    return false;
  }

  /// What has vanished is updated in vain, if nothing was read before.
  private boolean isVanished(String resource) {
    return step.op().equals("update")
        && isFoundGone(resource)
        && errors.areAbout(resource, _ -> true);
  }

  private boolean isReading(Finding finding) {
    return Set.of("Invoke", "Call").contains(finding.call())
        || finding.call().equals("Read")
            && data().anyMatch(entry -> entry.title().equals(finding.about()));
  }

  private Stream<ProgramEntry> data() {
    return step.program().stream().filter(ProgramEntry::isData);
  }

  /// What does not exist cannot be read, whatever a provider answers beside an empty id; what needs
  /// it is left alone.
  public boolean isReadThoughGone(Finding finding) {
    return data()
        .map(ProgramEntry::title)
        .filter(title ->
            errors.areAbout(title, each -> each.summary().equals("There is no such object")))
        .anyMatch(title ->
            finding.aspect() == Aspect.RESULT && finding.expected().asText().equals("ok")
                || step.isUsedBy(title, finding.about()));
  }

  /// Data that refers to a resource which is changed is read after that, as in Terraform.
  public boolean isReadLater(Finding finding) {
    boolean unread =
        finding.aspect() == Aspect.PLAN_CALLS
            && isReading(finding)
            && finding.what().at().isEmpty()
            && finding.actual().isMissingNode();
    boolean open =
        finding.aspect() == Aspect.PLAN_CALLS
            && (finding.actual().has("$unknown") || isUnknownInput(finding))
            && step.program().stream()
                .filter(ProgramEntry::isData)
                .anyMatch(data -> isUsed(data.title(), finding.about()));
    boolean later =
        (finding.aspect() == Aspect.PLAN || finding.aspect() == Aspect.PLAN_CALLS)
            && (finding.expected().isMissingNode() || finding.expected().asText().equals("none"))
            && data()
                .filter(this::isOfChange)
                .map(ProgramEntry::title)
                .anyMatch(each -> isUsed(each, finding.about()));
    boolean inside = isForeseen(finding) && isOfFunctionInside(finding.about());
    return unread
        || open
        || isSecretOfLater(finding)
        || later
        || inside
        || isDropped(finding)
        || isRepeated(finding)
        || isReplacedForData(finding);
  }

  /// Whether it is an input that comes of data that is read later: a check may leave out what is
  /// not known of it.
  private boolean isDropped(Finding finding) {
    var at = finding.what().at();
    var declared = step.entry(finding.about()).inputs().path(finding.what().field()).toString();
    return finding.aspect() == Aspect.PLAN_CALLS
        && finding.actual().isMissingNode()
        && (at.startsWith("news.") || at.startsWith("properties."))
        && !finding.call().equals("Check")
        && data()
            .filter(this::isOfChange)
            .anyMatch(data -> declared.contains("${" + data.name() + "."));
  }

  /// What is secret in the arguments is declared so in what they give.
  private boolean isRepeated(Finding finding) {
    return finding.aspect() == Aspect.PLAN_CALLS
        && finding.expected().has(SECRET)
        && isSame(finding.expected(), finding.actual())
        && data()
            .filter(data -> data.inputs().toString().contains(SECRET))
            .anyMatch(data -> step.isUsedBy(data.title(), finding.about()));
  }

  /// Whether it is the same but for what is secret in it, and for what is null.
  private static boolean isSame(JsonNode expected, JsonNode actual) {
    var wanted = withoutNulls(Before.plain(expected));
    var had = Before.plain(actual);
    return wanted.isValueNode() && had.isValueNode()
        ? ValueDifferences.plain(wanted).equals(ValueDifferences.plain(had))
        : wanted.equals(had);
  }

  static JsonNode withoutNulls(JsonNode value) {
    if (value.isObject()) {
      var some = ExactJson.JSON.createObjectNode();
      for (var each : value.properties())
        if (!each.getValue().isNull()) some.set(each.getKey(), withoutNulls(each.getValue()));
      return some;
    }
    if (!value.isArray()) return value;
    var all = ExactJson.JSON.createArrayNode();
    value.forEach(each -> all.add(withoutNulls(each)));
    return all;
  }

  /// A program is told that an input is not known by leaving out its value.
  private static boolean isUnknownInput(Finding finding) {
    var at = finding.what().at();
    return finding.call().equals(Call.CONSTRUCT)
        && at.startsWith("inputs.")
        && at.endsWith(".$output.value")
        && finding.actual().isMissingNode();
  }

  /// Whether it is that an input of a component is secret, which a method that is called later will
  /// say.
  private boolean isSecretOfLater(Finding finding) {
    var field = finding.what().field();
    var declared = step.entry(finding.about()).inputs().path(field).toString();
    return finding.aspect() == Aspect.PLAN_CALLS
        && finding.call().equals(Call.CONSTRUCT)
        && finding.what().at().equals("inputs." + field + ".$output.secret")
        && finding.expected().asBoolean(false)
        && finding.actual().isMissingNode()
        && data()
            .filter(each -> each.isMethod() && isOfChange(each))
            .anyMatch(each -> declared.contains("${" + each.name() + "."));
  }

  /// By the user itself, or by the component that it is in.
  private boolean isUsed(String data, String user) {
    return step.isUsedBy(data, user)
        || step.program().stream()
            .filter(each -> each.isComponent() && step.isUsedBy(data, each.title()))
            .anyMatch(each -> step.registered(each.title()).contains(user));
  }

  /// What was not known when it was planned, and comes out as it was, replaces what uses it.
  private boolean isReplacedForData(Finding finding) {
    return data()
        .filter(this::isOfChange)
        .map(ProgramEntry::title)
        .flatMap(this::users)
        .map(user -> new Parting(step, user, Side.KEEPS, Side.REPLACES, List.of()))
        .anyMatch(parting -> parting.explains(finding));
  }

  /// What uses data, and what is in the components that do, if there is nothing to do with it
  /// there.
  private Stream<String> users(String data) {
    var done = ExpectedActions.of(step.expected()).keySet();
    return step.program().stream()
        .map(ProgramEntry::title)
        .filter(user -> step.isUsedBy(data, user))
        .flatMap(user ->
            Stream.concat(
                Stream.of(user),
                step.registered(user).stream().filter(each -> !done.contains(each))));
  }

  /// Also of what would be changed by the preview alone: what it comes to is not known before. Data
  /// that refers to such data is read after it.
  private boolean isOfChange(ProgramEntry data) {
    return changed()
            .anyMatch(
                changed -> step.isUsedBy(changed, data.title()) || isInComponentOf(data, changed))
        || data()
            .filter(each -> step.isUsedBy(each.title(), data.title()))
            .anyMatch(this::isOfChange);
  }

  /// Whether a method is called on the component that has registered a resource.
  private boolean isInComponentOf(ProgramEntry method, String resource) {
    var self = method.inputs().path("self").path("$ref").asText();
    return method.isMethod()
        && step.program().stream()
            .filter(each -> each.isComponent() && each.name().equals(self))
            .anyMatch(each -> step.registered(each.title()).contains(resource));
  }

  private Stream<String> changed() {
    return Stream.of(step.expected(), step.expected().path("preview"))
        .flatMap(part -> ExpectedActions.of(part).keySet().stream());
  }

  /// Whether something is planned here, with what is not known, of which nothing is done there.
  private static boolean isForeseen(Finding finding) {
    return switch (finding.aspect()) {
      case PLAN ->
          finding.expected().asText().equals("none")
              && !Set.of("none", "delete").contains(finding.actual().asText());
      case PLAN_CALLS -> finding.actual().toString().contains("{\"$unknown\":");
      case RUN, ASKED, CALLS, CONFIGURE, RESULT, STATE, WORLD, THROWN -> false;
    };
  }

  /// Whether it is in a component whose program calls a function with something that is changed, or
  /// uses it.
  private boolean isOfFunctionInside(String resource) {
    return step.program().stream()
        .filter(each -> each.isComponent() && callsWithChange(each.title()))
        .anyMatch(each ->
            step.registered(each.title()).contains(resource)
                || step.isUsedBy(each.title(), resource));
  }

  private boolean callsWithChange(String component) {
    for (JsonNode each : step.monitor())
      if (each.path("call").asText().equals("Invoke")
          && each.path("construct").asText().equals(component))
        for (JsonNode urn : each.path("request").path("dependsOn"))
          if (changed().anyMatch(changed -> urn.asText().equals("::" + changed))) return true;
    return false;
  }
}
