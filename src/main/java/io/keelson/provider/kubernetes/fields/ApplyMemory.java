package io.keelson.provider.kubernetes.fields;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keelson.apiserver.Json;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/// What has to be remembered from the last apply, as the private data of an object.
///
/// @param respelled where the API server keeps something else than was written, such as a quantity
///   `1000m` as `1`, or nothing instead of an empty map. As long as it still says so, nothing
///   drifted.
/// @param nulls what was declared as null and so was not sent: whatever the object has there, it is
///   no drift
/// @param hidden paths within the manifest that held sensitive values
/// @param staying the steps of fields that were to be removed and stay, see [StayingField]
/// @param waited whether what `wait` asks for has been waited for; not if the wait was interrupted
public record ApplyMemory(
    List<Respelled> respelled,
    SortedMap<AttributePath, Value> nulls,
    SortedSet<AttributePath> hidden,
    List<List<String>> staying,
    boolean waited) {
  public static final ApplyMemory NONE =
      new ApplyMemory(List.of(), new TreeMap<>(), new TreeSet<>(), List.of(), true);

  private static final StateCodec CODEC = new JsonStateCodec();

  /// @param path within the manifest
  public record Respelled(AttributePath path, Value written, Value kept) {}

  public ApplyMemory {
    respelled = Collections.unmodifiableList(new ArrayList<>(respelled));
    nulls = Collections.unmodifiableSortedMap(new TreeMap<>(nulls));
    hidden = Collections.unmodifiableSortedSet(new TreeSet<>(hidden));
    staying = Collections.unmodifiableList(new ArrayList<>(staying));
  }

  /// After nothing but a look at an object.
  public static ApplyMemory ofFound(SortedSet<AttributePath> hidden, boolean waited) {
    return new ApplyMemory(List.of(), new TreeMap<>(), hidden, List.of(), waited);
  }

  /// After nothing but a look at an object for which there is a manifest. As if a wait had been
  /// interrupted: an update follows, whatever the object is like.
  public static ApplyMemory ofImported(Value manifest, SortedSet<AttributePath> hidden) {
    return new ApplyMemory(List.of(), NullFields.of(manifest), hidden, List.of(), false);
  }

  /// Compares a manifest with what the API server made of it just now.
  ///
  /// @param kept the same shape filled with the answer, see [OwnedFields]
  public static ApplyMemory of(
      Value manifest,
      Value kept,
      SortedSet<AttributePath> hidden,
      List<StayingField> staying,
      boolean waited) {
    var respelled = new ArrayList<Respelled>();
    var nulls = NullFields.of(manifest);
    compare(manifest, restore(kept, nulls), AttributePath.ROOT, respelled);
    return new ApplyMemory(
        respelled, nulls, hidden, staying.stream().map(StayingField::steps).toList(), waited);
  }

  private static void compare(Value written, Value kept, AttributePath path, List<Respelled> to) {
    if (written.matches(kept)) return;
    if (written instanceof Mapping one
        && kept instanceof Mapping two
        && one.keys().equals(two.keys())) {
      for (int i = 0; i < one.size(); i++)
        compare(one.value(i), two.value(i), path.attribute(one.key(i)), to);
    } else if (written instanceof Sequence one
        && kept instanceof Sequence two
        && one.size() == two.size()) {
      for (int i = 0; i < one.size(); i++) compare(one.get(i), two.get(i), path.index(i), to);
    } else {
      to.add(new Respelled(path, written, kept));
    }
  }

  /// A manifest filled with live values, as it was written where only the spelling differs.
  public Value restore(Value filled) {
    var restored = filled;
    for (var each : respelled)
      restored =
          replace(
              restored,
              each.path().steps(),
              value -> value.matches(each.kept()) ? each.written() : value);
    return restore(restored, nulls);
  }

  private static Value restore(Value filled, SortedMap<AttributePath, Value> nulls) {
    var restored = filled;
    for (var each : nulls.entrySet())
      restored = replace(restored, each.getKey().steps(), _ -> each.getValue());
    return restored;
  }

  private static Value replace(Value value, List<Step> steps, UnaryOperator<Value> change) {
    if (steps.isEmpty()) return change.apply(value);
    var rest = steps.subList(1, steps.size());
    return switch (steps.getFirst()) {
      case Step.Attribute(var name) when value instanceof Mapping mapping ->
          mapping.mapValues((key, each) -> key.equals(name) ? replace(each, rest, change) : each);
      case Step.Key(var name) when value instanceof Mapping mapping ->
          mapping.mapValues((key, each) -> key.equals(name) ? replace(each, rest, change) : each);
      case Step.Index(var index) when value instanceof Sequence list && index < list.size() -> {
        var elements = new ArrayList<>(list.elements());
        elements.set(index, replace(elements.get(index), rest, change));
        yield list.withElements(elements);
      }
      default -> value;
    };
  }

  public Bytes encode() {
    var json = Json.object();
    var list = json.putArray("respelled");
    for (var each : respelled) {
      var entry = list.addObject();
      entry.put("path", each.path().toString());
      entry.set("written", typed(each.written()));
      entry.set("kept", typed(each.kept()));
    }
    var absent = json.putArray("nulls");
    nulls.forEach((path, value) ->
        absent.addObject().put("path", path.toString()).set("written", typed(value)));
    var paths = json.putArray("hidden");
    hidden.forEach(path -> paths.add(path.toString()));
    var fields = json.putArray("staying");
    for (var steps : staying) steps.forEach(fields.addArray()::add);
    json.put("waited", waited);
    return Bytes.utf8(Json.text(json));
  }

  /// With its type: a map and an object of equal content are different values.
  private static TextNode typed(Value value) {
    return TextNode.valueOf(CODEC.encode(value, Types.DYNAMIC).asUtf8());
  }

  private static Value value(JsonNode typed) throws StateCodec.MalformedState {
    return CODEC.decode(Bytes.utf8(typed.asText()), Types.DYNAMIC);
  }

  /// @param bytes what [#encode] wrote, or nothing at all
  public static ApplyMemory decode(Bytes bytes) {
    if (bytes.isEmpty()) return NONE;
    try {
      var json = Json.parse(bytes.asUtf8());
      var respelled = new ArrayList<Respelled>();
      for (var each : json.path("respelled"))
        respelled.add(
            new Respelled(
                AttributePath.parse(each.path("path").asText()),
                value(each.path("written")),
                value(each.path("kept"))));
      var nulls = new TreeMap<AttributePath, Value>();
      for (var each : json.path("nulls"))
        nulls.put(AttributePath.parse(each.path("path").asText()), value(each.path("written")));
      var hidden = new TreeSet<AttributePath>();
      for (var each : json.path("hidden")) hidden.add(AttributePath.parse(each.asText()));
      var staying = new ArrayList<List<String>>();
      for (var steps : json.path("staying")) {
        var texts = new ArrayList<String>();
        steps.forEach(step -> texts.add(step.asText()));
        staying.add(texts);
      }
      return new ApplyMemory(respelled, nulls, hidden, staying, json.path("waited").asBoolean());
    } catch (JsonProcessingException | StateCodec.MalformedState e) {
      throw new IllegalStateException("the private data is not what this provider wrote", e);
    }
  }
}
