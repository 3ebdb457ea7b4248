package io.keelson.provider.pulumi;

import io.keelson.engine.value.Bytes;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.util.Map;

/// What a plan hands to its apply: the checked inputs, and the object as it is recorded.
///
/// @param prior of a create, the object whose place is taken; [RecordedObject#NONE] if there is
///   none
record PlannedObject(Property.Fields inputs, RecordedObject prior) {
  private static final String CHECKED = "checked";
  private static final String PRIOR = "prior";

  Bytes encode() {
    return Bytes.of(
        new PropertyWriter(Accepted.EVERYTHING)
            .write(new Property.Fields(Map.of(CHECKED, inputs, PRIOR, prior.asProperty())))
            .toByteArray());
  }

  /// @throws MalformedProperty if the bytes are none of ours
  static PlannedObject decode(Bytes bytes) throws MalformedProperty {
    var fields = RecordedObject.read(bytes).fields();
    return new PlannedObject(
        fields.get(CHECKED) instanceof Property.Fields checked ? checked : Property.Fields.EMPTY,
        fields.get(PRIOR) instanceof Property.Fields prior
            ? RecordedObject.of(prior)
            : RecordedObject.NONE);
  }
}
