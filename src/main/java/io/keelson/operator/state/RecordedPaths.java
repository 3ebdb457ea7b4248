package io.keelson.operator.state;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.state.SensitivePaths;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The sensitive paths of an object, as records list them.
final class RecordedPaths {
  private RecordedPaths() {}

  static @Nullable List<String> all(SensitivePaths paths) {
    return paths.isEmpty() ? null : texts(paths.all());
  }

  /// An empty list is written, too: records of earlier versions have none, which means that nothing
  /// is known.
  static @Nullable List<String> secret(SensitivePaths paths) {
    return paths.isEmpty() || paths.assumed() ? null : texts(paths.secret());
  }

  private static List<String> texts(SortedSet<AttributePath> paths) {
    return paths.stream().map(AttributePath::toString).toList();
  }

  static SensitivePaths read(@Nullable List<String> all, @Nullable List<String> secret) {
    if (all == null) return SensitivePaths.NONE;
    return secret == null
        ? SensitivePaths.assumed(paths(all))
        : SensitivePaths.of(paths(all), paths(secret));
  }

  private static SortedSet<AttributePath> paths(List<String> texts) {
    var paths = new TreeSet<AttributePath>();
    texts.forEach(path -> paths.add(AttributePath.parse(path)));
    return paths;
  }
}
