package io.keelson.operator.stack.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The state of one member of a Stack.
///
/// @param ready how many of its instances are as declared
/// @param declared how many it has
/// @param parts the numbers of the components inside, by their paths from here
/// @param revision of its definition, if it is a component that was planned
/// @param outputs if it is a component that is as declared
record Finding(
    Report.Progress progress,
    ConditionReason reason,
    String message,
    int ready,
    int declared,
    List<Diagnostic> diagnostics,
    SortedMap<ComponentPath, Counted> parts,
    Optional<Revision> revision,
    Optional<Map<String, JsonNode>> outputs) {
  /// The revision with which a component was planned.
  ///
  /// @param name as namespace/name
  record Revision(String name, String version) {}

  /// How many instances are ready, and how many there are.
  record Counted(int ready, int declared) {
    Counted plus(Counted other) {
      return new Counted(ready + other.ready, declared + other.declared);
    }

    @Override
    public String toString() {
      return ready + "/" + declared;
    }
  }

  /// A finding about a member without components inside.
  Finding(
      Report.Progress progress,
      ConditionReason reason,
      String message,
      int ready,
      int declared,
      List<Diagnostic> diagnostics) {
    this(
        progress,
        reason,
        message,
        ready,
        declared,
        diagnostics,
        new TreeMap<>(),
        Optional.empty(),
        Optional.empty());
  }

  /// A finding about a member that is not planned.
  ///
  /// @param recorded how many instances it has
  static Finding of(
      Report.Progress progress, ConditionReason reason, String message, int recorded) {
    return new Finding(progress, reason, message, recorded, recorded, List.of());
  }

  Finding {
    parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
    diagnostics = Collections.unmodifiableList(new ArrayList<>(diagnostics));
  }
}
