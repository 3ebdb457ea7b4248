package io.keelson.testing;

import io.keelson.engine.graph.Graph;
import java.util.ArrayDeque;
import java.util.HashSet;

/// What tests ask of graphs.
public final class Graphs {
  private Graphs() {}

  /// Whether `then` cannot start before `first` is complete.
  ///
  /// @throws IllegalArgumentException if the graph has not both of them
  public static <N> boolean reaches(Graph<N> graph, N first, N then) {
    if (!graph.has(then)) throw new IllegalArgumentException("not in the graph: " + then);
    var seen = new HashSet<N>();
    var open = new ArrayDeque<N>();
    open.push(first);
    while (!open.isEmpty())
      for (N next : graph.successors(open.pop())) {
        if (next.equals(then)) return true;
        if (seen.add(next)) open.push(next);
      }
    return false;
  }
}
