package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.PathPattern.Part;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/// Puts the prior value into the configuration where changes are to be ignored, so that everything
/// after sees no difference there.
///
/// @rule R-IGN-2
final class IgnoredChanges {
  private IgnoredChanges() {}

  /// @param prior the object as it is, with marks; null gives the configuration as it is
  /// @param config what is declared, with marks. A substituted value brings its own marks
  ///   (R-IGN-6).
  /// @rule R-IGN-1
  static Value apply(Lifecycle.IgnoreChanges options, Schema schema, Value prior, Value config) {
    if (!(prior instanceof Mapping) || !(config instanceof Mapping)) return config;
    return switch (options) {
      case Lifecycle.IgnoreChanges.All _ -> configurable(schema.root(), prior);
      case Lifecycle.IgnoreChanges.Only(var paths) -> substitute(config, prior, paths);
    };
  }

  /// What a legacy provider planned, with the prior value where changes are ignored: it need not
  /// have kept to the configuration that it was given.
  ///
  /// @rule R-PLAN-6
  static Value inPlanned(Lifecycle.IgnoreChanges options, Value prior, Value planned) {
    if (!(prior instanceof Mapping) || !(planned instanceof Mapping)) return planned;
    return switch (options) {
      case Lifecycle.IgnoreChanges.All _ -> prior;
      case Lifecycle.IgnoreChanges.Only(var paths) -> substitute(planned, prior, paths);
    };
  }

  private static Value substitute(Value value, Value prior, Collection<PathPattern> paths) {
    Value changed = value;
    for (PathPattern path : paths) changed = substitute(changed, prior, path.parts());
    return changed;
  }

  /// @rule R-IGN-4
  private static Value substitute(Value config, Value prior, List<Part> parts) {
    if (parts.isEmpty()) return config.matches(prior) ? config : prior;
    var rest = parts.subList(1, parts.size());
    return switch (parts.getFirst()) {
      case Part.One(var step) -> substitute(config, prior, step, rest);
      case Part.Any _ -> substituteAll(config, prior, rest);
    };
  }

  /// Each part that both have; where nothing follows, a map or an object gets all the entries that
  /// it had and no others. Of lists of unequal length nobody knows which element is which.
  ///
  /// @rule R-PUL-16
  private static Value substituteAll(Value config, Value prior, List<Part> rest) {
    if (config instanceof Sequence configured && prior instanceof Sequence before) {
      if (isUneven(configured, before) || configured.isSet() || before.isSet()) return config;
      var elements = new ArrayList<Value>();
      for (int i = 0; i < configured.size(); i++)
        elements.add(substitute(configured.get(i), before.get(i).mark(before.marks()), rest));
      return configured.withElements(elements);
    }
    if (config.isUnknown() || !(prior instanceof Mapping before)) return config;
    // Where the schema says which keys there are, both have the same.
    if (rest.isEmpty()) return config.matches(prior) ? config : prior;
    if (!(config instanceof Mapping configured)) return config;
    return configured.mapValues((key, value) -> {
      var old = before.get(key);
      return old == null ? value : substitute(value, old.mark(before.marks()), rest);
    });
  }

  private static boolean isUneven(Sequence one, Sequence two) {
    return one.size() != two.size();
  }

  /// The patterns by which nothing is ignored, because a list is longer or shorter than it was.
  ///
  /// @rule R-PUL-16
  static List<PathPattern> withoutEffect(
      Lifecycle.IgnoreChanges options, Value prior, Value config) {
    return switch (options) {
      case Lifecycle.IgnoreChanges.All _ -> List.of();
      case Lifecycle.IgnoreChanges.Only(var paths) ->
          paths.stream().filter(path -> meetsUneven(config, prior, path.parts())).toList();
    };
  }

  private static boolean meetsUneven(Value config, Value prior, List<Part> parts) {
    if (parts.isEmpty()) return false;
    var rest = parts.subList(1, parts.size());
    return switch (parts.getFirst()) {
      case Part.One(var step) -> {
        var path = AttributePath.ROOT.then(step);
        var before = prior.at(path);
        yield config
            .at(path)
            .filter(here -> before.isPresent() && meetsUneven(here, before.get(), rest))
            .isPresent();
      }
      case Part.Any _ -> anyMeetsUneven(config, prior, rest);
    };
  }

  private static boolean anyMeetsUneven(Value config, Value prior, List<Part> rest) {
    if (config instanceof Sequence configured && prior instanceof Sequence before) {
      if (configured.isSet() || before.isSet()) return false;
      if (isUneven(configured, before)) return true;
      for (int i = 0; i < configured.size(); i++)
        if (meetsUneven(configured.get(i), before.get(i), rest)) return true;
      return false;
    }
    return config instanceof Mapping configured
        && prior instanceof Mapping before
        && configured.keys().stream()
            .filter(before::has)
            .anyMatch(key -> meetsUneven(configured.attribute(key), before.attribute(key), rest));
  }

  private static Value substitute(Value config, Value prior, Step step, List<Part> rest) {
    if (step instanceof Step.Index(int index)) return element(config, prior, index, rest);
    String name = name(step);
    if (rest.isEmpty() && config.type() instanceof Type.MapOf(var element))
      return mapEntry(config, prior, name, element);
    if (!(config instanceof Mapping configured) || !(prior instanceof Mapping before))
      return config;
    var old = before.get(name);
    if (old == null || !configured.has(name)) return config;
    return configured.mapValues((key, value) ->
        key.equals(name) ? substitute(value, old.mark(before.marks()), rest) : value);
  }

  private static String name(Step step) {
    return switch (step) {
      case Step.Attribute(String name) -> name;
      case Step.Key(String key) -> key;
      case Step.Index(int index) -> throw new IllegalArgumentException("no name: " + index);
    };
  }

  private static Value element(Value config, Value prior, int index, List<Part> rest) {
    if (!(config instanceof Sequence configured) || !(prior instanceof Sequence before))
      return config;
    if (configured.isSet() || before.isSet()) return config;
    if (index >= configured.size() || index >= before.size()) return config;
    var elements = new ArrayList<>(configured.elements());
    Value old = before.get(index).mark(before.marks());
    elements.set(index, substitute(elements.get(index), old, rest));
    return configured.withElements(elements);
  }

  /// An entry that was not there stays away, one that was there stays.
  ///
  /// @rule R-IGN-3
  private static Value mapEntry(Value config, Value prior, String key, Type element) {
    // Of entries nobody knows yet none can be taken out.
    if (config.isUnknown() || prior.isUnknown()) return config;
    var before = prior instanceof Mapping map ? map.get(key) : null;
    if (config.isNull()) {
      if (before == null) return config;
      var only = new TreeMap<String, Value>();
      only.put(key, before.mark(prior.marks()));
      return Value.map(element, only).mark(config.marks());
    }
    var configured = (Mapping) config;
    var entry = configured.get(key);
    if (before == null && entry == null) return config;
    if (before != null && entry != null && entry.matches(before)) return config;
    var entries = configured.entries();
    if (before == null) entries.remove(key);
    else entries.put(key, before.mark(prior.marks()));
    return configured.withEntries(entries);
  }

  /// The part of a prior object that a configuration could have given.
  ///
  /// @rule R-IGN-5
  private static Value configurable(Block block, Value prior) {
    if (!(prior instanceof Mapping object)) return prior;
    return object.mapValues((name, value) -> {
      var attribute = block.attributes().get(name);
      if (attribute != null && attribute.presence() == Presence.COMPUTED)
        return Value.nothing(value.type());
      if (attribute != null && attribute.shape() instanceof Shape.Nested nested)
        return held(nested.nesting(), nested.block(), value);
      var nested = block.blocks().get(name);
      return nested == null ? value : held(nested.nesting(), nested.block(), value);
    });
  }

  private static Value held(Nesting nesting, Block block, Value prior) {
    return switch (prior) {
      case Sequence sequence ->
          sequence.withElements(
              sequence.elements().stream().map(each -> configurable(block, each)).toList());
      case Mapping mapping when nesting == Nesting.MAP ->
          mapping.mapValues((key, each) -> configurable(block, each));
      default -> configurable(block, prior);
    };
  }
}
