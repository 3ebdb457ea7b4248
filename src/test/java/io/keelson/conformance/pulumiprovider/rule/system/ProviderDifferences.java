package io.keelson.conformance.pulumiprovider.rule.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.ToldConfiguration;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.OptionDifferences;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.ArrayList;
import java.util.List;

/// Which findings come of providers that are resources there, and none here.
///
/// @param before what was recorded
public record ProviderDifferences(ProviderStep step, Before before) {
  /// There, a provider may have an option by which changes of its arguments are ignored, and its
  /// version is one of them; one by which it may not go; and one by which it is taken over, which
  /// is refused.
  public boolean isOfOption(Finding finding) {
    if (finding.aspect() == Aspect.RESULT) return isRefused(finding);
    var ignored = ignored(finding.about());
    return finding.aspect() == Aspect.CONFIGURE
        && !ignored.isEmpty()
        && (without(ignored, finding.expected()).equals(without(ignored, finding.actual()))
            || isBesideFormer(ignored, finding));
  }

  /// Whether the request that only one side makes is one of the other, which besides asks as what
  /// is recorded.
  private boolean isBesideFormer(List<String> ignored, Finding finding) {
    boolean there = ToldConfiguration.isLone(finding.expected());
    var lone = without(ignored, there ? finding.expected() : finding.actual());
    var others = ToldConfiguration.all(there ? finding.actual() : finding.expected());
    var one = others.stream().filter(each -> lone.contains(rest(ignored, each))).findFirst();
    var recorded =
        before.providers(finding.about()).stream()
            .map(each -> Before.plain(each.inputs()))
            .toList();
    return one.isPresent()
        && others.size() > 1
        && others.stream()
            .filter(each -> each != one.get())
            .allMatch(each -> recorded.contains(Before.plain(each)));
  }

  /// The arguments whose changes are ignored by what is declared, or by what was.
  private List<String> ignored(String provider) {
    var ignored = new ArrayList<>(step.entry(provider).strings("ignoreChanges"));
    Before.record(before.state(), provider)
        .path("ignoreChanges")
        .forEach(each -> ignored.add(each.asText()));
    return ignored;
  }

  /// Whether nothing fails there but that protected providers are to go, or some are to be taken
  /// over.
  private boolean isRefused(Finding finding) {
    return finding.expected().asText().equals("failed")
        && finding.actual().asText().equals("[]")
        && ExpectedActions.failsOnly(
            step.expected(),
            each ->
                each.startsWith(ProgramEntry.PROVIDERS)
                    && (Before.record(before.state(), each).path("protect").asBoolean(false)
                        || step.entry(each).option("import").isTextual()));
  }

  private static List<JsonNode> without(List<String> ignored, JsonNode side) {
    return ToldConfiguration.all(side).stream().map(each -> rest(ignored, each)).toList();
  }

  private static JsonNode rest(List<String> ignored, JsonNode arguments) {
    var rest = Before.plain(arguments);
    if (rest instanceof ObjectNode own) {
      own.remove(ignored);
      own.remove("version");
    }
    return rest;
  }

  /// There, a provider has an id, which is not known before it is made, and is another one when it
  /// is replaced.
  public boolean isOfId(Finding finding) {
    var entry = step.entry(finding.about());
    var declared = entry.inputs().path(finding.what().field()).toString();
    return step.program().stream()
        .filter(ProgramEntry::isProvider)
        .anyMatch(each ->
            isUnknown(finding) && declared.contains(id(each)) || isOfNewId(finding, entry, each));
  }

  private static boolean isUnknown(Finding finding) {
    return finding.aspect() == Aspect.PLAN_CALLS && finding.expected().has("$unknown");
  }

  private static String id(ProgramEntry provider) {
    return "${" + provider.name() + ".id}";
  }

  /// Whether something is changed there for the id of what replaces a provider. What it has of the
  /// provider besides is the same here.
  private boolean isOfNewId(Finding finding, ProgramEntry entry, ProgramEntry provider) {
    var declared = entry.inputs().path(finding.what().field());
    return entry.inputs().toString().contains(id(provider))
        && (declared.isMissingNode() || declared.toString().contains(id(provider)))
        && step.isDone(SystemDifferences.REPLACES, provider.title())
        && new Parting(step, entry.title(), Side.CHANGES, Side.STAYS, List.of(provider.title()))
            .explains(finding);
  }

  /// There, what a provider that is replaced has goes before it is made anew if an option of the
  /// provider says so. What is not deleted here at all is told by the objects that there are.
  public boolean isOfOrder(Finding finding) {
    var entry = step.entry(finding.about());
    if (entry.json().isEmpty()) return false;
    var provider = step.entry(entry.titleOfProvider());
    return provider.isSet("deleteBeforeReplace")
        && step.isDone(SystemDifferences.REPLACES, provider.title())
        && (new OptionDifferences(step, before).isOfOrder(finding) || isDeletedFirst(finding));
  }

  private boolean isDeletedFirst(Finding finding) {
    return finding.aspect() == Aspect.CALLS
        && finding.call().equals("Delete")
        && finding.what().at().isEmpty()
        && finding.actual().isMissingNode()
        && step.steps("delete-replaced", finding.about())
            .anyMatch(each -> each.path("oldId").equals(finding.expected().path("id")))
        && step.isDone(SystemDifferences.REPLACES, finding.about());
  }
}
