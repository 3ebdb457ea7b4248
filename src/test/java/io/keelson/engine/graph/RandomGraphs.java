package io.keelson.engine.graph;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/// Random graphs of numbers.
final class RandomGraphs {
  private RandomGraphs() {}

  /// Edges lead from smaller to larger numbers, so there is no cycle.
  static Arbitrary<Graph<Integer>> withoutCycles() {
    return edges()
        .map(edges ->
            graph(
                edges.stream()
                    .filter(edge -> !edge.get(0).equals(edge.get(1)))
                    .map(edge -> edge.stream().sorted().toList())
                    .toList()));
  }

  static Arbitrary<Graph<Integer>> any() {
    return edges().map(RandomGraphs::graph);
  }

  private static Arbitrary<List<List<Integer>>> edges() {
    return Arbitraries.integers().between(0, 19).list().ofSize(2).list().ofMaxSize(40);
  }

  private static Graph<Integer> graph(List<List<Integer>> edges) {
    var builder = Graph.<Integer>builder();
    IntStream.range(0, 20).forEach(builder::node);
    edges.forEach(edge -> builder.edge(edge.get(0), edge.get(1)));
    return builder.build();
  }
}
