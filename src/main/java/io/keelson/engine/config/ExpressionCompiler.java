package io.keelson.engine.config;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/// Turns declared trees into expressions. Implemented outside the engine, where the language lives.
public interface ExpressionCompiler {
  /// What became of compiling.
  sealed interface Compiled {
    record Ok(Expression expression) implements Compiled {}

    /// @param diagnostics at least one error, each with subject, path and the place in the source
    record Failed(List<Diagnostic> diagnostics) implements Compiled {
      public Failed {
        diagnostics = Collections.unmodifiableList(new ArrayList<>(diagnostics));
      }
    }
  }

  /// Where a tree stands.
  ///
  /// @param subject whose declaration it is
  /// @param path of the tree within the declaration, such as `config.tags`
  record Place(Subject subject, AttributePath path) {}

  /// Compiles a tree whose strings may hold `${…}`. Everything is checked against `types`, and
  /// results are converted to `expected` (dynamic: left as they are).
  ///
  /// A tree without expressions gives a [Constant]. The keys of mappings are never expressions.
  Compiled compile(Value tree, Type expected, TypeScope types, Place place);

  /// The roots that the expressions in a tree name, without any checking; in order. Text that
  /// cannot be read as an expression names nothing here, [#compile] will say so.
  SortedSet<String> localsIn(Value tree);

  /// What became of reading a plain traversal.
  sealed interface Traversal {
    record Ok(Reference reference) implements Traversal {}

    record Failed(Diagnostic diagnostic) implements Traversal {}
  }

  /// Reads a plain traversal that starts at a resource, such as `server.web[each.key].id`. Only
  /// literal keys, `each.key` and `count.index` may stand in brackets.
  ///
  /// @rule R-RTB-1
  Traversal traversal(String text, Place place);
}
