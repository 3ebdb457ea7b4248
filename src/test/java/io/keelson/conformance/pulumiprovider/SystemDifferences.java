package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;

/// Which findings come of a provider that takes its new configuration for another system, where the
/// arguments that are declared for it do not say so.
///
/// @param moved whether they do
record SystemDifferences(ProviderStep step, boolean moved) {

  /// What belongs to a provider that replaces itself is replaced there.
  boolean isOfSameSystem(Finding finding) {
    if (moved) return false;
    for (JsonNode each : step.expected().path("steps"))
      if (each.path("op").asText().equals("create-replacement")
          && each.path("resource").asText().startsWith(ProgramEntry.PROVIDERS)
          // Of an object that is replaced there alone, the world knows the id.
          && (finding.aspect() == Aspect.WORLD && !finding.about().contains("::")
              || isOf(each.path("resource").asText(), finding.about()))) return true;
    return false;
  }

  private boolean isOf(String provider, String resource) {
    return resource.equals(provider)
        || step.program().stream()
            .filter(entry -> !entry.isProvider())
            .filter(entry -> titleOfProvider(entry).equals(provider))
            .map(ProgramEntry::title)
            .anyMatch(title -> title.equals(resource) || step.isUsedThrough(title, resource));
  }

  private static String titleOfProvider(ProgramEntry entry) {
    return ProgramEntry.PROVIDERS + entry.pack() + "::" + entry.provider().orElse("default");
  }
}
