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
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which findings come of how values are told, converted, hidden and recorded.
///
/// @param before what was recorded
public record ValueDifferences(ProviderStep step, Before before) {
  private static final String PROPOSED = "autonaming.proposedName";

  /// What is made in part has its name, too.
  private static final Set<String> MADE = Set.of("create", "create failed");

  private static final Set<String> CHANGES = Set.of("create-replacement", "update");

  /// A symbol of a name that is drawn.
  private static final Pattern DRAWN = Pattern.compile("@\\{value\\.proposed_name(#\\d+)?}");

  /// What is drawn in a pattern of names.
  private static final Pattern OPEN = Pattern.compile("\\$\\{[^}]*}");

  /// Null is as good as absent.
  public boolean isNull(Finding finding) {
    return Before.plain(finding.expected()).isNull() && finding.actual().isMissingNode()
        || isInPlaceOfSecret(finding)
        || isOfNullInput(finding)
        || finding.aspect() == Aspect.PLAN_CALLS
            && finding.expected().has("$unknown")
            && isNullInTheEnd(finding);
  }

  /// What is declared as null, and was not declared, is a change there for who compares keys.
  public boolean isChangedForNull(Finding finding) {
    var changed =
        step.program().stream()
            .map(ProgramEntry::title)
            .filter(each -> step.steps().valueStream().anyMatch(done -> isOfNull(done, each)))
            .toList();
    return changed.stream()
            .map(each -> new Parting(step, each, Side.CHANGES, Side.STAYS, List.of()))
            .anyMatch(parting -> parting.explains(finding))
        || Users.of(step, changed).explain(finding, Side.CHANGES, Side.STAYS);
  }

  /// Whether a resource is changed, or replaced, for nothing but nulls that its record has not.
  private boolean isOfNull(JsonNode done, String resource) {
    var inputs = step.entry(resource).inputs();
    var names = new TreeSet<String>();
    done.path("diffs").forEach(each -> names.add(each.asText()));
    done.path("keys").forEach(each -> names.add(each.asText()));
    return done.path("resource").asText().equals(resource)
        && CHANGES.contains(done.path("op").asText())
        && before.isKnown(resource)
        && !names.isEmpty()
        && names.stream()
            .allMatch(each -> inputs.path(each).isNull() && !before.inputs(resource).has(each));
  }

  /// Whether it says that an input of a component, or an argument of a method, that is null comes
  /// of nothing.
  private boolean isOfNullInput(Finding finding) {
    var at = finding.what().at();
    boolean absent =
        finding.expected().isObject()
            && finding.expected().isEmpty()
            && finding.actual().isMissingNode();
    if (absent && finding.call().equals("Call") && at.startsWith("argDependencies."))
      return step.program().stream()
          .filter(each -> each.isMethod() && each.token().equals(finding.about()))
          .anyMatch(each -> finding.what().within(each.inputs()).isNull());
    return absent
        && finding.call().equals(Call.CONSTRUCT)
        && at.startsWith("inputDependencies.")
        && finding.what().within(step.entry(finding.about()).inputs()).isNull();
  }

  /// Whether it is an output that is null where a secret was declared.
  private static boolean isInPlaceOfSecret(Finding finding) {
    return finding.aspect() == Aspect.STATE
        && finding.what().at().startsWith("outputs.")
        && finding.expected().size() == 1
        && finding.expected().path("$secret").isNull()
        && (finding.actual().isNull() || finding.actual().isMissingNode());
  }

  /// What a resource does not have is not known in a preview, and null in the update; what a check
  /// makes of null is planned.
  private boolean isNullInTheEnd(Finding finding) {
    var field = finding.what().field();
    return RecordedCalls.about(step.expected().path("calls"), "Check", finding.about())
        .filter(each -> each.path("request").path("news").path(field).isNull())
        .findFirst()
        .filter(each ->
            finding.actual().isMissingNode()
                || finding.actual().equals(each.path("response").path("inputs").path(field)))
        .isPresent();
  }

  /// A value is converted to the type that the schema has for it.
  public boolean isConverted(Finding finding) {
    return isConverted(finding.expected(), finding.actual());
  }

  public static boolean isConverted(JsonNode expected, JsonNode actual) {
    return expected.isValueNode()
        && actual.isValueNode()
        && expected.getNodeType() != actual.getNodeType()
        && plain(expected).equals(plain(actual));
  }

  /// There is no value that is a resource: what stands for it is its id, also in what a function
  /// makes of it.
  public boolean isReference(Finding finding) {
    if (isMadeOfReference(finding)) return true;
    var id = finding.expected().path("$ref").path("id");
    return finding.expected().has("$ref")
        && (id.asText().isEmpty()
            ? finding.actual().has("$unknown")
            : finding.actual().asText().equals(id.asText()));
  }

  /// Whether both sides have a text that a function makes of such a resource, each with its id.
  private boolean isMadeOfReference(Finding finding) {
    var declared = step.entry(finding.about()).inputs().path(finding.what().field()).toString();
    return finding.expected().isTextual()
        && finding.actual().isTextual()
        && step.program().stream()
            .filter(each -> each.isFunction() && declared.contains("${" + each.name() + "."))
            .flatMap(each -> each.inputs().findValuesAsText("$ref").stream())
            .flatMap(name -> step.program().stream().filter(each -> each.name().equals(name)))
            .map(each -> Before.record(step.expected().path("state"), each.title()).path("id"))
            .filter(id -> id.isTextual() && !id.textValue().isEmpty())
            .anyMatch(id ->
                finding.expected().textValue().contains(id.textValue())
                    && finding.actual().textValue().contains(id.textValue()));
  }

  /// What repeats a secret of the program, or of an object, is one. What is recorded may repeat one
  /// that is none any more.
  public boolean isRepeated(Finding finding) {
    var value = finding.expected();
    return value.isTextual()
        && finding.what().isOfSecrecy()
        && (isRepeated(value, step.json().path("resources"))
            || isRepeated(value, step.expected().path("state"))
            || isOfRecord(finding) && isRepeatedInPart(value)
            || before.isOfFormerSecret(step, finding.about(), finding.what().field(), value));
  }

  /// A part of what is secret as a whole may be called a secret again, which hides nothing more: by
  /// what is declared, or recorded, it may be so there alone.
  public boolean isInsideSecret(Finding finding) {
    var field = finding.what().field();
    boolean twice =
        Stream.of(step.entry(finding.about()).inputs(), before.inputs(finding.about()))
            .anyMatch(each -> Before.secrets(each.path(field).path("$secret")) > 0);
    return finding.what().at().contains("$secret.")
        && (finding.actual().has("$secret") || finding.expected().has("$secret") && twice)
        && Unchanged.isSame(finding.expected(), finding.actual());
  }

  /// Whether it repeats a part of a recorded secret: there, a list is secret as a whole where an
  /// element is.
  private boolean isRepeatedInPart(JsonNode value) {
    return before.state().findValues("$secret").stream()
        .flatMap(ValueDifferences::texts)
        .anyMatch(secret -> !secret.isBlank() && value.textValue().contains(secret));
  }

  private static Stream<String> texts(JsonNode value) {
    return value.isContainerNode()
        ? value.valueStream().flatMap(ValueDifferences::texts)
        : Stream.of(value.asText());
  }

  /// Whether it is of what was recorded before the step.
  private static boolean isOfRecord(Finding finding) {
    var at = finding.what().at();
    return at.startsWith("olds.") || at.startsWith("oldInputs.");
  }

  private static boolean isRepeated(JsonNode value, JsonNode secrets) {
    return secrets.findValues("$secret").stream()
        .map(JsonNode::asText)
        .anyMatch(secret -> !secret.isBlank() && value.textValue().contains(secret));
  }

  /// A provider sees no difference, so that what is declared now is not written. Where nothing is
  /// declared, nothing can be.
  public boolean isNotRecorded(Finding finding) {
    return finding.aspect() == Aspect.STATE
        && finding.what().at().startsWith("inputs")
        && !ExpectedActions.of(step.expected()).containsKey(finding.about())
        && step.program().stream().anyMatch(each -> each.title().equals(finding.about()))
        && isDeclaredNow(finding);
  }

  private boolean isDeclaredNow(Finding finding) {
    var inputs = step.entry(finding.about()).inputs();
    var declared = inputs.path(finding.what().field());
    return declared.isMissingNode()
        || declared.toString().contains("${")
        || isIdOf(finding.what().within(inputs).path("$ref").asText(), finding.expected())
        || Before.plain(finding.what().within(inputs)).equals(Before.plain(finding.expected()));
  }

  /// Whether a value is the id that a resource has after the step.
  private boolean isIdOf(String name, JsonNode value) {
    return step.program().stream()
        .filter(each -> each.name().equals(name))
        .map(each -> Before.record(step.expected().path("state"), each.title()).path("id"))
        .anyMatch(Before.plain(value)::equals);
  }

  /// What is made anew, because it is gone, gets the name that it had. A name is proposed for what
  /// is there, too.
  public boolean isDrawnAgain(Finding finding) {
    if (finding.what().at().equals(PROPOSED))
      return (DRAWN.matcher(finding.expected().asText()).matches() || isNameOfAnother(finding))
          && finding.actual().isTextual()
          && isOfPattern(finding.about(), finding.actual().textValue());
    return finding.what().at().endsWith(".name")
        && finding.expected().asText().matches("@\\{[^}]*#\\d+}")
        && finding.actual().isTextual()
        && isMade(finding.about());
  }

  private boolean isMade(String resource) {
    return MADE.contains(ExpectedActions.of(step.expected()).getOrDefault(resource, "none"));
  }

  /// Whether the name that is proposed there is the one that this object gets, which is another one
  /// than an object of the resource had before.
  private boolean isNameOfAnother(Finding finding) {
    var name = finding.about().substring(finding.about().lastIndexOf(':') + 1);
    return isMade(finding.about())
        && finding.expected().asText().matches("@\\{" + Pattern.quote(name + ".name") + "#\\d+}");
  }

  private boolean isOfPattern(String resource, String name) {
    var wanted = step.json().path("autonaming").path("pattern").asText();
    var fixed =
        wanted
            .replace("${name}", resource.substring(resource.lastIndexOf(':') + 1))
            .replace("${project}", "test")
            .replace("${stack}", "test");
    return Stream.of(OPEN.split(fixed, -1))
        .map(Pattern::quote)
        .collect(Collectors.collectingAndThen(Collectors.joining(".+"), name::matches));
  }

  static String plain(JsonNode scalar) {
    return scalar.isNumber()
        ? scalar.decimalValue().stripTrailingZeros().toPlainString()
        : scalar.asText();
  }
}
