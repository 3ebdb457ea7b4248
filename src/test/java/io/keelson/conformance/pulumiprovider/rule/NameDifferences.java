package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which findings come of when a new name is recorded.
public record NameDifferences(ProviderStep step) {
  /// What fails, or is not come to, is recorded under its old name there, and under its new one
  /// here.
  public boolean isRenamedThoughFailed(Finding finding) {
    if (finding.aspect() != Aspect.STATE
        || !finding.expected().asText().equals("[]")
        || !step.expected().path("result").asText().equals("failed")) return false;
    var former = former(finding.about());
    for (JsonNode each : step.expected().path("state"))
      if (former.contains(each.path("resource").asText())
          && finding.actual().asText().contains("\"id\":" + each.path("id"))) return true;
    return false;
  }

  /// The names that a resource had by what is declared, or by what a component registers.
  private SortedSet<String> former(String resource) {
    var type = resource.substring(0, resource.lastIndexOf("::") + 2);
    var titles = new TreeSet<String>();
    for (String each : step.entry(resource).strings("aliases")) titles.add(type + each);
    for (JsonNode each : step.monitor()) {
      var request = each.path("request");
      if ((request.path("type").asText() + "::" + request.path("name").asText()).equals(resource))
        for (JsonNode alias : request.path("aliases"))
          titles.add(type + alias.path("spec").path("name").asText());
    }
    return titles;
  }
}
