package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.Set;
import java.util.stream.Stream;

/// Which findings come of when something is read, and of what is made of it.
public record DataDifferences(ProviderStep step, Errors errors) {
  /// What the bridge notes of the shape of what it read.
  private static final String RAW_STATE = "__pulumi_raw_state_delta";

  private static final String SECRET = "$secret";

  private static final Set<String> SHAPES = Set.of("{\"arr\":{}}", "{\"map\":{}}");

  /// The record of what is gone goes with the plan that would have destroyed it.
  public boolean isStruckOff(Finding finding) {
    return (finding.aspect() == Aspect.PLAN || finding.aspect() == Aspect.RUN)
        && step.op().equals("destroy")
        && finding.expected().asText().equals("none")
        && finding.actual().asText().equals("delete")
        && isFoundGone(finding.about());
  }

  private boolean isFoundGone(String resource) {
    for (JsonNode call : step.expected().path("calls"))
      if (call.path("call").asText().equals("Read")
          && call.path("resource").asText().equals(resource)
          && call.path("response").path("id").asText().isEmpty()) return true;
    return false;
  }

  /// Reading something empty where there was nothing changes no attribute, and is not recorded.
  public boolean isReadEqual(Finding finding) {
    var at = finding.what().at();
    var told = finding.expected();
    return (at.startsWith("properties.") || at.startsWith("olds."))
        && (finding.actual().isNull() || finding.actual().isMissingNode())
        && (told.isContainerNode() && told.isEmpty()
            || told.isTextual() && told.asText().isEmpty()
            || at.contains(RAW_STATE) && SHAPES.contains(told.toString()));
  }

  /// What asks to be read before a change is read with all others, before a plan.
  public boolean isReadBefore(Finding finding) {
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

  private boolean isReading(Finding finding) {
    return Set.of("Invoke", "Call").contains(finding.call())
        || finding.call().equals("Read")
            && data().anyMatch(entry -> entry.title().equals(finding.about()));
  }

  private Stream<ProgramEntry> data() {
    return step.program().stream().filter(ProgramEntry::isData);
  }

  /// What does not exist cannot be read, whatever a provider answers beside an empty id; what needs
  /// it is left alone.
  public boolean isReadThoughGone(Finding finding) {
    return data()
        .map(ProgramEntry::title)
        .filter(title ->
            errors.areAbout(title, each -> each.summary().equals("There is no such object")))
        .anyMatch(title ->
            finding.aspect() == Aspect.RESULT && finding.expected().asText().equals("ok")
                || step.isUsedBy(title, finding.about()));
  }

  /// Data that refers to a resource which is changed is read after that, as in Terraform.
  public boolean isReadLater(Finding finding) {
    boolean unread =
        finding.aspect() == Aspect.PLAN_CALLS
            && isReading(finding)
            && finding.what().at().isEmpty()
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
            && ValueDifferences.plain(finding.expected().get(SECRET))
                .equals(ValueDifferences.plain(finding.actual()))
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
