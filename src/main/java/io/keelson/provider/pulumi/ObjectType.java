package io.keelson.provider.pulumi;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.object.SensitiveOption;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.SecretTexts;
import io.keelson.provider.pulumi.schema.ResourceSchema;
import io.keelson.provider.pulumi.value.PropertyValues;
import io.keelson.provider.pulumi.value.ValueProperties;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import java.util.Objects;
import java.util.Optional;

/// One resource type of a provider: how its objects are values here, and properties there.
record ObjectType(PulumiSession session, ResourceSchema resource) {
  static final String ID = "id";

  Schema schema() {
    return resource.schema();
  }

  /// What is declared for an object, and what is the same for each. What the schema calls secret is
  /// one.
  Property.Fields inputs(Unmarked config) {
    var marked = Sensitivity.marked(schema(), config.value(), config);
    return resource.rules().filledIn(marked) instanceof Mapping object
        ? ValueProperties.given(object)
        : Property.Fields.EMPTY;
  }

  /// What is declared, as the provider is told. What only an option hides is hidden from people: to
  /// the provider it is the secret that it was before, and else none, so that to hide it is no
  /// change that it would make.
  ///
  /// @param before the inputs that the object was made with
  /// @rule R-PUL-42
  Property.Fields told(InstanceAddress at, Unmarked config, Property.Fields before) {
    var declared = SensitiveOption.without(at, config);
    if (declared.equals(config)) return inputs(config);
    return HiddenInputs.told(inputs(declared), hidden(config), before);
  }

  /// Lets nothing be shown of what only an option hides, whatever the provider says of it.
  void hide(InstanceAddress at, Unmarked config) {
    if (!SensitiveOption.without(at, config).equals(config)) hidden(config);
  }

  private Property.Fields hidden(Unmarked config) {
    var all = inputs(config);
    session.hide(all);
    return all;
  }

  /// An object that exists, with marks where the provider calls it secret. What only a program sets
  /// is taken from the inputs.
  ///
  /// @throws MalformedProperty if it does not fit the schema, or is not wholly known
  Value existing(RecordedObject object) throws MalformedProperty {
    var value = value(object.id(), object.inputs(), object.outputs(), false);
    if (!value.whollyKnown())
      throw MalformedProperty.whole("something in it is unknown, although the object exists");
    session.redaction().hide(SecretTexts.in(schema(), value.unmark()));
    return value;
  }

  /// An object as it will be. What nobody tells is not known yet.
  ///
  /// @param id empty while it is not known
  /// @throws MalformedProperty if it does not fit the schema
  Value planned(String id, Property.Fields inputs, Property.Fields outputs)
      throws MalformedProperty {
    return value(id, inputs, outputs, true);
  }

  private Value value(String id, Property.Fields inputs, Property.Fields outputs, boolean open)
      throws MalformedProperty {
    var type = schema().type();
    var values = new Value[type.size()];
    for (int i = 0; i < values.length; i++) {
      var name = type.name(i);
      var property = property(name, inputs, outputs);
      // What a preview foresees of an id is forgotten (R-PRG-4), wherever it tells it.
      if (name.equals(ID) && (open && id.isEmpty() || !outputs.fields().containsKey(ID)))
        values[i] = id.isEmpty() ? Value.unknown(type.type(i)) : Value.text(id);
      else if (property.isPresent())
        values[i] = PropertyValues.value(property.get(), type.type(i), AttributePath.of(name));
      else
        values[i] =
            open && attribute(name).presence().computed()
                ? Value.unknown(type.type(i))
                : Value.nothing(type.type(i));
    }
    return Mapping.object(type, values);
  }

  private static Optional<Property> property(
      String name, Property.Fields inputs, Property.Fields outputs) {
    return Optional.ofNullable(outputs.fields().get(name))
        .or(() -> Optional.ofNullable(inputs.fields().get(name)));
  }

  private Attribute attribute(String name) {
    return Objects.requireNonNull(schema().root().attributes().get(name));
  }
}
