package io.keelson.provider.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.apiserver.Json;
import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// What is kept of a create before it is sent, so that its object can be found and recorded should
/// the answer get lost. Holds no values of the manifest but the object's name.
///
/// @param key as the manifest writes it
/// @param waiting the attribute `wait`
/// @param hidden paths within the manifest that hold sensitive values
record Locator(ObjectKey key, Value waiting, SortedSet<AttributePath> hidden) {
  Locator {
    hidden = Collections.unmodifiableSortedSet(new TreeSet<>(hidden));
  }

  /// @param planned may carry marks; empty if it does not name an object yet
  static Optional<Locator> of(Value planned) {
    var plain = planned.unmark();
    var manifest = ObjectSchema.attribute(plain.value(), ObjectSchema.MANIFEST);
    var wait = waiting(planned);
    return ObjectKey.of(manifest).map(key -> new Locator(key, wait, Secrets.of(plain).paths()));
  }

  /// A wait with something sensitive in it is not recorded: the object is then waited for as usual.
  private static Value waiting(Value planned) {
    var wait = ObjectSchema.attribute(planned, ObjectSchema.WAIT).mark(planned.marks());
    return Marks.sensitive(wait.allMarks())
        ? Value.nothing(ObjectSchema.WAIT_TYPE)
        : wait.unmark().value();
  }

  String encode(StateCodec codec) {
    var json = Json.object();
    json.put("apiVersion", key.apiVersion()).put("kind", key.kind());
    json.put("namespace", key.namespace()).put("name", key.name());
    json.put("wait", codec.encode(waiting, ObjectSchema.WAIT_TYPE).asUtf8());
    var paths = json.putArray("hidden");
    hidden.forEach(path -> paths.add(path.toString()));
    return Json.text(json);
  }

  /// Reads what [#encode] wrote; empty if the text is something else.
  static Optional<Locator> decode(String text, StateCodec codec) {
    try {
      var json = Json.parse(text);
      var key =
          new ObjectKey(
              json.path("apiVersion").asText(),
              json.path("kind").asText(),
              json.path("namespace").asText(),
              json.path("name").asText());
      var wait = codec.decode(Bytes.utf8(json.path("wait").asText()), ObjectSchema.WAIT_TYPE);
      var hidden = new TreeSet<AttributePath>();
      for (var path : json.path("hidden")) hidden.add(AttributePath.parse(path.asText()));
      return Optional.of(new Locator(key, wait, hidden));
    } catch (JsonProcessingException | StateCodec.MalformedState | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
