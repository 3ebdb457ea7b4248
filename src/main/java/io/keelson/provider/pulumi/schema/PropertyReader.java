package io.keelson.provider.pulumi.schema;

import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Documentation;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.provider.plugin.schema.BrokenSchema;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Reads the properties of one type: what a user gives and what the provider makes of it are one
/// attribute each.
///
/// Types may refer to themselves, and to others so often that all of what they describe has no room
/// anywhere. From where that begins, a value is dynamic: the provider knows its type.
final class PropertyReader {
  /// How deep objects and collections may lie in each other.
  static final int MOST_LEVELS = 32;

  /// Of objects inside of the type; several times what the largest types known have.
  static final int MOST_ATTRIBUTES = 20_000;

  private static final Shape ANY = new Shape.Plain(Types.DYNAMIC);

  private final Definitions definitions;
  private final SecretTypes secrets;
  private final Collected collected = new Collected();
  private int attributes;

  PropertyReader(Definitions definitions, SecretTypes secrets) {
    this.definitions = definitions;
    this.secrets = secrets;
  }

  /// @throws BrokenSchema if a description contradicts itself
  Schema read(Sides<Properties> object) {
    return Schema.of(0, attributes(object, Trail.ROOT));
  }

  /// Of what was read.
  SdkRules rules() {
    return collected.rules();
  }

  /// Of what was read.
  ///
  /// @param own says what the type is
  Documentation documentation(Fragment own) {
    return collected.documentation(own);
  }

  private SortedMap<String, Attribute> attributes(Sides<Properties> object, Trail trail) {
    var read = new TreeMap<String, Attribute>();
    for (String name : names(object)) {
      var property = object.flatMap(properties -> properties.property(name));
      // A property that is null is not there.
      if (property.stream().findAny().isEmpty()) continue;
      boolean required =
          object.input().filter(input -> input.required().contains(name)).isPresent();
      read.put(name, attribute(property, required, trail.property(name)));
    }
    return read;
  }

  private static Set<String> names(Sides<Properties> object) {
    return object.stream()
        .flatMap(properties -> properties.names().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Attribute attribute(Sides<Fragment> property, boolean required, Trail trail) {
    var shape = shape(property, trail);
    collected.add(property, required, trail);
    return new Attribute(shape, presence(property, required), isSecret(property, shape), false);
  }

  private static Presence presence(Sides<Fragment> property, boolean required) {
    if (property.input().isEmpty()) return Presence.COMPUTED;
    if (required && !Collected.isFilledIn(property.first())) return Presence.REQUIRED;
    return property.output().isPresent() ? Presence.OPTIONAL_COMPUTED : Presence.OPTIONAL;
  }

  /// @rule R-PRG-2
  private boolean isSecret(Sides<Fragment> property, Shape shape) {
    boolean hides = shape instanceof Shape.Plain(var type) && type.hasDynamic();
    return property.stream()
        .anyMatch(each -> each.flag("secret") || hides && secrets.isIn(each.node()));
  }

  /// Of what holds both sides.
  private Shape shape(Sides<Fragment> property, Trail trail) {
    var held = property.map(definitions::content);
    return switch (held.first()) {
      case Content.Plain plain -> plain.equals(held.last()) ? new Shape.Plain(plain.type()) : ANY;
      case Content.Collection(var nesting, _) ->
          held.last() instanceof Content.Collection(var other, _) && other == nesting
              ? collection(held.map(Content.Collection.class::cast), trail)
              : ANY;
      case Content.Structure _ ->
          held.last() instanceof Content.Structure
              ? structure(held.map(Content.Structure.class::cast), trail)
              : ANY;
    };
  }

  private Shape collection(Sides<Content.Collection> held, Trail trail) {
    if (trail.depth() >= MOST_LEVELS) return ANY;
    var nesting = held.first().nesting();
    return switch (shape(held.map(Content.Collection::element), trail.elements())) {
      case Shape.Nested(Nesting inside, var each) when inside == Nesting.SINGLE ->
          new Shape.Nested(nesting, each);
      // Attributes of objects in collections of collections could not be left out.
      case Shape.Nested _ -> ANY;
      case Shape.Plain(var element) -> new Shape.Plain(collection(nesting, element));
    };
  }

  /// A collection of anything need not be one of the same type.
  private static Type collection(Nesting nesting, Type element) {
    if (element.hasDynamic()) return Types.DYNAMIC;
    return nesting == Nesting.LIST ? Type.list(element) : Type.map(element);
  }

  private Shape structure(Sides<Content.Structure> held, Trail trail) {
    var types =
        held.stream().map(Content.Structure::token).collect(Collectors.toCollection(TreeSet::new));
    if (trail.depth() >= MOST_LEVELS || !Collections.disjoint(trail.open(), types)) return ANY;
    var object = held.map(Content.Structure::properties);
    int more = names(object).size();
    if (attributes + more > MOST_ATTRIBUTES) return ANY;
    attributes += more;
    return new Shape.Nested(Nesting.SINGLE, attributes(object, trail.inside(types)));
  }
}
