package io.keelson.engine.graph;

import static io.keelson.testing.Graphs.reaches;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GraphTest {
  @Provide
  Arbitrary<Graph<Integer>> any() {
    return RandomGraphs.any();
  }

  @Provide
  Arbitrary<Graph<Integer>> withoutCycles() {
    return RandomGraphs.withoutCycles();
  }

  @Property
  void nodes_areInOneCycleIfTheyReachEachOther(@ForAll("any") Graph<Integer> graph) {
    var cycles = graph.cycles();

    for (Integer one : graph.nodes())
      for (Integer two : graph.nodes()) {
        boolean together = cycles.stream().anyMatch(c -> c.contains(one) && c.contains(two));
        assertThat(together).isEqualTo(reaches(graph, one, two) && reaches(graph, two, one));
      }
  }

  @Test
  @Tag("R-GRAPH-30")
  void cycles_areReportedInTheOrderOfTheirFirstMember() {
    var graph =
        Graph.<String>builder()
            .node("a")
            .edge("b", "c")
            .edge("c", "b")
            .edge("d", "d")
            .edge("a", "b")
            .build();

    assertThat(graph.cycles()).containsExactly(List.of("b", "c"), List.of("d"));
    assertThatThrownBy(graph::inOrder).isInstanceOf(IllegalStateException.class);
  }

  @Property
  void order_respectsEveryEdge(@ForAll("withoutCycles") Graph<Integer> graph) {
    var order = graph.inOrder();

    assertThat(order).containsExactlyInAnyOrderElementsOf(graph.nodes());
    for (Integer node : graph.nodes())
      for (Integer next : graph.successors(node))
        assertThat(order.indexOf(node)).isLessThan(order.indexOf(next));
  }

  @Property
  void chosenNodes_reachEachOtherAsBefore(@ForAll("any") Graph<Integer> graph) {
    var even = graph.only(node -> node % 2 == 0);

    assertThat(even.nodes()).allMatch(node -> node % 2 == 0);
    for (Integer one : even.nodes())
      for (Integer two : even.nodes())
        assertThat(reaches(even, one, two)).isEqualTo(reaches(graph, one, two));
  }

  @Property
  void reversedGraph_reachesTheOtherWay(@ForAll("any") Graph<Integer> graph) {
    var reversed = graph.reversed();

    assertThat(reversed.nodes()).isEqualTo(graph.nodes());
    for (Integer one : graph.nodes())
      for (Integer two : graph.nodes())
        assertThat(reaches(reversed, two, one)).isEqualTo(reaches(graph, one, two));
  }

  @Test
  void repeatedNodesAndEdges_areOne() {
    var graph = Graph.<String>builder().edge("a", "b").edge("a", "b").node("a").build();

    assertThat(graph.nodes()).containsExactly("a", "b");
    assertThat(graph.successors("a")).containsExactly("b");
  }

  @Test
  void longChain_isSearchedWithoutRecursion() {
    var builder = Graph.<Integer>builder();
    for (int i = 0; i < 100_000; i++) builder.edge(i, i + 1);
    var graph = builder.edge(100_000, 0).build();

    assertThat(graph.cycles()).hasSize(1);
  }

  @Test
  void nodeOfAnotherGraph_isRefused() {
    var graph = Graph.<String>builder().node("a").build();

    assertThatThrownBy(() -> graph.successors("b")).isInstanceOf(IllegalArgumentException.class);
  }
}
