package io.keelson.conformance.pulumiprovider.rule.component;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import java.util.List;
import java.util.regex.Pattern;

/// Which findings come of names that programs say that something outside of their component had.
///
/// @param before what was recorded
public record FormerNameDifferences(ProviderStep step, Before before, Errors errors) {
  /// How the engine refuses a former name that something else has, or had, too.
  private static final List<Pattern> TAKEN =
      List.of(
          Pattern.compile(
              "^Duplicate resource URN '::(?<former>.+)' conflicting with alias on resource with"
                  + " URN '::(?<now>.+)'"),
          Pattern.compile(
              "^Duplicate resource alias '::(?<former>.+)' applied to resource with URN"
                  + " '::(?<now>.+)' conflicting with "));

  /// A former name that is written as a URN, of what was in no component, is none.
  public boolean isOfFormerUrn(Finding finding) {
    for (JsonNode each : step.monitor()) {
      var request = each.path("request");
      for (JsonNode urn : request.path("aliasURNs"))
        if (isOutside(request, urn) && isOf(ProviderStep.title(request), urn, finding)) return true;
      for (JsonNode alias : request.path("aliases"))
        if (isOutside(request, alias.path("urn"))
            && isOf(ProviderStep.title(request), alias.path("urn"), finding)) return true;
    }
    return false;
  }

  private boolean isOutside(JsonNode registered, JsonNode urn) {
    var former = Before.record(before.state(), title(urn));
    return registered.has("parent") && former.isObject() && !former.has("parent");
  }

  /// Whether it is of the new object, or of the old one, which is declared no more.
  private boolean isOf(String now, JsonNode urn, Finding finding) {
    var former = title(urn);
    return finding.about().equals(now)
        || finding.about().equals(former) && step.entry(former).json().isEmpty()
        || finding.aspect() == Aspect.WORLD && Parting.isNumbered(finding.about(), now);
  }

  private static String title(JsonNode urn) {
    var text = urn.asText();
    return text.startsWith("::") ? text.substring("::".length()) : text;
  }

  /// A former name elsewhere that something else has, or had, ends the run there.
  public boolean isTaken(Finding finding) {
    return finding.aspect() == Aspect.RESULT
        && finding.expected().asText().equals("failed")
        && errors.all().isEmpty()
        && ExpectedActions.endsOnlyWith(step.expected(), this::isOfTaken);
  }

  private boolean isOfTaken(String message) {
    return TAKEN.stream()
        .map(each -> each.matcher(message))
        .filter(each -> each.find())
        .anyMatch(each -> isElsewhere(each.group("now"), each.group("former")));
  }

  /// Whether a program says so of something outside of its component.
  private boolean isElsewhere(String now, String former) {
    return step.registrations(now)
        .flatMap(each -> each.path("aliases").valueStream())
        .map(each -> each.path("spec"))
        .filter(each ->
            each.path("noParent").asBoolean(false) || !each.path("parentUrn").asText().isEmpty())
        .anyMatch(each -> former.endsWith("::" + each.path("name").asText()));
  }
}
