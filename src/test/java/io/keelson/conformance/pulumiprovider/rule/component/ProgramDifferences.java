package io.keelson.conformance.pulumiprovider.rule.component;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.conformance.pulumiprovider.rule.Unchanged;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Which findings come of what is done with what programs register.
///
/// @param before what was recorded
/// @param errors those of the product
/// @param warnings those of the product
public record ProgramDifferences(
    ProviderStep step, Before before, List<Diagnostic> errors, List<Diagnostic> warnings) {
  private static final String FAILED = " failed";

  /// How the engine says that something may not go.
  private static final String PROTECTED = "\" cannot be deleted\nbecause it is protected.";

  /// How the product, and SDKs that ask it first, say that there is no such option.
  private static final List<String> UNSUPPORTED =
      List.of(
          "which is not supported here",
          "is a provider, which a program cannot make here",
          "does not support transforms");

  /// What is in a component that fails is left alone, and so is what needs it, with what is in
  /// that.
  public boolean isLeftAlone(Finding finding) {
    if (!step.expected().path("result").asText().equals("failed")) return false;
    boolean left = isUndone(finding) || isAsBefore(finding);
    return (left || isForeseen(finding))
        && components()
            .filter(this::isUnplanned)
            .anyMatch(each -> isAbout(each, finding) || left && isInUser(each, finding.about()));
  }

  /// Whether it is in a component that uses another one.
  private boolean isInUser(ProgramEntry component, String resource) {
    return components()
        .map(ProgramEntry::title)
        .filter(user -> step.isUsedBy(component.title(), user))
        .anyMatch(user -> step.registered(user).contains(resource));
  }

  /// Whether its program fails on both sides, or something is refused in it, also by a provider.
  /// What fails only when it is done was planned.
  private boolean isUnplanned(ProgramEntry component) {
    var preview = step.expected().path("preview");
    return preview.path("result").asText().equals("failed")
            && isFailing(preview, component)
            && hasFailed(component, _ -> true)
        || (isFailing(preview, component) || isFailing(step.expected(), component))
            && errors.stream()
                .anyMatch(each -> each.subject().toString().equals(address(component)));
  }

  /// Whether a component, or something in it, is what fails there.
  private boolean isFailing(JsonNode part, ProgramEntry component) {
    var failing = ExpectedActions.failing(part.path("diagnostics"));
    return !Collections.disjoint(failing, step.within(component.title()));
  }

  /// What uses a component comes after everything in it, and is left alone where some of that
  /// fails: there, a program may go on with what it gives.
  public boolean isAfterWhatFails(Finding finding) {
    var failing =
        components()
            .filter(each -> !isUnplanned(each))
            .filter(each -> hasFailed(each, _ -> true))
            .map(ProgramEntry::title)
            .toList();
    return failing.stream().anyMatch(each -> step.isUsedBy(each, finding.about()))
        && new Parting(step, finding.about(), Side.CHANGES, Side.STAYS, failing).explains(finding);
  }

  /// What is changed there is as it was.
  private boolean isAsBefore(Finding finding) {
    var done = ExpectedActions.of(step.expected()).getOrDefault(finding.about(), "none");
    return !done.equals("none") && new Unchanged(step, before).isTold(finding);
  }

  /// What is used is not known as long as it fails: so much of its user is foreseen.
  private boolean isForeseen(Finding finding) {
    return finding.aspect() == Aspect.PLAN_CALLS
        && finding.expected().isMissingNode()
        && finding.actual().toString().contains("{\"$unknown\":")
        && components().anyMatch(each -> step.isUsedBy(each.title(), finding.about()));
  }

  /// An object that a program reads is not there, and the component is left alone.
  public boolean isReadThoughGone(Finding finding) {
    boolean left = isUndone(finding) || isAsBefore(finding) || isForeseen(finding);
    return (finding.aspect() == Aspect.RESULT || left || isLookup(finding))
        && components()
            .filter(each -> hasFailed(each, ProgramDifferences::isOfNoObject))
            .anyMatch(each -> finding.about().isEmpty() || isAbout(each, finding));
  }

  private static boolean isOfNoObject(Diagnostic error) {
    return error.detail().contains("knows no object of this type with the id");
  }

  private static boolean isLookup(Finding finding) {
    return finding.call().equals("Read");
  }

  /// What an update registers otherwise than its preview is not done, and neither is what comes
  /// after it in the program.
  public boolean isChangedMind(Finding finding) {
    if (finding.aspect() == Aspect.PLAN || finding.aspect() == Aspect.PLAN_CALLS) return false;
    var minds = components().filter(each -> !otherwise(each).isEmpty()).toList();
    return minds.stream()
        .anyMatch(each ->
            otherwise(each).contains(finding.about())
                    && (isNotDone(finding) || finding.aspect() == Aspect.ASKED)
                || hasFailed(each, ProgramDifferences::isOfMind)
                    && (finding.aspect() == Aspect.RESULT
                        || isUndone(finding) && isAbout(each, finding)));
  }

  /// What a program registers late is done by the next run, which tries again what failed.
  public boolean isTriedAgain(Finding finding) {
    var about = finding.about();
    return finding.aspect() == Aspect.CALLS
        && Set.of("Create", "Update").contains(finding.call())
        && finding.what().at().isEmpty()
        && finding.expected().isMissingNode()
        && ExpectedActions.of(step.expected()).getOrDefault(about, "").endsWith(FAILED)
        && new Errors(errors).areAbout(about, _ -> true)
        && isCalledThere(finding)
        && components()
            .filter(each -> !otherwise(each).isEmpty())
            .anyMatch(each -> step.registered(each.title()).contains(about));
  }

  /// Whether the same was asked there.
  private boolean isCalledThere(Finding finding) {
    return RecordedCalls.about(step.expected().path("calls"), finding.call(), finding.about())
        .anyMatch(each -> Unchanged.isSame(each.path("request"), finding.actual()));
  }

  private static boolean isNotDone(Finding finding) {
    return isUndone(finding) || finding.actual().asText().endsWith(FAILED);
  }

  private static boolean isOfMind(Diagnostic error) {
    return error.summary().contains("has changed its mind")
        || error.summary().contains("depends on values that were not known")
        || error.summary().equals("Values came out otherwise than planned");
  }

  /// What a component registers in an operation, and not so in the preview.
  private SortedSet<String> otherwise(ProgramEntry component) {
    var foreseen = objects(component, step.expected().path("preview").path("monitor"));
    var done = objects(component, step.expected().path("monitor"));
    var otherwise = new TreeSet<String>();
    done.forEach((title, object) -> {
      var before = foreseen.get(title);
      if (before == null || !before.toString().contains("$unknown") && !before.equals(object))
        otherwise.add(title);
    });
    return otherwise;
  }

  private static SortedMap<String, JsonNode> objects(ProgramEntry component, JsonNode monitor) {
    var objects = new TreeMap<String, JsonNode>();
    for (JsonNode each : monitor)
      if (each.path("call").asText().equals("RegisterResource")
          && each.path("construct").asText().equals(component.title())) {
        var request = each.path("request");
        objects.put(
            request.path("type").asText() + "::" + request.path("name").asText(),
            request.path("object"));
      }
    return objects;
  }

  /// An option that is not supported is refused, and the component is left alone.
  public boolean isRefused(Finding finding) {
    return components()
        .filter(each -> hasFailed(each, ProgramDifferences::isUnsupported))
        .anyMatch(each ->
            finding.aspect() == Aspect.RESULT
                || isUndone(finding) && (finding.about().isEmpty() || isAbout(each, finding))
                || staysInside(each, finding));
  }

  /// What is in it is as it was.
  private boolean staysInside(ProgramEntry component, Finding finding) {
    return step.registered(component.title()).stream()
        .map(each -> new Parting(step, each, Side.CHANGES, Side.STAYS, List.of()))
        .anyMatch(parting -> parting.explains(finding));
  }

  private static boolean isUnsupported(Diagnostic error) {
    return UNSUPPORTED.stream().anyMatch(error.detail()::contains);
  }

  private Stream<ProgramEntry> components() {
    return step.program().stream().filter(ProgramEntry::isComponent);
  }

  private boolean hasFailed(ProgramEntry component, Predicate<Diagnostic> why) {
    var address = address(component);
    return errors.stream()
        .filter(why)
        .map(each -> each.subject().toString())
        .anyMatch(at -> at.equals(address) || at.startsWith(address + "."));
  }

  private static String address(ProgramEntry component) {
    return "component." + ResourceAddress.identifier(component.name());
  }

  /// Nothing was asked, or nothing that is known only when something was done.
  private static boolean isUndone(Finding finding) {
    var actual = finding.actual();
    return actual.isMissingNode()
        || actual.has("$unknown")
        || actual.asText().equals("none")
        || actual.asText().equals("[]");
  }

  private boolean isAbout(ProgramEntry component, Finding finding) {
    return finding.aspect() == Aspect.CONFIGURE
        || finding.about().equals(component.title())
        || step.registered(component.title()).contains(finding.about())
        || step.isUsedBy(component.title(), finding.about());
  }

  /// A former name that is not in the same component is none.
  public boolean isOfFormerName(Finding finding) {
    for (JsonNode each : step.monitor())
      for (JsonNode alias : each.path("request").path("aliases"))
        if (alias.path("spec").path("noParent").asBoolean(false)
            || alias.path("spec").has("parentUrn")) {
          var type = each.path("request").path("type").asText();
          var former =
              alias.path("spec").path("name").asText(each.path("request").path("name").asText());
          if (finding.about().equals(type + "::" + each.path("request").path("name").asText())
              || finding.about().equals(type + "::" + former)
              || finding.about().startsWith(each.path("request").path("name").asText() + "-"))
            return true;
        }
    return false;
  }

  /// What is not registered yet, because values are not known, is not planned to go, nor read: if
  /// it goes at all, the next plan says so.
  public boolean isNotRegisteredYet(Finding finding) {
    var planned =
        ExpectedActions.of(step.expected().path("preview")).getOrDefault(finding.about(), "none");
    boolean goes =
        planned.equals("delete")
            || planned.equals("delete failed") && isProtected(step.expected(), finding.about());
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("failed")
          && errors.isEmpty()
          && isOfProtected(step.expected());
    if (finding.aspect() == Aspect.WORLD)
      return finding.expected().isMissingNode()
          && unregistered().anyMatch(name -> finding.about().startsWith(name + "-"));
    return goes
        && unregistered().anyMatch(name -> finding.about().endsWith("::" + name))
        && switch (finding.aspect()) {
          case PLAN, RUN -> finding.actual().asText().equals("none");
          case CALLS -> finding.call().equals("Delete") && finding.actual().isMissingNode();
          case STATE -> finding.expected().asText().equals("[]");
          case PLAN_CALLS, ASKED ->
              step.refreshes()
                  && finding.call().equals("Read")
                  && finding.what().at().isEmpty()
                  && finding.actual().isMissingNode();
          case CONFIGURE, RESULT, WORLD, THROWN -> false;
        };
  }

  /// Whether it may not go there.
  private static boolean isProtected(JsonNode part, String resource) {
    return problems(part).anyMatch(each -> each.contains(resource + PROTECTED));
  }

  /// Whether nothing fails there but that what is not registered yet may not go.
  private boolean isOfProtected(JsonNode part) {
    var protects = unregistered().map(name -> "::" + name + PROTECTED).toList();
    return problems(part).findAny().isPresent()
        && problems(part).allMatch(each -> protects.stream().anyMatch(each::contains));
  }

  private static Stream<String> problems(JsonNode part) {
    return part.path("diagnostics")
        .valueStream()
        .filter(each -> each.path("severity").asText().equals("error"))
        .map(each -> each.path("message").asText())
        .filter(each -> !each.equals("update failed"));
  }

  private Stream<String> unregistered() {
    return warnings.stream()
        .filter(each -> each.summary().startsWith("Not registered as long as"))
        .flatMap(each -> each.subject().about().stream())
        .map(ResourceAddress::name);
  }

  /// A component takes what is in it along to its new name, also where a library of programs there
  /// forgets what it was called before.
  public boolean isTakenAlong(Finding finding) {
    if (finding.aspect() == Aspect.RESULT) return false;
    return components()
        .filter(each -> !each.strings("aliases").isEmpty())
        .anyMatch(each ->
            namesInside(each).filter(this::isAnew).anyMatch(name -> isOf(name, finding))
                || isNotGoing(finding)
                    && formerNames(each)
                        .filter(this::isAnew)
                        .anyMatch(name -> isOf(name, finding)));
  }

  /// Under its former name, nothing is done here.
  private static boolean isNotGoing(Finding finding) {
    return switch (finding.aspect()) {
      case PLAN, RUN ->
          finding.expected().asText().equals("delete") && finding.actual().asText().equals("none");
      default -> true;
    };
  }

  private static boolean isOf(String name, Finding finding) {
    return finding.about().endsWith("::" + name)
        || finding.about().endsWith("-" + name)
        || finding.aspect() == Aspect.WORLD && finding.about().startsWith(name + "-");
  }

  /// Whether there an object of this name is made, or goes, or is planned to.
  private boolean isAnew(String name) {
    return Stream.of(step.expected(), step.expected().path("preview"))
        .flatMap(part -> ExpectedActions.of(part).entrySet().stream())
        .filter(each -> each.getKey().endsWith("::" + name))
        .anyMatch(each -> Set.of("create", "delete").contains(each.getValue()));
  }

  /// What is in a component, by the names of now.
  private Stream<String> namesInside(ProgramEntry component) {
    return step.registered(component.title()).stream()
        .map(title -> title.substring(title.lastIndexOf(':') + 1));
  }

  /// The same, by the names that it had before.
  private Stream<String> formerNames(ProgramEntry component) {
    return namesInside(component)
        .flatMap(name ->
            component.strings("aliases").stream()
                .map(former -> former + name.substring(component.name().length())));
  }
}
