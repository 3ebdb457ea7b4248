package io.keelson.engine.reading;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.reading.ProviderSetup.Setup;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.value.Bytes;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// Tells whether a configuration leads to another real system than the one where objects were made
/// with it. Such a configuration is not used, unless these objects are to be replaced.
///
/// @rule R-PUL-61
final class LeftSystems {
  private final FormerSystems former;
  private final StackConfig config;
  private final SortedSet<Made> made = new TreeSet<>(Comparator.comparing(Made::at));
  private final Map<String, Setup> placed = new ConcurrentHashMap<>();
  private final Map<String, List<Diagnostic>> warnings = new ConcurrentSkipListMap<>();
  private final SortedMap<String, Bytes> kept;

  /// @param kept gets the configurations that reach the systems that were left; safe for use by
  ///   many threads
  LeftSystems(FormerSystems former, StackConfig config, SortedMap<String, Bytes> kept) {
    this.former = former;
    this.config = config;
    this.kept = kept;
  }

  /// The provider that made an object of an instance, or may have made one.
  private record Made(InstanceAddress at, ProviderKey writer) {}

  /// Notes the provider that made an instance. All of them are noted before anything is asked.
  void note(InstanceAddress at, ProviderKey writer) {
    if (!writer.identity().isEmpty()) made.add(new Made(at, writer));
  }

  /// Whether objects that were made in another system are replaced.
  boolean replaces(String name, Setup.Ready ready) {
    return former.replacing(name).filter(ready.identity()::equals).isPresent();
  }

  /// Whether an object was made in a system that its configuration has left, and is replaced for
  /// this reason.
  boolean isLeft(ProviderKey writer, String name, Setup now) {
    return now instanceof Setup.Ready ready
        && isElsewhere(writer, name, ready)
        && replaces(name, ready);
  }

  /// Whether an object was made in another real system than the one that is configured now. One
  /// that names no system works where its environment says, which nobody can compare.
  boolean isElsewhere(ProviderKey writer, String name, Setup.Ready ready) {
    var declared = config.providerConfigurations().get(name);
    // A configuration that is not declared any more is used as it was: it cannot lead elsewhere.
    if (declared == null) return false;
    boolean accepted = declared.acceptedIdentity().filter(ready.identity()::equals).isPresent();
    return !accepted
        && ready.isKnown()
        && !writer.identity().isEmpty()
        && writer.name().equals(ready.provider().name())
        && !writer.identity().equals(ready.identity());
  }

  /// The configuration if it may be used: one that would lead away from objects that were made with
  /// it fails, unless these are replaced. The configuration that reaches them until then is kept.
  ///
  /// @param replaceable whether a plan can hold the replacements
  Setup inPlace(String name, Setup.Ready ready, boolean replaceable) {
    return placed.computeIfAbsent(
        name,
        _ -> {
          var elsewhere = elsewhere(name, ready);
          return replaces(name, ready) && replaceable
              ? leaving(elsewhere, name, ready)
              : refused(elsewhere, name, ready).orElse(ready);
        });
  }

  private List<Made> elsewhere(String name, Setup.Ready ready) {
    return made.stream()
        .filter(object -> object.writer().configuration().equals(Optional.of(name)))
        .filter(object -> isElsewhere(object.writer(), name, ready))
        .toList();
  }

  private Setup leaving(List<Made> elsewhere, String name, Setup.Ready ready) {
    var writers = elsewhere.stream().map(Made::writer).distinct().toList();
    for (ProviderKey writer : writers)
      former.json(writer).ifPresent(json -> kept.put(FormerSystems.keptAs(writer), json));
    warnings.put(
        name,
        writers.stream().map(writer -> FormerSystems.departure(writer, name, ready)).toList());
    return ready;
  }

  private static Optional<Setup> refused(List<Made> elsewhere, String name, Setup.Ready ready) {
    return elsewhere.stream()
        .findFirst()
        .map(object ->
            new Setup.Failed(
                List.of(ProviderSetup.elsewhere(object.at(), object.writer(), name, ready))));
  }

  /// Warnings about objects that are replaced because their provider has left their system.
  List<Diagnostic> warnings() {
    return warnings.values().stream().flatMap(List::stream).toList();
  }
}
