package io.keelson.provider.pulumi.program;

import com.google.protobuf.Struct;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.Property.AssetContent;
import io.keelson.provider.pulumi.wire.PropertyReader;

/// Properties that a program sends.
final class SentProperties {
  private SentProperties() {}

  /// @throws Refusal if something is no value, or is a file: it would be one of the operator
  static Property.Fields read(Registrant who, Struct struct) throws Refusal {
    try {
      var fields = PropertyReader.read(struct);
      if (hasFile(fields))
        throw who.refusal(
            "has a file by its path, which is not supported here. Read it in the program, and give"
                + " its text");
      return fields;
    } catch (MalformedProperty e) {
      throw who.refusal("has something at " + e.path() + " that is no value: " + e.reason());
    }
  }

  private static boolean hasFile(Property property) {
    return switch (property) {
      case Property.Asset(_, _, AssetContent.File _) -> true;
      case Property.Asset(_, _, AssetContent.Members(var members)) ->
          members.values().stream().anyMatch(SentProperties::hasFile);
      case Property.Secret(var value) -> hasFile(value);
      case Property.Output(var value, _, _) -> value.filter(SentProperties::hasFile).isPresent();
      case Property.Elements(var elements) -> elements.stream().anyMatch(SentProperties::hasFile);
      case Property.Fields(var fields) ->
          fields.values().stream().anyMatch(SentProperties::hasFile);
      default -> false;
    };
  }
}
