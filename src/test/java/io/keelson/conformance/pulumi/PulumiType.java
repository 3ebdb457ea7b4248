package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A resource type of a scenario.
///
/// @param inputs what any resource of the type sets
/// @param forceNew inputs whose change is a replacement
/// @param computed the outputs that the provider makes
/// @param defaults what the provider fills in where an input is absent
/// @param deletes whether the provider says that replacements delete before they create
/// @param inputsOnRead whether reading an object tells its inputs
/// @param compares whether the provider tells what differs; else whoever asks compares, and nothing
///   is replaced
record PulumiType(
    String name,
    SortedSet<String> inputs,
    SortedSet<AttributePath> forceNew,
    SortedMap<String, Renewal> computed,
    SortedMap<String, Value> defaults,
    Deletes deletes,
    boolean inputsOnRead,
    boolean compares) {
  PulumiType {
    inputs = Collections.unmodifiableSortedSet(new TreeSet<>(inputs));
    forceNew = Collections.unmodifiableSortedSet(new TreeSet<>(forceNew));
    computed = Collections.unmodifiableSortedMap(new TreeMap<>(computed));
    defaults = Collections.unmodifiableSortedMap(new TreeMap<>(defaults));
  }

  /// When an output gets a new value.
  enum Renewal {
    /// With each object.
    REPLACE,
    /// With each object and each update.
    UPDATE,
    /// Never; but it is unknown until the object exists.
    CONSTANT
  }

  /// When the provider says that the old object has to be deleted before the new one is made.
  enum Deletes {
    NEVER,
    /// With the answer that a change is a replacement.
    WITH_REPLACEMENTS,
    /// With every answer, also where only the engine makes it a replacement.
    ALWAYS;

    boolean destroysFirst(boolean replaces) {
      return this == ALWAYS || (this == WITH_REPLACEMENTS && replaces);
    }

    private static Deletes of(JsonNode said) {
      if (said.isTextual()) return valueOf(said.textValue().toUpperCase(Locale.ROOT));
      return said.asBoolean(false) ? WITH_REPLACEMENTS : NEVER;
    }
  }

  static PulumiType of(String name, JsonNode type, Collection<String> usedInputs) {
    var computed = new TreeMap<String, Renewal>();
    type.path("computed")
        .properties()
        .forEach(each ->
            computed.put(
                each.getKey(),
                Renewal.valueOf(each.getValue().textValue().toUpperCase(Locale.ROOT))));
    var forceNew = new TreeSet<AttributePath>();
    type.path("forceNew").forEach(path -> forceNew.add(AttributePath.parse(path.textValue())));
    var defaults = new TreeMap<String, Value>();
    type.path("defaults")
        .properties()
        .forEach(each -> defaults.put(each.getKey(), PulumiValues.read(each.getValue())));
    var inputs = new TreeSet<>(usedInputs);
    inputs.addAll(defaults.keySet());
    return new PulumiType(
        name,
        inputs,
        forceNew,
        computed,
        defaults,
        Deletes.of(type.path("deleteBeforeReplace")),
        !type.path("noInputsOnRead").asBoolean(false),
        !type.path("diff").asText("").equals("unknown"));
  }

  Schema schema() {
    var attributes = new TreeMap<String, Attribute>();
    for (String output : computed.keySet())
      attributes.put(output, Attribute.of(Types.DYNAMIC, Presence.COMPUTED));
    for (String input : inputs) attributes.put(input, Attribute.of(Types.DYNAMIC, presence(input)));
    attributes.put("id", Attribute.of(Types.STRING, Presence.COMPUTED));
    return Schema.of(0, attributes);
  }

  private Presence presence(String input) {
    return computed.containsKey(input) || defaults.containsKey(input)
        ? Presence.OPTIONAL_COMPUTED
        : Presence.OPTIONAL;
  }

  /// The inputs that an object has or is declared with, and null for all others.
  ///
  /// @param given any of its attributes
  Mapping inputsOf(SortedMap<String, Value> given) {
    var all = new TreeMap<String, Value>();
    for (String input : inputs)
      all.put(input, given.getOrDefault(input, Value.nothing(Types.DYNAMIC)));
    return Value.object(all);
  }

  /// Declared inputs with what is filled in where they are absent.
  Mapping checked(Mapping config) {
    return inputsOf(config.entries())
        .mapValues((name, value) -> value.isNull() ? defaults.getOrDefault(name, value) : value);
  }

  /// The value of an output.
  ///
  /// @param name of the resource
  /// @param object how many objects of the resource there were before, and this one
  /// @param updates how often this one was updated
  Value made(String name, String output, int object, int updates) {
    var base = name + "." + output;
    return Value.text(
        switch (computed.get(output)) {
          case null -> throw new IllegalStateException(output + " is not computed");
          case REPLACE -> base + "." + object;
          case UPDATE -> base + "." + object + "." + updates;
          case CONSTANT -> base;
        });
  }
}
