package io.keelson.provider.pulumi.program;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.value.ValueProperties;
import io.keelson.provider.pulumi.wire.Property;
import java.util.TreeMap;

/// An object that a program is told of.
record AnsweredObject(Value object) {
  private static final String ID = "id";

  /// Empty while it is not known, and for what has none.
  String id() {
    return object instanceof Mapping mapping && mapping.get(ID) instanceof Value.Text(var id, _)
        ? id
        : "";
  }

  /// Its attributes without the id, which programs are told beside them.
  Property.Fields fields() {
    var fields = new TreeMap<>(all().fields());
    fields.remove(ID);
    return new Property.Fields(fields);
  }

  Property.Fields all() {
    if (!(object instanceof Mapping mapping)) return Property.Fields.EMPTY;
    var fields = ValueProperties.given(mapping);
    if (!Marks.sensitive(mapping.marks())) return fields;
    var secret = new TreeMap<String, Property>();
    fields.fields().forEach((name, each) -> secret.put(name, new Property.Secret(each)));
    return new Property.Fields(secret);
  }

  /// Without those attributes that are unknown, or have something unknown inside.
  static Property.Fields known(Property.Fields fields) {
    var known = new TreeMap<>(fields.fields());
    known.values().removeIf(AnsweredObject::isUnknown);
    return new Property.Fields(known);
  }

  private static boolean isUnknown(Property property) {
    return switch (property) {
      case Property.Unknown _ -> true;
      case Property.Secret(var value) -> isUnknown(value);
      case Property.Output(var value, _, _) -> value.map(AnsweredObject::isUnknown).orElse(true);
      case Property.Elements(var elements) -> elements.stream().anyMatch(AnsweredObject::isUnknown);
      case Property.Fields(var fields) ->
          fields.values().stream().anyMatch(AnsweredObject::isUnknown);
      default -> false;
    };
  }
}
