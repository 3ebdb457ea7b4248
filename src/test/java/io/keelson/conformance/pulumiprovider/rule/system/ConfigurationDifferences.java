package io.keelson.conformance.pulumiprovider.rule.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.ToldConfiguration;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.ValueDifferences;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Which findings come of how values are told to a provider that is configured.
///
/// @param before what was recorded
public record ConfigurationDifferences(ProviderStep step, Before before) {
  /// One argument that is not the same on both sides.
  private record Argument(String name, JsonNode expected, JsonNode actual) {}

  /// A value is converted to the type that the schema has for it.
  public boolean isConverted(Finding finding) {
    return isForAll(finding, each -> ValueDifferences.isConverted(each.expected(), each.actual()));
  }

  /// What is null is not declared: the provider fills in what it takes without it.
  public boolean isNull(Finding finding) {
    return isForAll(finding, each -> each.expected().isNull() && declared(finding, each).isNull());
  }

  /// What was secret stays so there until its provider sees a change.
  public boolean isSecretNoMore(Finding finding) {
    return isForAll(
        finding,
        each ->
            each.expected().equals(before.inputs(finding.about()).path(each.name()))
                && each.expected().path("$secret").equals(each.actual())
                && declared(finding, each).equals(each.actual()));
  }

  private JsonNode declared(Finding finding, Argument argument) {
    return step.entry(finding.about()).inputs().path(argument.name());
  }

  /// Whether there are arguments that differ, and all of them for this reason.
  private static boolean isForAll(Finding finding, Predicate<Argument> reason) {
    if (finding.aspect() != Aspect.CONFIGURE) return false;
    var expected = ToldConfiguration.arguments(finding.expected());
    var actual = ToldConfiguration.arguments(finding.actual());
    if (!expected.isObject() || !actual.isObject()) return false;
    var names = new TreeSet<String>();
    expected.fieldNames().forEachRemaining(names::add);
    actual.fieldNames().forEachRemaining(names::add);
    names.removeIf(each -> expected.path(each).equals(actual.path(each)));
    return !names.isEmpty()
        && names.stream()
            .map(each -> new Argument(each, expected.path(each), actual.path(each)))
            .allMatch(reason);
  }
}
