package io.keelson.engine.state;

import io.keelson.engine.address.AttributePath;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which parts of a stored object are not to be shown. No path leads below another: what is hidden
/// is hidden with all that is in it, its keys included.
///
/// @param all every such path
/// @param secret those of them that hold what came from a Secret
/// @param assumed whether an earlier version wrote the object, which did not note the secret paths:
///   then all paths count as secret
/// @rule R-SENS-4
/// @rule R-SENS-11
public record SensitivePaths(
    SortedSet<AttributePath> all, SortedSet<AttributePath> secret, boolean assumed) {
  public static final SensitivePaths NONE =
      new SensitivePaths(Collections.emptySortedSet(), Collections.emptySortedSet(), false);

  public SensitivePaths {
    all = outermost(all);
    secret = outermost(secret);
  }

  /// @param secret a subset of `all`
  public static SensitivePaths of(SortedSet<AttributePath> all, SortedSet<AttributePath> secret) {
    return all.isEmpty() ? NONE : new SensitivePaths(all, secret, false);
  }

  /// Nothing of it came from a Secret.
  public static SensitivePaths declared(SortedSet<AttributePath> all) {
    return of(all, Collections.emptySortedSet());
  }

  /// Paths of which it was not noted whether they come from a Secret.
  public static SensitivePaths assumed(SortedSet<AttributePath> all) {
    return all.isEmpty() ? NONE : new SensitivePaths(all, all, true);
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /// Whether what is at a path is hidden.
  public boolean covers(AttributePath path) {
    return all.stream().anyMatch(path::startsWith);
  }

  /// These paths and others.
  public SensitivePaths with(SensitivePaths more) {
    if (more.isEmpty()) return this;
    if (isEmpty()) return more;
    var both = new TreeSet<>(all);
    both.addAll(more.all);
    var bothSecret = new TreeSet<>(secret);
    bothSecret.addAll(more.secret);
    return new SensitivePaths(both, bothSecret, assumed || more.assumed);
  }

  /// Drops deeper paths: they would tell a key of what is hidden. Paths come after those that they
  /// begin with.
  private static SortedSet<AttributePath> outermost(SortedSet<AttributePath> paths) {
    if (paths.isEmpty()) return Collections.emptySortedSet();
    var kept = new TreeSet<AttributePath>();
    for (AttributePath path : paths)
      if (kept.isEmpty() || !path.startsWith(kept.last())) kept.add(path);
    return Collections.unmodifiableSortedSet(kept);
  }
}
