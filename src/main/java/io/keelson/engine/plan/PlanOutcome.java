package io.keelson.engine.plan;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A plan, and the problems met while making it.
///
/// The plan leaves out the objects that an error is about, those that depend on them, and those
/// that they still need. The rest of the plan is sound by itself.
///
/// @param diagnostics in the order of showing, errors first
/// @param given the outputs of components, by name, as far as they are known and not hidden; empty
///   in a limited plan and in destroy mode
/// @param instances how many instances each resource is declared to have, planned or not, where
///   that is known; empty in destroy mode
/// @rule R-PLAN-52
public record PlanOutcome(
    Plan plan,
    List<Diagnostic> diagnostics,
    SortedMap<ComponentInstance, SortedMap<String, Value>> given,
    SortedMap<ResourceAddress, Integer> instances) {
  public PlanOutcome(Plan plan, List<Diagnostic> diagnostics) {
    this(plan, diagnostics, Collections.emptySortedMap(), Collections.emptySortedMap());
  }

  public PlanOutcome {
    instances = Collections.unmodifiableSortedMap(new TreeMap<>(instances));
    given = Collections.unmodifiableSortedMap(new TreeMap<>(given));
    diagnostics = Collections.unmodifiableList(new ArrayList<>(diagnostics));
  }

  /// The same outcome, with the outputs of components.
  public PlanOutcome giving(SortedMap<ComponentInstance, SortedMap<String, Value>> outputs) {
    return new PlanOutcome(plan, diagnostics, outputs, instances);
  }

  public boolean hasErrors() {
    return Diagnostic.anyError(diagnostics);
  }

  /// Why no approval lets the plan pass; empty if one can.
  ///
  /// @param diagnostics the diagnostics of a plan
  /// @rule R-POL-6
  public static Optional<Diagnostic> forbidden(List<Diagnostic> diagnostics) {
    return diagnostics.stream()
        .filter(each -> each.isError() && each.code() == Code.POLICY)
        .filter(each -> each.subject().equals(Subject.stack()))
        .findFirst();
  }
}
