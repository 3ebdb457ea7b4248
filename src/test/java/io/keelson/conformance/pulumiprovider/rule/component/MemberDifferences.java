package io.keelson.conformance.pulumiprovider.rule.component;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.OwnActions;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.conformance.pulumiprovider.rule.Unchanged;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Which findings come of what becomes of objects that go with something that is replaced.
public record MemberDifferences(ProviderStep step, Before before) {
  private static final String BESIDE = ", ";

  private static final String UNKNOWN = "$unknown";

  /// What goes with something that is replaced is replaced, too, in the same order, and goes with
  /// it: there, it stays as it is, or is replaced by itself in its own order.
  public boolean isMemberOfReplaced(Finding finding) {
    return step.program().stream()
        .map(ProgramEntry::title)
        .anyMatch(member ->
            replacing(member).filter(order -> isInOrder(member, order, finding)).isPresent());
  }

  /// What is left alone is forgotten when its new object can be made, whatever takes it along.
  private boolean isInOrder(String member, String ofContainer, Finding finding) {
    var order = step.entry(member).isSet("retainOnDelete") ? OwnActions.CREATE_FIRST : ofContainer;
    var there = ExpectedActions.of(step.expected().path("preview")).getOrDefault(member, "none");
    if (there.startsWith("replace-"))
      return finding.about().equals(member)
          && !there.equals(order)
          && isReplacedByItself(there, order, finding);
    // An older object that goes as well is told beside.
    var beside = there.contains(BESIDE) ? there.substring(there.indexOf(BESIDE)) : "";
    var kept = beside.isEmpty() ? Side.KEEPS : Side.of(there, Side.KEEPS.calls());
    var here = Side.of(order + beside, Side.REPLACES.calls());
    return new Parting(step, member, kept, here, List.of()).explains(finding)
        || there.equals("update" + beside)
            && (isOldObject(member, finding) || isAskedAgain(member, finding));
  }

  /// Whether it is compared there once more when what is replaced is known, as it is updated. Here
  /// its new object is checked with that.
  private boolean isAskedAgain(String member, Finding finding) {
    var what = finding.what();
    return finding.aspect() == Aspect.ASKED
        && finding.about().equals(member)
        && Set.of("Check", "Diff").contains(finding.call())
        && what.at().startsWith("news.")
        && finding.actual().has(UNKNOWN)
        && !finding.expected().has(UNKNOWN)
        && isOfReplaced(step.entry(member).inputs().path(what.field()))
        && RecordedCalls.about(
                step.expected().path("preview").path("calls"), finding.call(), member)
            .map(each -> what.within(each.path("request").path("news")))
            .anyMatch(each -> each.has(UNKNOWN));
  }

  /// The new object of a member that both sides replace with its container comes here where its old
  /// one is deleted by itself there.
  public boolean isMadeAfterADeletion(Finding finding) {
    var calls = step.expected().path("calls");
    return finding.aspect() == Aspect.CALLS
        && finding.call().equals("Create")
        && finding.what().at().isEmpty()
        && finding.expected().isMissingNode()
        && replacing(finding.about()).filter(OwnActions.DESTROY_FIRST::equals).isPresent()
        && RecordedCalls.about(calls, "Delete", finding.about()).findAny().isPresent()
        && RecordedCalls.about(calls, "Create", finding.about())
            .map(each -> each.path("request").path("properties"))
            .anyMatch(each -> Unchanged.isSame(each, finding.actual().path("properties")));
  }

  /// Whether it is what the old object, which nobody deletes by itself here, still has: something
  /// that is replaced, or what was recorded. There, it is updated.
  private boolean isOldObject(String member, Finding finding) {
    var what = finding.what();
    return finding.aspect() == Aspect.WORLD
        && finding.about().equals(member)
        && what.at().startsWith("properties.")
        && (isOfReplaced(step.entry(member).inputs().path(what.field()))
            || isRecorded(member, finding));
  }

  private boolean isRecorded(String member, Finding finding) {
    var recorded = finding.what().within(before.inputs(member));
    return !recorded.isMissingNode()
        && Before.plain(recorded).equals(Before.plain(finding.actual()));
  }

  private boolean isOfReplaced(JsonNode declared) {
    var text = declared.toString();
    var planned = ExpectedActions.of(step.expected().path("preview"));
    return step.program().stream()
        .filter(each -> text.contains("${" + each.name() + "."))
        .anyMatch(each -> planned.getOrDefault(each.title(), "none").startsWith("replace-"));
  }

  /// What is gone is made anew, which counts as a replacement for what is replaced with it. There,
  /// it is only created.
  public boolean isReplacedWithGone(Finding finding) {
    return step.program().stream()
        .filter(entry -> isReplacedWithGone(entry.option("replaceWith").toString()))
        .map(entry -> new Parting(step, entry.title(), Side.KEEPS, Side.REPLACES, List.of()))
        .anyMatch(parting -> parting.explains(finding));
  }

  private boolean isReplacedWithGone(String names) {
    var done = ExpectedActions.of(step.expected());
    return step.program().stream()
        .filter(each -> names.contains("\"" + each.name() + "\""))
        .anyMatch(each ->
            before.isKnown(each.title())
                && done.getOrDefault(each.title(), "none").equals("create"));
  }

  /// Whether it is the order in which a member is replaced, or its old object, which nobody deletes
  /// by itself here.
  private static boolean isReplacedByItself(String there, String here, Finding finding) {
    return switch (finding.aspect()) {
      case PLAN, RUN ->
          finding.expected().asText().equals(there) && finding.actual().asText().equals(here);
      case CALLS ->
          finding.call().equals("Delete")
              && finding.what().at().isEmpty()
              && finding.actual().isMissingNode();
      case WORLD -> finding.what().at().isEmpty() && finding.expected().isMissingNode();
      case PLAN_CALLS, ASKED, STATE, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  /// How the first container that is replaced is replaced, of those that a resource goes with.
  private Optional<String> replacing(String member) {
    var planned = ExpectedActions.of(step.expected().path("preview"));
    var seen = new TreeSet<String>();
    for (var next = container(member);
        next.isPresent() && seen.add(next.get());
        next = container(next.get())) {
      var action = planned.getOrDefault(next.get(), "none");
      if (action.startsWith("replace-")) return Optional.of(action);
    }
    return Optional.empty();
  }

  private Optional<String> container(String member) {
    var name = step.entry(member).option("deletedWith").asText();
    return step.program().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .map(ProgramEntry::title);
  }
}
