package io.keelson.engine.config;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// The ends of a written tree, some of whose arguments have their values already: what stands in
/// those is no expression, whatever it looks like.
///
/// @param root where the tree begins
/// @param given values by the name of the argument
record GivenLeaves(WrittenLeaves written, AttributePath root, SortedMap<String, Value> given)
    implements BodyCompiler.Leaves {
  @Override
  public ExpressionCompiler.Compiled plain(Value tree, Type expected, AttributePath path) {
    var value = at(path);
    return value.isEmpty()
        ? written.plain(tree, expected, path)
        : constant(value.get(), expected, path);
  }

  @Override
  public Optional<ExpressionCompiler.Compiled> nested(
      Value tree, BodyCompiler.Held held, AttributePath path) {
    return at(path).isPresent() ? Optional.empty() : written.nested(tree, held, path);
  }

  private Optional<Value> at(AttributePath path) {
    return given.entrySet().stream()
        .filter(each -> root.attribute(each.getKey()).equals(path))
        .map(each -> each.getValue())
        .findFirst();
  }

  private ExpressionCompiler.Compiled constant(Value value, Type expected, AttributePath path) {
    return switch (value.convert(expected)) {
      case Conversion.Converted(var converted) ->
          new ExpressionCompiler.Compiled.Ok(Expression.constant(converted));
      case Conversion.NotConvertible(_, var reason) ->
          new ExpressionCompiler.Compiled.Failed(
              List.of(
                  Diagnostic.error(
                          Code.INVALID_CONFIG,
                          written.subject(),
                          "Wrong type",
                          "What the Secret holds cannot be used here: " + reason + ".")
                      .at(path)));
    };
  }
}
