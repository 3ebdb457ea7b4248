package io.keelson.engine.graph;

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
  private final int[] stack;
  private final int[] path;
  private final List<int[]> groups = new ArrayList<>();
  private int onStackCount;
  private int pathLength;
  private int counter;

  CycleSearch(int[][] successors) {
    this.successors = successors;
    this.index = new int[successors.length];
    this.low = new int[successors.length];
    this.nextEdge = new int[successors.length];
    this.onStack = new boolean[successors.length];
    this.stack = new int[successors.length];
    this.path = new int[successors.length];
    Arrays.fill(index, -1);
  }

  /// The positions of each cycle's members, sorted.
  List<int[]> groups() {
    for (int start = 0; start < successors.length; start++) if (index[start] < 0) search(start);
    groups.sort(Comparator.comparingInt(group -> group[0]));
    return groups;
  }

  private void search(int start) {
    open(start);
    while (pathLength > 0) {
      int node = path[pathLength - 1];
      if (nextEdge[node] < successors[node].length) {
        int target = successors[node][nextEdge[node]++];
        if (index[target] < 0) open(target);
        else if (onStack[target]) low[node] = Math.min(low[node], index[target]);
      } else {
        pathLength--;
        if (pathLength > 0) {
          int parent = path[pathLength - 1];
          low[parent] = Math.min(low[parent], low[node]);
        }
        if (low[node] == index[node]) close(node);
      }
    }
  }

  private void open(int node) {
    index[node] = low[node] = counter++;
    stack[onStackCount++] = node;
    onStack[node] = true;
    path[pathLength++] = node;
  }

  private void close(int root) {
    int first = onStackCount - 1;
    while (stack[first] != root) first--;
    for (int i = first; i < onStackCount; i++) onStack[stack[i]] = false;
    if (onStackCount - first > 1 || Arrays.binarySearch(successors[root], root) >= 0) {
      var members = Arrays.copyOfRange(stack, first, onStackCount);
      Arrays.sort(members);
      groups.add(members);
    }
    onStackCount = first;
  }
}
