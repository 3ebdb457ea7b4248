package io.keelson.engine.plan;

import io.keelson.engine.config.StackConfig;
import io.keelson.engine.state.StackState;

/// One consistent view of what is declared and what exists.
public record Snapshot(StackConfig config, StackState prior) {}
