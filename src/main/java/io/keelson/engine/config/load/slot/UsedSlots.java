package io.keelson.engine.config.load.slot;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Slot;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Checks what uses of components say about their slots, in a stack or in a definition.
///
/// @rule R-CMP-21
public final class UsedSlots {
  /// Where a use says what fills slots.
  public static final AttributePath PROVIDERS = AttributePath.of("providers");

  /// Where a resource names its slot.
  static final AttributePath PROVIDER = AttributePath.of("provider");

  private final Kind kind;
  private final SortedMap<String, Optional<String>> offered = new TreeMap<>();

  /// What a use names.
  private enum Kind {
    CONFIGURATION("provider configuration"),
    SLOT("slot");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private UsedSlots(Kind kind) {
    this.kind = kind;
  }

  /// Of uses in a stack.
  public static UsedSlots inStack(SortedMap<String, StackDeclaration.Provider> configurations) {
    var used = new UsedSlots(Kind.CONFIGURATION);
    configurations.forEach((name, each) -> used.offered.put(name, each.type()));
    return used;
  }

  /// Of uses in a definition.
  ///
  /// @param slots its own
  public static UsedSlots inDefinition(SortedMap<String, Slot> slots) {
    var used = new UsedSlots(Kind.SLOT);
    slots.forEach((name, slot) -> used.offered.put(name, Optional.of(slot.provider())));
    return used;
  }

  /// What is wrong with a use. A configuration that is not there is told where it is needed.
  public List<Diagnostic> problems(Subject component, ComponentDeclaration.Component use) {
    var slots = use.definition().slots();
    var problems = new ArrayList<Diagnostic>();
    use.providers()
        .forEach((name, filler) -> {
          var slot = slots.get(name);
          var problem =
              slot == null
                  ? Optional.of(unknown(component, name, slots))
                  : problem(component, filler, slot);
          problem.map(each -> each.at(PROVIDERS.attribute(name))).ifPresent(problems::add);
        });
    return problems;
  }

  private Optional<Diagnostic> problem(Subject component, String filler, Slot slot) {
    var provider = offered.get(filler);
    if (provider == null)
      return kind == Kind.SLOT ? Optional.of(undeclared(component, filler)) : Optional.empty();
    return provider
        .filter(type -> !type.equals(slot.provider()))
        .map(type -> unfit(component, filler, type, slot));
  }

  private static Diagnostic unknown(Subject component, String name, SortedMap<String, Slot> slots) {
    var advice = Nearest.advice(name, slots.keySet());
    return Diagnostic.error(
        Code.UNDECLARED,
        component,
        "Unknown slot",
        "The component has no slot '"
            + name
            + "' for a provider configuration. "
            + (advice.isEmpty() ? "Remove it." : advice));
  }

  private Diagnostic undeclared(Subject component, String filler) {
    var advice = Nearest.advice(filler, offered.keySet());
    return Diagnostic.error(
        Code.UNDECLARED,
        component,
        "Undeclared slot",
        "The definition has no slot '"
            + filler
            + "' of its own to fill this one with. "
            + (advice.isEmpty() ? "Declare it in providers of the definition." : advice));
  }

  private Diagnostic unfit(Subject component, String filler, String type, Slot slot) {
    return Diagnostic.error(
        Code.BAD_REFERENCE,
        component,
        "Slot of another provider",
        "The slot is for provider '"
            + slot.provider()
            + "', but the "
            + kind.words
            + " '"
            + filler
            + "' is of '"
            + type
            + "'. Name one of '"
            + slot.provider()
            + "'.");
  }
}
