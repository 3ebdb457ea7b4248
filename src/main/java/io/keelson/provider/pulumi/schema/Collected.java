package io.keelson.provider.pulumi.schema;

import io.keelson.engine.address.PathPattern;
import io.keelson.engine.schema.Documentation;
import io.keelson.engine.schema.Documentation.Note;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.provider.plugin.schema.BrokenSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What properties say beside their types, gathered on the way through them.
final class Collected {
  private final List<SdkRules.Preset> presets = new ArrayList<>();
  private final List<PathPattern> replaceOnChanges = new ArrayList<>();
  private final SortedMap<String, Note> notes = new TreeMap<>();

  SdkRules rules() {
    return new SdkRules(presets, replaceOnChanges);
  }

  /// @param own says what the type is
  Documentation documentation(Fragment own) {
    return new Documentation(note(own), notes);
  }

  /// Whether the user need not give a required input, because something is put in its place.
  static boolean isFilledIn(Fragment input) {
    return input.has("const") || input.has("default");
  }

  /// @param required whether the provider has to be given the input
  void add(Sides<Fragment> property, boolean required, Trail trail) {
    property
        .input()
        .flatMap(input -> preset(input, required))
        .ifPresent(value -> presets.add(new SdkRules.Preset(trail.at(), value)));
    if (property.stream().anyMatch(each -> each.flag("replaceOnChanges")))
      replaceOnChanges.add(trail.at());
    property.stream()
        .map(Collected::note)
        .filter(note -> !note.equals(Note.NONE))
        .findFirst()
        .ifPresent(note -> notes.put(trail.names(), note));
  }

  /// A default of an input that may be left out is the provider's to fill in: some remember that it
  /// was not the user who gave it.
  private static Optional<Value> preset(Fragment input, boolean required) {
    var constant = value(input, "const");
    return required ? constant.or(() -> value(input, "default")) : constant;
  }

  /// @throws BrokenSchema if something is there that cannot be a value
  private static Optional<Value> value(Fragment input, String name) {
    if (!input.has(name)) return Optional.empty();
    try {
      return Optional.of(JsonValues.read(input.node().get(name)));
    } catch (JsonValues.NotAValue e) {
      throw new BrokenSchema(input.what(), "'" + name + "' of a property: " + e.getMessage());
    }
  }

  private static Note note(Fragment described) {
    return new Note(
        Prose.of(described.text("description")), Prose.of(described.text("deprecationMessage")));
  }
}
