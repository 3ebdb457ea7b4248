package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ImportOperation;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.ToldConfiguration;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Which findings come of how objects are taken over.
///
/// @param before what was recorded
/// @param warnings those of the product
public record ImportDifferences(
    ProviderStep step, Before before, Errors errors, List<Diagnostic> warnings) {
  private static final String REPLACED = "Import would replace the object";

  private static final String TWICE = "Object has another address already";

  private static final String TAKEN_OVER = "import-replacement";

  private static final String DESTROYED = "delete-replaced";

  /// What uses another object than before.
  private static final Side UPDATES = Side.of("update", Set.of("Check", "Diff", "Update"));

  private static final Set<String> REFUSED =
      Set.of(REPLACED, "The provider does not accept the configuration");

  /// Nothing is recorded of an object that is not to be replaced, or whose declaration is refused.
  /// There, a preview warns of it, and plans what uses it.
  public boolean isRefusedImport(Finding finding) {
    boolean planned = finding.aspect() == Aspect.PLAN || finding.aspect() == Aspect.PLAN_CALLS;
    var refused = step.program().stream().map(ProgramEntry::title).filter(this::isRefused).toList();
    return isRefused(finding.about()) && isNothing(finding)
        || planned && Users.of(step, refused).explain(finding, Side.CHANGES, Side.STAYS);
  }

  private boolean isRefused(String resource) {
    return ExpectedActions.failing(step.expected().path("diagnostics")).contains(resource)
        && ImportOperation.isAbout(step, resource)
        && errors.areAbout(resource, each -> REFUSED.contains(each.summary()));
  }

  /// Whether nothing is done, and recorded, here.
  private static boolean isNothing(Finding finding) {
    return switch (finding.aspect()) {
      case PLAN, RUN -> finding.actual().asText().equals("none");
      case PLAN_CALLS, ASKED, CALLS, WORLD ->
          finding.what().at().isEmpty() && finding.actual().isMissingNode();
      case STATE -> finding.actual().asText().equals("[]");
      case RESULT, CONFIGURE, THROWN -> false;
    };
  }

  /// What is the object of another resource already is not taken over once more.
  public boolean isImportedTwice(Finding finding) {
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("ok")
          && !errors.all().isEmpty()
          && errors.all().stream().allMatch(Errors.saying(TWICE));
    return ImportOperation.isAbout(step, finding.about())
        && errors.areAbout(finding.about(), Errors.saying(TWICE))
        && isNothing(finding);
  }

  /// An import without a program compares nothing, and its provider is not configured as it checks.
  public boolean isTakenOver(Finding finding) {
    if (!step.op().equals("import"))
      return finding.aspect() == Aspect.CONFIGURE
          && isRecordedUnchecked(finding)
          && ImportOperation.isConfigured(finding);
    if (isRefusedAsCompared(finding) || isTakenOverAgain(finding)) return true;
    return switch (finding.aspect()) {
      case CONFIGURE -> ImportOperation.isConfigured(finding);
      case PLAN_CALLS, ASKED, STATE ->
          ImportOperation.isAbout(step, finding.about())
              && (ImportOperation.isComparison(finding) || ImportOperation.isNote(finding));
      default -> false;
    };
  }

  /// Whether a provider is configured there as its record says, with nothing that a check would
  /// fill in.
  private boolean isRecordedUnchecked(Finding finding) {
    var told = Before.plain(ToldConfiguration.arguments(finding.expected()));
    return told.isObject()
        && ToldConfiguration.arguments(finding.actual()).isObject()
        && before.providers(finding.about()).stream()
            .anyMatch(each -> Before.plain(each.inputs()).equals(told));
  }

  /// What a program takes over is read once more, with what is declared for it. The bridge notes
  /// for the first reading that it filled nothing in.
  public boolean isNotedOnce(Finding finding) {
    var at = finding.what().at();
    return step.op().equals("update")
        && ImportOperation.isNote(finding)
        && ImportOperation.isAbout(step, finding.about())
        && ids("newId", finding.about(), "import").findAny().isPresent()
        && switch (finding.aspect()) {
          case PLAN_CALLS, ASKED, CALLS -> at.startsWith("oldInputs.") || at.startsWith("olds.");
          case STATE -> at.startsWith("inputs.");
          case PLAN, RUN, WORLD, CONFIGURE, RESULT, THROWN -> false;
        };
  }

  /// Whether what is recorded already is checked as it is declared. There, nobody is asked.
  private boolean isTakenOverAgain(Finding finding) {
    return finding.aspect() == Aspect.PLAN_CALLS
        && before.isKnown(finding.about())
        && isTakenOverNow(finding.about())
        && finding.what().at().isEmpty()
        && finding.expected().isMissingNode()
        && finding.call().equals("Check");
  }

  private boolean isTakenOverNow(String resource) {
    for (JsonNode each : step.json().path("imports"))
      if (new ProgramEntry(each).title().equals(resource)) return true;
    return false;
  }

  /// What a check fills in, such as a name that the object does not have, counts when what is taken
  /// over is compared, and so does what its provider answers beside its inputs: there, with the
  /// next update.
  private boolean isRefusedAsCompared(Finding finding) {
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("ok")
          && !errors.all().isEmpty()
          && errors.all().stream()
              .allMatch(error -> error.summary().equals(REPLACED) && isOfNextUpdate(error));
    return errors.all().stream()
            .filter(Errors.saying(REPLACED))
            .anyMatch(error ->
                Errors.isAbout(error, finding.about()) && isOfNextUpdate(error, finding.about()))
        && switch (finding.aspect()) {
          case PLAN, RUN ->
              finding.expected().asText().equals("import")
                  && finding.actual().asText().equals("none");
          case STATE -> finding.actual().asText().equals("[]");
          case PLAN_CALLS, ASKED, CALLS, WORLD, CONFIGURE, RESULT, THROWN -> false;
        };
  }

  private boolean isOfNextUpdate(Diagnostic error) {
    return step.program().stream()
        .map(ProgramEntry::title)
        .anyMatch(title -> Errors.isAbout(error, title) && isOfNextUpdate(error, title));
  }

  private boolean isOfNextUpdate(Diagnostic error, String resource) {
    return isFilledIn(resource) || isOfEmptyAnswer(error, resource);
  }

  /// Whether it is for something empty that its provider answered, and does not tell as an input:
  /// its comparison takes that for something else than nothing.
  private boolean isOfEmptyAnswer(Diagnostic error, String resource) {
    return ImportOperation.isAbout(step, resource)
        && RecordedCalls.about(step.expected().path("calls"), "Read", resource)
            .map(each -> each.path("response"))
            .anyMatch(each ->
                each.path("properties").properties().stream()
                    .filter(output -> output.getValue().isObject() && output.getValue().isEmpty())
                    .map(Map.Entry::getKey)
                    .filter(name -> !each.path("inputs").has(name))
                    .anyMatch(name -> error.detail().contains(": " + name + " = {} -> ")));
  }

  /// Whether a check has more inputs of what is taken over than were read.
  private boolean isFilledIn(String resource) {
    if (!ImportOperation.isAbout(step, resource)) return false;
    return RecordedCalls.about(step.expected().path("calls"), "Check", resource)
        .findFirst()
        .filter(each ->
            each.path("response").path("inputs").size() > each.path("request").path("news").size())
        .isPresent();
  }

  /// The object of another id is taken over there, and the recorded one is destroyed: here that
  /// stays, with a warning.
  public boolean isOfAnotherId(Finding finding) {
    if (isLeftAsItIs(finding) || isOfOwnChange(finding) || isRefusedByCommand(finding)) return true;
    var left = step.program().stream().map(ProgramEntry::title).filter(this::isLeftOut).toList();
    var users = Users.of(step, left);
    return users.explain(finding, Side.CHANGES, Side.STAYS)
        || users.explain(finding, UPDATES, UPDATES);
  }

  /// Whether the import operation refuses there what has an object already. Here that stays, too,
  /// with a warning.
  private boolean isRefusedByCommand(Finding finding) {
    return finding.aspect() == Aspect.RESULT
        && step.op().equals("import")
        && finding.expected().asText().equals("failed")
        && errors.all().isEmpty()
        && ExpectedActions.failsOnly(
            step.expected(), each -> before.isKnown(each) && isWarnedOf(each));
  }

  private boolean isWarnedOf(String resource) {
    return warnings.stream()
        .filter(Errors.saying("Import is left out"))
        .anyMatch(each -> Errors.isAbout(each, resource));
  }

  private boolean isLeftAsItIs(Finding finding) {
    return switch (finding.aspect()) {
      case PLAN, RUN ->
          isLeftOut(finding.about())
              && List.of(finding.expected().asText().split(", ", -1)).contains("delete-deposed")
              && Set.of("none", "update").contains(finding.actual().asText());
      case PLAN_CALLS, ASKED, CALLS ->
          isLeftOut(finding.about())
              && (finding.what().at().isEmpty()
                  ? isOfTwoObjects(finding)
                  : isOfOldObject(finding.what().at()));
      case STATE ->
          isLeftOut(finding.about())
              && (finding.what().at().equals("id")
                  || finding.what().at().startsWith("outputs.")
                  || areBothRecorded(finding));
      case WORLD -> isOneOfTwo(finding.about());
      case RESULT, CONFIGURE, THROWN -> false;
    };
  }

  /// Whether the run ends there with both objects, as the one that is taken over may not be
  /// replaced itself, and here with one that is made as it is declared.
  private boolean areBothRecorded(Finding finding) {
    if (!HeldDifferences.isWithoutNew(finding)) return false;
    var there = Unchanged.listed(finding.expected().asText());
    var here = Unchanged.listed(finding.actual().asText());
    var declared = Before.plain(step.entry(finding.about()).inputs());
    return here.size() == 1
        && Before.plain(here.path(0).path("inputs")).equals(declared)
        && ids("newId", finding.about(), TAKEN_OVER)
            .anyMatch(there.path(0).path("id").asText()::equals);
  }

  /// Whether the recorded object, which is declared otherwise than it was made, is replaced for
  /// that here: there, it is the one that is taken over that is changed.
  private boolean isOfOwnChange(Finding finding) {
    if (finding.aspect() == Aspect.WORLD) return isNewObject(finding);
    return isChangedItself(finding.about())
        && switch (finding.aspect()) {
          case PLAN, RUN ->
              List.of(finding.expected().asText().split(", ", -1)).contains("delete-deposed")
                  && finding.actual().asText().startsWith("replace-");
          case CALLS -> finding.what().at().isEmpty() && isCreation(finding);
          case PLAN_CALLS, ASKED, STATE, WORLD, CONFIGURE, RESULT, THROWN -> false;
        };
  }

  /// Whether it is the creation of what is declared.
  private boolean isCreation(Finding finding) {
    return finding.expected().isMissingNode()
        && finding.call().equals("Create")
        && Before.plain(finding.actual().path("properties")).equals(declared(finding.about()));
  }

  /// Whether it is the object that is made here in place of the recorded one.
  private boolean isNewObject(Finding finding) {
    if (!finding.expected().isMissingNode() || !finding.what().at().isEmpty()) return false;
    var made = Before.plain(finding.actual().path("properties"));
    return step.expected().findValuesAsText("resource").stream()
        .filter(each -> Parting.isNumbered(finding.about(), each))
        .filter(this::isChangedItself)
        .anyMatch(each ->
            declared(each).properties().stream()
                .allMatch(input -> input.getValue().equals(made.path(input.getKey()))));
  }

  /// Whether its import is left out, and what is declared is not what the recorded object was made
  /// with, as its deletion there tells, or, where it is left alone, its record.
  private boolean isChangedItself(String resource) {
    if (!isLeftOut(resource)) return false;
    var deleted =
        RecordedCalls.about(step.expected().path("calls"), "Delete", resource)
            .map(each -> each.path("request"))
            .filter(each -> isDestroyed(resource, each))
            .map(each -> each.path("old_inputs"));
    var record = Before.record(before.state(), resource);
    var retained =
        Stream.of(record)
            .filter(each -> before.isRetained(resource) && isDestroyed(resource, each))
            .map(each -> each.path("inputs"));
    return Stream.concat(deleted, retained)
        .findFirst()
        .filter(each -> !Before.plain(each).equals(declared(resource)))
        .isPresent();
  }

  /// Whether it tells the id of an object that is destroyed there.
  private boolean isDestroyed(String resource, JsonNode object) {
    return ids("oldId", resource, DESTROYED).anyMatch(object.path("id").asText()::equals);
  }

  /// What is recorded there as its inputs when all is done: what a check made of its declaration.
  private JsonNode declared(String resource) {
    return Before.plain(Before.record(step.expected().path("state"), resource).path("inputs"));
  }

  private boolean isLeftOut(String resource) {
    return ids("oldId", resource, TAKEN_OVER).findAny().isPresent() && isWarnedOf(resource);
  }

  /// Whether it is a call for what is taken over, or for what is destroyed for it.
  private boolean isOfTwoObjects(Finding finding) {
    var expected = finding.expected();
    boolean there = finding.actual().isMissingNode();
    if (finding.aspect() == Aspect.CALLS) {
      var ids =
          switch (finding.call()) {
            case "Update" -> ids("newId", finding.about(), TAKEN_OVER);
            case "Delete" -> ids("oldId", finding.about(), DESTROYED);
            default -> Stream.<String>empty();
          };
      return isFinished(finding) || there && ids.anyMatch(expected.path("id").asText()::equals);
    }
    return there && finding.call().equals("Read") && expected.size() == 1 && expected.has("id")
        || expected.isMissingNode() && finding.call().equals("Check");
  }

  /// Whether it finishes the recorded object, which is made in part, as it is declared.
  private boolean isFinished(Finding finding) {
    return finding.expected().isMissingNode()
        && finding.call().equals("Update")
        && before.isUnfinished(finding.about())
        && finding
            .actual()
            .path("id")
            .equals(Before.record(before.state(), finding.about()).path("id"))
        && Before.plain(finding.actual().path("news")).equals(declared(finding.about()));
  }

  /// Whether it is how a call tells what there was: there, what is taken over.
  private static boolean isOfOldObject(String at) {
    return at.equals("id") || at.startsWith("olds.") || at.startsWith("oldInputs.");
  }

  /// Whether it is the object that is taken over, or the one that is destroyed for it.
  private boolean isOneOfTwo(String about) {
    for (JsonNode each : step.steps()) {
      var resource = each.path("resource").asText();
      if (each.path("op").asText().equals(TAKEN_OVER)
          && isLeftOut(resource)
          && (about.equals(resource)
              || about.equals(each.path("newId").asText())
              || ids("oldId", resource, DESTROYED).anyMatch(about::equals))) return true;
    }
    return false;
  }

  /// The ids of the former or the new objects of a resource, of its steps of this kind; an empty
  /// one for each that has none.
  private Stream<String> ids(String which, String resource, String op) {
    return Stream.of(step.expected(), step.expected().path("preview"))
        .flatMap(part -> StreamSupport.stream(part.path("steps").spliterator(), false))
        .filter(each -> each.path("op").asText().equals(op))
        .filter(each -> each.path("resource").asText().equals(resource))
        .map(each -> each.path(which).asText());
  }
}
