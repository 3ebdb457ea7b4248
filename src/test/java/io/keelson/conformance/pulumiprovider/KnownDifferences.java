package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.rule.ArgumentDifferences;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.ClaimDifferences;
import io.keelson.conformance.pulumiprovider.rule.DataDifferences;
import io.keelson.conformance.pulumiprovider.rule.EndedRunDifferences;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.ExpressionDifferences;
import io.keelson.conformance.pulumiprovider.rule.ForeseenDifferences;
import io.keelson.conformance.pulumiprovider.rule.GoneImportDifferences;
import io.keelson.conformance.pulumiprovider.rule.GoneTargetDifferences;
import io.keelson.conformance.pulumiprovider.rule.HeldDifferences;
import io.keelson.conformance.pulumiprovider.rule.ImportDifferences;
import io.keelson.conformance.pulumiprovider.rule.LostDifferences;
import io.keelson.conformance.pulumiprovider.rule.NameDifferences;
import io.keelson.conformance.pulumiprovider.rule.OptionDifferences;
import io.keelson.conformance.pulumiprovider.rule.OrderDifferences;
import io.keelson.conformance.pulumiprovider.rule.RecordDifferences;
import io.keelson.conformance.pulumiprovider.rule.RefusalDifferences;
import io.keelson.conformance.pulumiprovider.rule.RepeatedRunDifferences;
import io.keelson.conformance.pulumiprovider.rule.ReplacementDifferences;
import io.keelson.conformance.pulumiprovider.rule.RetainedDifferences;
import io.keelson.conformance.pulumiprovider.rule.TargetDifferences;
import io.keelson.conformance.pulumiprovider.rule.ValueDifferences;
import io.keelson.conformance.pulumiprovider.rule.component.ComponentRule;
import io.keelson.conformance.pulumiprovider.rule.component.ComponentTypeDifferences;
import io.keelson.conformance.pulumiprovider.rule.component.FormerComponentDifferences;
import io.keelson.conformance.pulumiprovider.rule.component.MemberDifferences;
import io.keelson.conformance.pulumiprovider.rule.component.MethodDifferences;
import io.keelson.conformance.pulumiprovider.rule.component.ParentTypeDifferences;
import io.keelson.conformance.pulumiprovider.rule.component.ProgramDifferences;
import io.keelson.conformance.pulumiprovider.rule.component.ToldDifferences;
import io.keelson.conformance.pulumiprovider.rule.object.BelowFailureDifferences;
import io.keelson.conformance.pulumiprovider.rule.object.ComparedDifferences;
import io.keelson.conformance.pulumiprovider.rule.object.FormerObjectDifferences;
import io.keelson.conformance.pulumiprovider.rule.object.FormerProtectionDifferences;
import io.keelson.conformance.pulumiprovider.rule.object.GoneMemberDifferences;
import io.keelson.conformance.pulumiprovider.rule.object.LeftOutDifferences;
import io.keelson.conformance.pulumiprovider.rule.object.PendingTargetDifferences;
import io.keelson.conformance.pulumiprovider.rule.object.RetainedMemberDifferences;
import io.keelson.conformance.pulumiprovider.rule.object.UnfinishedReadDifferences;
import io.keelson.conformance.pulumiprovider.rule.object.UsedNameDifferences;
import io.keelson.conformance.pulumiprovider.rule.system.ConfigurationDifferences;
import io.keelson.conformance.pulumiprovider.rule.system.DestroyDifferences;
import io.keelson.conformance.pulumiprovider.rule.system.FormerSystemDifferences;
import io.keelson.conformance.pulumiprovider.rule.system.OpenSystemDifferences;
import io.keelson.conformance.pulumiprovider.rule.system.ProviderDifferences;
import io.keelson.conformance.pulumiprovider.rule.system.SystemDifferences;
import io.keelson.conformance.pulumiprovider.rule.system.VersionDifferences;
import io.keelson.engine.diagnostic.Diagnostic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Which findings are differences that this product chose. Each has a row on the page of
/// differences.
final class KnownDifferences {
  private static final Path PAGE = Path.of("docs/differences.md");

  private record Rule(String row, Predicate<Finding> explains) {
    /// @throws AssertionError if the page of differences has no such row
    Rule {
      var title = row.contains(" (") ? row.substring(0, row.indexOf(" (")) : row;
      try {
        assertThat(Files.readString(PAGE)).contains("| **" + title + "**");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final List<Rule> rules;

  KnownDifferences(
      ProviderStep step,
      Before before,
      Collection<Diagnostic> problems,
      SchemaDifferences schemas,
      SystemDifferences systems) {
    var errors = Errors.in(problems);
    var warnings = problems.stream().filter(each -> !each.isError()).toList();
    var all = new ArrayList<>(refusals(new RefusalDifferences(step, before, errors)));
    all.addAll(targets(new TargetDifferences(step, errors)));
    all.addAll(ended(new EndedRunDifferences(step, before, errors)));
    all.addAll(held(new HeldDifferences(step, before, errors)));
    all.add(
        new Rule(
            "Names that several claim (R-CMP-40)",
            new ClaimDifferences(step, before, errors)::isLeftAsItWas));
    all.add(
        new Rule(
            "Protected and left alone (R-PD-4)",
            new RetainedDifferences(step, before, errors)::isForgotten));
    all.addAll(takenOver(new ImportDifferences(step, before, errors, warnings), schemas));
    all.addAll(systems(systems));
    all.addAll(former(new FormerSystemDifferences(systems)));
    var providers = new ProviderDifferences(step, before);
    all.add(new Rule("Options of providers", providers::isOfOption));
    all.add(new Rule("Options of providers", providers::isOfOrder));
    all.add(new Rule("Providers as values", providers::isOfId));
    all.addAll(foreseen(new ForeseenDifferences(step, errors)));
    all.addAll(replaced(new ReplacementDifferences(step, errors)));
    var members = new MemberDifferences(step, before);
    all.add(new Rule("Members of what is replaced (R-PUL-31)", members::isMemberOfReplaced));
    all.add(new Rule("Replaced with what is gone (DEV-9)", members::isReplacedWithGone));
    all.add(new Rule("Members of what is replaced (R-PUL-31)", members::isMadeAfterADeletion));
    all.addAll(former(new FormerObjectDifferences(step, before)));
    all.add(
        new Rule(
            "Old options of what is declared (S-56)",
            new FormerProtectionDifferences(step, before, errors)::isProtectedNoMore));
    all.addAll(leftOut(new LeftOutDifferences(step, before, errors)));
    all.addAll(pending(new PendingTargetDifferences(step, before, errors)));
    all.add(
        new Rule(
            "Names that several claim (R-CMP-40)",
            new UsedNameDifferences(step, before, errors)::isOfUsedName));
    all.add(
        new Rule(
            "Below what has failed (R-PUL-52)",
            new BelowFailureDifferences(step, errors)::isNotSkipped));
    all.add(
        new Rule(
            "What goes with what is left alone (R-PUL-32)",
            new RetainedMemberDifferences(step, before, errors)::isDeletedInVain));
    all.add(
        new Rule(
            "Looking up what is not finished",
            new UnfinishedReadDifferences(step, errors)::isReadUnfinished));
    all.add(
        new Rule("Members of what is gone", new GoneMemberDifferences(step, before)::isReadFirst));
    all.addAll(compared(new ComparedDifferences(step, errors)));
    all.addAll(recorded(new RecordDifferences(step, before)));
    all.add(new Rule("What is gone (S-102)", new LostDifferences(step, before)::isMadeAnew));
    all.add(
        new Rule(
            "What is gone (S-102)",
            new GoneTargetDifferences(step, before, errors)::isAskedWithRecord));
    all.addAll(options(new OptionDifferences(step, before)));
    all.add(
        new Rule(
            "What is read and equal (R-PLAN-19)",
            new OrderDifferences(step, before)::isReadInAnotherOrder));
    all.addAll(values(new ValueDifferences(step, before), schemas));
    all.addAll(configured(new ConfigurationDifferences(step, before)));
    all.add(
        new Rule(
            "Configuration of a destruction",
            new DestroyDifferences(step, before, errors)::isOfConfiguration));
    all.addAll(data(new DataDifferences(step, errors)));
    all.add(
        new Rule(
            "Results that are called like arguments (R-DATA-2)",
            new ArgumentDifferences(step)::isArgument));
    all.addAll(expressions(new ExpressionDifferences(step, errors)));
    all.addAll(programs(new ProgramDifferences(step, before, errors.all(), warnings)));
    all.add(
        new Rule(
            "Names of components (R-MOV-1)",
            new ComponentTypeDifferences(step, before)::isOfAnotherType));
    all.add(
        new Rule(
            "Names of components (R-MOV-1)",
            new FormerComponentDifferences(step, before)::isCheckedAsNew));
    all.add(
        new Rule(
            "Names of components (R-MOV-1)",
            new ParentTypeDifferences(step, before)::isOfAnotherParent));
    all.addAll(told(new ToldDifferences(step)));
    ComponentRule.of(step, before, errors)
        .forEach(each -> all.add(new Rule(each.row(), each.explains())));
    all.add(
        new Rule(
            "Names after a failure (R-MOV-1)", new NameDifferences(step)::isRenamedThoughFailed));
    all.add(new Rule("Versions of providers (S-77)", new VersionDifferences(step)::isOfVersion));
    all.addAll(repeated(new RepeatedRunDifferences(step)));
    all.addAll(methods(new MethodDifferences(step, errors)));
    this.rules = Collections.unmodifiableList(all);
  }

  private static List<Rule> targets(TargetDifferences targets) {
    return List.of(
        new Rule("Moves beside targets (R-MOV-15)", targets::isMoveLeftOut),
        new Rule("Targets that mean nothing (S-112)", targets::isOfUnknownTarget),
        new Rule("Targets that mean nothing (S-112)", targets::isBesideUnknownTarget),
        new Rule("Naming a component (R-CMP-11)", targets::isInTargetedComponent),
        new Rule("Naming a component (R-CMP-11)", targets::isDestroyedInComponent),
        new Rule("Targets that take nothing along (R-PUL-55)", targets::isToldBefore),
        new Rule("Targets that take nothing along (R-PUL-55)", targets::isNoTarget),
        new Rule("Targets that take nothing along (R-PUL-55)", targets::isAskedForNoTarget));
  }

  private static List<Rule> refusals(RefusalDifferences refusals) {
    return List.of(
        new Rule("Paths that lead nowhere (R-PUL-11)", refusals::isRefusedForAPath),
        new Rule("Options that name what is only read (S-90)", refusals::isRefusedForWhatIsRead),
        new Rule("Hiding the id (R-PUL-42)", refusals::isRefusedForTheId),
        new Rule(
            "Arguments that a schema does not have (R-PRG-1)", refusals::isRefusedForAnArgument),
        new Rule(
            "Arguments that a schema does not have (R-PRG-1)", refusals::isRefusedForAFunction),
        new Rule("Failures (R-PUL-52)", refusals::goesOn),
        new Rule("Failures (R-PUL-52)", refusals::isBesideADeletion),
        new Rule("Failures (R-PUL-52)", refusals::isUnread),
        new Rule("Failures (R-PUL-52)", refusals::isComparedInVain),
        new Rule("Failures (R-PUL-52)", refusals::isCalledInVain),
        new Rule("Types of values", refusals::isRefusedForAType),
        new Rule("Types of values", refusals::isNotRefused),
        new Rule("Resources as values (R-PRG-1)", refusals::isNoReference));
  }

  private static List<Rule> ended(EndedRunDifferences ended) {
    return List.of(
        new Rule("Failures (R-PUL-52)", ended::isNotBegun),
        new Rule("Failures (R-PUL-52)", ended::isEndedBeforeItsDelete),
        new Rule("Destroyed before what it used changes (R-GRAPH-15)", ended::isAfterADeletion),
        new Rule("Replaced, but left alone (R-PD-8)", ended::isForgottenBefore));
  }

  private static List<Rule> held(HeldDifferences held) {
    return List.of(
        new Rule("Protected objects (R-PD-1)", held::isProtected),
        new Rule("Old options of what is declared (S-56)", held::isProtectedFromNow),
        new Rule("Going with a container (R-PUL-30)", held::isKeptForItsContainer),
        new Rule("Failures of a preview (R-PUL-52)", held::isNotTried));
  }

  private static List<Rule> takenOver(ImportDifferences imports, SchemaDifferences schemas) {
    return List.of(
        new Rule("Refused imports (R-IMP-7)", imports::isRefusedImport),
        new Rule("Refused imports (R-IMP-7)", imports::isImportedTwice),
        new Rule("Taking over by command (R-IMP-1)", imports::isTakenOver),
        new Rule("Looking without changing (R-PRG-3)", imports::isNotedOnce),
        new Rule("Reading what is gone (R-PRG-8)", gone(imports)::isTakenOverThoughGone),
        new Rule("Imports with another id (S-99)", imports::isOfAnotherId),
        new Rule("Secrets of a schema (R-PRG-2)", schemas::isUpdatedForASecret));
  }

  private static GoneImportDifferences gone(ImportDifferences imports) {
    return new GoneImportDifferences(imports.step(), imports.errors());
  }

  private static List<Rule> systems(SystemDifferences systems) {
    return List.of(
        new Rule(
            "Configurations that are not known", new OpenSystemDifferences(systems)::isDeferred),
        new Rule("Another system (R-PUL-61)", systems::isOfSameSystem),
        new Rule("Another system (R-PUL-61)", systems::isAnew),
        new Rule("Providers that nobody asks", systems::isNotAsked));
  }

  private static List<Rule> former(FormerSystemDifferences former) {
    return List.of(
        new Rule("Another system (R-PUL-61)", former::isReplacedLater),
        new Rule("Another system (R-PUL-61)", former::isReplacedUnasked),
        new Rule("Another system (R-PUL-61)", former::isHeld),
        new Rule("Another system (R-PUL-61)", former::isOfFormer));
  }

  private static List<Rule> former(FormerObjectDifferences former) {
    return List.of(
        new Rule("Old options of what is declared (S-56)", former::isLeftAloneOtherwise),
        new Rule("Going with a container (R-PUL-30)", former::isReplacedBesideItsContainer));
  }

  private static List<Rule> leftOut(LeftOutDifferences left) {
    return List.of(
        new Rule("Targets that take nothing along (R-PUL-55)", left::isTakenAlong),
        new Rule("Imports beside targets", left::isNotTakenOver));
  }

  private static List<Rule> pending(PendingTargetDifferences pending) {
    return List.of(
        new Rule("Targets that take nothing along (R-PUL-55)", pending::isNeededByTarget),
        new Rule("Targets that take nothing along (R-PUL-55)", pending::isAskedOnceMore));
  }

  private static List<Rule> compared(ComparedDifferences compared) {
    return List.of(
        new Rule("Looking without changing (R-PRG-3)", compared::isLookedAtAlone),
        new Rule("What only the provider knows (R-PUL-4)", compared::isNotComparable));
  }

  private static List<Rule> foreseen(ForeseenDifferences foreseen) {
    return List.of(
        new Rule("Previews", foreseen::isAskedWhilePlanning),
        new Rule("Previews", foreseen::isDoneAsPlanned),
        new Rule("Secrets that are not known (R-PRG-2)", foreseen::isUnknownSecret),
        new Rule("Ids that are foreseen (R-PRG-4)", foreseen::isOfForeseenId),
        new Rule("Secrets of an option (R-PRG-2)", foreseen::isForeseenForASecret),
        new Rule("Values that come otherwise (R-PRG-4)", foreseen::isOfOtherValue));
  }

  private static List<Rule> replaced(ReplacementDifferences replacements) {
    return List.of(
        new Rule("Replaced for an edge (R-PUL-3)", replacements::isReplacedForAnEdge),
        new Rule("Replaced for an edge (R-PUL-3)", replacements::isAskedThoughItGoes),
        new Rule("Targets that take nothing along (R-PUL-55)", replacements::isAskedWhereItGoes),
        new Rule("Deletes after a failure (R-PUL-51)", replacements::isKeptForItsUser),
        new Rule("Providers that come later", replacements::isOfLaterProvider),
        new Rule("Imports of recorded objects (R-PUL-45)", replacements::isImportedBefore));
  }

  private static List<Rule> recorded(RecordDifferences records) {
    return List.of(
        new Rule("Replacements that failed", records::isGone),
        new Rule("What goes with what is left alone (R-PUL-32)", records::isDeletedByItself),
        new Rule("What has drifted is read", records::isReadAsApplied),
        new Rule("What is only read (S-90, S-91, S-92, S-93)", records::isReadAgain),
        new Rule("What is only read (S-90, S-91, S-92, S-93)", records::isNotReplacedForReading),
        new Rule("Finished by reading (R-PUL-22)", records::isFinishedByReading),
        new Rule("What is gone (S-102)", records::isStruckOff),
        new Rule("What is gone (S-102)", records::isLookedForAgain),
        new Rule("Secrets that come back elsewhere (R-SENS-11)", records::isInPlaceOfSecret),
        new Rule("Secrets that change (R-PLAN-11)", records::isOtherwiseSecret),
        new Rule("Secrets that change (R-PLAN-11)", records::isKeptSecret),
        new Rule("Secrets that change (R-PLAN-11)", records::isUntoldSecret));
  }

  private static List<Rule> options(OptionDifferences options) {
    return List.of(
        new Rule("Previews", options::isFirstTrigger),
        new Rule("Paths into what has changed (R-PUL-10)", options::isChangedInside),
        new Rule("Old options of what is declared (S-56)", options::isOfOldOption),
        new Rule("Ignored parts of what is taken out", options::isIgnoredPart),
        new Rule("Ignored parts of something new (R-IGN-3)", options::isIgnoredPartOfNew),
        new Rule("Secret triggers (R-PUL-14)", options::isTriggeredInPlain),
        new Rule("Replaced, but left alone (R-PD-8)", options::isForgottenFirst),
        new Rule("Names that cannot be had twice (R-PRG-9)", options::isOfOwnNames));
  }

  private static List<Rule> values(ValueDifferences values, SchemaDifferences schemas) {
    return List.of(
        new Rule("What is null", values::isNull),
        new Rule("What is null", values::isChangedForNull),
        new Rule("Types of values", values::isConverted),
        new Rule("Secrets of a schema (R-PRG-2)", schemas::isSecretHere),
        new Rule("Secrets of a schema (R-PRG-2)", schemas::isSecretSoOrSo),
        new Rule("Secrets of a schema (R-PRG-2)", schemas::isConfiguredInSecret),
        new Rule("Secrets of an option (R-PRG-2)", schemas::isKnownToItsProvider),
        new Rule("What SDKs make of a schema (R-PRG-3)", schemas::isReplacedHere),
        new Rule("Secrets that come back elsewhere (R-SENS-11)", values::isRepeated),
        new Rule("Secrets that come back elsewhere (R-SENS-11)", values::isInsideSecret),
        new Rule("Updates that turn out to be none (R-APPLY-13)", values::isNotRecorded),
        new Rule("Resources as values (R-PRG-1)", values::isReference),
        new Rule("Names that are drawn (R-PRG-5)", values::isDrawnAgain));
  }

  private static List<Rule> configured(ConfigurationDifferences configured) {
    return List.of(
        new Rule("What is null", configured::isNull),
        new Rule("Types of values", configured::isConverted),
        new Rule("Secrets that change (R-PLAN-11)", configured::isSecretNoMore));
  }

  private static List<Rule> data(DataDifferences data) {
    return List.of(
        new Rule("What is read and equal (R-PLAN-19)", data::isReadEqual),
        new Rule("What is gone (S-102)", data::isStruckOff),
        new Rule("What is only read (S-90, S-91, S-92, S-93)", data::isLookedUpByMore),
        new Rule("Objects that ask to be read (R-PRG-3)", data::isReadBefore),
        new Rule("Reading what is gone (R-PRG-8)", data::isReadThoughGone),
        new Rule("Data of what is changed (R-DATA-2)", data::isReadLater));
  }

  private static List<Rule> expressions(ExpressionDifferences expressions) {
    return List.of(
        new Rule("Parts that are not there", expressions::isOfAbsentPart),
        new Rule("What is null", expressions::isMadeWithoutNull));
  }

  private static List<Rule> programs(ProgramDifferences programs) {
    return List.of(
        new Rule("Components that fail (R-PRG-23)", programs::isLeftAlone),
        new Rule("What uses a component (R-PRG-20)", programs::isAfterWhatFails),
        new Rule("Reading what is gone (R-PRG-8)", programs::isReadThoughGone),
        new Rule("Not registered yet (R-PRG-23)", programs::isNotRegisteredYet),
        new Rule("Programs of components (R-PRG-22)", programs::isChangedMind),
        new Rule("Trying again (S-48)", programs::isTriedAgain),
        new Rule("Options that programs register with (R-PRG-25)", programs::isRefused),
        new Rule("Names of components (R-MOV-1)", programs::isTakenAlong),
        new Rule("Former names elsewhere (R-PRG-25)", programs::isOfFormerName));
  }

  private static List<Rule> told(ToldDifferences told) {
    return List.of(
        new Rule("What a program is told (R-PRG-20)", told::isOfConfiguration),
        new Rule("What a program is told (R-PRG-20)", told::isOfProvider),
        new Rule("What a program is told (R-PRG-20)", told::isOfComponent),
        new Rule("Records of components (R-PRG-20)", told::isOfRecord),
        new Rule("Resources as values (R-PRG-1)", told::isOfReference),
        new Rule("Targets beside programs", told::isOfRound),
        new Rule("Targets beside programs", told::isNotToldAgain),
        new Rule("Targets beside programs", told::isOfPlannedRest),
        new Rule("Providers of a program (R-PRG-25)", told::isProviderHanded));
  }

  private static List<Rule> repeated(RepeatedRunDifferences repeated) {
    return List.of(
        new Rule("Programs of components (R-PRG-22)", repeated::isNotRunAgain),
        new Rule("Targets beside programs", repeated::isNotNeeded),
        new Rule("Functions beside targets", repeated::isUnneededFunction),
        new Rule("Functions beside targets", repeated::isUnneededReading));
  }

  private static List<Rule> methods(MethodDifferences methods) {
    return List.of(
        new Rule("What a program is told (R-PRG-20)", methods::isArgument),
        new Rule("What a program is told (R-PRG-20)", methods::isOfData),
        new Rule("Types of values", methods::isRefusedForAType),
        new Rule("Arguments that a schema does not have (R-PRG-1)", methods::isRefused));
  }

  /// The row that explains a finding; empty if none does.
  Optional<String> explaining(Finding finding) {
    return finding.aspect() == Aspect.THROWN
        ? Optional.empty()
        : rules.stream().filter(rule -> rule.explains().test(finding)).map(Rule::row).findFirst();
  }
}
