package io.keelson.provider.kubernetes;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import org.jspecify.annotations.Nullable;

/// A Job that its manifest has deleted some time after its end. That it is gone is what was asked
/// for: it counts as done, and only a change makes another one. Nothing tells one whose end nobody
/// saw from one that somebody deleted, and to run a Job once more is worse than not to.
final class PassingJob {
  private static final String TTL = "ttlSecondsAfterFinished";

  private PassingJob() {}

  /// Whether the manifest of a Job says so.
  static boolean is(Value manifest) {
    return manifest instanceof Mapping object
        && text(object, "apiVersion").startsWith("batch/")
        && text(object, "kind").equals("Job")
        && object.get("spec") instanceof Mapping spec
        && isGiven(spec.get(TTL));
  }

  private static boolean isGiven(@Nullable Value ttl) {
    return ttl != null && !ttl.isNull();
  }

  private static String text(Mapping object, String name) {
    return object.get(name) instanceof Value.Text text ? text.text() : "";
  }
}
