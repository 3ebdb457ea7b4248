package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import java.util.Collection;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Which findings come of objects that are read there, and held here with the move that is left
/// out.
///
/// @param moved the titles of what is to move
record MoveReading(ProviderStep step, Collection<String> moved) {
  /// What is asked of every provider that is started.
  private static final Set<String> OWN =
      Set.of("(start)", "Handshake", "CheckConfig", "DiffConfig", "Configure");

  private static final Set<String> READING = Set.of("Read", "Diff");

  boolean explains(Finding finding) {
    if (!step.refreshes()) return false;
    var titles = titles();
    return switch (finding.aspect()) {
      case PLAN_CALLS, ASKED ->
          titles.contains(finding.about())
              && READING.contains(finding.call())
              && finding.what().at().isEmpty()
              && finding.actual().isMissingNode();
      case STATE -> titles.contains(finding.about()) && isFound(titles, finding);
      case CONFIGURE -> finding.actual().asText().equals("[]") && isStarted(titles, finding);
      case PLAN, RUN, CALLS, WORLD, RESULT, THROWN -> false;
    };
  }

  /// What is to move, by its new and by its former names.
  private SortedSet<String> titles() {
    var titles = new TreeSet<>(moved);
    for (String each : moved)
      for (String former : step.entry(each).strings("aliases"))
        titles.add(each.substring(0, each.lastIndexOf(':') + 1) + former);
    return titles;
  }

  /// Whether it is what was read.
  private boolean isFound(Collection<String> titles, Finding finding) {
    var part = finding.what().at().startsWith("inputs.") ? "inputs" : "properties";
    return !finding.what().field().isEmpty()
        && titles.stream()
            .flatMap(each -> RecordedCalls.about(step.calls(), "Read", each))
            .map(each -> finding.what().within(each.path("response").path(part)))
            .anyMatch(finding.expected()::equals);
  }

  /// Whether a provider is started there for nothing but that.
  private boolean isStarted(Collection<String> titles, Finding finding) {
    var processes = new TreeSet<String>();
    for (JsonNode call : step.calls())
      if (call.path("call").asText().equals("Configure")
          && call.path("resource").asText().equals(finding.about()))
        processes.add(call.path("process").asText());
    var asked =
        step.calls()
            .valueStream()
            .filter(each -> processes.contains(each.path("process").asText()))
            .filter(each -> !OWN.contains(each.path("call").asText()))
            .toList();
    return !asked.isEmpty() && asked.stream().allMatch(each -> isReading(titles, each));
  }

  private static boolean isReading(Collection<String> titles, JsonNode call) {
    return Stream.of("Read", "Diff", "Check").anyMatch(call.path("call").asText()::equals)
        && titles.contains(call.path("resource").asText());
  }
}
