package io.keelson.conformance.pulumiprovider.rule.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.ToldConfiguration;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.HeldDifferences;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.conformance.pulumiprovider.rule.RefusalDifferences;
import io.keelson.conformance.pulumiprovider.rule.RepeatedRunDifferences;
import io.keelson.conformance.pulumiprovider.rule.Unchanged;
import io.keelson.conformance.pulumiprovider.rule.Users;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which findings come of how providers are configured.
///
/// @param moved whether the arguments that are declared for a provider say that it works on another
///   system now
public record SystemDifferences(ProviderStep step, boolean moved, Before before) {
  /// What is asked of every provider that is started.
  private static final Set<String> OWN =
      Set.of("(start)", "Handshake", "CheckConfig", "DiffConfig", "Configure");

  static final String REPLACES = "create-replacement";

  /// What belongs to a provider that replaces itself is replaced there, if that failed in a later
  /// step; what uses it follows.
  public boolean isOfSameSystem(Finding finding) {
    if (moved) return isBackInItsSystem(finding);
    var replaced = new TreeSet<String>();
    for (ProgramEntry entry : step.program())
      if (before.isSuperseded(entry.titleOfProvider())) replaced.add(entry.titleOfProvider());
    for (JsonNode each : step.steps())
      if (each.path("op").asText().equals(REPLACES)
          && each.path("resource").asText().startsWith(ProgramEntry.PROVIDERS))
        replaced.add(each.path("resource").asText());
    if (finding.aspect() == Aspect.CONFIGURE)
      return replaced.contains(finding.about()) && isOfFormer(finding);
    var objects = entries(replaced);
    step.program().stream().filter(this::isHandedOn).map(ProgramEntry::title).forEach(objects::add);
    var components = ofOtherProviders();
    for (String each : components) objects.addAll(replacedIn(each));
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("failed") && isOfThese(objects);
    return isOldBeside(objects, finding)
        || isSeenAsSame(objects, finding)
        || areKept(objects, finding)
        || Users.of(step, objects).explain(finding, Side.CHANGES, Side.KEEPS)
        || Users.of(step, components).explain(finding, Side.CHANGES, Side.KEEPS);
  }

  private boolean areKept(SortedSet<String> objects, Finding finding) {
    return objects.stream()
        .map(each -> new Parting(step, each, Side.REPLACES, Side.KEEPS, objects))
        .anyMatch(parting -> parting.explains(finding));
  }

  /// Whether the one object that there is here is an old one there, beside what replaces it, as the
  /// run ended before that was deleted.
  private boolean isOldBeside(Set<String> objects, Finding finding) {
    return objects.contains(finding.about())
        && isLeft(finding.about())
        && step.expected().path("result").asText().equals("failed")
        && HeldDifferences.isWithoutNew(finding)
        && new Unchanged(step, before).isTold(finding);
  }

  /// Whether it follows from what is replaced there because its provider was another one in a step
  /// that failed, and belongs to the system that its record names all the same.
  private boolean isBackInItsSystem(Finding finding) {
    var objects = new TreeSet<String>();
    step.program().stream()
        .filter(entry -> before.isSuperseded(entry.titleOfProvider()) && isHandedOn(entry))
        .map(ProgramEntry::title)
        .forEach(objects::add);
    return areKept(objects, finding)
        || Users.of(step, objects).explain(finding, Side.CHANGES, Side.KEEPS);
  }

  /// Whether it is replaced because another provider, which names the same system, has it now.
  private boolean isHandedOn(ProgramEntry entry) {
    var now = step.entry(entry.titleOfProvider());
    return isLeft(entry.title())
        && !now.json().isEmpty()
        && before.provider(entry.title()).filter(each -> !now.isElsewhere(each)).isPresent();
  }

  /// Whether what its provider sees no change in is recorded as before (R-APPLY-13), and as it is
  /// declared there, where a new object is made with that.
  private boolean isSeenAsSame(Set<String> objects, Finding finding) {
    var declared = finding.what().within(step.entry(finding.about()).inputs());
    return finding.aspect() == Aspect.STATE
        && objects.contains(finding.about())
        && !declared.isMissingNode()
        && Before.plain(finding.expected()).equals(Before.plain(declared))
        && new Unchanged(step, before).isTold(finding);
  }

  /// The components that register something for another provider than before.
  private SortedSet<String> ofOtherProviders() {
    var titles = new TreeSet<String>();
    for (ProgramEntry entry : step.program())
      if (entry.isComponent() && step.registered(entry.title()).stream().anyMatch(this::isLeft))
        titles.add(entry.title());
    return titles;
  }

  /// What is replaced in a component for its provider, or only with something else.
  private SortedSet<String> replacedIn(String component) {
    var titles = new TreeSet<>(step.registered(component));
    titles.removeIf(each -> !isLeft(each) && !isReplacedAlong(each));
    return titles;
  }

  private boolean isReplacedAlong(String resource) {
    return step.steps(REPLACES, resource).anyMatch(each -> each.path("keys").isEmpty());
  }

  /// Whether nothing fails there but what is made anew, and what uses that.
  private boolean isOfThese(SortedSet<String> objects) {
    return ExpectedActions.failsOnly(step.expected(), Users.of(step, objects).used()::contains);
  }

  /// There, the former system is asked once more, for what is deleted in it.
  private static boolean isOfFormer(Finding finding) {
    return finding.expected().asText().startsWith("{")
        && finding.actual().asText().startsWith("[{");
  }

  /// What of the program belongs to these.
  SortedSet<String> entries(Set<String> providers) {
    var titles = new TreeSet<String>();
    for (ProgramEntry entry : step.program())
      if (!entry.isProvider() && providers.contains(entry.titleOfProvider()))
        titles.add(entry.title());
    return titles;
  }

  /// A provider of which nothing is asked is not started.
  public boolean isNotAsked(Finding finding) {
    return finding.aspect() == Aspect.CONFIGURE
        && (finding.actual().asText().equals("[]") && isStartedUnasked(finding.about())
            || isStartedInVain(finding)
            || isOfPreview(finding));
  }

  /// Whether it is what a provider was until now, which a preview has nothing to ask.
  private boolean isOfPreview(Finding finding) {
    return step.op().equals("preview")
        && isOfFormer(finding)
        && isAsBefore(finding.about(), finding.expected());
  }

  /// Whether all that is told on one side is what a record of the provider says.
  boolean isAsBefore(String provider, JsonNode told) {
    var recorded =
        before.providers(provider).stream()
            .map(each -> Before.plain(each.inputs()))
            .collect(Collectors.toUnmodifiableSet());
    return ToldConfiguration.all(told).stream().map(Before::plain).allMatch(recorded::contains);
  }

  /// Whether what is told there alone has started processes that were asked for nothing.
  private boolean isStartedInVain(Finding finding) {
    if (!ToldConfiguration.isLone(finding.expected())) return false;
    var arguments = ToldConfiguration.arguments(finding.expected());
    var processes = new TreeSet<String>();
    for (JsonNode call : step.calls())
      if (call.path("call").asText().equals("Configure")
          && call.path("resource").asText().equals(finding.about())
          && call.path("request").path("args").equals(arguments))
        processes.add(call.path("process").asText());
    return !processes.isEmpty()
        && step.calls()
            .valueStream()
            .filter(each -> processes.contains(each.path("process").asText()))
            .allMatch(each -> OWN.contains(each.path("call").asText()));
  }

  private boolean isStartedUnasked(String provider) {
    var processes = new TreeSet<String>();
    var calls = step.calls();
    for (JsonNode call : calls)
      if (call.path("call").asText().equals("Configure")
          && call.path("resource").asText().equals(provider))
        processes.add(call.path("process").asText());
    for (JsonNode call : calls)
      if (processes.contains(call.path("process").asText())
          && !OWN.contains(call.path("call").asText())
          && !isOfLeft(call)
          && !isBesideAFailure(call)
          && !isReadBefore(call)
          && !isOfUnneeded(call)
          && !isOfExternal(call)
          && !isOfUnread(call)) return false;
    return !processes.isEmpty();
  }

  /// Whether what goes is replaced for another provider alone, so that here it stays.
  private boolean isOfLeft(JsonNode call) {
    return call.path("call").asText().equals("Delete") && isLeft(call.path("resource").asText());
  }

  /// Whether what goes beside a deletion that fails stays here.
  private boolean isBesideAFailure(JsonNode call) {
    return call.path("call").asText().equals("Delete")
        && RefusalDifferences.besideAFailure(step, before).stream()
            .anyMatch(each -> each.path("resource").equals(call.path("resource")));
  }

  /// Whether it is about a function, or about what is looked up, that no target needs.
  private boolean isOfUnneeded(JsonNode call) {
    var token = call.path("request").path("tok").asText();
    return switch (call.path("call").asText()) {
      case "Invoke" ->
          RepeatedRunDifferences.isUnneeded(step, call)
              || RepeatedRunDifferences.isUnneeded(step, token, ProgramEntry::isFunction);
      case "Read" -> RepeatedRunDifferences.isUnneededReading(step, call.path("resource").asText());
      default -> false;
    };
  }

  /// Whether it is asked of an object that asks to be read before it is changed.
  private boolean isReadBefore(JsonNode call) {
    if (step.refreshes() || !Set.of("Read", "Diff").contains(call.path("call").asText()))
      return false;
    return step.isDone("refresh", call.path("resource").asText());
  }

  /// Whether a refresh reads an object of others, which only a program reads here.
  private boolean isOfExternal(JsonNode call) {
    return step.op().equals("refresh")
        && Set.of("Read", "Diff").contains(call.path("call").asText())
        && before.isExternal(call.path("resource").asText());
  }

  /// Whether an object is read there, and compared with what is recorded, that is not read here, as
  /// something that it uses cannot be.
  private boolean isOfUnread(JsonNode call) {
    return step.refreshes()
        && Set.of("Read", "Diff").contains(call.path("call").asText())
        && step.program().stream()
            .filter(each -> each.isData() || RefusalDifferences.isPlannedInVain(step, each.title()))
            .map(ProgramEntry::title)
            .filter(ExpectedActions.failing(step.expected().path("diagnostics"))::contains)
            .anyMatch(each -> step.isUsedThrough(each, call.path("resource").asText()));
  }

  /// What is replaced because it belongs to a provider of another system now has nothing to do with
  /// the object that it replaces: it is checked, and foreseen, as something new.
  public boolean isAnew(Finding finding) {
    if (finding.aspect() != Aspect.PLAN_CALLS && finding.aspect() != Aspect.ASKED) return false;
    boolean again =
        finding.call().equals("Check")
            && finding.what().at().isEmpty()
            && finding.expected().path("olds").isEmpty()
            && finding.actual().isMissingNode();
    boolean foreseen =
        finding.call().equals("Create")
            && finding.expected().isMissingNode()
            && finding.actual().path("preview").asBoolean(false);
    return (isCheckedAsNew(finding) || again || foreseen) && isLeft(finding.about());
  }

  /// Whether it is checked here without what there was.
  static boolean isCheckedAsNew(Finding finding) {
    return finding.call().equals("Check")
        && finding.what().at().startsWith("olds.")
        && finding.actual().isMissingNode();
  }

  /// Whether it is replaced there for its provider alone, or would be by the preview if the run had
  /// not ended before.
  private boolean isLeft(String resource) {
    boolean ended =
        step.expected().path("result").asText().equals("failed")
            && !ExpectedActions.of(step.expected()).containsKey(resource);
    return step.steps(REPLACES, resource).anyMatch(SystemDifferences::isForProvider)
        || ended
            && step.expected()
                .path("preview")
                .path("steps")
                .valueStream()
                .filter(each -> each.path("op").asText().equals(REPLACES))
                .filter(each -> each.path("resource").asText().equals(resource))
                .anyMatch(SystemDifferences::isForProvider);
  }

  private static boolean isForProvider(JsonNode replaced) {
    return replaced.path("keys").toString().equals("[\"provider\"]");
  }
}
