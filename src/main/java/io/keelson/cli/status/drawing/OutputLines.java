package io.keelson.cli.status.drawing;

import io.keelson.operator.api.StackStatus;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The outputs of a Stack as people read them.
final class OutputLines {
  private OutputLines() {}

  /// A line for each below a heading; empty if there are none.
  static String of(StackStatus status) {
    if (status.outputs == null || status.outputs.isEmpty()) return "";
    return new TreeMap<>(status.outputs)
        .entrySet().stream()
            .map(each ->
                "  %s = %s\n".formatted(each.getKey(), TextWidth.plain(each.getValue().toString())))
            .collect(Collectors.joining("", "Outputs:\n", ""));
  }
}
