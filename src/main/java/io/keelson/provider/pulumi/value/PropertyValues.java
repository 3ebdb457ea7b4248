package io.keelson.provider.pulumi.value;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// Makes the engine's values of properties. Secrets are marked.
///
/// What a type has no attribute for is left out: it stays in what is recorded beside the value.
public final class PropertyValues {
  private static final SortedSet<Mark> SECRET = Marks.secret("provider");

  private PropertyValues() {}

  /// An object of the type; what is not among the properties is null.
  ///
  /// @throws MalformedProperty if a property does not fit its type
  public static Value object(Property.Fields properties, Type.ObjectOf type)
      throws MalformedProperty {
    return object(properties, type, AttributePath.ROOT);
  }

  /// The value of one property.
  ///
  /// @throws MalformedProperty if it does not fit the type
  public static Value value(Property property, Type type, AttributePath at)
      throws MalformedProperty {
    return switch (property) {
      case Property.Null _ -> Value.nothing(type);
      case Property.Unknown _ -> Value.unknown(type);
      case Property.Secret(var inner) -> value(inner, type, at).mark(SECRET);
      case Property.Output(var inner, boolean secret, _) ->
          (inner.isEmpty() ? Value.unknown(type) : value(inner.get(), type, at))
              .mark(secret ? SECRET : Marks.NONE);
      case Property.Truth(var truth) -> converted(Value.truth(truth), type, at);
      case Property.Num(var number) ->
          converted(Value.number(BigDecimal.valueOf(number)), type, at);
      case Property.Text(var text) -> converted(Value.text(text), type, at);
      case Property.ByteText(var base64) -> converted(Value.text(base64), type, at);
      case Property.Reference(_, var id, _) when id.filter(String::isEmpty).isPresent() ->
          Value.unknown(type);
      case Property.Reference(var urn, var id, _) ->
          converted(Value.text(id.orElse(urn)), type, at);
      case Property.Asset asset -> AssetValues.value(asset);
      case Property.Elements elements -> sequence(elements, type, at);
      case Property.Fields fields -> mapping(fields, type, at);
    };
  }

  /// The value of a property of which nothing is expected.
  public static Value any(Property property) {
    try {
      return value(property, Types.DYNAMIC, AttributePath.ROOT);
    } catch (MalformedProperty e) {
      throw new IllegalStateException("it may be anything", e);
    }
  }

  private static Value converted(Value value, Type type, AttributePath at)
      throws MalformedProperty {
    if (type == Types.DYNAMIC) return value;
    return switch (value.convert(type)) {
      case Conversion.Converted(var fitting) -> fitting;
      case Conversion.NotConvertible _ ->
          throw new MalformedProperty(
              at, "it is a " + value.type().outline() + ", where the schema has " + type.outline());
    };
  }

  private static Value sequence(Property.Elements elements, Type type, AttributePath at)
      throws MalformedProperty {
    var element =
        switch (type) {
          case Type.ListOf(var each) -> each;
          case Type.SetOf(var each) -> each;
          default -> Types.DYNAMIC;
        };
    var values = new ArrayList<Value>(elements.elements().size());
    for (Property each : elements.elements())
      values.add(value(each, element, at.index(values.size())));
    return switch (type) {
      case Type.ListOf(var of) -> Value.list(of, values);
      case Type.SetOf(var of) -> Value.set(of, values);
      default -> converted(Value.tuple(values), type, at);
    };
  }

  private static Value mapping(Property.Fields fields, Type type, AttributePath at)
      throws MalformedProperty {
    return switch (type) {
      case Type.ObjectOf object -> object(fields, object, at);
      case Type.MapOf(var element) -> Value.map(element, each(fields, element, at));
      default -> {
        var values = new TreeMap<String, Value>();
        for (var each : fields.fields().entrySet())
          values.put(
              each.getKey(), value(each.getValue(), Types.DYNAMIC, at.attribute(each.getKey())));
        yield converted(Value.object(values), type, at);
      }
    };
  }

  private static SortedMap<String, Value> each(
      Property.Fields fields, Type element, AttributePath at) throws MalformedProperty {
    var values = new TreeMap<String, Value>();
    for (var each : fields.fields().entrySet())
      values.put(each.getKey(), value(each.getValue(), element, at.key(each.getKey())));
    return values;
  }

  private static Value object(Property.Fields fields, Type.ObjectOf type, AttributePath at)
      throws MalformedProperty {
    var values = new Value[type.size()];
    for (int i = 0; i < values.length; i++) {
      var name = type.name(i);
      var property = fields.fields().getOrDefault(name, new Property.Null());
      values[i] = value(property, type.type(i), at.attribute(name));
    }
    return Mapping.object(type, values);
  }
}
