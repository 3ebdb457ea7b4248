package io.keelson.version;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Which versions are meant: `>= 1.2, < 2.0`. All terms have to hold.
///
/// A pre-release is allowed only where a term names it exactly. The terms are in their canonical
/// form: sorted by version, then by operator, none twice.
public record VersionConstraint(List<Term> terms) {
  private static final int LONGEST = 256;
  private static final Pattern TERM = Pattern.compile("([^0-9A-Za-z\\s.*+-]*)\\s*(.*)");
  private static final Pattern LIMIT =
      Pattern.compile(
          "(%1$s)(?:\\.(%1$s))?(?:\\.(%1$s)%2$s)?".formatted(Version.NUMBER, Version.SUFFIX));

  /// Every release.
  public static final VersionConstraint ANY = new VersionConstraint(List.of());

  /// How a version is compared with a limit.
  public enum Operator {
    EQUAL("="),
    NOT_EQUAL("!="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    /// At least the limit, and before the next incompatible version.
    COMPATIBLE("~>");

    private final String sign;

    Operator(String sign) {
      this.sign = sign;
    }

    /// As canonical text has it: equality needs no sign.
    private String written() {
      return this == EQUAL ? "" : sign + " ";
    }
  }

  /// One comparison.
  public record Term(Operator operator, Limit limit) {
    boolean allows(Version version) {
      return switch (operator) {
        case EQUAL -> limit.is(version);
        case NOT_EQUAL -> !limit.is(version);
        case GREATER -> version.isNewerThan(limit.start());
        case GREATER_OR_EQUAL -> !limit.start().isNewerThan(version);
        case LESS -> limit.start().isNewerThan(version);
        case LESS_OR_EQUAL -> !version.isNewerThan(limit.start());
        case COMPATIBLE -> !limit.start().isNewerThan(version) && limit.end().isNewerThan(version);
      };
    }

    @Override
    public String toString() {
      return operator.written() + limit;
    }
  }

  /// A version whose last numbers may be left out.
  ///
  /// @param numbers one to three
  public record Limit(List<Long> numbers, List<String> prerelease, String build) {
    public Limit {
      numbers = List.copyOf(numbers);
      prerelease = List.copyOf(prerelease);
    }

    /// The oldest version it stands for.
    public Version start() {
      return new Version(at(0), at(1), at(2), prerelease, build);
    }

    /// The first version that is no longer compatible: the last number but one is raised.
    Version end() {
      return numbers.size() < 3
          ? Version.release(at(0) + 1, 0, 0)
          : Version.release(at(0), at(1) + 1, 0);
    }

    boolean is(Version version) {
      return build.isEmpty() ? version.sameAge(start()) : version.equals(start());
    }

    private long at(int index) {
      return index < numbers.size() ? numbers.get(index) : 0;
    }

    @Override
    public String toString() {
      return numbers.stream().map(String::valueOf).collect(Collectors.joining("."))
          + (prerelease.isEmpty() ? "" : "-" + String.join(".", prerelease))
          + (build.isEmpty() ? "" : "+" + build);
    }
  }

  public VersionConstraint {
    terms =
        terms.stream()
            .distinct()
            .sorted(
                Comparator.comparing((Term term) -> term.limit().start())
                    .thenComparing(Term::operator)
                    .thenComparing(Term::toString))
            .toList();
  }

  /// @param text empty for any release
  /// @throws IllegalArgumentException naming the term that is wrong, and what is wrong with it
  public static VersionConstraint parse(String text) {
    if (text.isBlank()) return ANY;
    if (text.length() > LONGEST)
      throw new IllegalArgumentException(
          "the version constraint is longer than " + LONGEST + " characters");
    var terms = new ArrayList<Term>();
    for (var part : text.split(",", -1)) terms.add(term(text, part.strip()));
    return new VersionConstraint(terms);
  }

  private static Term term(String text, String part) {
    if (part.isEmpty()) throw wrong(text, "nothing stands before or after a comma");
    var match = TERM.matcher(part);
    if (!match.matches()) throw wrong(text, "'" + part + "' is no comparison");
    var operator = operator(text, part, match.group(1));
    var limit = limit(text, part, match.group(2));
    checkFits(text, part, operator, limit);
    return new Term(operator, limit);
  }

  private static Operator operator(String text, String part, String sign) {
    if (sign.isEmpty()) return Operator.EQUAL;
    return Arrays.stream(Operator.values())
        .filter(each -> each.sign.equals(sign))
        .findFirst()
        .orElseThrow(() ->
            wrong(
                text,
                "in '"
                    + part
                    + "' the sign '"
                    + sign
                    + "' is not known; there are =, !=, >, >=, <, <= and ~>"));
  }

  private static Limit limit(String text, String part, String version) {
    var match = LIMIT.matcher(version);
    if (!match.matches()) {
      if (version.matches(".*[\\s<>=~|].*"))
        throw wrong(
            text, "'" + part + "' holds more than one comparison; put a comma between them");
      throw wrong(text, "in '" + part + "' the version is wrong: " + VersionFault.of(version));
    }
    var numbers = new ArrayList<Long>();
    for (int group = 1; group <= 3; group++)
      Optional.ofNullable(match.group(group)).map(Long::valueOf).ifPresent(numbers::add);
    return new Limit(
        numbers,
        Version.prerelease(match.group(4)),
        Optional.ofNullable(match.group(5)).orElse(""));
  }

  private static void checkFits(String text, String part, Operator operator, Limit limit) {
    boolean exact = operator == Operator.EQUAL || operator == Operator.NOT_EQUAL;
    if (exact && limit.numbers().size() < 3)
      throw wrong(
          text,
          String.format(
              Locale.ROOT,
              "'%s' could mean one version or many; write '%s%s', or '~> %s' for those compatible"
                  + " with it",
              part,
              operator.written(),
              limit.start(),
              limit.start()));
    if (!exact && !limit.build().isEmpty())
      throw wrong(
          text,
          "in '"
              + part
              + "' the build data '+"
              + limit.build()
              + "' cannot be compared; leave it out");
  }

  private static IllegalArgumentException wrong(String text, String why) {
    return new IllegalArgumentException("'" + text + "' is no version constraint: " + why);
  }

  public boolean allows(Version version) {
    return terms.stream().allMatch(each -> each.allows(version))
        && (!version.isPrerelease() || names(version));
  }

  private boolean names(Version version) {
    return terms.stream()
        .anyMatch(each -> each.operator() == Operator.EQUAL && each.limit().is(version));
  }

  /// The newest of the versions that is allowed.
  public Optional<Version> newestOf(Collection<Version> versions) {
    return versions.stream().filter(this::allows).max(Comparator.naturalOrder());
  }

  /// The one version that can be meant; empty if there may be several, or none.
  public Optional<Version> only() {
    return terms.stream()
        .filter(each -> each.operator() == Operator.EQUAL)
        .map(each -> each.limit().start())
        .filter(this::allows)
        .findFirst();
  }

  /// The canonical text; reading it gives this constraint again.
  @Override
  public String toString() {
    return terms.stream().map(Term::toString).collect(Collectors.joining(", "));
  }
}
