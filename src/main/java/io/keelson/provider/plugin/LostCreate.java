package io.keelson.provider.plugin;

import io.keelson.engine.provider.CreateRecovery;

/// What is declared to be done about creates of one resource type whose outcome was lost.
public sealed interface LostCreate {
  /// Nothing outside is made: create again.
  record Repeat() implements LostCreate {}

  /// Import the object.
  ///
  /// @param id the attribute whose planned value is the id that an import takes
  record Import(String id) implements LostCreate {}

  /// Ask a person.
  record Ask() implements LostCreate {}

  /// The same as the engine has it.
  default CreateRecovery recovery() {
    return switch (this) {
      case Repeat() -> CreateRecovery.REPEATABLE;
      case Import _ -> CreateRecovery.FINDABLE;
      case Ask() -> CreateRecovery.UNCERTAIN;
    };
  }
}
