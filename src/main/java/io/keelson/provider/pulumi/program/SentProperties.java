package io.keelson.provider.pulumi.program;

import com.google.protobuf.Struct;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.Property.AssetContent;
import io.keelson.provider.pulumi.wire.PropertyReader;

/// Properties that a program sends.
///
/// @rule R-LIM-4
final class SentProperties {
  /// How many lists and objects may be inside each other: so many a message to a provider, or from
  /// one, may hold.
  private static final int DEEPEST = 30;

  private SentProperties() {}

  /// @throws Refusal if something is no value, or is a file: it would be one of the operator
  static Property.Fields read(Registrant who, Struct struct) throws Refusal {
    try {
      var fields = PropertyReader.read(struct);
      if (isDeeper(fields, DEEPEST))
        throw who.refusal(
            "has a value that is nested more than "
                + DEEPEST
                + " levels deep, which no provider can be told. Make it flatter, or give it as"
                + " JSON");
      if (hasFile(fields))
        throw who.refusal(
            "has a file by its path, which is not supported here. Read it in the program, and give"
                + " its text");
      return fields;
    } catch (MalformedProperty e) {
      throw who.refusal("has something at " + e.path() + " that is no value: " + e.reason());
    }
  }

  private static boolean isDeeper(Property property, int most) {
    return switch (property) {
      case Property.Elements(var elements) ->
          most == 0 || elements.stream().anyMatch(each -> isDeeper(each, most - 1));
      case Property.Fields(var fields) ->
          most == 0 || fields.values().stream().anyMatch(each -> isDeeper(each, most - 1));
      case Property.Secret(var value) -> isDeeper(value, most);
      case Property.Output(var value, _, _) ->
          value.filter(each -> isDeeper(each, most)).isPresent();
      default -> false;
    };
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
