package io.keelson.provider.pulumi.program;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.value.ValueProperties;
import io.keelson.provider.pulumi.wire.Property;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;

/// Inputs of a component as its program gets them: plain, but where there is something to say of a
/// value. Then it is an output value: unknown, secret, or with what it depends on.
///
/// @param urns of what stands behind the input
/// @rule R-PRG-20
record ProgramInputs(SortedSet<String> urns) {
  Property property(Value value) {
    boolean secret = Marks.sensitive(value.marks());
    if (secret || value.isUnknown()) return output(value, secret);
    return switch (value) {
      case Value.Null _ -> new Property.Null();
      case Sequence sequence when sequence.size() > 0 ->
          new Property.Elements(sequence.elements().stream().map(this::property).toList());
      case Mapping mapping when mapping.size() > 0 && !isAsset(mapping) -> fields(mapping);
      default -> {
        boolean inside = Marks.sensitive(value.allMarks());
        yield inside || !value.whollyKnown() || !urns.isEmpty()
            ? output(value, inside)
            : ValueProperties.property(value);
      }
    };
  }

  /// A secret with something unknown inside is unknown as a whole.
  private Property output(Value value, boolean secret) {
    var plain =
        value.whollyKnown()
            ? Optional.of(ValueProperties.property(value.unmark().value()))
            : Optional.<Property>empty();
    return new Property.Output(plain, secret, urns);
  }

  private static boolean isAsset(Mapping mapping) {
    return ValueProperties.property(mapping.unmark().value()) instanceof Property.Asset;
  }

  private Property fields(Mapping mapping) {
    var fields = new TreeMap<String, Property>();
    boolean object = mapping.type() instanceof Type.ObjectOf;
    for (int i = 0; i < mapping.size(); i++)
      if (!object || !mapping.value(i).isNull())
        fields.put(mapping.key(i), property(mapping.value(i)));
    return new Property.Fields(fields);
  }
}
