package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Which findings come of when a new name is recorded.
public record NameDifferences(ProviderStep step) {
  /// What fails, or is not come to, is recorded under its old name there, and under its new one
  /// here.
  public boolean isRenamedThoughFailed(Finding finding) {
    if (finding.aspect() != Aspect.STATE
        || !finding.what().at().isEmpty()
        || !step.expected().path("result").asText().equals("failed")) return false;
    var about = finding.about();
    if (finding.actual().asText().equals("[]"))
      return titles().anyMatch(each -> former(each).contains(about))
          && isRecordedThere(Set.of(about), finding.expected());
    return finding.expected().asText().equals("[]")
        && isRecordedThere(former(about), finding.actual());
  }

  /// Whether a finding tells the record that one of these names has there.
  private boolean isRecordedThere(Set<String> names, JsonNode told) {
    for (JsonNode each : step.expected().path("state"))
      if (names.contains(each.path("resource").asText())
          && told.asText().contains("\"id\":" + each.path("id"))) return true;
    return false;
  }

  /// All that is declared, or that a component registers.
  private Stream<String> titles() {
    return Stream.concat(
        step.program().stream().map(ProgramEntry::title),
        step.monitor().stream().map(each -> ProviderStep.title(each.path("request"))));
  }

  /// The names that a resource had by what is declared, or by what a component registers.
  private SortedSet<String> former(String resource) {
    var type = resource.substring(0, resource.lastIndexOf("::") + 2);
    var titles = new TreeSet<String>();
    for (String each : step.entry(resource).strings("aliases")) titles.add(type + each);
    for (JsonNode each : step.monitor()) {
      var request = each.path("request");
      if (ProviderStep.title(request).equals(resource))
        for (JsonNode alias : request.path("aliases"))
          titles.add(type + alias.path("spec").path("name").asText());
    }
    return titles;
  }
}
