package io.keelson.engine.graph;

/// Asks a walk to start nothing new. Once set it stays set.
public final class StopSignal {
  private volatile boolean set;

  public void set() {
    set = true;
  }

  public boolean isSet() {
    return set;
  }
}
