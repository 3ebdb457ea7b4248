package io.keelson.provider.pulumi.schema;

import io.keelson.engine.schema.Nesting;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;

/// What a property holds, as far as its own description tells.
sealed interface Content {
  /// Anything: what the engine's types have no word for.
  Content ANY = new Plain(Types.DYNAMIC);

  record Plain(Type type) implements Content {}

  /// @param nesting LIST or MAP
  /// @param element describes each element
  record Collection(Nesting nesting, Fragment element) implements Content {}

  /// An object with properties of its own.
  ///
  /// @param token the name of its type
  record Structure(String token, Properties properties) implements Content {}
}
