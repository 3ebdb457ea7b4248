package io.keelson.engine.address;

/// A pattern over names and addresses: `*` stands for any run of characters without a dot, `**` for
/// any run at all. Everything else stands for itself.
///
/// @param text as written
public record Glob(String text) {
  /// Fits every name.
  public static final Glob ALL = new Glob("**");

  /// Whether the whole of a name fits. Takes time in the length of the pattern times that of the
  /// name, whatever is written.
  public boolean matches(String name) {
    // For each prefix of the pattern: whether it fits the part of the name that was read so far.
    var reached = new boolean[name.length() + 1];
    reached[0] = true;
    for (int i = 0; i < text.length(); i++) {
      boolean any = text.startsWith("**", i);
      if (any) i++;
      reached = any || text.charAt(i) == '*' ? spread(reached, name, any) : step(reached, name, i);
    }
    return reached[name.length()];
  }

  private static boolean[] spread(boolean[] reached, String name, boolean overDots) {
    for (int i = 0; i < name.length(); i++)
      if (reached[i] && (overDots || name.charAt(i) != '.')) reached[i + 1] = true;
    return reached;
  }

  private boolean[] step(boolean[] reached, String name, int at) {
    var next = new boolean[reached.length];
    for (int i = 0; i < name.length(); i++)
      next[i + 1] = reached[i] && name.charAt(i) == text.charAt(at);
    return next;
  }
}
