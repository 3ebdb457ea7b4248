package io.keelson.engine.apply;

import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.value.Bytes;

/// How a plan is applied.
///
/// @param parallelism how many operations may run at once, at least 1
/// @param stop asks to start nothing new; a replace that has begun is still finished
/// @param limits that the plan was made with
/// @param key the stack's, which the plan was made with: hashes that are stored are keyed by it
/// @param onFailure what becomes of the rest when a step fails
/// @param progress is told of every step
public record ApplyOptions(
    int parallelism,
    StopSignal stop,
    Limits limits,
    Bytes key,
    OnFailure onFailure,
    ApplyProgress progress) {
  /// What becomes of the rest when a step fails.
  ///
  /// @rule R-PUL-52
  public enum OnFailure {
    /// What does not wait for it goes on.
    CONTINUE,
    /// Nothing new is started; a replace that has begun is still finished.
    STOP
  }

  public ApplyOptions(int parallelism, StopSignal stop, Bytes key) {
    this(parallelism, stop, Limits.DEFAULT, key, OnFailure.CONTINUE, ApplyProgress.NONE);
  }
}
