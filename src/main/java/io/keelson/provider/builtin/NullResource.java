package io.keelson.provider.builtin;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What `terraform_data` takes over: objects of the type `null_resource`, which came before it.
///
/// @rule R-MOV-4
record NullResource(StateCodec codec) {
  private static final String TYPE = "null_resource";

  /// On any host: mirrors count, too.
  private static final String PROVIDER = "/hashicorp/null";

  private static final Type SCHEMA =
      Type.object(new TreeMap<>(Map.of("id", Types.STRING, "triggers", Type.map(Types.STRING))));

  MoveAnswer move(MoveRequest request) {
    if (!request.sourceType().equals(TYPE) || !request.sourceProvider().endsWith(PROVIDER))
      return refused("Only objects of " + TYPE + " of hashicorp/null become terraform_data.");
    try {
      var object = (Mapping) codec.decode(request.source().json(), SCHEMA);
      return new MoveAnswer.Moved(Prior.of(moved(object)), List.of());
    } catch (StateCodec.MalformedState e) {
      return refused(
          "The stored state does not fit the schema of "
              + TYPE
              + ": "
              + e.getMessage()
              + ". Was it edited by hand?");
    }
  }

  /// Triggers are written as an object, so that the usual declaration of them is no change.
  private static Value moved(Mapping object) {
    var nothing = Value.nothing(Types.DYNAMIC);
    var triggers =
        object.attribute("triggers") instanceof Mapping map ? Value.object(map.entries()) : nothing;
    return Value.object(
        Map.of(
            "id", object.attribute("id"),
            "input", nothing,
            "output", nothing,
            "triggers_replace", triggers));
  }

  private static MoveAnswer refused(String detail) {
    return new MoveAnswer.Failed(
        List.of(
            Diagnostic.error(Code.MOVED, Subject.stack(), "Object cannot be taken over", detail)));
  }
}
