package io.keelson.provider.pulumi;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Struct;
import io.keelson.engine.value.Bytes;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyReader;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.io.IOException;
import java.util.TreeMap;

/// What is kept of an object beside its attributes, exactly as it came: providers built on
/// Terraform ones keep what they need in properties that no schema has. Stored as private data,
/// which is sealed.
///
/// @param id empty while there is none
/// @param inputs as the provider's check returned them
/// @param outputs as the provider answered them
/// @param unfinished whether the provider has not finished it
/// @rule R-PRG-1
record RecordedObject(
    String id, Property.Fields inputs, Property.Fields outputs, boolean unfinished) {
  static final RecordedObject NONE =
      new RecordedObject("", Property.Fields.EMPTY, Property.Fields.EMPTY);

  /// An answer has at most 100, to which the record adds its own and those of secrets.
  private static final int MOST_LEVELS = 1_000;

  private static final String ID = "id";
  private static final String INPUTS = "inputs";
  private static final String OUTPUTS = "outputs";
  private static final String UNFINISHED = "unfinished";

  /// A finished object.
  RecordedObject(String id, Property.Fields inputs, Property.Fields outputs) {
    this(id, inputs, outputs, false);
  }

  /// The same bytes for the same record.
  Bytes encode() {
    return Bytes.of(new PropertyWriter(Accepted.EVERYTHING).write(asProperty()).toByteArray());
  }

  Property.Fields asProperty() {
    var fields = new TreeMap<String, Property>();
    fields.put(ID, new Property.Text(id));
    fields.put(INPUTS, inputs);
    fields.put(OUTPUTS, outputs);
    if (unfinished) fields.put(UNFINISHED, new Property.Truth(true));
    return new Property.Fields(fields);
  }

  /// @throws MalformedProperty if the bytes are none of ours
  static RecordedObject decode(Bytes bytes) throws MalformedProperty {
    return of(read(bytes));
  }

  static Property.Fields read(Bytes bytes) throws MalformedProperty {
    try {
      var input = CodedInputStream.newInstance(bytes.toArray());
      input.setRecursionLimit(MOST_LEVELS);
      return PropertyReader.read(Struct.parseFrom(input));
    } catch (IOException e) {
      throw MalformedProperty.whole("the private data of the object is none of this host");
    }
  }

  static RecordedObject of(Property.Fields fields) {
    return new RecordedObject(
        fields.fields().get(ID) instanceof Property.Text(var id) ? id : "",
        part(fields, INPUTS),
        part(fields, OUTPUTS),
        fields.fields().containsKey(UNFINISHED));
  }

  private static Property.Fields part(Property.Fields fields, String name) {
    return fields.fields().get(name) instanceof Property.Fields found
        ? found
        : Property.Fields.EMPTY;
  }
}
