package io.keelson.conformance.pulumiprovider.rule;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/// The errors of the product in one step.
public record Errors(List<Diagnostic> all) {
  /// @param problems with warnings
  public static Errors in(Collection<Diagnostic> problems) {
    return new Errors(problems.stream().filter(Diagnostic::isError).toList());
  }

  /// Whether one of them is about a resource.
  public boolean areAbout(String resource, Predicate<Diagnostic> which) {
    return all.stream().filter(which).anyMatch(each -> isAbout(each, resource));
  }

  public static boolean isAbout(Diagnostic error, String resource) {
    return error.subject().about().stream().anyMatch(at -> resource.endsWith("::" + at.name()));
  }

  public static Predicate<Diagnostic> saying(String summary) {
    return each -> each.summary().equals(summary);
  }
}
