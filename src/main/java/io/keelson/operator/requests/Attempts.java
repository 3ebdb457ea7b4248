package io.keelson.operator.requests;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.retry.Backoff;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Pauses between attempts at something that has to succeed: longer each time, up to a limit.
public final class Attempts {
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(15));

  private int failures;

  public void pause() {
    failures++;
    long until = System.nanoTime() + BACKOFF.after(failures).toNanos();
    // Longer than it takes: a pause may end early, for no reason.
    while (System.nanoTime() - until < 0) LockSupport.parkNanos(until - System.nanoTime());
  }

  /// Whether the same request may succeed later although nothing is changed about it.
  public static boolean mayPass(KubernetesClientException e) {
    return switch (e.getCode()) {
      case HttpURLConnection.HTTP_BAD_REQUEST,
          HttpURLConnection.HTTP_UNAUTHORIZED,
          HttpURLConnection.HTTP_FORBIDDEN,
          HttpURLConnection.HTTP_NOT_FOUND,
          HttpURLConnection.HTTP_CONFLICT,
          HttpURLConnection.HTTP_GONE,
          HttpURLConnection.HTTP_ENTITY_TOO_LARGE,
          422 ->
          false;
      default -> true;
    };
  }

  /// Whether nothing can be created, because the namespace is being deleted.
  public static boolean isNamespaceEnding(KubernetesClientException e) {
    return e.getStatus() != null
        && e.getStatus().getDetails() != null
        && e.getStatus().getDetails().getCauses().stream()
            .anyMatch(cause -> "NamespaceTerminating".equals(cause.getReason()));
  }
}
