package io.keelson.engine.object;

import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;

/// Elements of a set have no names, so a configured element is taken for a prior one if it differs
/// only where the provider decides.
///
/// @rule R-MERGE-6
final class SetPartner {
  private SetPartner() {}

  /// Whether the prior object may be what the configured one became.
  static boolean fits(Block block, Value prior, Value config) {
    if (SameValue.of(prior, config)) return true;
    if (!(prior instanceof Mapping before)) return true;
    if (!(config instanceof Mapping configured)) return before.size() == 0;
    for (String name : before.keys())
      if (!fitsMember(block, name, before.attribute(name), configured.attribute(name)))
        return false;
    return true;
  }

  private static boolean fitsMember(Block block, String name, Value prior, Value config) {
    if (SameValue.of(prior, config)) return true;
    if (config instanceof Sequence sequence && sequence.isSet()) return false;
    var attribute = block.attributes().get(name);
    if (attribute != null) return fitsAttribute(attribute, prior, config);
    var nested = block.blocks().get(name);
    return nested == null || fitsHeld(nested.nesting(), nested.block(), prior, config);
  }

  private static boolean fitsAttribute(Attribute attribute, Value prior, Value config) {
    if (attribute.shape() instanceof Shape.Nested nested)
      return fitsHeld(nested.nesting(), nested.block(), prior, config);
    return attribute.presence().computed() && config.isNull();
  }

  private static boolean fitsHeld(Nesting nesting, Block block, Value prior, Value config) {
    return switch (nesting) {
      case SINGLE, GROUP -> fits(block, prior, config);
      case SET -> false;
      case LIST -> {
        if (!(prior instanceof Sequence before)) yield true;
        if (!(config instanceof Sequence configured)) yield before.size() == 0;
        if (configured.size() < before.size()) yield false;
        for (int i = 0; i < before.size(); i++)
          if (!fits(block, before.get(i), configured.get(i))) yield false;
        yield true;
      }
      case MAP -> {
        if (!(prior instanceof Mapping before)) yield true;
        if (!(config instanceof Mapping configured)) yield before.size() == 0;
        for (String key : before.keys()) {
          var partner = configured.get(key);
          if (partner == null || !fits(block, before.attribute(key), partner)) yield false;
        }
        yield true;
      }
    };
  }
}
