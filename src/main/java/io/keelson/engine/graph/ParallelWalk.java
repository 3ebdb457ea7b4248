package io.keelson.engine.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Visits each node once, after everything it waits for, on a fixed number of virtual threads;
/// skips what waits for a node that failed.
///
/// What it guarantees: a node is visited after all that it waits for have answered, and sees what
/// their visits wrote; it is visited, failed or skipped exactly once; when the walk returns, no
/// visit runs any more, also after an interrupt or an error. After an error, or when it is told to
/// stop, it lets those visits end that have begun, and starts none.
///
/// What it relies on: the graph has no cycle, or the walk would wait for ever; a visitor does not
/// wait for another visit, since there may be no thread for that; and whatever a visit is put off
/// for does come, also if other nodes fail or the walk is told to stop.
///
/// One lock guards everything but the visits themselves. A node that expands keeps its own place in
/// its level open, so that what waits for it waits for its children, at any depth. What happens in
/// a crash is up to the visitors: the walk keeps nothing.
///
/// @rule R-APPLY-1
/// @rule R-APPLY-2
public final class ParallelWalk<N> {
  /// What a visit answers.
  public sealed interface Visit<N> {
    record Done<N>() implements Visit<N> {}

    record Failed<N>() implements Visit<N> {}

    /// The node stands for these nodes. It is complete when all of them are, and failed if one is.
    record Expand<N>(Graph<N> children) implements Visit<N> {}

    /// The node is visited again when this is complete, in whatever way. It takes no thread until
    /// then.
    record Later<N>(CompletableFuture<?> when) implements Visit<N> {}

    static <N> Visit<N> of(boolean done) {
      return done ? new Done<>() : new Failed<>();
    }
  }

  /// Does the work of one node. Called from several threads at once, for different nodes.
  public interface Visitor<N> {
    Visit<N> visit(N node);

    /// Whether the node is skipped if something before it is not done. If not, it only comes later.
    default boolean needsSuccess(N node) {
      return true;
    }

    /// Told of a node that will not be visited. Must not wait for anything.
    default void skipped(N node) {}
  }

  /// What became of a walk.
  ///
  /// @param failed the nodes whose visit failed, in the order of finishing
  /// @param skipped the nodes never visited, because they wait for a failed one or the walk was
  ///   stopped
  public record Outcome<N>(List<N> failed, List<N> skipped) {
    public Outcome {
      failed = Collections.unmodifiableList(new ArrayList<>(failed));
      skipped = Collections.unmodifiableList(new ArrayList<>(skipped));
    }

    public boolean complete() {
      return failed.isEmpty() && skipped.isEmpty();
    }
  }

  private final Visitor<N> visitor;
  private final StopSignal stop;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Item> ready = new ArrayDeque<>();
  private final List<N> failed = new ArrayList<>();
  private final List<N> skipped = new ArrayList<>();
  private @Nullable Throwable broken;
  private int unfinished;

  private ParallelWalk(Visitor<N> visitor, StopSignal stop) {
    this.visitor = visitor;
    this.stop = stop;
  }

  /// Walks the graph and returns when nothing runs any more.
  ///
  /// @param graph without cycles
  /// @param parallelism how many visits may run at once, at least 1
  /// @throws RuntimeException the first exception a visit threw, or the first error; nothing new
  ///   was started after it
  public static <N> Outcome<N> walk(
      Graph<N> graph, int parallelism, StopSignal stop, Visitor<N> visitor) {
    var walk = new ParallelWalk<>(visitor, stop);
    walk.lock.lock();
    try {
      walk.enter(graph, null);
    } finally {
      walk.lock.unlock();
    }
    walk.run(Math.max(1, parallelism));
    return new Outcome<>(walk.failed, walk.skipped);
  }

  private void run(int parallelism) {
    var workers = new ArrayList<Thread>();
    for (int i = 0; i < parallelism - 1; i++)
      workers.add(Thread.ofVirtual().name("walk-" + i).start(this::work));
    work();
    for (Thread worker : workers) joinUninterruptibly(worker);
    switch (broken) {
      case null -> {}
      case RuntimeException exception -> throw exception;
      case Error error -> throw error;
      case Throwable other -> throw new IllegalStateException(other);
    }
  }

  /// An interrupt of the caller must not leave visits running behind its back.
  private static void joinUninterruptibly(Thread worker) {
    boolean interrupted = false;
    while (true) {
      try {
        worker.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }

  private void work() {
    for (var next = take(); next.isPresent(); next = take()) visit(next.get());
  }

  private Optional<Item> take() {
    lock.lock();
    try {
      while (ready.isEmpty() && unfinished > 0) changed.awaitUninterruptibly();
      return Optional.ofNullable(ready.poll());
    } finally {
      lock.unlock();
    }
  }

  private void visit(Item item) {
    Visit<N> answer = new Visit.Failed<>();
    Throwable thrown = null;
    boolean start = mayStart();
    try {
      if (start) answer = visitor.visit(item.node());
    } catch (RuntimeException | Error e) {
      // A visit that ended in any other way than by an answer would let the others wait for ever.
      thrown = e;
    }
    lock.lock();
    try {
      if (broken == null) broken = thrown;
      switch (answer) {
        case Visit.Done<N> _ -> item.level.finish(item.position, true);
        case Visit.Failed<N> _ -> {
          if (start) failed.add(item.node());
          else skip(item.node());
          item.level.finish(item.position, false);
        }
        case Visit.Later<N>(var when) -> {
          var _ = when.whenComplete((_, _) -> again(item));
        }
        case Visit.Expand<N>(var children) -> enter(children, item);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void again(Item item) {
    lock.lock();
    try {
      ready.add(item);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void skip(N node) {
    skipped.add(node);
    visitor.skipped(node);
  }

  private boolean mayStart() {
    lock.lock();
    try {
      return !stop.isSet() && broken == null;
    } finally {
      lock.unlock();
    }
  }

  private void enter(Graph<N> graph, @Nullable Item parent) {
    var level = new Level(graph, parent);
    unfinished += level.left;
    for (int i = 0; i < level.waiting.length; i++)
      if (level.waiting[i] == 0) ready.add(new Item(level, i));
    level.closeIfComplete();
  }

  /// A node in its graph.
  private final class Item {
    private final Level level;
    private final int position;

    Item(Level level, int position) {
      this.level = level;
      this.position = position;
    }

    N node() {
      return level.graph.nodes().get(position);
    }
  }

  /// One graph being walked: the one given, or one that a node expanded to.
  private final class Level {
    private final Graph<N> graph;
    private final @Nullable Item parent;
    private final int[] waiting;
    private final boolean[] poisoned;
    private int left;
    private boolean allDone = true;

    Level(Graph<N> graph, @Nullable Item parent) {
      this.graph = graph;
      this.parent = parent;
      this.left = graph.size();
      this.waiting = new int[graph.size()];
      this.poisoned = new boolean[graph.size()];
      for (int i = 0; i < waiting.length; i++) waiting[i] = graph.predecessorCount(i);
    }

    /// Marks a node as complete, and lets those that waited for it alone start or be skipped. A
    /// loop, because a failure at the head of a long chain skips all of it.
    void finish(int position, boolean done) {
      var finished = new ArrayDeque<>(List.of(position));
      boolean ok = done;
      while (!finished.isEmpty()) {
        for (int next : graph.successorsAt(finished.remove())) {
          poisoned[next] |= !ok && visitor.needsSuccess(graph.nodes().get(next));
          if (--waiting[next] > 0) continue;
          if (poisoned[next]) {
            skip(graph.nodes().get(next));
            finished.add(next);
          } else {
            ready.add(new Item(this, next));
          }
        }
        allDone &= ok;
        left--;
        unfinished--;
        ok = false; // whatever follows was skipped
      }
      closeIfComplete();
    }

    void closeIfComplete() {
      if (left == 0 && parent != null) parent.level.finish(parent.position, allDone);
    }
  }
}
