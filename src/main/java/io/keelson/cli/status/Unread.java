package io.keelson.cli.status;

/// What could not be read because a right is missing.
///
/// @param plural of the kind, such as plans
public record Unread(String plural, String verb, String namespace) implements Comparable<Unread> {
  /// What is missing, and which right to ask for.
  public String sentence() {
    return "Not shown: %s. You have no right to %s them in namespace '%s': ask for '%s' on %s.keelson.dev."
        .formatted(plural, verb, namespace, verb, plural);
  }

  @Override
  public int compareTo(Unread other) {
    return (plural + verb).compareTo(other.plural + other.verb);
  }
}
