package io.keelson.engine.config.constraint;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;

/// Reads what the type of a variable is declared to be. Defaults of attributes are literals of the
/// language.
///
/// @rule R-VAL-1
public final class TypeConstraintReader {
  private final ExpressionCompiler compiler;

  public TypeConstraintReader(ExpressionCompiler compiler) {
    this.compiler = compiler;
  }

  /// @param subject the variable
  /// @throws IllegalArgumentException saying what is wrong with the text
  public TypeConstraint read(String written, Subject subject) {
    return TypeConstraintParser.parse(
        written, (source, wanted) -> literal(subject, source, wanted));
  }

  /// @throws IllegalArgumentException if the text is no such value
  private Value literal(Subject subject, String source, TypeConstraint wanted) {
    var place = new ExpressionCompiler.Place(subject, AttributePath.of("type"));
    var compiled =
        compiler.compile(Value.text("${" + source + "}"), Types.DYNAMIC, new NoNames(), place);
    if (compiled instanceof ExpressionCompiler.Compiled.Ok(var expression)
        && expression.references().isEmpty()
        && expression.evaluate(Scope.WITHOUT_NAMES) instanceof Evaluated.Ok(var value)
        && wanted.complete(value).convert(wanted.type()) instanceof Conversion.Converted)
      return value;
    throw new IllegalArgumentException("'" + source + "' is no value of the type " + wanted.type());
  }

  private static final class NoNames implements TypeScope {
    @Override
    public Typing typeOf(Root root) {
      return new Typing.Unavailable("A type has no names in it.");
    }

    @Override
    public Callable functionOf(String provider, String name) {
      return new Callable.Unavailable("A type calls no functions.");
    }
  }
}
