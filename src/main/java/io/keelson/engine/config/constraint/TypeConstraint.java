package io.keelson.engine.config.constraint;

import io.keelson.engine.config.Expression;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// What a variable is declared to be: a type, and what stands for attributes that are left out.
///
/// @rule R-VAL-1
public sealed interface TypeConstraint {
  /// Whatever it is.
  static TypeConstraint any() {
    return new Plain(Types.DYNAMIC);
  }

  /// The value of an output, converted to this type. Where it cannot be, it fails without its value
  /// in the message.
  ///
  /// @rule R-CMP-5
  default Expression converting(Expression value, Subject output) {
    return new TypedExpression(value, this, output);
  }

  /// Why no value of the expression can ever be converted to this type, as far as its own tells.
  default Optional<Diagnostic> neverFits(Expression value, Subject output) {
    return new TypedExpression(value, this, output).neverFits();
  }

  /// A type without parts, or any.
  record Plain(Type type) implements TypeConstraint {}

  record ListOf(TypeConstraint element) implements TypeConstraint {
    @Override
    public Type type() {
      return Type.list(element.type());
    }
  }

  record SetOf(TypeConstraint element) implements TypeConstraint {
    @Override
    public Type type() {
      return Type.set(element.type());
    }
  }

  record MapOf(TypeConstraint element) implements TypeConstraint {
    @Override
    public Type type() {
      return Type.map(element.type());
    }
  }

  record TupleOf(List<TypeConstraint> elements) implements TypeConstraint {
    public TupleOf {
      elements = Collections.unmodifiableList(new ArrayList<>(elements));
    }

    @Override
    public Type type() {
      return Type.tuple(elements.stream().map(TypeConstraint::type).toList());
    }
  }

  record ObjectOf(SortedMap<String, Attribute> attributes) implements TypeConstraint {
    public ObjectOf {
      attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
    }

    @Override
    public Type type() {
      var types = new TreeMap<String, Type>();
      attributes.forEach((name, each) -> types.put(name, each.constraint().type()));
      return Type.object(types);
    }
  }

  /// @param optional whether it may be left out
  /// @param standIn what it is then; null if nothing is said
  record Attribute(TypeConstraint constraint, boolean optional, Optional<Value> standIn) {
    private Value standInValue() {
      return standIn.map(constraint::complete).orElseGet(() -> Value.nothing(constraint.type()));
    }
  }

  Type type();

  /// Whether something may be left out of a given value.
  default boolean hasOptional() {
    return switch (this) {
      case Plain _ -> false;
      case ListOf(var element) -> element.hasOptional();
      case SetOf(var element) -> element.hasOptional();
      case MapOf(var element) -> element.hasOptional();
      case TupleOf(var elements) -> elements.stream().anyMatch(TypeConstraint::hasOptional);
      case ObjectOf(var attributes) ->
          attributes.values().stream()
              .anyMatch(each -> each.optional() || each.constraint().hasOptional());
    };
  }

  /// A given value with what is left out filled in; not converted yet. It is as secret as it was.
  default Value complete(Value given) {
    return completed(given).mark(given.marks());
  }

  private Value completed(Value given) {
    return switch (this) {
      case Plain _ -> given;
      case ListOf(var element) -> each(given, element::complete);
      case SetOf(var element) -> each(given, element::complete);
      case MapOf(var element) -> given instanceof Mapping map ? entries(map, element) : given;
      case TupleOf(var elements) -> tuple(given, elements);
      case ObjectOf object -> given instanceof Mapping map ? object(map, object) : given;
    };
  }

  private static Value each(Value given, UnaryOperator<Value> change) {
    return given instanceof Sequence sequence
        ? Value.tuple(sequence.elements().stream().map(change).toList())
        : given;
  }

  private static Value tuple(Value given, List<TypeConstraint> constraints) {
    if (!(given instanceof Sequence sequence) || sequence.size() != constraints.size())
      return given;
    var elements = new ArrayList<Value>();
    for (int i = 0; i < constraints.size(); i++)
      elements.add(constraints.get(i).complete(sequence.get(i)));
    return Value.tuple(elements);
  }

  private static Value entries(Mapping map, TypeConstraint element) {
    var entries = new TreeMap<String, Value>();
    map.entries().forEach((name, value) -> entries.put(name, element.complete(value)));
    return Value.object(entries);
  }

  private static Value object(Mapping given, ObjectOf object) {
    var entries = new TreeMap<>(given.entries());
    object
        .attributes()
        .forEach((name, attribute) -> {
          var value = entries.get(name);
          if (value != null && !value.isNull())
            entries.put(name, attribute.constraint().complete(value));
          else if (attribute.optional()) entries.put(name, attribute.standInValue());
        });
    return Value.object(entries);
  }
}
