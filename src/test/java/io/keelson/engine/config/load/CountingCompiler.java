package io.keelson.engine.config.load;

import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.SortedSet;

/// Tells of each tree that is compiled.
record CountingCompiler(ExpressionCompiler real, Runnable compiles) implements ExpressionCompiler {
  @Override
  public Compiled compile(Value tree, Type expected, TypeScope types, Place place) {
    compiles.run();
    return real.compile(tree, expected, types, place);
  }

  @Override
  public SortedSet<String> localsIn(Value tree) {
    return real.localsIn(tree);
  }

  @Override
  public Traversal traversal(String text, Place place) {
    return real.traversal(text, place);
  }
}
