package io.keelson.provider.kubernetes;

import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Value;

/// A Job that its manifest has deleted some time after its end. That it is gone is what was asked
/// for: it counts as done, and only a change makes another one. Nothing tells one whose end nobody
/// saw from one that somebody deleted, and to run a Job once more is worse than not to.
final class PassingJob {
  private static final AttributePath TTL =
      AttributePath.of("spec").attribute("ttlSecondsAfterFinished");

  private PassingJob() {}

  /// Whether the manifest of a Job says so.
  static boolean is(Value manifest) {
    return ObjectKey.of(manifest).filter(PassingJob::isJob).isPresent()
        && manifest.at(TTL).filter(ttl -> !ttl.isNull()).isPresent();
  }

  private static boolean isJob(ObjectKey key) {
    return key.group().equals("batch") && key.kind().equals("Job");
  }
}
