package io.keelson.engine.state;

/// Lifecycle options that are stored with an object, because an orphan has no declaration to ask.
///
/// @param createBeforeDestroy the effective flag, inherited ones included (R-CBD-6)
/// @param preventDestroy the declared flag (DEV-3)
/// @param skipDestroy whether `destroy: false` is declared (R-PD-8)
/// @param replaceTrigger a keyed hash of what `replaceTrigger` gave; empty if it gave nothing
///   (R-PUL-14)
public record Flags(
    boolean createBeforeDestroy,
    boolean preventDestroy,
    boolean skipDestroy,
    String replaceTrigger) {
  public static final Flags NONE = new Flags(false, false, false);

  /// Without a trigger.
  public Flags(boolean createBeforeDestroy, boolean preventDestroy, boolean skipDestroy) {
    this(createBeforeDestroy, preventDestroy, skipDestroy, "");
  }

  public Flags withReplaceTrigger(String hash) {
    return new Flags(createBeforeDestroy, preventDestroy, skipDestroy, hash);
  }
}
