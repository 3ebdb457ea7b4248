package io.keelson.provider.pulumi;

import io.keelson.engine.address.AttributePath;
import io.keelson.provider.pulumi.proto.Pulumi.DiffResponse;
import io.keelson.provider.pulumi.proto.Pulumi.PropertyDiff;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a provider says of an object beside what is declared for it.
///
/// @rule R-PRG-3
sealed interface DiffVerdict {
  /// Nothing is to be done, also if inputs differ.
  record Same() implements DiffVerdict {}

  record Changed() implements DiffVerdict {}

  /// @param paths why another object has to take its place
  record Replaced(SortedSet<AttributePath> paths) implements DiffVerdict {
    public Replaced {
      paths = Collections.unmodifiableSortedSet(new TreeSet<>(paths));
    }
  }

  /// Keys count beside a detailed diff. Who cannot tell leaves it to the inputs, and never
  /// replaces.
  static DiffVerdict of(DiffResponse diff, PlannedObject planned) {
    return switch (diff.getChanges()) {
      case NONE -> new Same();
      case SOME -> {
        var paths = replaces(diff);
        yield paths.isEmpty() ? new Changed() : new Replaced(paths);
      }
      case UNKNOWN, UNRECOGNIZED ->
          planned.inputs().equals(planned.prior().inputs()) ? new Same() : new Changed();
    };
  }

  private static SortedSet<AttributePath> replaces(DiffResponse diff) {
    var paths = new TreeSet<AttributePath>();
    diff.getReplacesList().forEach(key -> paths.add(PropertyPaths.lenient(key)));
    diff.getDetailedDiffMap()
        .forEach((path, each) -> {
          if (diff.getHasDetailedDiff() && replaces(each)) paths.add(PropertyPaths.lenient(path));
        });
    return paths;
  }

  private static boolean replaces(PropertyDiff diff) {
    return switch (diff.getKind()) {
      case ADD_REPLACE, DELETE_REPLACE, UPDATE_REPLACE -> true;
      case ADD, DELETE, UPDATE, UNRECOGNIZED -> false;
    };
  }
}
