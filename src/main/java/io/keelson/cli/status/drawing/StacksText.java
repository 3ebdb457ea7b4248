package io.keelson.cli.status.drawing;

import io.keelson.cli.status.Health;
import io.keelson.cli.status.StackTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// All Stacks of a namespace as people read them, one line each.
public final class StacksText {
  private StacksText() {}

  /// Those that need a look first; of the same need in the order of their names.
  public static String of(List<StackTree> stacks, Look look) {
    var rows = new ArrayList<Row>();
    stacks.stream()
        .sorted(Comparator.comparing(StackTree::health))
        .map(StacksText::row)
        .forEach(rows::add);
    return Row.text(rows, look);
  }

  private static Row row(StackTree stack) {
    var own = TreeText.stack(stack);
    var message = stack.health() == Health.READY ? "" : stack.state().message();
    return new Row(
        stack.health(),
        0,
        own.name(),
        message.isEmpty() ? own.detail() : own.detail() + ": " + message);
  }
}
