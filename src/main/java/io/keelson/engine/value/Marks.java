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

  public static boolean sensitive(SortedSet<Mark> marks) {
    return marks.stream().anyMatch(Mark.Sensitive.class::isInstance);
  }

  public static boolean ephemeral(SortedSet<Mark> marks) {
    return marks.stream().anyMatch(Mark.Ephemeral.class::isInstance);
  }

  /// Where ephemeral values come from, for messages; empty if none of these marks is of one.
  public static String ephemeralSources(SortedSet<Mark> marks) {
    return marks.stream()
        .filter(Mark.Ephemeral.class::isInstance)
        .map(Mark::source)
        .collect(Collectors.joining(", "));
  }
}
