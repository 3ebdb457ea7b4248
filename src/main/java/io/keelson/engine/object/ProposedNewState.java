package io.keelson.engine.object;

import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.TreeMap;

/// Merges configuration over the prior state: what the user wants, and what the provider decided
/// before where the user says nothing.
///
/// A suggestion for the provider, never stored. Wherever nothing differs the result is the prior
/// instance itself.
///
/// @rule R-MERGE-1
/// @rule R-MERGE-3
public final class ProposedNewState {
  private ProposedNewState() {}

  /// @param prior the object as it is, null if there is none; unknown for an object that nobody has
  ///   seen yet (R-MERGE-8)
  /// @param config what is declared, null if nothing is
  public static Value of(Schema schema, Value prior, Value config) {
    return object(schema.root(), prior, config);
  }

  /// @rule R-MERGE-2
  private static Value object(Block block, Value prior, Value config) {
    if (!(config instanceof Mapping configured)) return prior;
    if (prior instanceof Mapping known)
      return known.mapValues(
          (name, value) -> member(block, name, value, configured.attribute(name)));
    return configured.mapValues(
        (name, value) -> member(block, name, without(prior, value.type()), value));
  }

  /// The value of a part of an object that is null or unknown itself.
  private static Value without(Value object, Type type) {
    return object.isUnknown() ? Value.unknown(type) : Value.nothing(type);
  }

  private static Value member(Block block, String name, Value prior, Value config) {
    var attribute = block.attributes().get(name);
    var nested = block.blocks().get(name);
    Value proposed = config;
    if (attribute != null) proposed = attribute(attribute, prior, config);
    else if (nested != null) proposed = nestedBlock(nested, prior, config);
    return proposed.equals(prior) ? prior : proposed;
  }

  /// @rule R-MERGE-3
  /// @rule R-WO-1
  private static Value attribute(Attribute attribute, Value prior, Value config) {
    if (attribute.writeOnly()) return Value.nothing(attribute.type());
    if (attribute.presence().computed() && config.isNull())
      return wasConfigured(attribute, prior) ? config : prior;
    if (attribute.shape() instanceof Shape.Nested nested && !config.isNull())
      return nested(nested.nesting(), nested.block(), prior, config);
    return config;
  }

  /// Whether a nested value can only have come from a configuration that is gone now.
  private static boolean wasConfigured(Attribute attribute, Value prior) {
    return attribute.presence() == Presence.OPTIONAL_COMPUTED
        && attribute.shape() instanceof Shape.Nested nested
        && holdsConfigured(nested, prior);
  }

  private static boolean holdsConfigured(Shape.Nested nested, Value prior) {
    return switch (prior) {
      case Sequence sequence ->
          sequence.elements().stream().anyMatch(element -> isConfigured(nested, element));
      case Mapping mapping when nested.nesting() == Nesting.MAP ->
          mapping.values().stream().anyMatch(element -> isConfigured(nested, element));
      default -> isConfigured(nested, prior);
    };
  }

  private static boolean isConfigured(Shape.Nested nested, Value object) {
    if (!(object instanceof Mapping mapping)) return false;
    return nested.attributes().entrySet().stream()
        .anyMatch(each -> {
          var value = mapping.attribute(each.getKey());
          if (value.isNull()) return false;
          return !each.getValue().presence().computed()
              || (each.getValue().shape() instanceof Shape.Nested deeper
                  && holdsConfigured(deeper, value));
        });
  }

  private static Value nestedBlock(NestedBlock nested, Value prior, Value config) {
    // A block that is not written is absent: only a group is always there.
    if (config.isNull() && nested.nesting() != Nesting.GROUP) return config;
    return nested(nested.nesting(), nested.block(), prior, config);
  }

  /// @rule R-MERGE-5
  private static Value nested(Nesting nesting, Block block, Value prior, Value config) {
    if (config.isUnknown()) return config;
    return switch (nesting) {
      case SINGLE, GROUP -> object(block, prior, config);
      case LIST -> config instanceof Sequence list ? list(block, prior, list) : config;
      case MAP -> config instanceof Mapping map ? map(block, prior, map) : config;
      case SET -> config instanceof Sequence set ? set(block, prior, set) : config;
    };
  }

  private static Value list(Block block, Value prior, Sequence config) {
    var merged = new ArrayList<Value>(config.size());
    for (int i = 0; i < config.size(); i++) {
      Value element = config.get(i);
      if (prior instanceof Sequence known)
        merged.add(i < known.size() ? object(block, known.get(i), element) : asIs(block, element));
      else merged.add(prior.isUnknown() ? unseen(block, element) : asIs(block, element));
    }
    return config.withElements(merged);
  }

  private static Value map(Block block, Value prior, Mapping config) {
    var merged = new TreeMap<String, Value>();
    config
        .entries()
        .forEach((key, element) -> {
          var before = prior instanceof Mapping known ? known.get(key) : null;
          if (before != null) merged.put(key, object(block, before, element));
          else if (prior.isUnknown()) merged.put(key, unseen(block, element));
          else merged.put(key, asIs(block, element));
        });
    return config.withEntries(merged);
  }

  /// Each configured element takes the first prior one that could have become it.
  ///
  /// @rule R-MERGE-6
  private static Value set(Block block, Value prior, Sequence config) {
    if (prior.isUnknown())
      return config.withElements(
          config.elements().stream().map(element -> unseen(block, element)).toList());
    var unused =
        new ArrayList<>(prior instanceof Sequence known ? known.elements() : new ArrayList<>());
    var merged = new ArrayList<Value>(config.size());
    for (Value element : config.elements()) {
      var partner =
          unused.stream().filter(each -> SetPartner.fits(block, each, element)).findFirst();
      partner.ifPresent(unused::remove);
      merged.add(partner.map(each -> object(block, each, element)).orElse(asIs(block, element)));
    }
    return config.withElements(merged);
  }

  /// A new element has nothing but its configuration. Merging it with nothing only takes out what
  /// is never stored.
  private static Value asIs(Block block, Value config) {
    return config instanceof Mapping ? object(block, Value.nothing(Types.DYNAMIC), config) : config;
  }

  private static Value unseen(Block block, Value config) {
    return object(block, Value.unknown(Types.DYNAMIC), config);
  }
}
