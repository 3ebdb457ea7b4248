package io.keelson.version;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A semantic version with exactly three numbers.
///
/// @param prerelease identifiers after `-`; empty for a release
/// @param build what follows `+`; says nothing about which of two versions is newer
public record Version(long major, long minor, long patch, List<String> prerelease, String build)
    implements Comparable<Version> {

  /// At most 18 digits, so that a `long` holds it.
  static final String NUMBER = "0|[1-9][0-9]{0,17}";

  private static final String IDENTIFIER = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";
  private static final String BUILD = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";

  /// What may follow the numbers: groups 1 and 2 are pre-release and build.
  static final String SUFFIX =
      "(?:-(" + IDENTIFIER + "(?:\\." + IDENTIFIER + ")*))?(?:\\+(" + BUILD + "))?";

  private static final Pattern FORM =
      Pattern.compile(("(%1$s)\\.(%1$s)\\.(%1$s)" + SUFFIX).formatted(NUMBER));
  private static final int LONGEST = 128;

  /// The newest last, as semantic versioning has it. Build data does not count.
  public static final Comparator<Version> BY_AGE =
      Comparator.comparing(Version::core)
          .thenComparing(Version::prerelease, Version::comparePrereleases);

  /// Build data comes last, as text, so that the order is total.
  private static final Comparator<Version> ORDER = BY_AGE.thenComparing(Version::build);

  public Version {
    prerelease = List.copyOf(prerelease);
  }

  /// @throws IllegalArgumentException saying what is wrong with the text
  public static Version parse(String text) {
    return read(text)
        .orElseThrow(() ->
            new IllegalArgumentException("'" + text + "' is no version: " + VersionFault.of(text)));
  }

  /// The version that a source names, or empty if it is none: sources may list other things too.
  public static Optional<Version> read(String text) {
    var match = FORM.matcher(text);
    if (text.length() > LONGEST || !match.matches()) return Optional.empty();
    return Optional.of(
        new Version(
            Long.parseLong(match.group(1)),
            Long.parseLong(match.group(2)),
            Long.parseLong(match.group(3)),
            prerelease(match.group(4)),
            Optional.ofNullable(match.group(5)).orElse("")));
  }

  static List<String> prerelease(@Nullable String text) {
    return text == null ? List.of() : List.of(text.split("\\."));
  }

  static Version release(long major, long minor, long patch) {
    return new Version(major, minor, patch, List.of(), "");
  }

  public boolean isPrerelease() {
    return !prerelease.isEmpty();
  }

  /// Whether none of the two is newer.
  boolean sameAge(Version other) {
    return BY_AGE.compare(this, other) == 0;
  }

  boolean isNewerThan(Version other) {
    return BY_AGE.compare(this, other) > 0;
  }

  /// The next version that need not be compatible: the next major one, before 1.0.0 the next minor
  /// one.
  public Version nextIncompatible() {
    return major > 0 ? release(major + 1, 0, 0) : release(0, minor + 1, 0);
  }

  /// Whether who uses the other version may rely on getting this one without a change: it is no
  /// older, and within the same major version, before 1.0.0 the same minor one. A pre-release can
  /// neither be relied on nor has it to keep a promise.
  public boolean isCompatibleUpdateOf(Version other) {
    return !isPrerelease()
        && !other.isPrerelease()
        && !other.isNewerThan(this)
        && nextIncompatible().equals(other.nextIncompatible());
  }

  private Core core() {
    return new Core(major, minor, patch);
  }

  private record Core(long major, long minor, long patch) implements Comparable<Core> {
    @Override
    public int compareTo(Core other) {
      return Comparator.comparingLong(Core::major)
          .thenComparingLong(Core::minor)
          .thenComparingLong(Core::patch)
          .compare(this, other);
    }
  }

  private static int comparePrereleases(List<String> one, List<String> two) {
    if (one.isEmpty() || two.isEmpty()) return Boolean.compare(one.isEmpty(), two.isEmpty());
    Iterator<String> left = one.iterator();
    Iterator<String> right = two.iterator();
    while (left.hasNext() && right.hasNext()) {
      int order = compareIdentifiers(left.next(), right.next());
      if (order != 0) return order;
    }
    return Boolean.compare(left.hasNext(), right.hasNext());
  }

  /// Numbers before words, numbers by value, words as text.
  private static int compareIdentifiers(String one, String two) {
    boolean number = isNumber(one);
    if (number != isNumber(two)) return number ? -1 : 1;
    if (number && one.length() != two.length()) return Integer.compare(one.length(), two.length());
    return one.compareTo(two);
  }

  private static boolean isNumber(String identifier) {
    return identifier.chars().allMatch(each -> each >= '0' && each <= '9');
  }

  @Override
  public int compareTo(Version other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major
        + "."
        + minor
        + "."
        + patch
        + (isPrerelease() ? "-" + String.join(".", prerelease) : "")
        + (build.isEmpty() ? "" : "+" + build);
  }
}
