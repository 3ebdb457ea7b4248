package io.keelson.conformance.pulumiprovider.rule.component;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Call;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Which findings come of how programs are told the values of their inputs.
public record ToldValueDifferences(ProviderStep step) {
  private static final String OUTPUT = "$output";
  private static final String VALUE = ".$output.value";

  /// Each part of an input that is put together is told with what the whole comes from.
  public boolean isOfPart(Finding finding) {
    var output = finding.actual().path(OUTPUT);
    return isOfInput(finding)
        && finding.what().at().split("\\.", -1).length > 2
        && output.size() == 2
        && output.has("value")
        && output.get("value").equals(finding.expected())
        && output.path("dependencies").isArray()
        && parts()
            .flatMap(part -> constructs(part, finding.about()))
            .map(each -> each.path("inputDependencies").path(finding.what().field()).path("urns"))
            .anyMatch(whole -> texts(whole).containsAll(texts(output.get("dependencies"))));
  }

  /// What is not known is not told as an output inside of an output.
  public boolean isUnknownInUnknown(Finding finding) {
    var inner = finding.expected().path(OUTPUT);
    return isOfInput(finding)
        && finding.what().at().endsWith(VALUE)
        && finding.expected().size() == 1
        && inner.isObject()
        && inner.isEmpty()
        && finding.actual().isMissingNode();
  }

  /// A program in whose component nothing changes is not run again for a value that came otherwise
  /// than it was foreseen.
  public boolean isToldAsForeseen(Finding finding) {
    var at = "/" + finding.what().at().replace('.', '/');
    return finding.aspect() == Aspect.ASKED
        && isOfInput(finding)
        && finding.what().at().endsWith(VALUE)
        && !finding.actual().isMissingNode()
        && constructs(step.expected(), finding.about())
            .anyMatch(each -> each.at(at).equals(finding.expected()))
        && constructs(step.expected().path("preview"), finding.about())
            .allMatch(each -> each.at(at).equals(finding.actual()))
        && isUnchangedInPreview(finding.about());
  }

  private boolean isUnchangedInPreview(String component) {
    var planned = ExpectedActions.of(step.expected().path("preview")).keySet();
    return step.within(component).stream().noneMatch(planned::contains);
  }

  private static boolean isOfInput(Finding finding) {
    boolean asked = finding.aspect() == Aspect.PLAN_CALLS || finding.aspect() == Aspect.ASKED;
    return asked
        && finding.call().equals(Call.CONSTRUCT)
        && finding.what().at().startsWith("inputs.");
  }

  private Stream<JsonNode> parts() {
    return Stream.of(step.expected(), step.expected().path("preview"));
  }

  private static Stream<JsonNode> constructs(JsonNode part, String component) {
    return RecordedCalls.about(part.path("calls"), Call.CONSTRUCT, component)
        .map(each -> each.path("request"));
  }

  private static Set<String> texts(JsonNode list) {
    var texts = new TreeSet<String>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }
}
