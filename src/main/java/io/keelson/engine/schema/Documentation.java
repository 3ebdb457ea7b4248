package io.keelson.engine.schema;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a provider tells people about a type.
///
/// @param own about the type as a whole
/// @param parts about attributes and blocks, by their names with dots between: `timeouts.create`
public record Documentation(Note own, SortedMap<String, Note> parts) {
  public static final Documentation NONE =
      new Documentation(Note.NONE, Collections.emptySortedMap());

  /// @param text plain text or Markdown; may be empty
  /// @param deprecation what to do instead, or that it is deprecated; empty if it is not
  public record Note(String text, String deprecation) {
    public static final Note NONE = new Note("", "");
  }

  public Documentation {
    parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
  }

  /// About the attribute or block at a path.
  public Note of(String path) {
    return parts.getOrDefault(path, Note.NONE);
  }
}
