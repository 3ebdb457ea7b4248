package io.keelson.cli.status.drawing;

import io.keelson.cli.status.Instance;
import io.keelson.operator.api.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// How far an apply is: a bar with numbers, and the operation that runs longest.
///
/// @param width of the lines
record ApplyBar(Progress progress, Instant now, int width) {
  private static final int WIDEST = 30;
  private static final int NARROWEST = 5;
  private static final int NARROW = 80;

  /// At most three lines; where there is little room, the numbers have one of their own.
  List<String> lines() {
    var age = since(", for ", progress.startedAt);
    var numbers =
        "%d running, %d failed, %d left".formatted(progress.running, progress.failed, left());
    var first =
        width < NARROW
            ? Stream.of("%s %d/%d%s".formatted(bar(), progress.done, progress.total, age), numbers)
            : Stream.of("%s %d done, %s%s".formatted(bar(), progress.done, numbers, age));
    return Stream.concat(first, longest()).toList();
  }

  private int left() {
    return Math.max(0, progress.total - progress.done - progress.failed - progress.running);
  }

  /// A quarter of the line. What failed or runs has a cell at least.
  private String bar() {
    int cells = Math.clamp(width / 4, NARROWEST, WIDEST);
    int total = Math.max(progress.total, 1);
    int done = Math.clamp((long) cells * progress.done / total, 0, cells);
    int failed = Math.clamp(Math.ceilDiv((long) cells * progress.failed, total), 0, cells - done);
    int running =
        Math.clamp(Math.ceilDiv((long) cells * progress.running, total), 0, cells - done - failed);
    return "["
        + "#".repeat(done)
        + "x".repeat(failed)
        + ">".repeat(running)
        + " ".repeat(cells - done - failed - running)
        + "]";
  }

  private Stream<String> longest() {
    var longest = progress.longest;
    if (longest == null) return Stream.empty();
    var action = String.valueOf(longest.action).toLowerCase(Locale.ROOT);
    return Stream.of(
        "longest: %s %s%s".formatted(longest.address, action, since(" for ", longest.since)));
  }

  private String since(String lead, String time) {
    return Instance.time(time)
        .map(each -> lead + Elapsed.text(Duration.between(each, now)))
        .orElse("");
  }
}
