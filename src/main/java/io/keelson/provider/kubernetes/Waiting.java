package io.keelson.provider.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.apiserver.ObjectKey;
import io.keelson.apiserver.Stopping;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.provider.kubernetes.fields.LiveObject;
import io.keelson.retry.Backoff;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

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

  Ended until(Wait wait, ApplyRequest request, ObjectKey key, LiveObject object) {
    var turn = new Turn(request, clock.instant().plus(wait.timeout()));
    try {
      return until(wait, turn, key, object);
    } finally {
      lasting.remove(request.at());
    }
  }

  private Ended until(Wait wait, Turn turn, ObjectKey key, LiveObject object) {
    var last = object;
    for (int times = 1; ; times++) {
      var readiness = readiness(wait.until(), last);
      var missing = readiness.reason();
      if (missing.isEmpty()) return new Ended(last, Optional.empty());
      if (readiness.failed()) return new Ended(last, Optional.of(failed(key, missing.get())));
      lasting.put(turn.request().at(), missing.get());
      if (!rest(BACKOFF.after(times), turn))
        return new Ended(last, Optional.of(ended(key, missing.get(), wait, turn)));
      switch (cluster.look(key)) {
        case Cluster.Lookup.Present(var now) when now.uid().equals(object.uid()) -> last = now;
        case Cluster.Lookup.Present _, Cluster.Lookup.Absent _ -> {
          return new Ended(last, gone(turn.request(), key, object.uid()));
        }
        case Cluster.Lookup.Failed(var why) -> {
          if (!clock.instant().isBefore(turn.deadline())) return new Ended(last, Optional.of(why));
        }
      }
    }
  }

  private static Optional<Diagnostic> gone(ApplyRequest request, ObjectKey key, String uid) {
    return PassingJob.is(ObjectSchema.attribute(request.planned(), ObjectSchema.MANIFEST))
        ? Optional.empty()
        : Optional.of(ApiProblem.notOurs(key, uid));
  }

  /// Waits until the object of this uid is gone.
  ///
  /// @return why it is not, if it is not
  Optional<Diagnostic> untilGone(
      ApplyRequest request, ObjectKey key, String uid, Duration timeout) {
    try {
      return untilGone(new Turn(request, clock.instant().plus(timeout)), key, uid);
    } finally {
      lasting.remove(request.at());
    }
  }

  private Optional<Diagnostic> untilGone(Turn turn, ObjectKey key, String uid) {
    for (int times = 1; ; times++) {
      Diagnostic problem;
      switch (cluster.look(key)) {
        case Cluster.Lookup.Present(var now) when now.uid().equals(uid) -> {
          problem = stillThere(key, now);
          lasting.put(turn.request().at(), remaining(now));
        }
        case Cluster.Lookup.Present _, Cluster.Lookup.Absent _ -> {
          return Optional.empty();
        }
        case Cluster.Lookup.Failed(var why) -> problem = why;
      }
      if (!rest(BACKOFF.after(times), turn))
        return Optional.of(isStopped(turn) ? stopped(key, "its deletion goes on") : problem);
    }
  }

  /// What a wait that lasts now still misses, as a clause.
  Optional<String> lasts(InstanceAddress at) {
    return Optional.ofNullable(lasting.get(at));
  }

  /// One wait.
  private record Turn(ApplyRequest request, Instant deadline) {}

  /// Whether Keelson ends, or what was approved is not what is wanted any more.
  private boolean isStopped(Turn turn) {
    return stopping.asked() || turn.request().stop().getAsBoolean();
  }

  /// @return whether there is time left
  private boolean rest(Duration pause, Turn turn) {
    var left = Duration.between(clock.instant(), turn.deadline());
    if (!left.isPositive()) return false;
    stopping.pause(left.compareTo(pause) < 0 ? left : pause);
    return !isStopped(turn);
  }

  private Readiness readiness(Wait.Until until, LiveObject object) {
    return switch (until) {
      case Wait.Until.Exists _ -> Readiness.READY;
      case Wait.Until.Ready _ -> ready(object.json());
      case Wait.Until.Condition(var type, var wanted) -> Readiness.of(object.json(), type, wanted);
      case Wait.Until.Path(var path, var wanted) -> Readiness.of(object.json(), path, wanted);
    };
  }

  /// A definition is established a moment before the API server has its kind.
  private Readiness ready(JsonNode object) {
    var readiness = Readiness.of(object);
    return readiness.ready()
        ? cluster.unserved(object).map(Readiness::not).orElse(readiness)
        : readiness;
  }

  private static Diagnostic failed(ObjectKey key, String why) {
    return ApiProblem.error(
        "The object failed",
        key
            + " exists, but "
            + why
            + ". It does not become ready any more, so it is not waited for. See `kubectl"
            + " describe` of the object, and mend what it failed for.");
  }

  private Diagnostic ended(ObjectKey key, String missing, Wait wait, Turn turn) {
    // Not an error, which would taint the object: the next apply goes on waiting.
    if (isStopped(turn))
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
        "Keelson was asked to stop, or the Stack was changed, suspended or deleted, while it waited"
            + " for "
            + key
            + ": "
            + state
            + ". The next apply goes on.");
  }

  /// As `wait.timeout` is written.
  private static String text(Duration time) {
    return time.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
