package io.keelson.engine.config.load.slot;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Slot;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;

/// Which provider configurations fill the slots of one use of a definition.
///
/// @rule R-CMP-21
public final class FilledSlots {
  private final SortedMap<String, Slot> slots;
  private final Function<String, Optional<String>> configurations;
  private final SortedMap<String, String> standard;

  private FilledSlots(
      SortedMap<String, Slot> slots,
      Function<String, Optional<String>> configurations,
      SortedMap<String, String> standard) {
    this.slots = slots;
    this.configurations = configurations;
    this.standard = standard;
  }

  /// The stack has no slots: its own resources and components name configurations.
  public static FilledSlots ofStack(StackDeclaration stack) {
    return new FilledSlots(Collections.emptySortedMap(), Optional::of, stack.standardProviders());
  }

  /// Those of a component that is used where these are filled.
  public FilledSlots of(ComponentDeclaration.Component use) {
    var filled = new TreeMap<String, String>();
    var inner = use.definition().slots();
    inner.forEach((name, slot) ->
        filler(use, name, slot).ifPresent(configuration -> filled.put(name, configuration)));
    return new FilledSlots(inner, name -> Optional.ofNullable(filled.get(name)), standard);
  }

  private Optional<String> filler(ComponentDeclaration.Component use, String name, Slot slot) {
    var written = use.providers().get(name);
    if (written != null) return configurations.apply(written);
    var same = slots.get(name);
    return same != null && same.provider().equals(slot.provider())
        ? configurations.apply(name)
        : Optional.ofNullable(standard.get(slot.provider()));
  }

  /// What fills a slot; empty if nothing does. Of the stack, the configuration of this name.
  public Optional<String> configuration(String slot) {
    return configurations.apply(slot);
  }

  /// The provider configurations by what types begin with: those of slots, and the stack's own for
  /// what has no slot.
  ///
  /// @rule R-PRG-25
  public SortedMap<String, String> byType() {
    var all = new TreeMap<>(standard);
    slots.forEach(
        (name, slot) -> configuration(name).ifPresent(filler -> all.put(slot.provider(), filler)));
    return all;
  }

  /// Errors about slots that have to be filled, and are not.
  ///
  /// @param component the one whose slots these are
  public List<Diagnostic> missing(Subject component) {
    return slots.entrySet().stream()
        .filter(slot -> !slot.getValue().optional() && configuration(slot.getKey()).isEmpty())
        .map(slot -> missing(component, slot.getKey(), slot.getValue()))
        .toList();
  }

  private static Diagnostic missing(Subject component, String name, Slot slot) {
    return Diagnostic.error(
            Code.PROVIDER_MISSING,
            component,
            "Provider is missing",
            "The slot '"
                + name
                + "' of the component needs a provider configuration of '"
                + slot.provider()
                + "', and nothing fills it. Nothing is planned for what is in the component. Set"
                + " providers."
                + name
                + ", or let the stack have a configuration of '"
                + slot.provider()
                + "' for what names none.")
        .at(UsedSlots.PROVIDERS.attribute(name));
  }

  /// The error about an optional slot that is not filled, but used.
  ///
  /// @param users resources of the definition
  public static Diagnostic unfilled(
      Subject component, String slot, SortedSet<ResourceAddress> users) {
    var named = users.stream().limit(3).map(ResourceAddress::toString).toList();
    return Diagnostic.error(
        Code.PROVIDER_MISSING,
        component,
        "Provider is missing",
        "Nothing fills the slot '"
            + slot
            + "', which may be left so, but "
            + String.join(", ", named)
            + (users.size() > named.size() ? " and others" : "")
            + " in the component cannot be without. Nothing is planned for what uses it. Set"
            + " providers."
            + slot
            + ".");
  }
}
