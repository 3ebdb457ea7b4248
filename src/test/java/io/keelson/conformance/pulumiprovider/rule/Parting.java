package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// What follows where both sides do something else with one resource: which calls they make, which
/// objects there are, and what a provider computes. What is declared for it, and refers to nothing
/// that is different, is the same on both.
///
/// @param there what is done in the recording
/// @param here what is done by the product
/// @param causes other resources whose values are not the same on both sides
public record Parting(
    ProviderStep step, String resource, Side there, Side here, Collection<String> causes) {

  /// What one side does.
  ///
  /// @param action a word of what is done
  /// @param calls what the provider is asked for it that the other side does not ask
  /// @param idle whether the object stays as it was, so that also what is declared may be another
  public record Side(Predicate<String> action, Set<String> calls, boolean idle) {
    public static final Side REPLACES =
        new Side(word -> word.startsWith("replace-"), Set.of("Check", "Create", "Delete"), false);
    public static final Side KEEPS = new Side(Set.of("none", "update")::contains, CHANGE, false);
    public static final Side CHANGES =
        new Side(
            word -> !Set.of("none", "delete").contains(word) && !isFailed(word),
            Set.of("Check", "Diff", "Create", "Update", "Delete"),
            false);
    public static final Side STAYS = new Side("none"::equals, Set.of(), true);
    public static final Side FAILS = new Side(Side::isFailed, Set.of(), true);

    /// One that does exactly this, with a change beside.
    public static Side of(String action, Set<String> calls) {
      return new Side(action::equals, calls, false);
    }

    private static boolean isFailed(String word) {
      return word.endsWith(" failed");
    }
  }

  private static final String DEFAULTS = "__defaults";

  private static final Set<String> CHANGE = Set.of("Diff", "Update");

  /// Whether a finding follows from it.
  public boolean explains(Finding finding) {
    if (!isAbout(finding)) return false;
    var at = finding.what().at();
    return switch (finding.aspect()) {
      case PLAN, RUN ->
          there.action().test(finding.expected().asText())
              && here.action().test(finding.actual().asText());
      case PLAN_CALLS, ASKED, CALLS ->
          isLone(finding) ? isCallOfOneSide(finding) : isOfAsked(finding);
      case STATE ->
          at.isEmpty()
              ? isNotRecorded(finding)
              : at.equals("id") || isField(finding) || isAsDeclared(finding);
      case WORLD -> at.isEmpty() ? isLone(finding) : isField(finding) || isAsDeclared(finding);
      case RESULT, CONFIGURE, THROWN -> false;
    };
  }

  /// An object of a new or a former id is known by its calls, or, if it is here alone, by its name.
  private boolean isAbout(Finding finding) {
    return finding.about().equals(resource)
        || finding.aspect() == Aspect.WORLD
            && !finding.about().contains("::")
            && (isId(finding.about())
                || finding.expected().isMissingNode() && isNumbered(finding.about(), resource));
  }

  private boolean isId(String id) {
    for (JsonNode call : step.expected().path("calls"))
      if (call.path("resource").asText().equals(resource)
          && call.path("request").path("id").asText().equals(id)) return true;
    return false;
  }

  /// Whether an id may be that of an object of a resource: counterparts number those of a name.
  public static boolean isNumbered(String id, String resource) {
    var name = resource.substring(resource.lastIndexOf(':') + 1);
    return id.matches(Pattern.quote(name) + "-[0-9]+");
  }

  private static boolean isLone(Finding finding) {
    return finding.expected().isMissingNode() != finding.actual().isMissingNode()
        && finding.what().at().isEmpty();
  }

  private boolean isCallOfOneSide(Finding finding) {
    var side = finding.actual().isMissingNode() ? there : here;
    return side.calls().contains(finding.call());
  }

  /// Inputs of a new object are checked without those of an old one.
  private boolean isOfAsked(Finding finding) {
    boolean anew =
        finding.call().equals("Check")
            && at(finding, "olds.")
            && finding.expected().isMissingNode();
    boolean given = at(finding, "news.") || at(finding, "properties.");
    return anew || given && isOfCause(finding);
  }

  private static boolean at(Finding finding, String way) {
    return finding.what().at().startsWith(way);
  }

  private boolean isNotRecorded(Finding finding) {
    return there.idle() && finding.expected().asText().equals("[]")
        || here.idle() && finding.actual().asText().equals("[]");
  }

  /// Whether it is of a field that is not declared, or that is declared by what is different.
  private boolean isField(Finding finding) {
    var field = finding.what().field();
    return !field.isEmpty() && (!inputs().has(field) || isOfCause(finding));
  }

  /// What a component registers says itself what its inputs come of.
  private boolean isOfCause(Finding finding) {
    var declared = inputs().path(finding.what().field()).toString();
    return causes.stream()
        .anyMatch(each ->
            declared.contains("${" + each.substring(each.lastIndexOf(':') + 1) + ".")
                || step.isGivenTo(resource, finding.what().field(), each));
  }

  /// Whether the side that does something has it as it is declared.
  private boolean isAsDeclared(Finding finding) {
    var declared = declared(finding.what().within(inputs()));
    return here.idle()
            && (declared(finding.expected()).equals(declared) || isAsItCameThere(finding))
        || there.idle() && declared(finding.actual()).equals(declared);
  }

  /// Whether it is what the provider was told there for what is declared with others.
  private boolean isAsItCameThere(Finding finding) {
    var expected = declared(finding.expected());
    if (expected.isMissingNode()
        || !inputs().path(finding.what().field()).toString().contains("${")) return false;
    return RecordedCalls.about(step.expected().path("calls"), "Check", resource)
        .map(each -> finding.what().within(each.path("request").path("news")))
        .anyMatch(each -> declared(each).equals(expected));
  }

  /// Without what the bridge notes for itself, its numbers in one form.
  private static JsonNode declared(JsonNode value) {
    var declared = Before.plain(value);
    declared.findParents(DEFAULTS).forEach(each -> ((ObjectNode) each).remove(DEFAULTS));
    return declared;
  }

  private JsonNode inputs() {
    return step.entry(resource).inputs();
  }
}
