package io.keelson.engine.value;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/// A value, or the reasons why there is none. A failure stops the instance it belongs to: no
/// invented unknown takes the place of a value that could not be made.
public sealed interface Evaluated {
  record Ok(Value value) implements Evaluated {}

  /// @param diagnostics at least one error
  record Failed(List<Diagnostic> diagnostics) implements Evaluated {
    public Failed {
      diagnostics = Collections.unmodifiableList(new ArrayList<>(diagnostics));
    }
  }

  static Evaluated of(Value value) {
    return new Ok(value);
  }

  static Evaluated failed(Diagnostic... diagnostics) {
    return new Failed(List.of(diagnostics));
  }

  /// What `next` makes of the value; failures stay.
  default Evaluated then(Function<Value, Evaluated> next) {
    return switch (this) {
      case Ok(Value value) -> next.apply(value);
      case Failed failed -> failed;
    };
  }
}
