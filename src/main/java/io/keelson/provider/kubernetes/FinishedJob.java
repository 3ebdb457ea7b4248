package io.keelson.provider.kubernetes;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Value;
import java.util.Optional;

/// A Job that was seen to be complete, and that its manifest has deleted some time after that: it
/// has done what it was for, and its end is no loss. Only a change makes another one.
final class FinishedJob {
  private static final AttributePath TTL =
      AttributePath.of(ObjectSchema.MANIFEST)
          .attribute("spec")
          .attribute("ttlSecondsAfterFinished");
  private static final AttributePath COMPLETED =
      AttributePath.of(ObjectSchema.OBJECT).attribute("status").attribute("completionTime");

  private FinishedJob() {}

  /// Whether a recorded object is one. A Job has a time of completion only if it succeeded.
  static boolean is(Value recorded) {
    return text(recorded, "apiVersion").startsWith("batch/")
        && text(recorded, "kind").equals("Job")
        && at(recorded, TTL).isPresent()
        && at(recorded, COMPLETED).isPresent();
  }

  private static String text(Value recorded, String name) {
    return at(recorded, AttributePath.of(ObjectSchema.MANIFEST).attribute(name))
        .map(value -> value instanceof Value.Text text ? text.text() : "")
        .orElse("");
  }

  private static Optional<Value> at(Value recorded, AttributePath path) {
    return recorded.at(path).filter(value -> !value.isNull());
  }
}
