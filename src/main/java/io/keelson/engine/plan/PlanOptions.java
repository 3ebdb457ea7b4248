package io.keelson.engine.plan;

/// How a plan is made.
///
/// @param parallelism how many instances are read and planned at once, at least 1
/// @param openRun the run of which this plan is the rest; [OpenRun#NONE] if it begins anew
public record PlanOptions(
    Mode mode, Refresh refresh, int parallelism, DigestKey digestKey, OpenRun openRun) {
  /// For a plan that begins anew.
  public PlanOptions(Mode mode, Refresh refresh, int parallelism, DigestKey digestKey) {
    this(mode, refresh, parallelism, digestKey, OpenRun.NONE);
  }

  public PlanOptions continuing(OpenRun run) {
    return new PlanOptions(mode, refresh, parallelism, digestKey, run);
  }

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
