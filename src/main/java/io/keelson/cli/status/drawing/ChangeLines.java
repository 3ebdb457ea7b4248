package io.keelson.cli.status.drawing;

import io.keelson.cli.status.Node;
import io.keelson.cli.status.StackTree;
import io.keelson.cli.status.State;
import io.keelson.operator.api.Progress;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tells of a Stack where nothing can be drawn over: as a whole first, then a line for each change.
final class ChangeLines implements Drawing {
  private static final long STEPS = 10;

  private final PrintWriter out;
  private final InstantSource clock;
  private Optional<Map<String, String>> before = Optional.empty();
  private Optional<String> troubleBefore = Optional.empty();

  ChangeLines(PrintWriter out, InstantSource clock) {
    this.out = out;
    this.clock = clock;
  }

  @Override
  public void draw(StackTree tree, Optional<String> trouble) {
    if (!trouble.equals(troubleBefore)) line(trouble.orElse("The API server answers again."));
    troubleBefore = trouble;
    var now = told(tree);
    if (before.isEmpty()) out.print(new TreeText(tree, clock.instant(), Look.PLAIN).text());
    else changes(before.get(), now);
    before = Optional.of(now);
    out.flush();
  }

  private void changes(Map<String, String> old, Map<String, String> now) {
    now.forEach((name, state) -> {
      if (!state.equals(old.get(name))) line(state);
    });
    for (String name : old.keySet())
      if (!now.containsKey(name) && !name.isEmpty()) line("gone     " + name);
  }

  /// What there is to say of each thing, by its name; of an apply under no name.
  private Map<String, String> told(StackTree tree) {
    var told = new LinkedHashMap<String, String>();
    var stack = "stack/" + tree.name();
    told.put(stack, line(stack, tree.state(), ""));
    tree.plan()
        .ifPresent(plan -> {
          var name = "plan/" + plan.name();
          var state =
              new State(plan.health(), plan.phase().name(), PlanRows.counted(plan.counts()));
          told.put(name, line(name, state, ""));
        });
    tree.progress().ifPresent(progress -> told.put("", step(progress)));
    members(tree.members(), tree.state().message(), told);
    return told;
  }

  private static void members(List<Node> nodes, String known, Map<String, String> told) {
    for (Node each : nodes) {
      told.put(each.address(), line(each.address(), each.teller().state(), known));
      if (!each.isItsOnlyInstance()) members(each.children(), known, told);
    }
  }

  /// @param known what need not be said again
  private static String line(String name, State state, String known) {
    var line = "%-7s  %s  %s".formatted(state.health().word(), name, state.reason());
    return state.message().isEmpty() || state.message().equals(known)
        ? line
        : line + ", " + state.message();
  }

  /// In tenths: an apply must not write a line each second.
  private static String step(Progress progress) {
    long tenth = STEPS * progress.done / Math.max(progress.total, 1);
    return "working  applying  %d %% of %d operations, %d failed"
        .formatted(tenth * STEPS, progress.total, progress.failed);
  }

  private void line(String text) {
    out.println(
        clock.instant().truncatedTo(ChronoUnit.SECONDS) + "  " + TextWidth.plain(text).strip());
  }

  @Override
  public void close() {
    out.flush();
  }
}
