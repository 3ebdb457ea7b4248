package io.keelson.operator.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/// A fixed number of places, given in turn to namespaces that wait for one: however many requests
/// of one namespace wait, one of another namespace comes next. A namespace gets one more only while
/// more are free than it holds: if all places are kept, the first namespace gets half of them and
/// the second a quarter, so that one is left for others as long as possible.
public final class FairPlaces {
  private static final long LOOK_AGAIN_MILLIS = 500;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Integer> held = new HashMap<>();

  /// The places that are waited for, by namespace; the namespace that was served last comes last.
  private final LinkedHashMap<String, Deque<Place>> waiting = new LinkedHashMap<>();

  private final LongConsumer waited;

  private int free;

  public FairPlaces(int places) {
    this(places, _ -> {});
  }

  /// @param waited told how long each has waited for its place, in nanoseconds
  public FairPlaces(int places, LongConsumer waited) {
    this.waited = waited;
    if (places < 1) throw new IllegalArgumentException("no place at all");
    this.free = places;
  }

  /// One of the places; it is held until it is closed.
  public final class Place implements AutoCloseable {
    private final String namespace;
    private final Condition mine = lock.newCondition();
    private final long asked = System.nanoTime();
    private boolean given;
    private boolean closed;

    private Place(String namespace) {
      this.namespace = namespace;
    }

    /// Gives the place back. Closing it again does nothing.
    @Override
    public void close() {
      lock.lock();
      try {
        if (closed) return;
        closed = true;
        free++;
        int left = held.getOrDefault(namespace, 0) - 1;
        if (left > 0) held.put(namespace, left);
        else held.remove(namespace);
        give();
      } finally {
        lock.unlock();
      }
    }
  }

  /// Waits for a place.
  ///
  /// @param givenUp whether the caller does not need the place any more
  /// @throws CancellationException if the caller gives up before there is a place
  public Place enter(String namespace, BooleanSupplier givenUp) {
    var place = new Place(namespace);
    lock.lock();
    try {
      queue(place);
      while (!place.given) {
        if (givenUp.getAsBoolean()) throw left(place);
        var _ = place.mine.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
      }
      return place;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      if (place.given) return place;
      throw left(place);
    } finally {
      lock.unlock();
    }
  }

  /// Waits for a place, and cannot be given up.
  public Place enter(String namespace) {
    var place = new Place(namespace);
    lock.lock();
    try {
      queue(place);
      while (!place.given) place.mine.awaitUninterruptibly();
      return place;
    } finally {
      lock.unlock();
    }
  }

  private void queue(Place place) {
    waiting.computeIfAbsent(place.namespace, _ -> new ArrayDeque<>()).add(place);
    give();
  }

  private CancellationException left(Place place) {
    var line = waiting.get(place.namespace);
    if (line != null && line.remove(place) && line.isEmpty()) waiting.remove(place.namespace);
    return new CancellationException("nobody waits for the place any more");
  }

  private void give() {
    boolean any = true;
    while (free > 0 && any) any = giveOne();
  }

  private boolean giveOne() {
    var next =
        waiting.keySet().stream()
            .filter(namespace -> held.getOrDefault(namespace, 0) < free)
            .findFirst();
    var line = next.map(waiting::remove).orElseGet(ArrayDeque::new);
    if (next.isEmpty() || line.isEmpty()) return false;
    var place = line.remove();
    place.given = true;
    waited.accept(System.nanoTime() - place.asked);
    place.mine.signal();
    free--;
    held.merge(next.get(), 1, Integer::sum);
    if (!line.isEmpty()) waiting.put(next.get(), line);
    return true;
  }

  /// How many requests wait for a place.
  public int queued() {
    lock.lock();
    try {
      return waiting.values().stream().mapToInt(Deque::size).sum();
    } finally {
      lock.unlock();
    }
  }
}
