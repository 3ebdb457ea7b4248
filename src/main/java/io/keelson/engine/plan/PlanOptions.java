package io.keelson.engine.plan;

/// How a plan is made.
///
/// @param parallelism how many instances are read and planned at once, at least 1
public record PlanOptions(Mode mode, Refresh refresh, int parallelism, DigestKey digestKey) {
  /// What the plan is for.
  public enum Mode {
    /// Brings the world to what is declared.
    NORMAL,
    /// Destroys everything that the state has.
    ///
    /// @rule R-MODE-3
    DESTROY
  }

  /// Which objects are read before they are planned.
  public enum Refresh {
    /// Every one.
    ALL,
    /// Only those for which something would be done, or about which something is uncertain.
    AFFECTED,
    /// None.
    NONE
  }
}
