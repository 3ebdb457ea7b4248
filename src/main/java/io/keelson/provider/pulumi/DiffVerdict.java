package io.keelson.provider.pulumi;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.provider.pulumi.proto.Pulumi.DiffResponse;
import io.keelson.provider.pulumi.proto.Pulumi.PropertyDiff;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a provider says of an object beside what is declared for it.
///
/// @rule R-PRG-3
sealed interface DiffVerdict {
  /// Nothing is to be done, also if inputs differ.
  record Same() implements DiffVerdict {}

  /// @param paths what the provider names, or, if it names nothing, the inputs that differ
  record Changed(SortedSet<AttributePath> paths) implements DiffVerdict {
    public Changed {
      paths = Collections.unmodifiableSortedSet(new TreeSet<>(paths));
    }
  }

  /// @param paths why another object has to take its place
  record Replaced(SortedSet<AttributePath> paths) implements DiffVerdict {
    public Replaced {
      paths = Collections.unmodifiableSortedSet(new TreeSet<>(paths));
    }
  }

  /// Keys count beside a detailed diff. Who cannot tell leaves it to the inputs, and does not
  /// replace by itself.
  ///
  /// @param replacing where the schema says that a change replaces, whatever the provider answers
  static DiffVerdict of(DiffResponse diff, PlannedObject planned, List<PathPattern> replacing) {
    return switch (diff.getChanges()) {
      case NONE -> new Same();
      case SOME ->
          switch (changed(replaces(diff), changes(diff), replacing)) {
            case Changed(var paths) when paths.isEmpty() -> new Changed(planned.changedInputs());
            case DiffVerdict verdict -> verdict;
          };
      case UNKNOWN, UNRECOGNIZED -> {
        var inputs = planned.changedInputs();
        yield inputs.isEmpty()
            ? new Same()
            : changed(Collections.emptySortedSet(), inputs, replacing);
      }
    };
  }

  private static DiffVerdict changed(
      SortedSet<AttributePath> replaces,
      SortedSet<AttributePath> changes,
      List<PathPattern> replacing) {
    var paths = new TreeSet<>(replaces);
    for (AttributePath each : changes)
      if (replacing.stream().anyMatch(pattern -> pattern.covers(each))) paths.add(each);
    return paths.isEmpty() ? new Changed(changes) : new Replaced(paths);
  }

  private static SortedSet<AttributePath> replaces(DiffResponse diff) {
    var paths = new TreeSet<AttributePath>();
    diff.getReplacesList().forEach(key -> paths.add(PropertyPaths.lenient(key)));
    detailed(diff)
        .forEach((path, each) -> {
          if (replaces(each)) paths.add(PropertyPaths.lenient(path));
        });
    return paths;
  }

  private static SortedSet<AttributePath> changes(DiffResponse diff) {
    var paths = new TreeSet<AttributePath>();
    diff.getDiffsList().forEach(key -> paths.add(PropertyPaths.lenient(key)));
    detailed(diff).keySet().forEach(path -> paths.add(PropertyPaths.lenient(path)));
    return paths;
  }

  private static Map<String, PropertyDiff> detailed(DiffResponse diff) {
    return diff.getHasDetailedDiff() ? diff.getDetailedDiffMap() : Map.of();
  }

  private static boolean replaces(PropertyDiff diff) {
    return switch (diff.getKind()) {
      case ADD_REPLACE, DELETE_REPLACE, UPDATE_REPLACE -> true;
      case ADD, DELETE, UPDATE, UNRECOGNIZED -> false;
    };
  }
}
