package io.keelson.operator.stack.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.state.StateCodec.MalformedState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.operator.state.KeySecret;
import java.util.Base64;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// The outputs of a Stack as last computed, with their types. They are in the Stack's Secret, as
/// some are sensitive, and a status does not keep values exactly.
public final class SavedOutputs {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private final StateCodec codec;
  private final KeySecret secret;
  private SortedMap<String, Value> values;

  public SavedOutputs(StateCodec codec, KeySecret secret, Bytes saved) {
    this.codec = codec;
    this.secret = secret;
    this.values = saved.isEmpty() ? Collections.emptySortedMap() : read(saved);
  }

  public SortedMap<String, Value> values() {
    return values;
  }

  public void save(SortedMap<String, Value> changed) {
    if (changed.equals(values)) return;
    secret.saveOutputs(bytes(changed));
    values = Collections.unmodifiableSortedMap(new TreeMap<>(changed));
  }

  /// The text of these outputs that would be saved.
  public Bytes bytes(SortedMap<String, Value> outputs) {
    var all = JSON.createObjectNode();
    outputs.forEach((name, value) -> {
      var plain = codec.encode(value.unmark().value(), Types.DYNAMIC);
      all.putObject(name)
          .put("sensitive", value.marked())
          .put("json", Base64.getEncoder().encodeToString(plain.toArray()));
    });
    return Bytes.utf8(all.toString());
  }

  /// The saved outputs; none if they cannot be read any more, as they are computed again then.
  private SortedMap<String, Value> read(Bytes saved) {
    var outputs = new TreeMap<String, Value>();
    try {
      for (var each : JSON.readTree(saved.asUtf8()).properties()) {
        var name = each.getKey();
        var plain =
            codec.decode(
                Bytes.of(Base64.getDecoder().decode(each.getValue().path("json").asText())),
                Types.DYNAMIC);
        outputs.put(
            name,
            each.getValue().path("sensitive").asBoolean()
                ? plain.mark(Marks.sensitive("output." + name))
                : plain);
      }
      return outputs;
    } catch (JsonProcessingException | MalformedState | IllegalArgumentException e) {
      return Collections.emptySortedMap();
    }
  }
}
