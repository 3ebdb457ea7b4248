package io.keelson.engine.value;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Makes the sets of marks that values carry.
public final class Marks {
  public static final SortedSet<Mark> NONE = Collections.emptySortedSet();

  private Marks() {}

  public static SortedSet<Mark> of(SortedSet<Mark> marks) {
    return marks.isEmpty() ? NONE : Collections.unmodifiableSortedSet(marks);
  }

  public static SortedSet<Mark> sensitive(String source) {
    return of(new TreeSet<>(Collections.singleton(new Mark.Sensitive(source))));
  }

  /// The mark of what comes from a Secret.
  ///
  /// @rule R-SENS-11
  public static SortedSet<Mark> secret(String source) {
    return of(new TreeSet<>(Collections.singleton(new Mark.Secret(source))));
  }

  public static SortedSet<Mark> ephemeral(String source) {
    return of(new TreeSet<>(Collections.singleton(new Mark.Ephemeral(source))));
  }

  public static SortedSet<Mark> union(SortedSet<Mark> one, SortedSet<Mark> two) {
    if (one.isEmpty()) return two;
    if (two.isEmpty()) return one;
    var all = new TreeSet<>(one);
    all.addAll(two);
    return of(all);
  }

  /// Whether the value is not to be shown, for whichever reason.
  public static boolean sensitive(SortedSet<Mark> marks) {
    for (Mark mark : marks)
      if (mark instanceof Mark.Sensitive || mark instanceof Mark.Secret) return true;
    return false;
  }

  /// Whether the value comes from a Secret.
  ///
  /// @rule R-SENS-11
  public static boolean secret(SortedSet<Mark> marks) {
    for (Mark mark : marks) if (mark instanceof Mark.Secret) return true;
    return false;
  }

  public static boolean ephemeral(SortedSet<Mark> marks) {
    for (Mark mark : marks) if (mark instanceof Mark.Ephemeral) return true;
    return false;
  }

  /// Where ephemeral values come from, for messages; empty if none of these marks is ephemeral.
  public static String ephemeralSources(SortedSet<Mark> marks) {
    return sources(marks, Mark.Ephemeral.class);
  }

  /// The sources of what comes from a Secret, for messages; empty if nothing does.
  public static String secretSources(SortedSet<Mark> marks) {
    return sources(marks, Mark.Secret.class);
  }

  private static String sources(SortedSet<Mark> marks, Class<? extends Mark> kind) {
    return marks.stream()
        .filter(kind::isInstance)
        .map(Mark::source)
        .collect(Collectors.joining(", "));
  }
}
