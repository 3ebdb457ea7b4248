package io.keelson.provider.pulumi.value;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.wire.Property;
import java.util.TreeMap;

/// Makes properties of the engine's values. What is marked as sensitive becomes a secret.
public final class ValueProperties {
  private ValueProperties() {}

  /// The attributes of an object that are given: what is null is left out, as it is in a program.
  public static Property.Fields given(Mapping object) {
    return fields(object, true);
  }

  /// What is not known is not told to be secret: libraries of providers take that for empty, and a
  /// plan would promise it.
  ///
  /// @rule R-PRG-2
  public static Property property(Value value) {
    var plain = plain(value);
    return Marks.sensitive(value.marks()) && !value.isUnknown()
        ? new Property.Secret(plain)
        : plain;
  }

  private static Property plain(Value value) {
    return switch (value) {
      case Value.Null _ -> new Property.Null();
      case Value.Unknown _ -> new Property.Unknown();
      case Value.Truth(var truth, _) -> new Property.Truth(truth);
      case Value.Num(var number, _) -> new Property.Num(number.doubleValue());
      case Value.Text(var text, _) -> new Property.Text(text);
      case Sequence sequence ->
          new Property.Elements(
              sequence.elements().stream().map(ValueProperties::property).toList());
      case Mapping mapping ->
          AssetValues.property(mapping)
              .orElseGet(() -> fields(mapping, mapping.type() instanceof Type.ObjectOf));
    };
  }

  private static Property.Fields fields(Mapping mapping, boolean withoutNulls) {
    var fields = new TreeMap<String, Property>();
    for (int i = 0; i < mapping.size(); i++)
      if (!withoutNulls || !mapping.value(i).isNull())
        fields.put(mapping.key(i), property(mapping.value(i)));
    return new Property.Fields(fields);
  }
}
