package io.keelson.engine.config.load.body;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Constant;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;

/// A tree of values laid over a schema.
///
/// @rule R-PRG-20
public final class KnownBody {
  private KnownBody() {}

  /// An object of the schema's type with the marks of the tree, or what does not fit.
  ///
  /// @param tree an object
  /// @param subject of which the problems are
  public static Evaluated of(Schema schema, Value tree, Subject subject) {
    var plain = tree.unmark();
    if (!(plain.value() instanceof Mapping object))
      throw new IllegalStateException("not an object: " + subject);
    var problems = new Problems();
    var body =
        new BodyCompiler(subject, new KnownLeaves(subject), problems)
            .body(schema, object, AttributePath.ROOT);
    if (body instanceof Constant(Value value) && problems.isEmpty())
      return Evaluated.of(plain.remark(value));
    return tree.allMarks().isEmpty() ? new Evaluated.Failed(problems.found()) : unfit(subject);
  }

  /// Even the names in a secret are secret.
  private static Evaluated unfit(Subject subject) {
    return Evaluated.failed(
        Diagnostic.error(
            Code.INVALID_CONFIG,
            subject,
            "Wrong form",
            "What the program of the component gives it does not fit its type. Some of it is"
                + " sensitive, so what does not fit is not named. Correct the program."));
  }
}
