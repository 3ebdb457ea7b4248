package io.keelson.provider.pulumi.schema;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.PathPattern.Part;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What a schema says and neither provider nor engine of Pulumi does: the generated SDKs do, so
/// whoever asks a provider without one has to.
///
/// A rule about a property inside an object is about each such object that is there.
///
/// @param presets what is given where the user says nothing: constants, and defaults of inputs that
///   are required, which a provider cannot fill in itself
/// @param replaceOnChanges whose changes replace the object, whatever the provider answers
public record SdkRules(List<Preset> presets, List<PathPattern> replaceOnChanges) {
  public SdkRules {
    presets = Collections.unmodifiableList(new ArrayList<>(presets));
    replaceOnChanges = Collections.unmodifiableList(new ArrayList<>(replaceOnChanges));
  }

  /// What is declared, with the presets where nothing is, in each object that is there.
  public Value filledIn(Value declared) {
    var filled = declared;
    for (Preset each : presets) filled = each.in(filled, each.at().parts());
    return filled;
  }

  public record Preset(PathPattern at, Value value) {
    private Value in(Value declared, List<Part> way) {
      if (way.isEmpty()) return declared.isNull() ? fitting(declared.type()) : declared;
      var rest = way.subList(1, way.size());
      return switch (declared) {
        case Mapping mapping ->
            mapping.mapValues((name, each) -> leads(way.getFirst(), name) ? in(each, rest) : each);
        case Sequence sequence when way.getFirst() instanceof Part.Any ->
            sequence.withElements(
                sequence.elements().stream().map(each -> in(each, rest)).toList());
        default -> declared;
      };
    }

    private static boolean leads(Part part, String name) {
      return switch (part) {
        case Part.Any _ -> true;
        case Part.One(var step) -> step.equals(new AttributePath.Step.Attribute(name));
      };
    }

    private Value fitting(Type type) {
      return value.convert(type) instanceof Conversion.Converted(var converted) ? converted : value;
    }
  }
}
