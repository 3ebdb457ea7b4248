package io.keelson.provider.plugin.schema;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Type;
import io.keelson.provider.plugin.proto.Tfplugin;
import io.keelson.provider.plugin.proto.Tfplugin.AttributeV5;
import io.keelson.provider.plugin.proto.Tfplugin.AttributeV6;
import io.keelson.provider.plugin.rpc.Protocol;
import io.keelson.provider.plugin.wire.MalformedValue;
import io.keelson.provider.plugin.wire.WireTypes;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Turns schemas of either protocol into the engine's.
///
/// Names are taken as they are: real providers do not keep to the naming rules.
final class SchemaReader {
  private final Protocol protocol;
  private final String what;

  /// @param what whose schema it is, for messages
  SchemaReader(Protocol protocol, String what) {
    this.protocol = protocol;
    this.what = what;
  }

  /// @throws BrokenSchema if the schema contradicts the protocol
  Schema read(ByteString schema) {
    try {
      return read(Tfplugin.Schema.parseFrom(schema));
    } catch (InvalidProtocolBufferException e) {
      throw new BrokenSchema(what, "it is not a protocol message");
    }
  }

  /// @throws BrokenSchema if the schema contradicts the protocol
  Schema read(Tfplugin.Schema schema) {
    return new Schema(schema.getVersion(), block(schema.getBlock(), ""));
  }

  private Block block(Tfplugin.Schema.Block block, String path) {
    var attributes = new TreeMap<String, Attribute>();
    for (ByteString each : block.getAttributesList()) {
      var attribute = parse(each);
      put(attributes, attribute.getName(), attribute(attribute, path), path);
    }
    var blocks = new TreeMap<String, NestedBlock>();
    for (var each : block.getBlockTypesList()) {
      if (attributes.containsKey(each.getTypeName()))
        throw broken(path + each.getTypeName(), "it is both an attribute and a block");
      put(blocks, each.getTypeName(), nested(each, path + each.getTypeName() + "."), path);
    }
    return new Block(attributes, blocks);
  }

  private <T> void put(SortedMap<String, T> all, String name, T each, String path) {
    if (all.put(name, each) != null) throw broken(path + name, "it is there twice");
  }

  private NestedBlock nested(Tfplugin.Schema.NestedBlock nested, String path) {
    var nesting =
        switch (nested.getNesting()) {
          case SINGLE -> Nesting.SINGLE;
          case GROUP -> Nesting.GROUP;
          case LIST -> Nesting.LIST;
          case SET -> Nesting.SET;
          case MAP -> Nesting.MAP;
          case INVALID, UNRECOGNIZED -> throw broken(path, "its nesting is not known");
        };
    return new NestedBlock(
        nesting,
        block(nested.getBlock(), path),
        count(nested.getMinItems()),
        count(nested.getMaxItems()));
  }

  private static int count(long items) {
    return Math.clamp(items, 0, Integer.MAX_VALUE);
  }

  private AttributeV6 parse(ByteString attribute) {
    try {
      return switch (protocol) {
        case V5 -> asV6(AttributeV5.parseFrom(attribute));
        case V6 -> AttributeV6.parseFrom(attribute);
      };
    } catch (InvalidProtocolBufferException e) {
      throw new BrokenSchema(what, "an attribute is not a protocol message");
    }
  }

  private static AttributeV6 asV6(AttributeV5 attribute) {
    return AttributeV6.newBuilder()
        .setName(attribute.getName())
        .setType(attribute.getType())
        .setRequired(attribute.getRequired())
        .setOptional(attribute.getOptional())
        .setComputed(attribute.getComputed())
        .setSensitive(attribute.getSensitive())
        .setWriteOnly(attribute.getWriteOnly())
        .build();
  }

  private Attribute attribute(AttributeV6 attribute, String path) {
    var place = path + attribute.getName();
    return new Attribute(
        shape(attribute, place),
        presence(attribute, place),
        attribute.getSensitive(),
        attribute.getWriteOnly());
  }

  private Presence presence(AttributeV6 attribute, String place) {
    if (attribute.getRequired()) return Presence.REQUIRED;
    if (attribute.getOptional())
      return attribute.getComputed() ? Presence.OPTIONAL_COMPUTED : Presence.OPTIONAL;
    if (attribute.getComputed()) return Presence.COMPUTED;
    throw broken(place, "it is neither required nor optional nor computed");
  }

  private Shape shape(AttributeV6 attribute, String place) {
    if (!attribute.hasNestedType()) return new Shape.Plain(plain(attribute.getType(), place));
    var nested = attribute.getNestedType();
    var nesting =
        switch (nested.getNesting()) {
          case SINGLE -> Nesting.SINGLE;
          case LIST -> Nesting.LIST;
          case SET -> Nesting.SET;
          case MAP -> Nesting.MAP;
          case INVALID, UNRECOGNIZED -> throw broken(place, "its nesting is not known");
        };
    return new Shape.Nested(nesting, nestedAttributes(nested.getAttributesList(), place + "."));
  }

  private SortedMap<String, Attribute> nestedAttributes(List<AttributeV6> nested, String path) {
    var attributes = new TreeMap<String, Attribute>();
    for (AttributeV6 each : nested) put(attributes, each.getName(), attribute(each, path), path);
    return attributes;
  }

  private Type plain(ByteString type, String place) {
    try {
      return WireTypes.read(type);
    } catch (MalformedValue e) {
      throw broken(place, e.reason());
    }
  }

  private BrokenSchema broken(String place, String why) {
    return new BrokenSchema(what, place + ": " + why);
  }
}
