package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.engine.diagnostic.Diagnostic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Which findings are differences that this product chose. Each has a row on the page of
/// differences.
final class KnownDifferences {
  private static final Path PAGE = Path.of("docs/differences.md");
  private static final Set<String> ARGUMENT =
      Set.of("Unsupported argument", "Attribute cannot be set", "Unknown input");

  /// What the bridge notes of the shape of what it read.
  private static final String RAW_STATE = "__pulumi_raw_state_delta";

  private static final String SECRET = "$secret";

  private static final Set<String> SHAPES = Set.of("{\"arr\":{}}", "{\"map\":{}}");

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

  private final ProviderStep step;
  private final SortedSet<String> gone;
  private final List<Diagnostic> errors;
  private final List<Rule> rules;

  /// @param gone the resources whose object was deleted in an earlier step, and not made anew
  KnownDifferences(
      ProviderStep step,
      SortedSet<String> gone,
      Collection<Diagnostic> problems,
      SchemaDifferences schemas,
      SystemDifferences systems) {
    this.step = step;
    this.gone = Collections.unmodifiableSortedSet(new TreeSet<>(gone));
    this.errors = problems.stream().filter(Diagnostic::isError).toList();
    this.rules =
        rules(
            new ForeseenDifferences(step), schemas, systems, new ProgramDifferences(step, errors));
  }

  private List<Rule> rules(
      ForeseenDifferences foreseen,
      SchemaDifferences schemas,
      SystemDifferences systems,
      ProgramDifferences programs) {
    return List.of(
        new Rule("Paths that lead nowhere (R-PUL-11)", this::isRefusedForAPath),
        new Rule("Hiding the id (R-PUL-42)", this::isRefusedForTheId),
        new Rule("Arguments that a schema does not have (R-PRG-1)", this::isRefusedForAnArgument),
        new Rule("Failures (R-PUL-52)", this::goesOn),
        new Rule("Protected objects (R-PD-1)", this::isProtected),
        new Rule("Refused imports (R-IMP-7)", this::isRefusedImport),
        new Rule("Taking over by command (R-IMP-1)", this::isTakenOver),
        new Rule("Configurations that are not known", this::isDeferred),
        new Rule("Previews", foreseen::isAskedWhilePlanning),
        new Rule("Previews", foreseen::isDoneAsPlanned),
        new Rule("Replacements that failed", this::isGone),
        new Rule("What is null", this::isNull),
        new Rule("Types of values", this::isConverted),
        new Rule("Types of values", this::isNotRefused),
        new Rule("Secrets that are not known (R-PRG-2)", foreseen::isUnknownSecret),
        new Rule("Ids that are foreseen (R-PRG-4)", foreseen::isOfForeseenId),
        new Rule("Secrets of a schema (R-PRG-2)", schemas::isSecretHere),
        new Rule("Secrets of an option (R-PRG-2)", schemas::isKnownToItsProvider),
        new Rule("What SDKs make of a schema (R-PRG-3)", schemas::isReplacedHere),
        new Rule("Secrets that come back elsewhere (R-SENS-11)", this::isRepeated),
        new Rule("Secrets of a schema (R-PRG-2)", schemas::isUpdatedForASecret),
        new Rule("What is read and equal (R-PLAN-19)", KnownDifferences::isReadEqual),
        new Rule("Replaced for an edge (R-PUL-3)", this::isReplacedForAnEdge),
        new Rule("Updates that turn out to be none (R-APPLY-13)", this::isNotRecorded),
        new Rule("Values that come otherwise (R-PRG-4)", foreseen::isOfOtherValue),
        new Rule("Another system (R-PUL-61)", systems::isOfSameSystem),
        new Rule("Resources as values (R-PRG-1)", this::isReference),
        new Rule("Failures of a preview (R-PUL-52)", this::isNotTried),
        new Rule("Imports of recorded objects (R-PUL-45)", this::isImportedBefore),
        new Rule("Targets that mean nothing (S-112)", this::isOfUnknownTarget),
        new Rule("Names that are drawn (R-PRG-5)", this::isDrawnAgain),
        new Rule("What is gone (S-102)", this::isStruckOff),
        new Rule("Objects that ask to be read (R-PRG-3)", this::isReadBefore),
        new Rule("Reading what is gone (R-PRG-8)", this::isReadThoughGone),
        new Rule("Data of what is changed (R-DATA-2)", this::isReadLater),
        new Rule("Components that fail (R-PRG-23)", programs::isLeftAlone),
        new Rule("Not registered yet (R-PRG-23)", programs::isNotRegisteredYet),
        new Rule("Options that programs register with (R-PRG-25)", programs::isRefused),
        new Rule("Former names elsewhere (R-PRG-25)", programs::isOfFormerName),
        new Rule("What a program is told (R-PRG-20)", programs::isOfConfiguration),
        new Rule("What a program is told (R-PRG-20)", programs::isOfProvider),
        new Rule("Providers of a program (R-PRG-25)", programs::isProviderHanded),
        new Rule("Versions of providers (S-77)", programs::isOfVersion));
  }

  /// The row that explains a finding; empty if none does.
  Optional<String> explaining(Finding finding) {
    return finding.aspect() == Aspect.THROWN
        ? Optional.empty()
        : rules.stream().filter(rule -> rule.explains().test(finding)).map(Rule::row).findFirst();
  }

  /// An option that names no attribute is an error, and nothing is done.
  private boolean isRefusedForAPath(Finding finding) {
    return errors.stream()
        .anyMatch(each ->
            each.summary().equals("Not an attribute of this resource")
                && each.path().toString().startsWith("lifecycle."));
  }

  /// An option that would hide the id is an error, and nothing is done.
  private boolean isRefusedForTheId(Finding finding) {
    return errors.stream().anyMatch(each -> each.summary().equals("The id cannot be hidden"));
  }

  /// An argument that the schema does not have, or that is none, is an error, and nothing is done.
  private boolean isRefusedForAnArgument(Finding finding) {
    return errors.stream().map(Diagnostic::summary).anyMatch(ARGUMENT::contains);
  }

  /// The first failure ends the run there; what does not need what failed goes on here.
  private boolean goesOn(Finding finding) {
    var failing = failing();
    boolean calls = step.program().stream().anyMatch(ProgramEntry::isData);
    return (!failing.isEmpty() || calls)
        && step.expected().path("result").asText().equals("failed")
        && !finding.about().isEmpty()
        && (finding.aspect() != Aspect.CONFIGURE || finding.expected().asText().equals("[]"))
        && !failing.contains(finding.about())
        && failing.stream().noneMatch(other -> step.isUsedBy(other, finding.about()))
        && !ExpectedActions.of(step.expected()).containsKey(finding.about());
  }

  private SortedSet<String> failing() {
    return ExpectedActions.failing(step.expected().path("diagnostics"));
  }

  /// Refused before anything is done, so that nothing is planned, also for what needs the object.
  private boolean isProtected(Finding finding) {
    boolean held =
        finding.actual().asText().equals("none")
            || finding.aspect() == Aspect.PLAN_CALLS && finding.actual().isMissingNode();
    // Of a plan in which nothing is left to do, nobody is asked.
    if (finding.aspect() == Aspect.CONFIGURE && finding.actual().asText().equals("[]"))
      return errors.stream().anyMatch(KnownDifferences::isProtection);
    return held
        && step.expected().path("result").asText().equals("failed")
        && (isRefused(finding.about(), KnownDifferences::isProtection)
            || step.program().stream()
                .map(ProgramEntry::title)
                .anyMatch(other ->
                    isRefused(other, KnownDifferences::isProtection)
                        && step.isUsedBy(other, finding.about())));
  }

  private static boolean isProtection(Diagnostic diagnostic) {
    return diagnostic.summary().equals("Destruction is prevented");
  }

  private boolean isRefused(String resource, Predicate<Diagnostic> why) {
    return errors.stream()
        .filter(why)
        .flatMap(each -> each.subject().about().stream())
        .anyMatch(at -> resource.endsWith("::" + at.name()));
  }

  /// Nothing is recorded of an object that cannot be taken over.
  private boolean isRefusedImport(Finding finding) {
    return failing().contains(finding.about())
        && step.program().stream()
            .filter(entry -> entry.title().equals(finding.about()))
            .anyMatch(entry -> entry.option("import").isTextual())
        && isRefused(finding.about(), _ -> true)
        && (finding.actual().isMissingNode()
            || finding.actual().asText().equals("none")
            || finding.actual().asText().equals("[]"));
  }

  /// An import without a program compares nothing, and its provider is not configured as it checks.
  private boolean isTakenOver(Finding finding) {
    if (!step.op().equals("import")) return false;
    return switch (finding.aspect()) {
      case CONFIGURE -> ImportOperation.isConfigured(finding);
      case PLAN_CALLS, ASKED, STATE ->
          ImportOperation.isAbout(step, finding.about())
              && (ImportOperation.isComparison(finding) || ImportOperation.isNote(finding));
      default -> false;
    };
  }

  /// What belongs to a provider whose configuration is not known yet waits for the next run.
  private boolean isDeferred(Finding finding) {
    boolean known =
        step.program().stream()
            .filter(entry ->
                entry.title().equals(finding.about())
                    || entry.isFunction() && entry.token().equals(finding.about())
                    || step.isUsedThrough(entry.title(), finding.about())
                    || finding.aspect() == Aspect.CONFIGURE && !entry.isProvider())
            .flatMap(entry -> entry.isProvider() ? Stream.of(entry) : provider(entry))
            .noneMatch(provider -> provider.inputs().toString().contains("${"));
    return !known
        && (finding.actual().isMissingNode()
            || finding.actual().asText().equals("none")
            || finding.actual().asText().equals("[]"));
  }

  private Stream<ProgramEntry> provider(ProgramEntry entry) {
    return step.program().stream()
        .filter(each -> entry.provider().filter(each.name()::equals).isPresent());
  }

  /// An object that was deleted before its replacement failed: there is no record of it.
  private boolean isGone(Finding finding) {
    return (finding.aspect() == Aspect.PLAN_CALLS || finding.aspect() == Aspect.ASKED)
        && gone.contains(finding.about());
  }

  /// Null is as good as absent.
  private boolean isNull(Finding finding) {
    return finding.expected().isNull() && finding.actual().isMissingNode();
  }

  /// A value is converted to the type that the schema has for it.
  private boolean isConverted(Finding finding) {
    return finding.expected().isValueNode()
        && finding.actual().isValueNode()
        && finding.expected().getNodeType() != finding.actual().getNodeType()
        && plain(finding.expected()).equals(plain(finding.actual()));
  }

  /// What a provider refuses there for the types of its inputs, it accepts here.
  private boolean isNotRefused(Finding finding) {
    var failing = failing();
    return !failing.isEmpty()
        && failing.stream().allMatch(this::isOfAnotherType)
        && (finding.about().isEmpty() || failing.contains(finding.about()));
  }

  private boolean isOfAnotherType(String resource) {
    for (JsonNode each : step.expected().path("diagnostics"))
      if (each.path("resource").asText().equals(resource)
          && each.path("message").asText().startsWith("cannot encode resource inputs"))
        return !isRefused(resource, _ -> true);
    return false;
  }

  /// There is no value that is a resource: what stands for it is its id.
  private boolean isReference(Finding finding) {
    var id = finding.expected().path("$ref").path("id");
    return finding.expected().has("$ref")
        && (id.asText().isEmpty()
            ? finding.actual().has("$unknown")
            : finding.actual().asText().equals(id.asText()));
  }

  /// What fails in a preview is tried all the same there. Here, nothing is planned for it.
  private boolean isNotTried(Finding finding) {
    return ExpectedActions.failing(step.expected().path("preview").path("diagnostics"))
            .contains(finding.about())
        && isRefused(finding.about(), _ -> true)
        && (finding.actual().isMissingNode() || finding.actual().asText().equals("none"));
  }

  /// What was taken over once may be replaced here, whatever is written still.
  private boolean isImportedBefore(Finding finding) {
    return step.program().stream()
        .filter(entry -> entry.option("import").isTextual() && isKept(entry.title()))
        .map(ProgramEntry::title)
        .anyMatch(title ->
            finding.aspect() == Aspect.RESULT && finding.expected().asText().equals("failed")
                || finding.about().equals(title)
                || step.isUsedThrough(title, finding.about()));
  }

  private boolean isKept(String resource) {
    for (JsonNode each : step.expected().path("diagnostics"))
      if (each.path("resource").asText().equals(resource)
          && each.path("message").asText().contains("previously-imported")) return true;
    return false;
  }

  /// What is not recorded yet is no target there, which fails the run.
  private boolean isOfUnknownTarget(Finding finding) {
    for (JsonNode target : step.json().path("targets"))
      for (JsonNode each : step.expected().path("diagnostics"))
        if (each.path("message").asText().contains("::" + target.asText() + "' could not be found"))
          return finding.aspect() == Aspect.RESULT
              || finding.about().endsWith("::" + target.asText());
    return false;
  }

  /// Reading something empty where there was nothing changes no attribute, and is not recorded.
  private static boolean isReadEqual(Finding finding) {
    var at = finding.what().at();
    var told = finding.expected();
    return (at.startsWith("properties.") || at.startsWith("olds."))
        && (finding.actual().isNull() || finding.actual().isMissingNode())
        && (told.isContainerNode() && told.isEmpty()
            || told.isTextual() && told.asText().isEmpty()
            || at.contains(RAW_STATE) && SHAPES.contains(told.toString()));
  }

  /// Without what a program says of its properties, each of them may depend on what it uses.
  private boolean isReplacedForAnEdge(Finding finding) {
    return step.program().stream()
        .filter(entry -> entry.isSet("noPropertyDeps"))
        .map(ProgramEntry::title)
        .filter(title ->
            ExpectedActions.of(step.expected().path("preview"))
                .getOrDefault(title, "none")
                .equals(OwnActions.DESTROY_FIRST))
        .anyMatch(
            title -> finding.about().equals(title) || step.isUsedThrough(title, finding.about()));
  }

  /// What is made anew, because it is gone, gets the name that it had.
  private boolean isDrawnAgain(Finding finding) {
    return finding.what().at().endsWith(".name")
        && finding.expected().asText().matches("@\\{[^}]*#\\d+}")
        && finding.actual().isTextual()
        && ExpectedActions.of(step.expected())
            .getOrDefault(finding.about(), "none")
            .equals("create");
  }

  /// The record of what is gone goes with the plan that would have destroyed it.
  private boolean isStruckOff(Finding finding) {
    return (finding.aspect() == Aspect.PLAN || finding.aspect() == Aspect.RUN)
        && step.op().equals("destroy")
        && finding.expected().asText().equals("none")
        && finding.actual().asText().equals("delete")
        && !step.json().path("outside").findValues("vanish").isEmpty();
  }

  /// What asks to be read before a change is read with all others, before a plan.
  private boolean isReadBefore(Finding finding) {
    boolean asks = false;
    for (JsonNode call : step.expected().path("calls"))
      asks |=
          call.path("resource").asText().equals(finding.about())
              && call.path("response").path("refresh_before_update").asBoolean(false);
    return asks
        && switch (finding.call()) {
          case "Read" -> finding.actual().isMissingNode();
          case "Check" -> finding.expected().isMissingNode();
          case "Diff", "Update" -> finding.what().at().startsWith("olds");
          default -> false;
        };
  }

  private static String plain(JsonNode scalar) {
    return scalar.isNumber()
        ? scalar.decimalValue().stripTrailingZeros().toPlainString()
        : scalar.asText();
  }

  /// What repeats a secret of the program is one.
  private boolean isRepeated(Finding finding) {
    var value = finding.expected();
    return value.isTextual()
        && finding.what().isOfSecrecy()
        && step.json().path("resources").findValues("$secret").stream()
            .anyMatch(secret -> value.textValue().contains(secret.asText()));
  }

  /// A provider sees no difference, so that nothing is written.
  private boolean isNotRecorded(Finding finding) {
    return finding.aspect() == Aspect.STATE
        && finding.what().at().startsWith("inputs")
        && !ExpectedActions.of(step.expected()).containsKey(finding.about());
  }

  private boolean isReading(Finding finding) {
    return finding.call().equals("Invoke")
        || finding.call().equals("Read")
            && data().anyMatch(entry -> entry.title().equals(finding.about()));
  }

  private Stream<ProgramEntry> data() {
    return step.program().stream().filter(ProgramEntry::isData);
  }

  /// What does not exist cannot be read, whatever a provider answers beside an empty id; what needs
  /// it is left alone.
  private boolean isReadThoughGone(Finding finding) {
    return data()
        .map(ProgramEntry::title)
        .filter(title -> isRefused(title, each -> each.summary().equals("There is no such object")))
        .anyMatch(title ->
            finding.aspect() == Aspect.RESULT && finding.expected().asText().equals("ok")
                || step.isUsedBy(title, finding.about()));
  }

  /// Data that refers to a resource which is changed is read after that, as in Terraform.
  private boolean isReadLater(Finding finding) {
    boolean unread =
        finding.aspect() == Aspect.PLAN_CALLS
            && isReading(finding)
            && finding.actual().isMissingNode();
    boolean open =
        finding.aspect() == Aspect.PLAN_CALLS
            && finding.actual().has("$unknown")
            && step.program().stream()
                .filter(ProgramEntry::isData)
                .anyMatch(data -> step.isUsedBy(data.title(), finding.about()));
    boolean later =
        (finding.aspect() == Aspect.PLAN || finding.aspect() == Aspect.PLAN_CALLS)
            && (finding.expected().isMissingNode() || finding.expected().asText().equals("none"))
            && data()
                .map(ProgramEntry::title)
                .filter(this::isOfChange)
                .anyMatch(each -> step.isUsedBy(each, finding.about()));
    boolean repeats =
        finding.aspect() == Aspect.PLAN_CALLS
            && finding.expected().has(SECRET)
            && plain(finding.expected().get(SECRET)).equals(plain(finding.actual()))
            && data()
                .filter(data -> data.inputs().toString().contains(SECRET))
                .anyMatch(data -> step.isUsedBy(data.title(), finding.about()));
    return unread || open || later || repeats;
  }

  private boolean isOfChange(String data) {
    return ExpectedActions.of(step.expected()).keySet().stream()
        .anyMatch(changed -> step.isUsedBy(changed, data));
  }
}
