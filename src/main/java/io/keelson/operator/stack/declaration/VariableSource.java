package io.keelson.operator.stack.declaration;

import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.StackVariable.OutputReference;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Where the values of variables come from that refer to a Secret, a ConfigMap or an output of
/// another Stack.
public interface VariableSource {
  /// An annotation of a Secret with the keys, separated by commas, whose values are not secret.
  /// Whoever may write a Secret may read it, and so may decide that.
  String NOT_SECRET = "keelson.dev/not-secret";

  /// The data of an object in the Stack's namespace; empty if there is none.
  ///
  /// @param kind `Secret` or `ConfigMap`
  /// @throws Denied if the reader has no right to read it
  Optional<Data> data(String kind, String name) throws Denied;

  /// The data of a Secret or ConfigMap.
  ///
  /// @param texts its data as text
  /// @param open keys of a Secret whose values are not secret
  /// @param binary keys of what is no text
  record Data(Map<String, String> texts, SortedSet<String> open, SortedSet<String> binary) {
    public Data {
      texts = Collections.unmodifiableMap(new HashMap<>(texts));
      open = Collections.unmodifiableSortedSet(new TreeSet<>(open));
      binary = Collections.unmodifiableSortedSet(new TreeSet<>(binary));
    }

    /// Data of which no key is open.
    ///
    /// @param encoded base64, maybe in several lines
    /// @param plain takes the place of what is encoded under the same key
    /// @throws IllegalArgumentException if a value is not base64
    static Data of(Map<String, String> encoded, Map<String, String> plain) {
      var texts = new HashMap<String, String>();
      var binary = new TreeSet<String>();
      encoded.forEach((key, value) ->
          decoded(value)
              .asText()
              .ifPresentOrElse(text -> texts.put(key, text), () -> binary.add(key)));
      texts.putAll(plain);
      binary.removeAll(plain.keySet());
      return new Data(texts, Collections.emptySortedSet(), binary);
    }

    // A key without a value has no bytes, as the API server has it.
    private static Bytes decoded(@Nullable String base64) {
      return base64 == null
          ? Bytes.NONE
          : Bytes.of(Base64.getDecoder().decode(base64.replace("\r", "").replace("\n", "")));
    }

    Data withOpen(SortedSet<String> keys) {
      return new Data(texts, keys, binary);
    }
  }

  /// The keys that an annotation [#NOT_SECRET] names.
  static SortedSet<String> open(@Nullable Map<String, String> annotations) {
    var written = annotations == null ? null : annotations.get(NOT_SECRET);
    if (written == null) return Collections.emptySortedSet();
    return Arrays.stream(written.split(","))
        .map(String::strip)
        .filter(key -> !key.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// The sentence about the Stack that writes a missing key; empty if none is known.
  default String writer(String kind, String name, String key) {
    return "";
  }

  /// An output of another Stack, as that Stack has saved it.
  ///
  /// @throws Denied if the reader has no right to read it
  /// @throws Absent if the output has no value
  default Shared output(OutputReference reference) throws Denied, Absent {
    throw new Absent("Outputs of other Stacks are not read here.");
  }

  /// The value of an output of another Stack.
  ///
  /// @param value without marks
  /// @param sensitive whether it must not be shown
  record Shared(Value value, boolean sensitive) {}

  /// An output has no value; the message says why, and what to do.
  final class Absent extends Exception {
    private static final long serialVersionUID = 1L;

    public Absent(String message) {
      super(message);
    }
  }

  /// The reader has no right to read; the message says who that is, and what to do.
  final class Denied extends Exception {
    private static final long serialVersionUID = 1L;

    public Denied(String message) {
      super(message);
    }
  }
}
