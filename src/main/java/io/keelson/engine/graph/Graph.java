package io.keelson.engine.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// An immutable directed graph. An edge says that one node must be complete before another starts.
///
/// Nodes keep the order in which they were added, which makes everything here repeatable.
public final class Graph<N> {
  private static final int[] NONE = {};

  private final List<N> nodes;
  private final int[][] successors;
  private final int[] predecessorCounts;
  private volatile @Nullable Map<N, Integer> positions;

  private Graph(List<N> nodes, @Nullable Map<N, Integer> positions, int[][] successors) {
    this.nodes = Collections.unmodifiableList(nodes);
    this.positions = positions;
    this.successors = successors;
    this.predecessorCounts = new int[nodes.size()];
    for (int[] targets : successors) for (int target : targets) predecessorCounts[target]++;
  }

  public static <N> Builder<N> builder() {
    return new Builder<>();
  }

  /// A graph without edges.
  ///
  /// @param nodes all different
  public static <N> Graph<N> unconnected(List<N> nodes) {
    var none = new int[nodes.size()][];
    Arrays.fill(none, NONE);
    return new Graph<>(new ArrayList<>(nodes), null, none);
  }

  /// Collects nodes and edges. Adding what is there already changes nothing.
  public static final class Builder<N> {
    private final List<N> nodes = new ArrayList<>();
    private final Map<N, Integer> positions = new HashMap<>();
    private int[][] targets = new int[4][];
    private int[] targetCounts = new int[4];
    private boolean built;

    public Builder<N> node(N node) {
      position(node);
      return this;
    }

    public boolean has(N node) {
      return positions.containsKey(node);
    }

    /// `first` must be complete before `then` starts. Adds the nodes if they are missing. An edge
    /// from a node to itself is kept, as a cycle to be reported.
    public Builder<N> edge(N first, N then) {
      int from = position(first);
      int to = position(then);
      int count = targetCounts[from];
      if (count == targets[from].length)
        targets[from] = Arrays.copyOf(targets[from], count * 2 + 1);
      targets[from][count] = to;
      targetCounts[from]++;
      return this;
    }

    private int position(N node) {
      if (built) throw new IllegalStateException("the graph is built already");
      int next = nodes.size();
      var position = positions.putIfAbsent(node, next);
      if (position != null) return position;
      if (next == targets.length) {
        targets = Arrays.copyOf(targets, next * 2);
        targetCounts = Arrays.copyOf(targetCounts, next * 2);
      }
      targets[next] = NONE;
      nodes.add(node);
      return next;
    }

    /// The graph. Nothing can be added any more.
    public Graph<N> build() {
      built = true;
      var sorted = new int[nodes.size()][];
      for (int i = 0; i < sorted.length; i++) sorted[i] = distinct(targets[i], targetCounts[i]);
      return new Graph<>(nodes, positions, sorted);
    }

    private static int[] distinct(int[] targets, int count) {
      if (count == 0) return NONE;
      Arrays.sort(targets, 0, count);
      int kept = 1;
      for (int i = 1; i < count; i++)
        if (targets[i] != targets[i - 1]) targets[kept++] = targets[i];
      return Arrays.copyOf(targets, kept);
    }
  }

  /// The nodes and edges of this graph, for a larger one.
  public Builder<N> extended() {
    var builder = Graph.<N>builder();
    nodes.forEach(builder::node);
    for (N node : nodes) successors(node).forEach(then -> builder.edge(node, then));
    return builder;
  }

  public List<N> nodes() {
    return nodes;
  }

  public int size() {
    return nodes.size();
  }

  public boolean has(N node) {
    return positions().containsKey(node);
  }

  /// What waits for `node` directly.
  public List<N> successors(N node) {
    return named(successors[position(node)]);
  }

  int[] successorsAt(int position) {
    return successors[position];
  }

  int predecessorCount(int position) {
    return predecessorCounts[position];
  }

  private int position(N node) {
    var position = positions().get(node);
    if (position == null) throw new IllegalArgumentException("not in the graph: " + node);
    return position;
  }

  private Map<N, Integer> positions() {
    var known = positions;
    if (known != null) return known;
    var made = new HashMap<N, Integer>();
    for (N node : nodes) made.put(node, made.size());
    positions = made;
    return made;
  }

  private List<N> named(int[] chosen) {
    return Arrays.stream(chosen).mapToObj(nodes::get).toList();
  }

  /// All nodes in an order that respects every edge; among equals, the order of adding.
  ///
  /// @throws IllegalStateException if there is a cycle
  public List<N> inOrder() {
    var waiting = predecessorCounts.clone();
    var ready = new java.util.PriorityQueue<Integer>();
    for (int i = 0; i < waiting.length; i++) if (waiting[i] == 0) ready.add(i);
    var order = new ArrayList<N>(nodes.size());
    while (!ready.isEmpty()) {
      int next = ready.remove();
      order.add(nodes.get(next));
      for (int target : successors[next]) if (--waiting[target] == 0) ready.add(target);
    }
    if (order.size() < nodes.size()) throw new IllegalStateException("the graph has a cycle");
    return order;
  }

  /// The graph with every edge turned around.
  public Graph<N> reversed() {
    var builder = Graph.<N>builder();
    nodes.forEach(builder::node);
    for (int i = 0; i < successors.length; i++)
      for (int target : successors[i]) builder.edge(nodes.get(target), nodes.get(i));
    return builder.build();
  }

  /// The nodes that `keep` accepts, with an edge wherever there is a way between two of them that
  /// leads only through nodes it does not accept.
  public Graph<N> only(Predicate<N> keep) {
    var builder = Graph.<N>builder();
    var kept = nodes.stream().filter(keep).toList();
    kept.forEach(builder::node);
    for (N node : kept) {
      var seen = new BitSet(nodes.size());
      var open = new ArrayDeque<Integer>();
      open.push(position(node));
      while (!open.isEmpty())
        for (int next : successors[open.pop()]) {
          if (seen.get(next)) continue;
          seen.set(next);
          if (keep.test(nodes.get(next))) builder.edge(node, nodes.get(next));
          else open.push(next);
        }
    }
    return builder.build();
  }

  /// Every group of nodes that wait for each other, in the order of their first member.
  ///
  /// @rule R-GRAPH-30
  public List<List<N>> cycles() {
    return new CycleSearch(successors).groups().stream().map(this::named).toList();
  }
}
