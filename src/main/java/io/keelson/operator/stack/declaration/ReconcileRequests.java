package io.keelson.operator.stack.declaration;

import io.keelson.operator.api.Stack;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Requests to look at one Stack at once: tools of GitOps make them by changing an annotation, and
/// wait until the status repeats its value.
///
/// Whoever asks all the time gets an answer every ten seconds, which is about the newest request.
public final class ReconcileRequests {
  public static final String ANNOTATION = "reconcile.fluxcd.io/requestedAt";

  /// A longer value is no time and no identifier; it asks for nothing.
  private static final int LONGEST = 256;

  private static final Duration PAUSE = Duration.ofSeconds(10);

  private @Nullable String seen;
  private @Nullable String taken;
  private @Nullable String answered;
  private Instant pausedUntil = Instant.EPOCH;

  /// Whether the annotation holds something that may be a request.
  static boolean isRequest(String key, String value) {
    return key.equals(ANNOTATION) && !value.isEmpty() && value.length() <= LONGEST;
  }

  /// Notes the request that a new version of the Stack brings.
  ///
  /// @return whether it is news: one that takes the place of another that still waits is none
  synchronized boolean observe(Stack event) {
    var request = open(event);
    if (request.isEmpty() || request.get().equals(seen)) return false;
    boolean another = seen != null && !seen.equals(taken);
    seen = request.get();
    return !another;
  }

  /// Called when a turn begins: takes up the request of the Stack, if there is one and none was
  /// taken up within the last ten seconds.
  ///
  /// @return whether one was taken up
  public synchronized boolean takeUp(Stack stack, Instant now) {
    var request = open(stack);
    if (request.isEmpty() || now.isBefore(pausedUntil)) return false;
    seen = request.get();
    taken = request.get();
    pausedUntil = now.plus(PAUSE);
    return true;
  }

  /// The request that was taken up last; empty if this process has taken up none.
  public synchronized Optional<String> taken() {
    return Optional.ofNullable(taken);
  }

  /// Called when a turn has an answer to the request that was taken up.
  public synchronized void answer() {
    answered = taken;
  }

  /// The request that was answered last; empty if this process has answered none.
  public synchronized Optional<String> answered() {
    return Optional.ofNullable(answered);
  }

  /// When the request that waits can be taken up; empty if none waits.
  public synchronized Optional<Instant> next(Stack stack) {
    return open(stack).map(_ -> pausedUntil);
  }

  /// The request that is neither taken up nor handled.
  private Optional<String> open(Stack stack) {
    var status = stack.getStatus();
    return Optional.ofNullable(stack.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(ANNOTATION))
        .filter(value -> isRequest(ANNOTATION, value))
        .filter(value -> !value.equals(taken))
        .filter(value -> status == null || !value.equals(status.lastHandledReconcileAt));
  }
}
