package io.keelson.engine.config.load.body;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Constant;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Optional;

/// The leaves of a written tree: expressions, or literals.
public final class WrittenLeaves implements BodyCompiler.Leaves {
  private final ExpressionCompiler compiler;
  private final Subject subject;
  private final TypeScope scope;

  public WrittenLeaves(ExpressionCompiler compiler, Subject subject, TypeScope scope) {
    this.compiler = compiler;
    this.subject = subject;
    this.scope = scope;
  }

  @Override
  public ExpressionCompiler.Compiled plain(Value tree, Type expected, AttributePath path) {
    return compiler.compile(tree, expected, scope, new ExpressionCompiler.Place(subject, path));
  }

  @Override
  public Optional<ExpressionCompiler.Compiled> nested(
      Value tree, BodyCompiler.Held held, AttributePath path) {
    if (!(tree instanceof Value.Text)) return Optional.empty();
    var place = new ExpressionCompiler.Place(subject, path);
    return switch (compiler.compile(tree, Types.DYNAMIC, scope, place)) {
      // A text is none of them; what an expression gives that refers to nothing may be, or be null.
      case ExpressionCompiler.Compiled.Ok(Constant(Value.Text _)) -> Optional.empty();
      case ExpressionCompiler.Compiled.Ok(var expression) ->
          Optional.of(
              new ExpressionCompiler.Compiled.Ok(new NestedExpression(expression, held, place)));
      case ExpressionCompiler.Compiled.Failed failed -> Optional.of(failed);
    };
  }
}
