package io.keelson.provider.pulumi;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Bytes;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What a plan hands to its apply: the checked inputs, and the object as it is recorded.
///
/// @param prior of a create, the object whose place is taken; [RecordedObject#NONE] if there is
///   none
record PlannedObject(Property.Fields inputs, RecordedObject prior) {
  private static final String CHECKED = "checked";
  private static final String PRIOR = "prior";

  /// The inputs that are not as those that the object was made with.
  SortedSet<AttributePath> changedInputs() {
    var old = prior.inputs().fields();
    var names = new TreeSet<>(inputs.fields().keySet());
    names.addAll(old.keySet());
    return names.stream()
        .filter(name -> !Objects.equals(inputs.fields().get(name), old.get(name)))
        .map(AttributePath::of)
        .collect(Collectors.toCollection(TreeSet::new));
  }

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
