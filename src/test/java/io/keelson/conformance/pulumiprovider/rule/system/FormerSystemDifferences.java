package io.keelson.conformance.pulumiprovider.rule.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.ToldConfiguration;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.conformance.pulumiprovider.rule.Users;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/// Which findings come of objects that are still in a former system of their provider.
public record FormerSystemDifferences(SystemDifferences systems) {
  /// An object was made in the system that its record names. There, it belongs to whatever its
  /// provider is now once that has been replaced, and stays in the old one where its own
  /// replacement failed; so does what belongs to a provider that gets another name with its system.
  public boolean isReplacedLater(Finding finding) {
    var left = left();
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("ok")
          && (isRefused("create", left) || isRefused("delete", left));
    if (finding.aspect() == Aspect.STATE && left.contains(finding.about()) && isOneMore(finding))
      return isRefused("delete", left);
    return areReplacedHere(left, finding);
  }

  private ProviderStep step() {
    return systems.step();
  }

  private Before before() {
    return systems.before();
  }

  /// What is not replaced there, and recorded with a provider that worked on another system.
  private Collection<String> left() {
    var done = ExpectedActions.of(step().expected());
    var objects = new TreeSet<String>();
    for (ProgramEntry entry : step().program())
      if (!entry.isProvider()
          && isOfFormerProvider(entry)
          && Set.of("none", "update").contains(done.getOrDefault(entry.title(), "none")))
        objects.add(entry.title());
    return objects;
  }

  /// Whether its provider has superseded the one that is recorded for it, or has got another name.
  private boolean isOfFormerProvider(ProgramEntry entry) {
    var provider = step().entry(entry.titleOfProvider());
    if (provider.json().isEmpty()) return false;
    return before()
        .provider(entry.title())
        .filter(provider::isElsewhere)
        .filter(each ->
            isReplaced(provider.title()) && isFormerName(provider, each.title())
                || !systems.moved() && before().isSuperseded(provider.title()))
        .isPresent();
  }

  private static boolean isFormerName(ProgramEntry provider, String title) {
    return provider.strings("aliases").stream()
        .anyMatch(each -> title.equals(provider.token() + "::" + each));
  }

  /// Whether this is refused in the world for one of these.
  private boolean isRefused(String op, Collection<String> objects) {
    for (JsonNode fault : step().json().path("faults"))
      if (fault.path("op").asText().equals(op)
          && objects.stream().anyMatch(each -> each.endsWith("::" + fault.path("name").asText())))
        return true;
    return false;
  }

  /// Whether it comes of these, which are kept there, and replaced here.
  private boolean areReplacedHere(Collection<String> objects, Finding finding) {
    return SystemDifferences.isCheckedAsNew(finding) && objects.contains(finding.about())
        || objects.stream()
            .map(each -> new Parting(step(), each, Side.KEEPS, Side.REPLACES, objects))
            .anyMatch(parting -> parting.explains(finding))
        || Users.of(step(), objects).explain(finding, Side.KEEPS, Side.CHANGES);
  }

  private static boolean isOneMore(Finding finding) {
    return finding.what().at().isEmpty() && olds(finding.actual()) == olds(finding.expected()) + 1;
  }

  private static int olds(JsonNode records) {
    return records.asText().split("\"old\":true", -1).length;
  }

  /// What names a system decides here. There, a provider says itself whether its change leads
  /// elsewhere, and one that does not keeps its objects.
  public boolean isReplacedUnasked(Finding finding) {
    if (!systems.moved()) return false;
    var providers = new TreeSet<String>();
    for (ProgramEntry entry : step().program())
      if (entry.isProvider()
          && isUpdated(entry.title())
          && before().providers(entry.title()).stream().anyMatch(entry::isElsewhere))
        providers.add(entry.title());
    var objects = systems.entries(providers);
    objects.removeIf(each -> !before().isKnown(each));
    return areReplacedHere(objects, finding);
  }

  private boolean isUpdated(String provider) {
    return step().isDone("update", provider);
  }

  /// What belongs to a protected provider is held as it is where that names another system. There,
  /// a preview shows it replaced.
  public boolean isHeld(Finding finding) {
    boolean undone =
        finding.aspect() == Aspect.PLAN
            ? finding.expected().asText().startsWith("replace-")
                && finding.actual().asText().equals("none")
            : finding.aspect() == Aspect.PLAN_CALLS
                && finding.what().at().isEmpty()
                && finding.actual().isMissingNode();
    return undone
        && systems.moved()
        && step().program().stream()
            .filter(each -> each.isProvider() && each.isSet("protect"))
            .filter(each -> before().providers(each.title()).stream().anyMatch(each::isElsewhere))
            .anyMatch(each -> systems.entries(Set.of(each.title())).contains(finding.about()));
  }

  /// The former system is asked for what is still in it.
  public boolean isOfFormer(Finding finding) {
    return finding.aspect() == Aspect.CONFIGURE
        && ToldConfiguration.isLone(finding.actual())
        && (finding.expected().asText().startsWith("[{") && isChanged(finding.about())
            || finding.expected().asText().equals("[]") && isOfLeft(finding.about()))
        && systems.isAsBefore(finding.about(), finding.actual());
  }

  private boolean isChanged(String provider) {
    return before().isSuperseded(provider)
        || isReplaced(provider)
        || systems.moved() && isUpdated(provider);
  }

  /// Whether it has, or had, objects that are still in a former system, and does nothing else.
  private boolean isOfLeft(String provider) {
    return left().stream()
        .map(step()::entry)
        .map(each -> step().entry(each.titleOfProvider()))
        .anyMatch(each -> each.title().equals(provider) || isFormerName(each, provider));
  }

  private boolean isReplaced(String provider) {
    return step().isDone(SystemDifferences.REPLACES, provider);
  }
}
