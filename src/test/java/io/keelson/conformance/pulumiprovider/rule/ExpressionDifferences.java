package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.json.ExactJson;
import java.util.Optional;

/// Which findings come of what expressions make of the results of functions.
public record ExpressionDifferences(ProviderStep step, Errors errors) {
  private static final String ABSENT = "no such attribute";

  /// A part that a result does not have is an error, and nothing is done for what asks for it.
  /// There, it is null.
  public boolean isOfAbsentPart(Finding finding) {
    if (finding.aspect() == Aspect.RESULT)
      return finding.expected().asText().equals("ok")
          && !errors.all().isEmpty()
          && errors.all().stream().allMatch(Errors.saying(ABSENT))
          && step.program().stream().anyMatch(this::isOfAbsentPart);
    return isUndone(finding)
        && step.program().stream()
            .filter(this::isOfAbsentPart)
            .map(ProgramEntry::title)
            .anyMatch(
                each -> each.equals(finding.about()) || step.isUsedThrough(each, finding.about()));
  }

  private boolean isOfAbsentPart(ProgramEntry entry) {
    return errors.areAbout(entry.title(), Errors.saying(ABSENT))
        && step.program().stream()
            .filter(ProgramEntry::isFunction)
            .anyMatch(each -> step.isUsedBy(each.title(), entry.title()));
  }

  private static boolean isUndone(Finding finding) {
    return switch (finding.aspect()) {
      case PLAN, RUN -> finding.actual().asText().equals("none");
      case PLAN_CALLS, ASKED, CALLS ->
          finding.what().at().isEmpty() && finding.actual().isMissingNode();
      case STATE, WORLD -> true;
      case CONFIGURE, RESULT, THROWN -> false;
    };
  }

  /// A null is left out of an argument, so that it is not in what a function makes of that either.
  public boolean isMadeWithoutNull(Finding finding) {
    var declared = step.entry(finding.about()).inputs().path(finding.what().field()).toString();
    return finding.expected().isTextual()
        && finding.actual().isTextual()
        && step.program().stream()
            .filter(ProgramEntry::isFunction)
            .filter(each -> declared.contains("${" + each.name() + "."))
            .anyMatch(each -> hasNull(each.inputs()))
        && read(finding.expected())
            .map(DataDifferences::withoutNulls)
            .equals(read(finding.actual()))
        && read(finding.actual()).isPresent();
  }

  private static boolean hasNull(JsonNode value) {
    return value.isNull() || value.valueStream().anyMatch(ExpressionDifferences::hasNull);
  }

  /// What a text says in JSON; empty if it says nothing.
  private static Optional<JsonNode> read(JsonNode text) {
    try {
      return Optional.ofNullable(ExactJson.JSON.readTree(text.textValue()))
          .filter(each -> !(each instanceof NullNode) && !each.isMissingNode());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
