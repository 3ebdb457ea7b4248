package io.keelson.engine.config.load.body;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.TreeMap;

/// The body of a program's run: whatever the component is given.
///
/// @rule R-PRG-20
public final class GivenBody {
  private GivenBody() {}

  /// An object of the schema's type, in which each attribute that can be set has the value of the
  /// variable of its name.
  ///
  /// @param schema without blocks
  /// @param subject of which the problems are
  public static Expression ofVariables(Schema schema, Subject subject) {
    var members = new TreeMap<String, Expression>();
    schema
        .root()
        .attributes()
        .forEach((name, attribute) -> members.put(name, member(schema, name, attribute, subject)));
    return ConfigBody.object(schema.type(), members);
  }

  private static Expression member(
      Schema schema, String name, Attribute attribute, Subject subject) {
    var path = AttributePath.of(name);
    var variable = new Named(new Root.Variable(name), Types.DYNAMIC);
    return BodyPlace.of(schema, path)
        .map(place -> place.fitted(variable, new Place(subject, path)))
        .orElseGet(() -> Expression.constant(Value.nothing(attribute.type())));
  }

  /// One attribute of what an object's name stands for.
  ///
  /// @param type of the attribute
  public static Expression attribute(Root object, String name, Type type) {
    return new Part(object, name, type);
  }

  private record Named(Root root, Type type) implements Expression {
    @Override
    public List<Reference> references() {
      return List.of(Reference.to(root));
    }

    @Override
    public Evaluated evaluate(Scope scope) {
      return scope.resolve(root);
    }
  }

  private record Part(Root root, String name, Type type) implements Expression {
    @Override
    public List<Reference> references() {
      return List.of(Reference.to(root).then(new Reference.Step.Attribute(name)));
    }

    @Override
    public Evaluated evaluate(Scope scope) {
      return scope.resolve(root).then(whole -> Evaluated.of(part(whole).mark(whole.marks())));
    }

    private Value part(Value whole) {
      var part = whole instanceof Mapping object ? object.get(name) : null;
      return part == null ? Value.unknown(type) : part;
    }
  }
}
