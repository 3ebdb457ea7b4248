package io.keelson.engine.graph;

import static io.keelson.testing.Graphs.reaches;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.engine.graph.ParallelWalk.Outcome;
import io.keelson.engine.graph.ParallelWalk.Visit;
import io.keelson.engine.graph.ParallelWalk.Visitor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ParallelWalkTest {
  /// What happened, in order: `+n` when node n started, `-n` when it ended.
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());

  @Provide
  Arbitrary<Graph<Integer>> withoutCycles() {
    return RandomGraphs.withoutCycles();
  }

  private Visitor<Integer> recording(Visitor<Integer> visitor) {
    return node -> {
      events.add("+" + node);
      try {
        return visitor.visit(node);
      } finally {
        events.add("-" + node);
      }
    };
  }

  private Outcome<Integer> walk(Graph<Integer> graph, int parallelism, Visitor<Integer> visitor) {
    events.clear();
    return ParallelWalk.walk(graph, parallelism, new StopSignal(), recording(visitor));
  }

  private static Graph<Integer> chain(int... nodes) {
    var builder = Graph.<Integer>builder().node(nodes[0]);
    for (int i = 1; i < nodes.length; i++) builder.edge(nodes[i - 1], nodes[i]);
    return builder.build();
  }

  @Property
  @net.jqwik.api.Tag("R-APPLY-1")
  void everyEdge_isRespectedAtAnyParallelism(
      @ForAll("withoutCycles") Graph<Integer> graph, @ForAll @IntRange(min = 1, max = 8) int many) {
    var outcome = walk(graph, many, _ -> new Visit.Done<>());

    assertThat(outcome.complete()).isTrue();
    assertThat(events).hasSize(2 * graph.size());
    for (Integer node : graph.nodes())
      for (Integer next : graph.successors(node))
        assertThat(events.indexOf("-" + node)).isLessThan(events.indexOf("+" + next));
  }

  @Property
  @net.jqwik.api.Tag("R-APPLY-2")
  void whatWaitsForAFailure_isSkippedAndNothingElse(
      @ForAll("withoutCycles") Graph<Integer> graph,
      @ForAll Set<@IntRange(max = 19) Integer> failing,
      @ForAll @IntRange(min = 1, max = 8) int many) {
    var outcome = walk(graph, many, node -> Visit.of(!failing.contains(node)));

    var skipped = new TreeSet<Integer>();
    for (Integer node : graph.nodes())
      if (failing.stream().anyMatch(bad -> reaches(graph, bad, node))) skipped.add(node);
    assertThat(outcome.skipped()).containsExactlyInAnyOrderElementsOf(skipped);
    assertThat(outcome.failed())
        .containsExactlyInAnyOrderElementsOf(
            failing.stream().filter(node -> !skipped.contains(node)).toList());
    for (Integer node : graph.nodes())
      assertThat(events.contains("+" + node)).isEqualTo(!skipped.contains(node));
  }

  @Property(tries = 100)
  void expandedNode_isCompleteWhenItsChildrenAre(
      @ForAll("withoutCycles") Graph<Integer> children,
      @ForAll @IntRange(min = 1, max = 8) int many) {
    var outcome =
        walk(
            chain(100, 101),
            many,
            node -> node == 100 ? new Visit.Expand<>(children) : new Visit.Done<>());

    assertThat(outcome.complete()).isTrue();
    for (Integer child : children.nodes())
      assertThat(events.indexOf("-" + child)).isLessThan(events.indexOf("+101"));
  }

  @Test
  void childThatFails_failsWhatWaitsForItsParent() {
    var outcome =
        walk(
            chain(1, 2),
            2,
            node ->
                switch (node) {
                  case 1 -> new Visit.Expand<>(chain(10, 11));
                  case 10 -> new Visit.Failed<>();
                  default -> new Visit.Done<>();
                });

    assertThat(outcome.failed()).containsExactly(10);
    assertThat(outcome.skipped()).containsExactlyInAnyOrder(11, 2);
  }

  @Test
  void childrenOfChildren_completeAllAbove() {
    var outcome =
        walk(
            chain(1, 2),
            1,
            node ->
                switch (node) {
                  case 1 -> new Visit.Expand<>(chain(10));
                  case 10 -> new Visit.Expand<>(chain(100));
                  default -> new Visit.Done<>();
                });

    assertThat(outcome.complete()).isTrue();
    assertThat(events).endsWith("+100", "-100", "+2", "-2");
  }

  @Test
  void nodeWithoutChildren_isCompleteAtOnce() {
    var none = Graph.<Integer>builder().build();

    assertThat(walk(none, 2, _ -> new Visit.Done<>()).complete()).isTrue();
    assertThat(
            walk(chain(1, 2), 2, node -> node == 1 ? new Visit.Expand<>(none) : new Visit.Done<>())
                .complete())
        .isTrue();
    assertThat(events).contains("-2");
  }

  @Test
  @Tag("R-PUL-51")
  void nodeThatNeedsNoSuccess_isVisitedAfterAFailureAndWhatWasSkipped() {
    events.clear();
    var visitor =
        new Visitor<Integer>() {
          @Override
          public Visit<Integer> visit(Integer node) {
            events.add("+" + node);
            return Visit.of(node != 1);
          }

          @Override
          public boolean needsSuccess(Integer node) {
            return node != 3;
          }
        };

    var outcome = ParallelWalk.walk(chain(1, 2, 3, 4), 2, new StopSignal(), visitor);

    assertThat(events).containsExactly("+1", "+3", "+4");
    assertThat(outcome.failed()).containsExactly(1);
    assertThat(outcome.skipped()).containsExactly(2);
  }

  @Test
  @Tag("R-APPLY-52")
  void stop_letsRunningVisitsEndAndStartsNothingNew() {
    var stop = new StopSignal();
    var graph = Graph.<Integer>builder().node(1).node(2).edge(1, 3).build();

    var outcome =
        ParallelWalk.walk(
            graph,
            1,
            stop,
            recording(_ -> {
              stop.set();
              return new Visit.Done<>();
            }));

    assertThat(events).containsExactly("+1", "-1");
    assertThat(outcome.failed()).isEmpty();
    assertThat(outcome.skipped()).containsExactlyInAnyOrder(2, 3);
  }

  @Test
  void exceptionInAVisit_isThrownAfterTheOthersEnded() {
    var graph = Graph.<Integer>builder().node(1).edge(2, 3).build();

    assertThatThrownBy(() ->
            walk(
                graph,
                1,
                node -> {
                  if (node == 1) throw new IllegalArgumentException("broken");
                  return new Visit.Done<>();
                }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("broken");
    assertThat(events).containsExactly("+1", "-1");
  }

  @Test
  void errorInAVisit_endsTheWalkToo() {
    assertThatThrownBy(() ->
            walk(
                chain(1, 2),
                4,
                _ -> {
                  throw new StackOverflowError("deep");
                }))
        .isInstanceOf(StackOverflowError.class);
  }

  @Test
  @Tag("R-APPLY-1")
  void parallelism_isUsedAndNeverExceeded() {
    var builder = Graph.<Integer>builder();
    for (int i = 0; i < 12; i++) builder.node(i);
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    // Three visits have to run at once for any to pass.
    var together = new CyclicBarrier(3);

    var outcome =
        walk(
            builder.build(),
            3,
            _ -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              await(together);
              running.decrementAndGet();
              return new Visit.Done<>();
            });

    assertThat(outcome.complete()).isTrue();
    assertThat(most).hasValue(3);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void failureAtTheHeadOfALongChain_skipsAllOfIt() {
    var nodes = new int[50_000];
    for (int i = 0; i < nodes.length; i++) nodes[i] = i;

    assertThat(walk(chain(nodes), 2, _ -> new Visit.Failed<>()).skipped())
        .hasSize(nodes.length - 1);
  }
}
