package io.keelson.provider.plugin.schema;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.keelson.engine.schema.Documentation;
import io.keelson.engine.schema.Documentation.Note;
import io.keelson.provider.plugin.proto.Tfplugin;
import io.keelson.provider.plugin.proto.Tfplugin.AttributeV5;
import io.keelson.provider.plugin.proto.Tfplugin.AttributeV6;
import io.keelson.provider.plugin.rpc.Protocol;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads what schemas of either protocol tell people.
final class DocumentationReader {
  private static final String DEPRECATED = "It is deprecated.";

  private final Protocol protocol;
  private final SortedMap<String, Note> parts = new TreeMap<>();

  private DocumentationReader(Protocol protocol) {
    this.protocol = protocol;
  }

  /// What cannot be read is left out: the schema's own reader tells of it.
  static Documentation read(Protocol protocol, Tfplugin.Schema schema) {
    var reader = new DocumentationReader(protocol);
    var block = schema.getBlock();
    reader.block(block, "");
    return new Documentation(note(block), reader.parts);
  }

  static Documentation read(Protocol protocol, ByteString schema) {
    try {
      return read(protocol, Tfplugin.Schema.parseFrom(schema));
    } catch (InvalidProtocolBufferException e) {
      return Documentation.NONE;
    }
  }

  private void block(Tfplugin.Schema.Block block, String path) {
    for (ByteString each : block.getAttributesList()) attribute(each, path);
    for (var each : block.getBlockTypesList()) {
      var place = path + each.getTypeName();
      put(place, note(each.getBlock()));
      block(each.getBlock(), place + ".");
    }
  }

  private void attribute(ByteString attribute, String path) {
    try {
      switch (protocol) {
        case V5 -> {
          var read = AttributeV5.parseFrom(attribute);
          put(
              path + read.getName(),
              note(read.getDescription(), read.getDeprecated(), read.getDeprecationMessage()));
        }
        case V6 -> attribute(AttributeV6.parseFrom(attribute), path);
      }
    } catch (InvalidProtocolBufferException e) {
      return;
    }
  }

  private void attribute(AttributeV6 read, String path) {
    var place = path + read.getName();
    put(place, note(read.getDescription(), read.getDeprecated(), read.getDeprecationMessage()));
    read.getNestedType().getAttributesList().forEach(each -> attribute(each, place + "."));
  }

  private static Note note(Tfplugin.Schema.Block block) {
    return note(block.getDescription(), block.getDeprecated(), block.getDeprecationMessage());
  }

  private static Note note(String text, boolean deprecated, String message) {
    return new Note(text.strip(), deprecated && message.isBlank() ? DEPRECATED : message.strip());
  }

  private void put(String path, Note note) {
    if (!note.equals(Note.NONE)) parts.put(path, note);
  }
}
