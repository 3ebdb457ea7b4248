package io.keelson.conformance.pulumiprovider;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// A component of a program as a stack uses it: what is inside is said by a program of its own.
final class ProgramComponent {
  private static final String RETAIN = "retainOnDelete";

  private ProgramComponent() {}

  /// @param name what it is called here
  /// @param packs gives the package of a provider resource by its name
  /// @param words what expressions call another entry
  /// @param dependsOn what it depends on beside its inputs, as expressions name it
  static ComponentDeclaration.Component of(
      ProgramEntry entry,
      String name,
      Function<String, Optional<String>> packs,
      UnaryOperator<String> words,
      Mapping inputs,
      List<String> dependsOn) {
    var slots = new TreeMap<String, ComponentDeclaration.Slot>();
    var filled = new TreeMap<String, String>();
    slots.put(entry.pack(), new ComponentDeclaration.Slot(entry.pack(), false));
    entry
        .provider()
        .ifPresent(provider -> {
          var pack = packs.apply(provider).orElse(entry.pack());
          slots.put(pack, new ComponentDeclaration.Slot(pack, false));
          filled.put(pack, provider);
        });
    entry
        .option("providers")
        .properties()
        .forEach(each -> {
          slots.put(each.getKey(), new ComponentDeclaration.Slot(each.getKey(), false));
          filled.put(each.getKey(), each.getValue().asText());
        });
    var given = new TreeMap<String, Value>();
    for (String each : inputs.keys())
      Optional.ofNullable(inputs.get(each)).ifPresent(value -> given.put(each, value));
    return new ComponentDeclaration.Component(
        name,
        ComponentDeclaration.of(
            new ComponentDeclaration.Program(entry.pack(), entry.token()), slots),
        given,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        dependsOn,
        entry.strings("aliases").stream()
            .map(former -> "component." + ResourceAddress.identifier(former))
            .toList(),
        inherited(entry, words),
        filled,
        List.of());
  }

  private static ComponentDeclaration.Inherited inherited(
      ProgramEntry entry, UnaryOperator<String> words) {
    return new ComponentDeclaration.Inherited(
        entry.option("protect").isBoolean()
            ? Optional.of(entry.isSet("protect"))
            : Optional.empty(),
        entry.option(RETAIN).isBoolean() ? Optional.of(!entry.isSet(RETAIN)) : Optional.empty(),
        Optional.ofNullable(entry.option("deletedWith").textValue()).map(words));
  }
}
