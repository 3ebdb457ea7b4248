package io.keelson.engine.config.load.body;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;

/// What a schema has at a path that a user may set.
///
/// @rule R-TRF-3
public sealed interface BodyPlace {
  /// A value of a type.
  record Plain(Type type) implements BodyPlace {}

  /// Nested objects, or one of them.
  record Nested(BodyCompiler.Held held) implements BodyPlace {}

  /// A value that may not be null.
  record Required(BodyPlace value) implements BodyPlace {}

  /// @return empty if there is nothing that a user may set
  static Optional<BodyPlace> of(Schema schema, AttributePath path) {
    return inBlock(schema.root(), path.steps());
  }

  /// Whether an empty collection is there where nothing is written.
  default boolean isBlock() {
    return this instanceof Nested(var held) && held.isBlock();
  }

  /// What an expression gives, as it has to be here.
  ///
  /// @param place of which the problems are
  default Expression fitted(Expression written, Place place) {
    return switch (this) {
      case Plain(var type) -> new Converted(written, type, place);
      case Nested(var held) -> new NestedExpression(written, held, place);
      case Required(var value) -> new MissingArgument.Checked(value.fitted(written, place), place);
    };
  }

  private static Optional<BodyPlace> inBlock(Block block, List<Step> steps) {
    var name = name(steps.getFirst());
    var rest = steps.subList(1, steps.size());
    var nested = block.blocks().get(name);
    if (nested != null) return held(new BodyCompiler.Held(nested, true), rest);
    var attribute = block.attributes().get(name);
    if (attribute == null || !attribute.presence().configurable()) return Optional.empty();
    var found = attribute(attribute, rest);
    return rest.isEmpty() && attribute.presence() == Presence.REQUIRED
        ? found.map(Required::new)
        : found;
  }

  private static Optional<BodyPlace> attribute(Attribute attribute, List<Step> rest) {
    return switch (attribute.shape()) {
      case Shape.Nested nested ->
          held(
              new BodyCompiler.Held(new NestedBlock(nested.nesting(), nested.block(), 0, 0), false),
              rest);
      case Shape.Plain(var type) -> inValue(type, rest);
    };
  }

  private static Optional<BodyPlace> held(BodyCompiler.Held held, List<Step> steps) {
    if (steps.isEmpty()) return Optional.of(new Nested(held));
    var block = held.nested().block();
    var nesting = held.nested().nesting();
    if (nesting == Nesting.SINGLE || nesting == Nesting.GROUP) return inBlock(block, steps);
    boolean number = steps.getFirst() instanceof Step.Index;
    if (nesting == Nesting.SET || number != (nesting == Nesting.LIST)) return Optional.empty();
    var rest = steps.subList(1, steps.size());
    return rest.isEmpty() ? Optional.of(new Nested(held.element())) : inBlock(block, rest);
  }

  private static Optional<BodyPlace> inValue(Type type, List<Step> steps) {
    if (steps.isEmpty()) return Optional.of(new Plain(type));
    var rest = steps.subList(1, steps.size());
    boolean number = steps.getFirst() instanceof Step.Index;
    return switch (type) {
      case Type.Dynamic _ -> Optional.of(new Plain(Types.DYNAMIC));
      case Type.ObjectOf object ->
          Optional.ofNullable(object.attribute(name(steps.getFirst())))
              .flatMap(each -> inValue(each, rest));
      case Type.MapOf(var element) when !number -> inValue(element, rest);
      case Type.ListOf(var element) when number -> inValue(element, rest);
      case Type.MapOf _, Type.ListOf _, Type.TupleOf _, Type.SetOf _, Type.Primitive _ ->
          Optional.empty();
    };
  }

  private static String name(Step step) {
    return switch (step) {
      case Step.Attribute(var name) -> name;
      case Step.Key(var key) -> key;
      case Step.Index _ -> "";
    };
  }

  /// A value of any type in a place for one.
  record Converted(Expression written, Type type, Place place) implements Expression {
    @Override
    public List<Reference> references() {
      return written.references();
    }

    @Override
    public Optional<Reference> named() {
      return written.named();
    }

    @Override
    public Evaluated evaluate(Scope scope) {
      return written.evaluate(scope).then(this::converted);
    }

    private Evaluated converted(Value value) {
      return switch (value.convert(type)) {
        case Conversion.Converted(var fitting) -> Evaluated.of(fitting);
        case Conversion.NotConvertible(_, var reason) ->
            Evaluated.failed(
                Diagnostic.error(
                        Code.INVALID_CONFIG,
                        place.subject(),
                        "Value of the wrong type",
                        reason + ". Give this attribute a value of the type it takes.")
                    .at(place.path()));
      };
    }
  }
}
