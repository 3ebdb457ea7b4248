package io.keelson.provider.plugin.install;

import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.source.Offer;
import io.keelson.provider.plugin.install.source.PackageSource;
import io.keelson.version.Version;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What all sources together offer of one provider.
final class Offers {
  private static final int SHOWN = 10;

  /// A version at one source.
  record Stall(PackageSource source, Offer offer) {}

  private final InstallRequest request;
  private final List<String> asked = new ArrayList<>();
  private final NavigableMap<Version, List<Stall>> stalls = new TreeMap<>();
  private final List<InstallProblem> silent = new ArrayList<>();

  private Offers(InstallRequest request) {
    this.request = request;
  }

  /// Asks every source that is responsible.
  ///
  /// @throws InstallException if none is
  static Offers ask(InstallRequest request, List<ConfiguredSource> sources)
      throws InstallException {
    var offers = new Offers(request);
    for (var each : sources) if (each.isFor(request.address())) offers.ask(each.source());
    if (offers.asked.isEmpty())
      throw new InstallException(
          Kind.NO_SOURCE,
          request.address() + " cannot be installed",
          "no source is configured for it",
          "Add a source, or let one of those there are include it.");
    return offers;
  }

  private void ask(PackageSource source) {
    asked.add(source.name());
    try {
      for (var each : source.offers(request.address()))
        stalls.computeIfAbsent(each.version(), _ -> new ArrayList<>()).add(new Stall(source, each));
    } catch (InstallException e) {
      silent.add(e.problem());
    }
  }

  /// What those sources said that could not tell.
  List<InstallProblem> silent() {
    return silent;
  }

  boolean has(Version version) {
    return stalls.containsKey(version);
  }

  /// In the order of the sources.
  List<Stall> with(Version version) {
    return stalls.getOrDefault(version, List.of());
  }

  /// The version to install.
  ///
  /// @throws InstallException if there is none
  Version choose() throws InstallException {
    if (stalls.isEmpty())
      throw new InstallException(
          Kind.NOT_FOUND,
          request.address() + " was not found",
          "asked were " + String.join(", ", asked),
          "See whether the address is right: [host/]namespace/type.");
    Optional<Version> wanted =
        request.fixed().isPresent()
            ? request.fixed().filter(this::has)
            : request.constraint().newestOf(stalls.keySet());
    return wanted.orElseThrow(this::noMatch);
  }

  private InstallException noMatch() {
    var wanted = request.fixed().map(Version::toString).orElse("'" + request.constraint() + "'");
    return new InstallException(
        Kind.NO_MATCHING_VERSION,
        request.address() + " has no version " + wanted,
        "there is " + shown(),
        "Change the version constraint, or add a source that has such a version.");
  }

  private String shown() {
    var newest = stalls.descendingKeySet();
    return newest.stream().limit(SHOWN).map(Version::toString).collect(Collectors.joining(", "))
        + (newest.size() > SHOWN ? " and " + (newest.size() - SHOWN) + " older ones" : "");
  }

  /// Sees to it that the version can be spoken to, as far as its sources tell.
  void checkProtocol(Version version, Set<Integer> spoken) throws InstallException {
    var protocols = protocols(version);
    if (protocols.isEmpty() || protocols.stream().anyMatch(each -> isSpoken(each, spoken))) return;
    var other =
        stalls.descendingKeySet().stream()
            .filter(request.constraint()::allows)
            .filter(
                each -> protocols(each).stream().anyMatch(protocol -> isSpoken(protocol, spoken)))
            .max(Comparator.naturalOrder());
    throw new InstallException(
        Kind.PROTOCOL_UNSUPPORTED,
        request.address() + " " + version + " cannot be used",
        "it speaks plugin protocol "
            + String.join(", ", protocols)
            + ", and supported are "
            + spoken.stream().sorted().map(String::valueOf).collect(Collectors.joining(" and ")),
        other
            .map(each -> "Demand version " + each + ", which speaks one of these.")
            .orElse("Use another version, or a newer Keelson."));
  }

  private List<String> protocols(Version version) {
    return with(version).stream()
        .flatMap(each -> each.offer().protocols().stream())
        .distinct()
        .toList();
  }

  private static boolean isSpoken(String protocol, Set<Integer> spoken) {
    return spoken.stream()
        .anyMatch(each -> protocol.equals(each + "") || protocol.startsWith(each + "."));
  }
}
