package io.keelson.cli.status.drawing;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.cli.status.Ending;
import io.keelson.cli.status.OwnRights;
import io.keelson.cli.status.PlanReader;
import io.keelson.cli.status.StackObjects;
import io.keelson.cli.status.StackTree;
import io.keelson.cli.status.StackWatch;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.StackKey;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Shows a Stack while it changes: over itself on a terminal, in lines elsewhere.
public final class WatchedStack {
  /// Times go on while nothing else does.
  private static final Duration TICK = Duration.ofSeconds(1);

  /// Nobody reads faster.
  private static final Duration BETWEEN_DRAWINGS = Duration.ofMillis(250);

  /// A watch that ends and begins again at once is no trouble.
  private static final int PATIENT_TICKS = 3;

  /// Who wants to know how a plan ended does not wait longer for what is said about it later.
  private static final Duration LONGEST_SETTLING = Duration.ofSeconds(30);

  private final KubernetesClient client;
  private final StackKey key;
  private final StackObjects objects = new StackObjects();
  private final PlanReader plans;
  private int ticksWithout;

  public WatchedStack(KubernetesClient client, StackKey key) {
    this.client = client;
    this.key = key;
    this.plans = new PlanReader(client, key, objects);
  }

  /// Follows the Stack until it has come to an end and was looked at after that, or is gone. Where
  /// it was drawn over itself, what was drawn last is left there.
  ///
  /// @param end says when; without it the Stack is followed for as long as it is there
  /// @return with what the command ends
  /// @throws KubernetesClientException if the API server does not answer at the beginning
  /// @throws InterruptedException if the thread is told to stop
  public Ending follow(PrintWriter out, Function<Stack, Optional<Ending>> end)
      throws InterruptedException {
    var rights = new OwnRights(client, key.namespace());
    for (String verb : List.of("list", "watch"))
      if (!rights.allow(verb, "stacks", key.name())) return forbidden(verb);
    Ending ending;
    try (var watch = new StackWatch(client, key, objects);
        var drawing = drawing(out)) {
      ending = follow(watch, drawing, end);
    }
    if (Terminal.canMove())
      objects
          .tree()
          .map(last -> new TreeText(last, Instant.now(), Terminal.look()).text())
          .ifPresent(out::print);
    return ending;
  }

  private Ending forbidden(String verb) {
    return new Ending(
        1,
        "You have no right to %s Stack '%s' in namespace '%s', so it cannot be followed: ask for '%s' on stacks.keelson.dev. keelson status without --watch needs 'get' only."
            .formatted(verb, key.name(), key.namespace(), verb));
  }

  private static Drawing drawing(PrintWriter out) {
    return Terminal.canMove()
        ? new Screen(out, InstantSource.system(), Terminal::size, Terminal.look().colours())
        : new ChangeLines(out, InstantSource.system());
  }

  private Ending follow(StackWatch watch, Drawing drawing, Function<Stack, Optional<Ending>> end)
      throws InterruptedException {
    var ending = Optional.<Ending>empty();
    long ended = 0;
    while (true) {
      var trouble = trouble(watch);
      if (ending.isEmpty()) {
        ending = objects.stack().flatMap(end);
        ended = System.nanoTime();
      }
      var tree = objects.tree();
      if (tree.isEmpty()) return ending.orElseGet(this::gone);
      drawing.draw(tree.get(), trouble);
      boolean late = System.nanoTime() - ended > LONGEST_SETTLING.toNanos();
      if (ending.isPresent() && (late || tree.get().isSettled())) return ending.get();
      TimeUnit.MILLISECONDS.sleep(BETWEEN_DRAWINGS.toMillis());
      watch.await(TICK);
    }
  }

  private Ending gone() {
    return new Ending(
        0, "Stack '%s' is gone from namespace '%s'.".formatted(key.name(), key.namespace()));
  }

  /// The outputs that the Stack shows, a line each below a heading; empty if it has none, or may
  /// get others soon.
  public String outputs() {
    if (!objects.tree().map(StackTree::isSettled).orElse(false)) return "";
    return objects.stack().map(Stack::getStatus).map(OutputLines::of).orElse("");
  }

  /// Reads the present plan, and says what is wrong with the connection.
  private Optional<String> trouble(StackWatch watch) {
    try {
      plans.read();
    } catch (KubernetesClientException e) {
      return lost();
    }
    ticksWithout = watch.isLost() ? ticksWithout + 1 : 0;
    return ticksWithout < PATIENT_TICKS ? Optional.empty() : lost();
  }

  private static Optional<String> lost() {
    return Optional.of("The API server does not answer; what is shown may be old. Trying again.");
  }
}
