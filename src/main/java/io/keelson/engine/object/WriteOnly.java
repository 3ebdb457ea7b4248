package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Where a type has write-only attributes. Their values reach the provider with the configuration,
/// and are null in everything that it answers.
///
/// @rule R-WO-1
final class WriteOnly {
  private final List<AttributePath> found = new ArrayList<>();

  private WriteOnly() {}

  /// The places of an object that are write-only and not null. Inside of a set it is the set's.
  static List<AttributePath> values(Schema schema, Value object) {
    if (!isIn(schema.root())) return List.of();
    var search = new WriteOnly();
    search.block(schema.root(), object, AttributePath.ROOT);
    return search.found;
  }

  /// What a configuration gives to write-only attributes, by place; empty if that is nothing. What
  /// is ephemeral is left out: it may be another value each time.
  ///
  /// @rule R-WO-4
  public static Optional<Value> given(Schema schema, Unmarked config) {
    var given = new TreeMap<String, Value>();
    for (AttributePath path : values(schema, config.value()))
      if (!isEphemeral(path, config))
        config.value().at(path).ifPresent(value -> given.put(path.toString(), value));
    return given.isEmpty() ? Optional.empty() : Optional.of(Value.object(given));
  }

  private static boolean isEphemeral(AttributePath path, Unmarked config) {
    return config.marks().entrySet().stream()
        .filter(each -> each.getKey().startsWith(path) || path.startsWith(each.getKey()))
        .anyMatch(each -> Marks.ephemeral(each.getValue()));
  }

  /// Whether a path ends at a write-only attribute, or inside of one.
  static boolean leadsTo(Schema schema, AttributePath path) {
    return isIn(schema.root()) && leadsTo(schema.root(), path.steps());
  }

  private static boolean leadsTo(Block block, List<AttributePath.Step> steps) {
    for (int i = 0; i < steps.size(); i++) {
      if (!(steps.get(i) instanceof AttributePath.Step.Attribute(String name))) continue;
      var rest = steps.subList(i + 1, steps.size());
      var attribute = block.attributes().get(name);
      if (attribute != null)
        return attribute.writeOnly()
            || (attribute.shape() instanceof Shape.Nested nested && leadsTo(nested.block(), rest));
      var nested = block.blocks().get(name);
      return nested != null && leadsTo(nested.block(), rest);
    }
    return false;
  }

  /// The write-only attributes of a type, with those of nested objects by their own names.
  static SortedSet<String> names(Schema schema) {
    var names = new TreeSet<String>();
    collect(schema.root(), names);
    return names;
  }

  private static void collect(Block block, SortedSet<String> names) {
    block
        .attributes()
        .forEach((name, attribute) -> {
          if (attribute.writeOnly()) names.add(name);
          else if (attribute.shape() instanceof Shape.Nested nested) collect(nested.block(), names);
        });
    block.blocks().values().forEach(nested -> collect(nested.block(), names));
  }

  private static boolean isIn(Block block) {
    // Asked for every value that a provider gives: streams would cost more than the search.
    if (isIn(block.attributes())) return true;
    for (NestedBlock nested : block.blocks().values()) if (isIn(nested.block())) return true;
    return false;
  }

  private static boolean isIn(SortedMap<String, Attribute> attributes) {
    for (Attribute attribute : attributes.values())
      if (attribute.writeOnly()
          || (attribute.shape() instanceof Shape.Nested(_, var inside) && isIn(inside)))
        return true;
    return false;
  }

  private void block(Block block, Value value, AttributePath path) {
    if (!(value instanceof Mapping object)) return;
    block
        .attributes()
        .forEach((name, attribute) ->
            attribute(attribute, object.attribute(name), path.attribute(name)));
    block
        .blocks()
        .forEach(
            (name, nested) -> inside(nested.block(), object.attribute(name), path.attribute(name)));
  }

  private void attribute(Attribute attribute, Value value, AttributePath path) {
    if (attribute.writeOnly() && !value.isNull()) found.add(path);
    else if (attribute.shape() instanceof Shape.Nested nested) inside(nested.block(), value, path);
  }

  /// The objects that a nested value consists of.
  private void inside(Block block, Value value, AttributePath path) {
    switch (value) {
      case Sequence sequence -> {
        for (int i = 0; i < sequence.size(); i++)
          block(block, sequence.get(i), sequence.isSet() ? path : path.index(i));
      }
      case Mapping mapping when !mapping.isObject() ->
          mapping.entries().forEach((key, each) -> block(block, each, path.key(key)));
      default -> block(block, value, path);
    }
  }
}
