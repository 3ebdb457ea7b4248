package io.keelson.engine.plan;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// Where an object differs from what it was: as deep as a path can tell, and no deeper than to what
/// is secret as a whole.
public final class DriftedPaths {
  private static final int MOST = 100;

  private final SortedSet<AttributePath> sensitive;
  private final SortedSet<AttributePath> paths = new TreeSet<>();

  private DriftedPaths(SortedSet<AttributePath> sensitive) {
    this.sensitive = sensitive;
  }

  /// @param sensitive paths that hold secrets; their keys may be secret, too
  public static SortedSet<AttributePath> between(
      Value last, Value observed, SortedSet<AttributePath> sensitive) {
    var differing = new DriftedPaths(sensitive);
    differing.compare(last, observed, AttributePath.ROOT);
    return bounded(differing.paths);
  }

  /// All of them where they are not too many to be told and stored, else only their attributes: an
  /// object that has other keys at each reading would otherwise gather more and more of them.
  public static SortedSet<AttributePath> bounded(SortedSet<AttributePath> paths) {
    if (paths.size() <= MOST) return Collections.unmodifiableSortedSet(paths);
    var attributes = new TreeSet<AttributePath>();
    paths.forEach(path -> attributes.add(new AttributePath(path.steps().subList(0, 1))));
    return attributes;
  }

  private void compare(Value last, Value observed, AttributePath at) {
    if (last.matches(observed)) return;
    if (sensitive.contains(at)) paths.add(at);
    else if (last instanceof Mapping one && observed instanceof Mapping two) entries(one, two, at);
    else if (last instanceof Sequence one
        && observed instanceof Sequence two
        && !one.isSet()
        && one.size() == two.size())
      for (int i = 0; i < one.size(); i++) compare(one.get(i), two.get(i), at.index(i));
    else paths.add(at);
  }

  private void entries(Mapping last, Mapping observed, AttributePath at) {
    var keys = new TreeSet<>(last.keys());
    keys.addAll(observed.keys());
    for (String key : keys) {
      var path = last.isObject() ? at.attribute(key) : at.key(key);
      var one = last.get(key);
      var two = observed.get(key);
      if (one == null || two == null) paths.add(path);
      else compare(one, two, path);
    }
  }

  /// What is left of these paths where what is declared is what was observed. What is declared but
  /// ignored stays.
  ///
  /// @param declaration with the ignored changes taken out
  public static SortedSet<AttributePath> undeclared(
      SortedSet<AttributePath> paths,
      Lifecycle.IgnoreChanges ignored,
      Value declaration,
      Value observed) {
    var left = new TreeSet<AttributePath>();
    for (AttributePath path : paths)
      if (isIgnored(path, ignored) || !isMet(path, declaration, observed)) left.add(path);
    return Collections.unmodifiableSortedSet(left);
  }

  private static boolean isIgnored(AttributePath path, Lifecycle.IgnoreChanges ignored) {
    return switch (ignored) {
      case Lifecycle.IgnoreChanges.All _ -> true;
      case Lifecycle.IgnoreChanges.Only(var some) ->
          some.stream().anyMatch(each -> each.meets(path));
    };
  }

  private static boolean isMet(AttributePath path, Value declaration, Value observed) {
    return declaration
        .at(path)
        .filter(wanted -> !wanted.isNull() && wanted.whollyKnown())
        .flatMap(wanted -> observed.at(path).filter(wanted::matches))
        .isPresent();
  }
}
