package io.keelson.engine.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Finds the strongly connected components that are cycles (Tarjan's algorithm, without recursion
/// because graphs can be deeper than a thread's stack).
final class CycleSearch {
  private final int[][] successors;
  private final int[] index;
  private final int[] low;
  private final int[] nextEdge;
  private final boolean[] onStack;
  private final ArrayDeque<Integer> stack = new ArrayDeque<>();
  private final List<int[]> groups = new ArrayList<>();
  private int counter;

  CycleSearch(int[][] successors) {
    this.successors = successors;
    this.index = new int[successors.length];
    this.low = new int[successors.length];
    this.nextEdge = new int[successors.length];
    this.onStack = new boolean[successors.length];
    Arrays.fill(index, -1);
  }

  /// The positions of each cycle's members, sorted.
  List<int[]> groups() {
    for (int start = 0; start < successors.length; start++) if (index[start] < 0) search(start);
    groups.sort(Comparator.comparingInt(group -> group[0]));
    return groups;
  }

  private void search(int start) {
    var path = new ArrayDeque<Integer>();
    open(start, path);
    while (!path.isEmpty()) {
      int node = path.peek();
      if (nextEdge[node] < successors[node].length) {
        int target = successors[node][nextEdge[node]++];
        if (index[target] < 0) open(target, path);
        else if (onStack[target]) low[node] = Math.min(low[node], index[target]);
      } else {
        path.pop();
        if (!path.isEmpty()) low[path.peek()] = Math.min(low[path.peek()], low[node]);
        if (low[node] == index[node]) close(node);
      }
    }
  }

  private void open(int node, ArrayDeque<Integer> path) {
    index[node] = low[node] = counter++;
    stack.push(node);
    onStack[node] = true;
    path.push(node);
  }

  private void close(int root) {
    var members = new ArrayList<Integer>();
    int member;
    do {
      member = stack.pop();
      onStack[member] = false;
      members.add(member);
    } while (member != root);
    boolean loop = Arrays.stream(successors[root]).anyMatch(target -> target == root);
    if (members.size() > 1 || loop)
      groups.add(members.stream().mapToInt(Integer::intValue).sorted().toArray());
  }
}
