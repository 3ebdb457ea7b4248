package io.keelson.provider.pulumi.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.schema.Documentation;
import io.keelson.engine.schema.Documentation.Note;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.provider.plugin.schema.BrokenSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What properties say beside their types, gathered on the way through them.
final class Collected {
  private final List<SdkRules.Preset> defaults = new ArrayList<>();
  private final List<SdkRules.Constant> constants = new ArrayList<>();
  private final List<PathPattern> replaceOnChanges = new ArrayList<>();
  private final SortedSet<String> secretOutputs = new TreeSet<>();
  private final SortedMap<String, Note> notes = new TreeMap<>();

  SdkRules rules() {
    return new SdkRules(defaults, constants, replaceOnChanges, secretOutputs);
  }

  /// @param own says what the type is
  Documentation documentation(Fragment own) {
    return new Documentation(note(own), notes);
  }

  /// Whether the user need not give an input, because something is put in its place.
  static boolean isFilledIn(Fragment input) {
    return input.has("const") || input.has("default") || !environment(input).isEmpty();
  }

  void add(Sides<Fragment> property, Type type, Trail trail) {
    property.input().ifPresent(input -> filledIn(input, type, trail.at()));
    property
        .output()
        .filter(output -> output.flag("secret") && trail.isOfRoot())
        .ifPresent(_ -> secretOutputs.add(trail.names()));
    if (property.stream().anyMatch(each -> each.flag("replaceOnChanges")))
      replaceOnChanges.add(trail.at());
    property.stream()
        .map(Collected::note)
        .filter(note -> !note.equals(Note.NONE))
        .findFirst()
        .ifPresent(note -> notes.put(trail.names(), note));
  }

  private void filledIn(Fragment input, Type type, PathPattern at) {
    var constant = value(input, "const");
    if (constant.isPresent()) constants.add(new SdkRules.Constant(at, constant.get()));
    else if (isFilledIn(input))
      defaults.add(new SdkRules.Preset(at, type, value(input, "default"), environment(input)));
  }

  private static List<String> environment(Fragment input) {
    var names = new ArrayList<String>();
    for (JsonNode each : input.object("defaultInfo").node().path("environment"))
      if (each.isTextual()) names.add(each.textValue());
    return names;
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
        described.text("description").strip(), described.text("deprecationMessage").strip());
  }
}
