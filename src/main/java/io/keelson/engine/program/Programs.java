package io.keelson.engine.program;

import io.keelson.engine.schema.Schema;
import java.util.Optional;

/// Those types of a provider that are components: a program says which resources there are inside.
///
/// Calls are synchronous and may come from many threads.
///
/// @rule R-PRG-20
public interface Programs {
  /// The programs of a provider that has none.
  Programs NONE =
      new Programs() {
        @Override
        public Optional<Schema> schema(String type) {
          return Optional.empty();
        }

        @Override
        public ProgramAnswer run(ProgramRequest request, Registrar registrar) {
          throw new IllegalStateException("no program " + request.type());
        }

        @Override
        public ProgramAnswer call(Method method) {
          throw new IllegalStateException("no method " + method.token());
        }
      };

  /// What is given to a program and what it gives: the attributes that can be configured, and those
  /// that are computed. Empty if there is none of this type. Always the same for one type.
  Optional<Schema> schema(String type);

  /// Runs the program of one component, which registers what is inside of it. Changes nothing
  /// itself.
  ///
  /// Returns when the program has come to its end, and asks the registrar nothing afterwards.
  ProgramAnswer run(ProgramRequest request, Registrar registrar);

  /// Calls a method for a program that runs. It may register more for that program, and changes
  /// nothing itself.
  ProgramAnswer call(Method method);
}
