package io.keelson.operator.state;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.state.Dependency;
import io.keelson.json.Gzipped;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ObjectRecord;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What an object needs, as records and journal entries list it. Where much is needed only by way
/// of others, that part is zipped: the API server looks at every element of a list anew in each
/// write, and the lists of a deep stack are longer than all the rest of its records.
///
/// @rule R-GRAPH-20
final class RecordedDependencies {
  /// So many indirect ones are listed one by one.
  private static final int MOST_LISTED = 10;

  /// More are never zipped, so more are never read: a small text may unfold to any number of lines.
  private static final int MOST_ZIPPED = 100_000;

  private static final int MOST_BYTES = 32 << 20;
  private static final int BYTES_OF_A_CHARACTER = 3;

  /// The same instance for equal dependencies: the lists of a deep stack have millions of elements.
  private final Map<Dependency, Dependency> known = new ConcurrentHashMap<>();

  private final Map<String, ResourceAddress> addresses = new ConcurrentHashMap<>();

  static void write(SortedSet<Dependency> needed, ObjectRecord into) {
    var zipped = zipped(needed);
    var listed = zipped.isPresent() ? direct(needed) : List.copyOf(needed);
    into.dependencies = orNull(listed.stream().map(RecordedDependencies::recorded).toList());
    into.indirectDependenciesGz = zipped.orElse(null);
  }

  static void write(SortedSet<Dependency> needed, JournalEntry into) {
    var zipped = zipped(needed);
    var direct = direct(needed);
    var indirect = zipped.isPresent() ? List.<Dependency>of() : indirect(needed);
    into.dependencies = orNull(addresses(direct));
    into.indirectDependencies = orNull(addresses(indirect));
    into.indirectDependenciesGz = zipped.orElse(null);
    var depths = new TreeMap<String, Integer>();
    for (var each : zipped.isPresent() ? direct : needed)
      if (each.depth() > 0) depths.put(each.resource().toString(), each.depth());
    into.dependencyDepths = depths.isEmpty() ? null : depths;
  }

  private static List<Dependency> direct(SortedSet<Dependency> needed) {
    return needed.stream().filter(Dependency::direct).toList();
  }

  private static List<Dependency> indirect(SortedSet<Dependency> needed) {
    return needed.stream().filter(each -> !each.direct()).toList();
  }

  private static List<String> addresses(List<Dependency> dependencies) {
    return dependencies.stream().map(each -> each.resource().toString()).toList();
  }

  private static <T> @Nullable List<T> orNull(List<T> list) {
    return list.isEmpty() ? null : list;
  }

  private static ObjectRecord.RecordedDependency recorded(Dependency dependency) {
    var recorded = new ObjectRecord.RecordedDependency();
    recorded.resource = dependency.resource().toString();
    recorded.direct = dependency.direct();
    recorded.depth = dependency.depth() == 0 ? null : dependency.depth();
    return recorded;
  }

  /// The indirect ones, one in each line. Empty if they are few, and if they are more than would be
  /// read again: a list of so many is refused by the API server before anything is done.
  private static Optional<String> zipped(SortedSet<Dependency> needed) {
    var indirect = indirect(needed);
    if (indirect.size() <= MOST_LISTED || indirect.size() > MOST_ZIPPED) return Optional.empty();
    var text = String.join("\n", indirect.stream().map(RecordedDependencies::line).toList());
    if ((long) text.length() * BYTES_OF_A_CHARACTER > MOST_BYTES) return Optional.empty();
    return Optional.of(Base64.getEncoder().encodeToString(Gzipped.zip(text)));
  }

  private static String line(Dependency dependency) {
    return dependency.depth() == 0
        ? dependency.resource().toString()
        : dependency.resource() + " " + dependency.depth();
  }

  /// @throws IllegalArgumentException if what is written there is no list of dependencies
  SortedSet<Dependency> read(ObjectRecord from) {
    var needed = new TreeSet<Dependency>();
    if (from.dependencies != null)
      for (var each : from.dependencies)
        needed.add(
            dependency(
                each.resource,
                Boolean.TRUE.equals(each.direct),
                each.depth == null ? 0 : each.depth));
    unzip(from.indirectDependenciesGz, needed);
    return needed;
  }

  /// @throws IllegalArgumentException if what is written there is no list of dependencies
  SortedSet<Dependency> read(JournalEntry from) {
    var needed = new TreeSet<Dependency>();
    var depths = from.dependencyDepths == null ? Map.<String, Integer>of() : from.dependencyDepths;
    if (from.dependencies != null)
      for (var each : from.dependencies)
        needed.add(dependency(each, true, depths.getOrDefault(each, 0)));
    if (from.indirectDependencies != null)
      for (var each : from.indirectDependencies)
        needed.add(dependency(each, false, depths.getOrDefault(each, 0)));
    unzip(from.indirectDependenciesGz, needed);
    return needed;
  }

  private void unzip(@Nullable String zipped, Collection<Dependency> into) {
    if (zipped == null) return;
    var lines =
        Gzipped.unzip(Base64.getDecoder().decode(zipped), MOST_BYTES)
            .lines()
            .limit(MOST_ZIPPED + 1L)
            .toList();
    if (lines.size() > MOST_ZIPPED)
      throw new IllegalArgumentException(
          "indirectDependenciesGz has more than %,d lines".formatted(MOST_ZIPPED));
    for (var line : lines) into.add(indirect(line));
  }

  private Dependency indirect(String line) {
    int blank = line.indexOf(' ');
    return blank < 0
        ? dependency(line, false, 0)
        : dependency(line.substring(0, blank), false, Integer.parseInt(line.substring(blank + 1)));
  }

  private Dependency dependency(String resource, boolean direct, int depth) {
    var address = addresses.computeIfAbsent(resource, ResourceAddress::parse);
    return known.computeIfAbsent(new Dependency(address, direct, depth), each -> each);
  }
}
