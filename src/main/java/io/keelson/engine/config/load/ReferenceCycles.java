package io.keelson.engine.config.load;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.Graph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// Finds declarations that need each other in a circle.
///
/// @rule R-GRAPH-30
final class ReferenceCycles {
  private final Graph<Subject> needs;

  private ReferenceCycles(Graph<Subject> needs) {
    this.needs = needs;
  }

  /// For each subject in a circle an error with the shortest circle through it.
  ///
  /// @param needs what each subject refers to
  static SortedMap<Subject, Diagnostic> in(SortedMap<Subject, SortedSet<Subject>> needs) {
    var graph = Graph.<Subject>builder();
    needs.forEach((from, all) -> {
      graph.node(from);
      all.stream().filter(needs::containsKey).forEach(to -> graph.edge(from, to));
    });
    var cycles = new ReferenceCycles(graph.build());
    var found = new TreeMap<Subject, Diagnostic>();
    for (List<Subject> group : cycles.needs.cycles())
      group.forEach(member -> found.put(member, cycles.diagnostic(member)));
    return found;
  }

  private Diagnostic diagnostic(Subject member) {
    var names = circle(member).stream().map(Subject::toString).toList();
    return Diagnostic.error(
        Code.CYCLE,
        member,
        "Declarations need each other",
        "None of them can come first: "
            + String.join(" -> ", names)
            + " (each refers to the next). Remove one of these references.");
  }

  private List<Subject> circle(Subject member) {
    Map<Subject, Subject> cameFrom = new HashMap<>();
    var open = new ArrayDeque<>(List.of(member));
    while (!open.isEmpty()) {
      var here = open.remove();
      for (Subject next : needs.successors(here)) {
        if (next.equals(member)) return path(member, here, cameFrom);
        if (cameFrom.putIfAbsent(next, here) == null) open.add(next);
      }
    }
    throw new IllegalStateException("not in a circle: " + member);
  }

  private static List<Subject> path(Subject member, Subject last, Map<Subject, Subject> cameFrom) {
    var backwards = new ArrayList<Subject>(List.of(member));
    var here = last;
    while (!here.equals(member)) {
      backwards.add(here);
      here = cameFrom.getOrDefault(here, member);
    }
    backwards.add(member);
    Collections.reverse(backwards);
    return backwards;
  }
}
