package io.keelson.provider.kubernetes.fields;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keelson.apiserver.Json;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// A manifest filled with live values: same keys, same list items, whatever else the object has.
///
/// What belongs together is told by the fields tree (`FieldsV1`) of our own field manager, which is
/// how the API server itself understands the manifest: `f:name` is a field, `k:{…}` a list item by
/// its key, `v:…` an item of a set; a list or map without a subtree is one whole (atomic) value.
public final class OwnedFields {
  private static final Value ABSENT = Value.nothing(Types.DYNAMIC);

  /// In the place of a subtree: somebody else has set this as a whole. See [ComparedFields].
  static final TextNode THEIRS = TextNode.valueOf("theirs");

  /// @param field as the tree names it, such as `k:{"name":"web"}`
  record Item(String field, JsonNode key) {
    /// Whether an item of a manifest may be this one: what it leaves out of its key is a default.
    boolean mayName(Value item) {
      return field.startsWith("v:") ? item.matches(Json.value(key)) : fits(item, key);
    }

    /// Whether this is the item of a live list that is owned: by its key, or by its whole value.
    boolean names(JsonNode item) {
      var value = Json.value(item);
      if (field.startsWith("v:")) return value.matches(Json.value(key));
      return key.properties().stream()
          .allMatch(
              each -> Json.value(each.getValue()).matches(Json.value(item.path(each.getKey()))));
    }
  }

  private OwnedFields() {}

  /// @param manifest gives the shape; wholly known
  /// @param fields what our manager owns, see [LiveObject#comparedFields]; a missing node if it
  ///   owns nothing
  /// @return null in the place of what the live object does not have
  public static Value of(Value manifest, JsonNode live, JsonNode fields) {
    if (live.isMissingNode() || live.isNull()) return ABSENT;
    return switch (manifest) {
      case Mapping mapping when live.isObject() -> mapping(mapping, live, fields);
      case Sequence sequence when live.isArray() -> sequence(sequence, live, fields);
      default -> Json.value(live);
    };
  }

  private static Value mapping(Mapping manifest, JsonNode live, JsonNode fields) {
    // Somebody else wrote it, or it is atomic: all of it counts.
    if (manifest.size() == 0 && !fields.isObject()) return Json.value(live);
    if (manifest.size() > 0 && isWhole(fields)) return like(manifest, Json.value(live));
    var filled = new TreeMap<String, Value>();
    for (int i = 0; i < manifest.size(); i++) {
      var key = manifest.key(i);
      filled.put(key, of(manifest.value(i), live.path(key), fields.path("f:" + key)));
    }
    return like(manifest, Value.object(filled));
  }

  private static Value sequence(Sequence manifest, JsonNode live, JsonNode fields) {
    // Others have the items: an apply takes none of them away.
    if (manifest.size() == 0 && fields.isObject() && !fields.isEmpty()) return manifest;
    var owned = items(fields);
    if (owned.isEmpty())
      return !isWhole(fields) && manifest.size() == live.size()
          ? like(manifest, inOrder(manifest, live))
          : like(manifest, Json.value(live));
    boolean keyed = owned.getFirst().field().startsWith("k:");
    return like(manifest, keyed ? keyed(manifest, live, fields, owned) : members(manifest, live));
  }

  /// Not ours any more, as far as the API server says: compared item by item.
  private static Value inOrder(Sequence manifest, JsonNode live) {
    return Value.tuple(
        IntStream.range(0, manifest.size())
            .mapToObj(i -> of(manifest.get(i), live.get(i), Json.MISSING))
            .toList());
  }

  private static Value members(Sequence manifest, JsonNode live) {
    var present = Json.value(live) instanceof Sequence all ? all.elements() : List.<Value>of();
    return Value.tuple(
        manifest.elements().stream()
            .map(wanted -> present.stream().anyMatch(wanted::matches) ? wanted : ABSENT)
            .toList());
  }

  /// Gives each item of the manifest the key by which we own it, the most specific items first: a
  /// key may hold defaults that the manifest leaves out, such as a port's protocol.
  private static Value keyed(Sequence manifest, JsonNode live, JsonNode fields, List<Item> keys) {
    var filled = new ArrayList<Value>(Collections.nCopies(manifest.size(), ABSENT));
    var taken = new HashSet<String>();
    var names = names(keys.getFirst().key());
    var order =
        IntStream.range(0, manifest.size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> -given(manifest.get(i), names)))
            .toList();
    for (int i : order) {
      var item = manifest.get(i);
      var key =
          keys.stream()
              .filter(each -> !taken.contains(each.field()) && fits(item, each.key()))
              .findFirst();
      key.ifPresent(each -> taken.add(each.field()));
      var found = item(live, key.map(Item::key).orElseGet(() -> givenKey(item, names)));
      var owned = key.map(each -> fields.path(each.field())).orElse(Json.MISSING);
      if (found.isPresent()) filled.set(i, of(item, found.get(), owned));
    }
    return Value.tuple(filled);
  }

  private static int given(Value item, List<String> names) {
    return (int) names.stream().filter(name -> has(item, name)).count();
  }

  private static boolean has(Value item, String name) {
    var value = item instanceof Mapping mapping ? mapping.get(name) : null;
    return value != null && !value.isNull();
  }

  /// The key of an item that somebody else owns, as far as the manifest gives it.
  private static JsonNode givenKey(Value item, List<String> names) {
    var key = Json.object();
    for (var name : names)
      if (item instanceof Mapping mapping && has(item, name))
        key.set(name, JsonValues.write(mapping.attribute(name)));
    return key;
  }

  private static boolean fits(Value item, JsonNode key) {
    return item instanceof Mapping mapping
        && key.properties().stream()
            .allMatch(each -> {
              var value = mapping.get(each.getKey());
              return value == null || value.isNull() || value.matches(Json.value(each.getValue()));
            });
  }

  private static Optional<JsonNode> item(JsonNode live, JsonNode key) {
    if (key.isEmpty()) return Optional.empty();
    var wanted = new Item("k:", key);
    for (var item : live) if (wanted.names(item)) return Optional.of(item);
    return Optional.empty();
  }

  private static List<String> names(JsonNode key) {
    var names = new ArrayList<String>();
    key.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /// The list items in a fields tree: all by their keys, or all by their values.
  public static List<Item> items(JsonNode fields) {
    var items = new ArrayList<Item>();
    for (var entry : fields.properties()) {
      var field = entry.getKey();
      if (!field.startsWith("k:") && !field.startsWith("v:")) continue;
      try {
        items.add(new Item(field, Json.parse(field.substring(2))));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("not a fields tree: " + field, e);
      }
    }
    return items;
  }

  private static boolean isWhole(JsonNode fields) {
    return fields == THEIRS || fields.isObject() && fields.isEmpty();
  }

  /// A map or list where the manifest has one: they compare unequal to objects and tuples.
  private static Value like(Value manifest, Value filled) {
    if (manifest.type() instanceof Type.ObjectOf || manifest.type() instanceof Type.TupleOf)
      return filled;
    return switch (filled.convert(manifest.type())) {
      case Conversion.Converted(var same) -> same;
      case Conversion.NotConvertible _ -> filled;
    };
  }
}
