package io.keelson.cli.status.drawing;

import io.keelson.cli.status.Health;
import io.keelson.cli.status.Node;
import io.keelson.cli.status.StackTree;
import io.keelson.cli.status.State;
import io.keelson.cli.status.Unread;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A Stack as people read it: one line for each thing in it, how it is in the first word.
public final class TreeText {
  private final StackTree tree;
  private final Instant now;
  private final Look look;

  /// @param now what times are counted to
  public TreeText(StackTree tree, Instant now, Look look) {
    this.tree = tree;
    this.now = now;
    this.look = look;
  }

  /// Every line ends with a line end.
  public String text() {
    return Row.text(rows(Limits.USUAL), look);
  }

  /// The same in at most so many lines. What is ready is summed up first, then what is not.
  String fitting(int height) {
    var rows = List.<Row>of();
    for (Limits limits : Limits.NARROWING) {
      rows = rows(limits);
      if (rows.size() <= height) return Row.text(rows, look);
    }
    var shown = new ArrayList<>(rows.subList(0, Math.max(0, height - 1)));
    shown.add(Row.note(0, "… and %d more lines".formatted(rows.size() - shown.size())));
    return Row.text(shown, look);
  }

  private List<Row> rows(Limits limits) {
    var rows = new ArrayList<Row>();
    rows.add(stack(tree));
    if (!tree.state().message().isEmpty()) rows.add(Row.note(1, tree.state().message()));
    tree.progress()
        .ifPresent(each ->
            new ApplyBar(each, now, look.width())
                .lines()
                .forEach(line -> rows.add(Row.note(1, line))));
    tree.plan().ifPresent(plan -> rows.addAll(new PlanRows(plan, tree.namespace()).rows()));
    for (Unread each : tree.unread()) rows.add(Row.note(1, each.sentence()));
    children(tree.members(), "", 1, limits, rows);
    return rows;
  }

  /// The line of the Stack itself.
  static Row stack(StackTree tree) {
    var parts = new ArrayList<String>();
    if (!tree.state().reason().isEmpty()) parts.add(tree.state().reason());
    if (tree.deleting() && !tree.state().reason().equals("Deleting")) parts.add("being deleted");
    if (!tree.instances().isEmpty()) parts.add(tree.instances() + " ready");
    return new Row(tree.health(), 0, "stack/" + tree.name(), String.join(", ", parts));
  }

  /// @param in the address of the component around them, which is not repeated
  private void children(List<Node> all, String in, int depth, Limits limits, List<Row> rows) {
    var left = new EnumMap<Health, Integer>(Health.class);
    int ready = 0;
    int others = 0;
    for (Node each : all) {
      boolean shown =
          each.worst() == Health.READY ? ready++ < limits.ready() : others++ < limits.others();
      if (shown) node(each, in, depth, limits, rows);
      else left.merge(each.worst(), 1, Integer::sum);
    }
    if (!left.isEmpty()) rows.add(Row.note(depth, sum(left)));
  }

  private static String sum(Map<Health, Integer> left) {
    int count = left.values().stream().mapToInt(Integer::intValue).sum();
    if (left.size() == 1)
      return "… and %d more, %s".formatted(count, left.keySet().iterator().next().word());
    return "… and %d more: %s"
        .formatted(
            count,
            left.entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey().word())
                .collect(Collectors.joining(", ")));
  }

  private void node(Node node, String in, int depth, Limits limits, List<Row> rows) {
    var name =
        node.address().startsWith(in + ".")
            ? node.address().substring(in.length() + 1)
            : node.address();
    if (node.isItsOnlyInstance()) {
      var teller = node.teller();
      rows.add(new Row(teller.health(), depth, name, detail(teller)));
      return;
    }
    rows.add(new Row(node.health(), depth, name, detail(node)));
    boolean saysAll =
        limits.ready() == 0
            && !node.instances().isEmpty()
            && node.children().stream().allMatch(each -> each.worst() == Health.READY);
    var around = node.kind() == Node.Kind.Component ? node.address() : in;
    if (!saysAll) children(node.children(), around, depth + 1, limits, rows);
  }

  private String detail(Node node) {
    var state = node.state();
    var parts = new ArrayList<String>();
    if (state.health() != Health.READY && !state.reason().isEmpty()) parts.add(state.reason());
    if (!node.instances().isEmpty()) parts.add(node.instances() + " ready");
    state
        .since()
        .ifPresent(since -> parts.add("for " + Elapsed.text(Duration.between(since, now))));
    if (tellsMore(state)) parts.add(state.message());
    return String.join(", ", parts);
  }

  /// A resource that waits for the Stack says what the Stack says; of what is ready only what an
  /// instance has to add is news.
  private boolean tellsMore(State state) {
    return !state.message().isEmpty()
        && !state.message().equals(tree.state().message())
        && (state.health() != Health.READY || state.message().startsWith("drifted"));
  }
}
