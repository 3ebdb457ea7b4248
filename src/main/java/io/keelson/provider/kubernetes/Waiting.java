package io.keelson.provider.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.provider.kubernetes.fields.LiveObject;
import io.keelson.provider.kubernetes.server.ObjectKey;
import io.keelson.provider.kubernetes.server.Stopping;
import io.keelson.retry.Backoff;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Waits for objects to become what is asked, or to be gone.
///
/// It reads the object again and again instead of watching it: that needs the verb `get` alone, and
/// nothing is missed when a connection is lost.
///
/// @param lasting the waits that last now: what is missing, by the instance. Used by many threads
record Waiting(
    Cluster cluster, Stopping stopping, Clock clock, Map<InstanceAddress, String> lasting) {
  private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

  /// How a wait ended.
  ///
  /// @param last the object as last seen
  /// @param problem why what was waited for did not come about
  record Ended(LiveObject last, Optional<Diagnostic> problem) {}

  Waiting(Cluster cluster, Stopping stopping, Clock clock) {
    this(cluster, stopping, clock, new ConcurrentHashMap<>());
  }

  Ended until(Wait wait, InstanceAddress at, ObjectKey key, LiveObject object) {
    try {
      return until(wait, key, object, missing -> lasting.put(at, missing));
    } finally {
      lasting.remove(at);
    }
  }

  private Ended until(Wait wait, ObjectKey key, LiveObject object, Consumer<String> tell) {
    var deadline = clock.instant().plus(wait.timeout());
    var last = object;
    for (int times = 1; ; times++) {
      var missing = missing(wait.until(), last.json());
      if (missing.isEmpty()) return new Ended(last, Optional.empty());
      tell.accept(missing.get());
      if (!rest(BACKOFF.after(times), deadline))
        return new Ended(last, Optional.of(ended(key, missing.get(), wait)));
      switch (cluster.look(key)) {
        case Cluster.Lookup.Present(var now) when now.uid().equals(object.uid()) -> last = now;
        case Cluster.Lookup.Present _, Cluster.Lookup.Absent _ -> {
          return new Ended(last, Optional.of(ApiProblem.notOurs(key, object.uid())));
        }
        case Cluster.Lookup.Failed(var why) -> {
          if (!clock.instant().isBefore(deadline)) return new Ended(last, Optional.of(why));
        }
      }
    }
  }

  /// Waits until the object of this uid is gone.
  ///
  /// @return why it is not, if it is not
  Optional<Diagnostic> untilGone(InstanceAddress at, ObjectKey key, String uid, Duration timeout) {
    try {
      return untilGone(key, uid, timeout, missing -> lasting.put(at, missing));
    } finally {
      lasting.remove(at);
    }
  }

  private Optional<Diagnostic> untilGone(
      ObjectKey key, String uid, Duration timeout, Consumer<String> tell) {
    var deadline = clock.instant().plus(timeout);
    for (int times = 1; ; times++) {
      Diagnostic problem;
      switch (cluster.look(key)) {
        case Cluster.Lookup.Present(var now) when now.uid().equals(uid) -> {
          problem = stillThere(key, now);
          tell.accept(remaining(now));
        }
        case Cluster.Lookup.Present _, Cluster.Lookup.Absent _ -> {
          return Optional.empty();
        }
        case Cluster.Lookup.Failed(var why) -> problem = why;
      }
      if (!rest(BACKOFF.after(times), deadline))
        return Optional.of(stopping.asked() ? stopped(key, "its deletion goes on") : problem);
    }
  }

  /// What a wait that lasts now still misses, as a clause.
  Optional<String> lasts(InstanceAddress at) {
    return Optional.ofNullable(lasting.get(at));
  }

  /// @return whether there is time left
  private boolean rest(Duration pause, Instant deadline) {
    var left = Duration.between(clock.instant(), deadline);
    if (!left.isPositive()) return false;
    stopping.pause(left.compareTo(pause) < 0 ? left : pause);
    return !stopping.asked();
  }

  /// What is still missing, or empty if nothing is.
  private static Optional<String> missing(Wait.Until until, JsonNode object) {
    return switch (until) {
      case Wait.Until.Exists _ -> Optional.empty();
      case Wait.Until.Ready _ -> Readiness.of(object).reason();
      case Wait.Until.Condition(var type, var wanted) ->
          Readiness.of(object, type, wanted).reason();
      case Wait.Until.Path(var path, var wanted) -> Readiness.of(object, path, wanted).reason();
    };
  }

  private Diagnostic ended(ObjectKey key, String missing, Wait wait) {
    // Not an error, which would taint the object: the next apply goes on waiting.
    if (stopping.asked())
      return new Diagnostic(
          Code.INTERRUPTED,
          Severity.WARNING,
          "The wait was ended",
          stopped(key, missing).detail(),
          Subject.stack(),
          AttributePath.ROOT);
    return ApiProblem.error(
        "The object did not become ready in time",
        key
            + " exists, but after "
            + text(wait.timeout())
            + " "
            + missing
            + ". See `kubectl describe` of the object; wait.timeout, and lifecycle.timeouts where"
            + " it is shorter, give it more time.");
  }

  private static String remaining(LiveObject object) {
    var finalizers = object.finalizers();
    return finalizers.isEmpty()
        ? "it is still there"
        : "its finalizers are " + String.join(", ", finalizers);
  }

  private static Diagnostic stillThere(ObjectKey key, LiveObject object) {
    var finalizers = object.finalizers();
    var held =
        finalizers.isEmpty() ? "" : " Its finalizers are " + String.join(", ", finalizers) + ".";
    return ApiProblem.error(
        "The object is not gone yet",
        key
            + " was deleted, but it is still there."
            + held
            + " The controller that set them has to finish; the next apply waits again.");
  }

  private static Diagnostic stopped(ObjectKey key, String state) {
    return Diagnostic.error(
        Code.INTERRUPTED,
        Subject.stack(),
        "The wait was ended",
        "Keelson was asked to stop while it waited for " + key + ": " + state + ".");
  }

  /// As `wait.timeout` is written.
  private static String text(Duration time) {
    return time.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
