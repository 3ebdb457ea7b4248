package io.keelson.engine.evaluation;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Says which outputs are too large to be saved beside the others: all of them are one object of
/// the API server.
///
/// @rule R-LIM-10
public final class OutputRoom {
  /// The bytes that all outputs may have together, as JSON with types. The Secret that they are
  /// saved in holds 1 MiB, they take a third more there, and the provider configurations of the
  /// stack are in it, too.
  public static final int LARGEST = 640 * 1024;

  private final StateCodec codec;
  private final SortedMap<String, Value> saved;
  private final Map<String, Integer> sizes = new HashMap<>();
  private long used;

  /// @param saved what the outputs are
  public OutputRoom(StateCodec codec, SortedMap<String, Value> saved) {
    this.codec = codec;
    this.saved = Collections.unmodifiableSortedMap(new TreeMap<>(saved));
    this.saved.forEach((name, value) -> sizes.put(name, size(value)));
    this.used = sizes.values().stream().mapToLong(Integer::longValue).sum();
  }

  /// Why outputs have to stay as they are. What gets smaller makes room first, and the others are
  /// asked in the order of their names: after one that does not fit, others may.
  ///
  /// @param changed what outputs are to be, null for those that go; others stay
  public SortedMap<String, Diagnostic> refused(SortedMap<String, Value> changed) {
    var wanted = new TreeMap<String, Integer>();
    changed.forEach((name, value) -> {
      if (value.equals(saved.get(name))) return;
      int size = size(value);
      if (size > before(name)) wanted.put(name, size);
      else used += size - before(name);
    });
    var refused = new TreeMap<String, Diagnostic>();
    wanted.forEach((name, size) -> {
      long others = used - before(name);
      if (others + size <= LARGEST) used = others + size;
      else refused.put(name, tooLarge(name, hasSecret(changed) ? "" : sizes(size, others)));
    });
    return refused;
  }

  private boolean hasSecret(SortedMap<String, Value> changed) {
    return Stream.concat(saved.values().stream(), changed.values().stream())
        .anyMatch(value -> Marks.sensitive(value.allMarks()));
  }

  private int before(String name) {
    return sizes.getOrDefault(name, 0);
  }

  /// What is not known yet may turn out to be as small as anything.
  private int size(Value value) {
    return value.isNull() || !value.whollyKnown()
        ? 0
        : codec.encode(value.unmark().value(), Types.DYNAMIC).size();
  }

  /// Not said where any output is secret: how large that is could be told from the rest.
  private static String sizes(int size, long others) {
    return "It has %d bytes, beside %d of other outputs, and ".formatted(size, others);
  }

  /// @param sizes how large it is; empty if that is not said
  private Diagnostic tooLarge(String name, String sizes) {
    return Diagnostic.error(
        Code.VALUES_TOO_LARGE,
        Subject.part("output", name),
        "Output is too large",
        (sizes.isEmpty() ? "It is too large: " : sizes)
            + "all outputs of a Stack may have %d together, as JSON with their types. "
                .formatted(LARGEST)
            + (saved.containsKey(name) ? "It keeps its former value" : "It has no value")
            + ", and everything else goes on. Make it smaller, or take outputs out of spec.outputs;"
            + " what is large belongs into an object that a Resource makes.");
  }
}
