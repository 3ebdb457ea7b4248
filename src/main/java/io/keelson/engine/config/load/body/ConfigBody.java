package io.keelson.engine.config.load.body;

import io.keelson.engine.config.Constant;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// Combines the expressions of a declared body into one value: an object of the schema's type, or a
/// collection of nested ones.
///
/// All parts are evaluated, so that a failure tells of everything that is wrong.
///
/// @rule R-ART-1
final class ConfigBody implements Expression {
  private final Type type;
  private final List<Expression> parts;
  private final List<Reference> references;
  private final Function<List<Value>, Value> combine;

  private ConfigBody(Type type, List<Expression> parts, Function<List<Value>, Value> combine) {
    this.type = type;
    this.parts = parts;
    this.combine = combine;
    var all = new LinkedHashSet<Reference>();
    parts.forEach(part -> all.addAll(part.references()));
    this.references = new ArrayList<>(all);
  }

  /// An object of the type.
  ///
  /// @param members one for each attribute of the type, with values of its type
  static Expression object(Type.ObjectOf type, SortedMap<String, Expression> members) {
    return of(type, members.values(), values -> Mapping.object(type, values.toArray(Value[]::new)));
  }

  /// A list or set of objects, or a tuple where their types may differ.
  static Expression elements(Nesting nesting, Type.ObjectOf element, List<Expression> elements) {
    if (nesting == Nesting.SET)
      return of(Type.set(element), elements, values -> Value.set(element, values));
    if (element.hasDynamic()) return of(Types.DYNAMIC, elements, Value::tuple);
    return of(Type.list(element), elements, values -> Value.list(element, values));
  }

  /// A map of objects, or an object where their types may differ.
  static Expression entries(Type.ObjectOf element, SortedMap<String, Expression> entries) {
    var keys = new ArrayList<>(entries.keySet());
    Function<List<Value>, SortedMap<String, Value>> named =
        values -> {
          var all = new TreeMap<String, Value>();
          for (int i = 0; i < keys.size(); i++) all.put(keys.get(i), values.get(i));
          return all;
        };
    if (element.hasDynamic())
      return of(Types.DYNAMIC, entries.values(), values -> Value.object(named.apply(values)));
    return of(
        Type.map(element), entries.values(), values -> Value.map(element, named.apply(values)));
  }

  /// What consists of constants is one itself.
  private static Expression of(
      Type type, Collection<Expression> parts, Function<List<Value>, Value> combine) {
    var values = new ArrayList<Value>(parts.size());
    for (Expression part : parts) if (part instanceof Constant(Value value)) values.add(value);
    if (values.size() == parts.size()) return Expression.constant(combine.apply(values));
    return new ConfigBody(type, new ArrayList<>(parts), combine);
  }

  @Override
  public Type type() {
    return type;
  }

  @Override
  public List<Reference> references() {
    return references;
  }

  @Override
  public Optional<Expression> attribute(String name) {
    return type instanceof Type.ObjectOf object && object.has(name)
        ? Optional.of(parts.get(object.names().indexOf(name)))
        : Optional.empty();
  }

  @Override
  public Evaluated evaluate(Scope scope) {
    var values = new ArrayList<Value>(parts.size());
    var failures = new ArrayList<Diagnostic>();
    for (Expression part : parts) {
      switch (part.evaluate(scope)) {
        case Evaluated.Ok(var value) -> values.add(value);
        case Evaluated.Failed(var diagnostics) -> failures.addAll(diagnostics);
      }
    }
    return failures.isEmpty()
        ? Evaluated.of(combine.apply(values))
        : new Evaluated.Failed(failures);
  }
}
