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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Which findings come of what was recorded before a step.
public record RecordDifferences(ProviderStep step, Before before) {
  private static final String HIDDEN = "secretOutputs";

  private static final String DEPOSED = "delete-deposed";

  /// How requests tell what is recorded.
  private static final List<String> FORMER = List.of("olds.", "oldInputs.");

  private static final Side UPDATES = Side.of("update", Set.of("Diff", "Update"));

  /// An object that was deleted before its replacement failed: there is no record of it, so that it
  /// is made, and not replaced, and nobody deletes it again.
  public boolean isGone(Finding finding) {
    if (names(finding.about()).noneMatch(before::isGone)) return false;
    return switch (finding.aspect()) {
      case PLAN_CALLS, ASKED -> true;
      case PLAN, RUN ->
          isMade(finding.expected().asText(), finding.actual().asText())
              || finding.expected().asText().equals(DEPOSED)
                  && finding.actual().asText().equals("import")
                  && isTakenOverInstead(finding.about())
              || isTakenOverAgain(finding);
      case CALLS ->
          finding.call().equals("Delete") && finding.actual().isMissingNode()
              || isMadeAfterADeletion(finding);
      case STATE, WORLD, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  /// Whether it is made here where it is replaced there, or both fail.
  private static boolean isMade(String there, String here) {
    return there.startsWith("replace-")
        && here.equals(there.endsWith(" failed") ? "create failed" : "create");
  }

  /// The name of a resource, and, if there is no record of that, former names that nothing else
  /// has.
  private Stream<String> names(String resource) {
    if (before.isKnown(resource)) return Stream.of(resource);
    var type = resource.substring(0, resource.lastIndexOf(':') + 1);
    var declared = step.program().stream().map(ProgramEntry::title).toList();
    return step.entry(resource).strings("aliases").stream()
        .map(former -> type + former)
        .filter(each -> !declared.contains(each));
  }

  /// Whether another object comes there in place of the one that was deleted before.
  private boolean isTakenOverInstead(String resource) {
    var gone = Before.record(before.state(), resource).path("id");
    return step.isDone("import-replacement", resource)
        && step.steps("replace", resource).anyMatch(each -> each.path("oldId").equals(gone));
  }

  /// Whether it is the object that is gone by its record, as it was left alone, which is taken over
  /// here. There, what its `import` names may not be replaced.
  private boolean isTakenOverAgain(Finding finding) {
    var resource = finding.about();
    boolean refused =
        step.expected()
            .path("diagnostics")
            .valueStream()
            .filter(each -> each.path("resource").asText().equals(resource))
            .anyMatch(each -> each.path("message").asText().startsWith("previously-imported"));
    var there = finding.expected().asText();
    return refused
        && before.isRetained(resource)
        && step.entry(resource)
            .option("import")
            .equals(Before.record(before.state(), resource).path("id"))
        && finding.actual().asText().equals("import")
        && (finding.aspect() == Aspect.PLAN ? there.startsWith("replace-") : there.equals("none"));
  }

  /// Whether here the new object comes where it is deleted again there, before the same is made.
  private boolean isMadeAfterADeletion(Finding finding) {
    var calls = step.expected().path("calls");
    return finding.call().equals("Create")
        && finding.what().at().isEmpty()
        && finding.expected().isMissingNode()
        && RecordedCalls.about(calls, "Delete", finding.about()).findAny().isPresent()
        && RecordedCalls.about(calls, "Create", finding.about())
            .anyMatch(each -> Unchanged.isSame(each.path("request"), finding.actual()));
  }

  /// What goes with an object that is left alone is deleted by itself here.
  public boolean isDeletedByItself(Finding finding) {
    return before.goesWithRetained(finding.about())
        && switch (finding.aspect()) {
          case CALLS ->
              finding.call().equals("Delete")
                  && finding.what().at().isEmpty()
                  && finding.expected().isMissingNode();
          case WORLD -> finding.actual().isMissingNode();
          case PLAN, PLAN_CALLS, ASKED, RUN, CONFIGURE, RESULT, STATE, THROWN -> false;
        };
  }

  /// What a program reads is no record that could be read again.
  public boolean isReadAgain(Finding finding) {
    boolean again =
        finding.call().equals("Read")
            && finding.actual().isMissingNode()
            && before.isExternal(finding.about());
    // Where it is read by the program as well, here it is so alone, which knows nothing of it.
    return again
        && (step.op().equals("refresh")
            || step.refreshes()
                && (finding.what().at().startsWith("properties.")
                    || !step.entry(finding.about()).isRead()));
  }

  /// What was only read is no object of this name, which could be replaced: it is made. What is
  /// read from now on has another name, so that what was managed goes by its own.
  public boolean isNotReplacedForReading(Finding finding) {
    var entry = step.entry(finding.about());
    if (isReadByItsOwnId(finding)) return true;
    if (finding.aspect() != Aspect.PLAN && finding.aspect() != Aspect.RUN
        || entry.json().isEmpty()
        || entry.isRead() == before.isExternal(finding.about())
        || !before.isKnown(finding.about())) return false;
    return finding.expected().asText().equals(entry.isRead() ? DEPOSED : OwnActions.CREATE_FIRST)
        && finding.actual().asText().equals(entry.isRead() ? "delete" : "create");
  }

  /// Whether a managed object goes, as it is declared no more, that is read under its own name and
  /// by its own id. There, it is the one that is read, and stays.
  private boolean isReadByItsOwnId(Finding finding) {
    for (ProgramEntry entry : step.program()) {
      var record = Before.record(before.state(), entry.title());
      var id = record.path("id");
      if (!entry.isRead()
          || !record.isObject()
          || before.isExternal(entry.title())
          || !id.equals(entry.json().path("id"))) continue;
      boolean about = finding.about().equals(entry.title());
      boolean explained =
          switch (finding.aspect()) {
            case PLAN, RUN ->
                about
                    && finding.expected().asText().equals("none")
                    && finding.actual().asText().equals("delete");
            case CALLS ->
                about
                    && finding.call().equals("Delete")
                    && finding.expected().isMissingNode()
                    && finding.actual().path("id").equals(id);
            case WORLD ->
                finding.expected().path("id").equals(id) && finding.actual().isMissingNode();
            case PLAN_CALLS, ASKED, STATE, CONFIGURE, RESULT, THROWN -> false;
          };
      if (explained) return true;
    }
    return false;
  }

  /// What has drifted is read by what was applied last, and there by what was read last.
  public boolean isReadAsApplied(Finding finding) {
    boolean asked = finding.aspect() == Aspect.PLAN_CALLS || finding.aspect() == Aspect.ASKED;
    if (!asked || !finding.call().equals("Read") || !before.isDrifted(finding.about()))
      return false;
    var recorded =
        finding.what().at().startsWith("inputs.")
            ? before.inputs(finding.about())
            : before.outputs(finding.about());
    return Before.plain(finding.what().within(recorded)).equals(Before.plain(finding.expected()));
  }

  /// What is not finished stays so when it is read, and is updated, and who uses it is told what
  /// that update gives.
  public boolean isFinishedByReading(Finding finding) {
    if (!step.refreshes()) return false;
    if (!before.isUnfinished(finding.about())) return isToldOfFinished(finding);
    if (finding.aspect() == Aspect.STATE && finding.what().at().equals("unfinished"))
      return !finding.expected().asBoolean() && finding.actual().asBoolean();
    return step.op().equals("update")
        && new Parting(step, finding.about(), Side.STAYS, UPDATES, List.of()).explains(finding);
  }

  /// Whether it tells what there are the values of something that is not finished.
  private boolean isToldOfFinished(Finding finding) {
    if (!step.op().equals("update") || finding.what().at().isEmpty()) return false;
    var done = ExpectedActions.of(step.expected());
    var finished =
        step.program().stream()
            .map(ProgramEntry::title)
            .filter(each -> before.isUnfinished(each) && !done.containsKey(each))
            .toList();
    return Users.of(step, finished).explain(finding, Side.CHANGES, Side.CHANGES);
  }

  /// What is secret no more, or from now on, or hidden by an option, is updated, which nobody is
  /// asked for, and who uses it has it so.
  public boolean isOtherwiseSecret(Finding finding) {
    boolean planned = finding.aspect() == Aspect.PLAN || finding.aspect() == Aspect.PLAN_CALLS;
    var part = planned ? step.expected().path("preview") : step.expected();
    var done = ExpectedActions.of(part).keySet();
    var shown = new TreeSet<String>();
    for (ProgramEntry entry : step.program())
      if (isDeclaredOtherwise(entry.title()) || isHiddenOtherwise(entry)) shown.add(entry.title());
    registered().filter(this::isDeclaredOtherwise).forEach(shown::add);
    shown.removeAll(done);
    return shown.contains(finding.about()) && isOfShown(finding)
        || !shown.contains(finding.about()) && isSecretSince(finding)
        || Users.of(step, shown).explain(finding, Side.STAYS, UPDATES);
  }

  private static boolean isOfShown(Finding finding) {
    return switch (finding.aspect()) {
      case PLAN, RUN ->
          finding.expected().asText().equals("none") && finding.actual().asText().equals("update");
      case STATE -> isOfSecrecy(finding);
      case PLAN_CALLS, ASKED, CALLS, WORLD, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  /// What components have registered that has a record.
  private Stream<String> registered() {
    return step.program().stream()
        .filter(ProgramEntry::isComponent)
        .flatMap(each -> step.within(each.title()).stream())
        .filter(before::isKnown);
  }

  /// A provider is told what it was told, until it sees a change, and so it is recorded.
  public boolean isUntoldSecret(Finding finding) {
    var at = finding.what().at();
    boolean old =
        Stream.of("olds.", "oldInputs.", "properties.", "inputs.").anyMatch(at::startsWith);
    return switch (finding.aspect()) {
      case PLAN_CALLS, ASKED, CALLS ->
          (old && finding.expected().has("$secret") || isUntoldPlain(finding))
              && isOfSecrecy(finding)
              && before.isUntold(finding.about(), finding.what().field());
      case STATE ->
          isOfSecrecy(finding)
              && finding.expected().has("$secret")
              && before.isUntold(finding.about(), finding.what().field())
              && Optional.ofNullable(ExpectedActions.of(step.expected()).get(finding.about()))
                  .filter(done -> !done.endsWith("failed"))
                  .isEmpty();
      case PLAN, RUN, WORLD, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  /// Whether an old input is plain there, and here a secret that its provider has always known.
  private static boolean isUntoldPlain(Finding finding) {
    var at = finding.what().at();
    boolean input =
        finding.call().equals("Check") && at.startsWith("olds.")
            || finding.call().equals("Read") && at.startsWith("inputs.");
    return (input || at.startsWith("oldInputs."))
        && !finding.expected().toString().contains("$secret")
        && finding.actual().has("$secret");
  }

  private static boolean isOfSecrecy(Finding finding) {
    return !finding.what().field().isEmpty()
        && Before.plain(finding.expected()).equals(Before.plain(finding.actual()));
  }

  /// What comes of something that stayed secret there, though it was declared in plain text, is
  /// told as a secret when it goes.
  public boolean isKeptSecret(Finding finding) {
    return finding.aspect() == Aspect.CALLS
        && finding.call().equals("Delete")
        && finding.expected().has("$secret")
        && !finding.actual().has("$secret")
        && Before.plain(finding.expected()).equals(Before.plain(finding.actual()))
        && before.isKept(finding.about(), finding.what().field());
  }

  /// Whether what is declared as secret was so before, and its provider has never told it since.
  private boolean isSecretSince(Finding finding) {
    return finding.aspect() == Aspect.STATE
        && isOfSecrecy(finding)
        && finding.expected().equals(before.inputs(finding.about()).path(finding.what().field()))
        && !ExpectedActions.of(step.expected()).containsKey(finding.about());
  }

  /// Whether an option hides other outputs than before.
  private boolean isHiddenOtherwise(ProgramEntry entry) {
    var recorded = before.title(entry);
    return before.isKnown(recorded)
        && !before.hidden(recorded).equals(Set.copyOf(entry.strings(HIDDEN)));
  }

  /// What was found to be gone in an earlier step has no record there that could go.
  public boolean isStruckOff(Finding finding) {
    return (finding.aspect() == Aspect.PLAN || finding.aspect() == Aspect.RUN)
        && finding.expected().asText().equals("none")
        && finding.actual().asText().equals("delete")
        && before.state().isArray()
        && !before.isKnown(finding.about())
        && step.program().stream().noneMatch(each -> each.title().equals(finding.about()))
        && !step.expected().findValuesAsText("resource").contains(finding.about());
  }

  /// What was found to be gone is looked for whenever all objects are read: its record is still
  /// there.
  public boolean isLookedForAgain(Finding finding) {
    return finding.call().equals("Read")
        && finding.aspect() == Aspect.PLAN_CALLS
        && finding.what().at().isEmpty()
        && finding.expected().isMissingNode()
        && step.refreshes()
        && before.state().isArray()
        && !before.isKnown(finding.about())
        && !step.expected().findValuesAsText("resource").contains(finding.about());
  }

  /// What is found where a secret is recorded is one, whatever its provider says of it, until it is
  /// changed.
  public boolean isInPlaceOfSecret(Finding finding) {
    if (!finding.what().isOfSecrecy()) return false;
    var at = finding.what().at();
    boolean recorded = finding.aspect() == Aspect.STATE || FORMER.stream().anyMatch(at::startsWith);
    return recorded && before.isFound(finding.about(), finding.what().field())
        || finding.aspect() == Aspect.STATE
            && step.refreshes()
            && finding.what().within(before.inputs(finding.about())).has("$secret");
  }

  /// Whether more is declared as secret than before, or less of an input that is the same.
  private boolean isDeclaredOtherwise(String resource) {
    var inputs = Before.record(step.expected().path("state"), resource).path("inputs");
    var former = before.inputs(resource);
    return Before.secrets(inputs) > Before.secrets(former)
        || inputs.properties().stream().anyMatch(each -> isLess(former, each));
  }

  private static boolean isLess(JsonNode former, Map.Entry<String, JsonNode> input) {
    var old = former.path(input.getKey());
    return Before.secrets(input.getValue()) < Before.secrets(old)
        && Before.plain(old).equals(Before.plain(input.getValue()));
  }
}
