package io.keelson.engine.apply;

import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;

/// How a plan is applied.
///
/// @param parallelism how many operations may run at once, at least 1
/// @param stop asks to start nothing new; a replace that has begun is still finished
/// @param limits that the plan was made with
public record ApplyOptions(int parallelism, StopSignal stop, Limits limits) {
  public ApplyOptions(int parallelism, StopSignal stop) {
    this(parallelism, stop, Limits.DEFAULT);
  }
}
