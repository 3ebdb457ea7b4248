package io.keelson.json;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Value;
import java.util.Optional;
import java.util.TreeSet;

/// A state as JSON that everybody may read: without secrets, and without what only matters to
/// providers. A [StateFile] holds everything.
public final class StateJson {
  private StateJson() {}

  public static ObjectNode of(StackState state) {
    var json = ExactJson.JSON.createObjectNode();
    json.put("kind", "ShownState");
    json.put("formatVersion", "1.0");
    var instances = json.putArray("instances");
    state
        .instances()
        .forEach((at, instance) -> {
          var into = instances.addObject().put("address", at.toString());
          if (instance.drift() instanceof Drift.Missing) into.put("drift", "missing");
          if (instance.drift() instanceof Drift.Changed) into.put("drift", "changed");
          instance.open().ifPresent(open -> into.put("operation", word(open.kind())));
          instance.current().ifPresent(object -> object(object, into.putObject("current")));
          var deposed = into.putArray("deposed");
          instance
              .deposed()
              .forEach(
                  (key, object) -> object(object, deposed.addObject().put("key", key.value())));
        });
    var outputs = json.putObject("outputs");
    state
        .outputs()
        .forEach((name, value) -> {
          var into = outputs.putObject(name).put("sensitive", value.marked());
          into.set("value", value.marked() ? into.nullNode() : plain(value));
        });
    return json;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(java.util.Locale.ROOT);
  }

  private static JsonNode plain(Value value) {
    return JsonValues.write(value);
  }

  private static void object(ObjectState object, ObjectNode into) {
    var attributes = tree(object);
    var hidden = new TreeSet<String>();
    for (AttributePath path : object.sensitive().all())
      hide(attributes, path).ifPresent(hidden::add);
    into.put("tainted", object.tainted());
    into.put("unfinished", object.unfinished());
    into.put("provider", object.provider().toString());
    into.set("attributes", unwrapped(attributes));
    var sensitive = into.putArray("sensitive");
    hidden.forEach(sensitive::add);
    var dependencies = into.putArray("dependencies");
    object.dependencies().forEach(each -> dependencies.add(each.resource().toString()));
  }

  private static JsonNode tree(ObjectState object) {
    try {
      return ExactJson.JSON.readTree(object.attributes().json().asUtf8());
    } catch (JsonProcessingException e) {
      // The exception gets no cause, because the message of the cause quotes the state.
      throw new IllegalStateException("what is stored of an object is not JSON");
    }
  }

  /// Puts null where the path leads, or where it can be followed no further: too much is hidden
  /// rather than too little.
  private static Optional<String> hide(JsonNode root, AttributePath path) {
    var at = JsonPointer.empty();
    var parent = root;
    for (AttributePath.Step step : path.steps()) {
      var next = child(parent, step);
      boolean end = next.isMissingNode() || isWrapper(next) || !next.isContainerNode();
      at = JsonPointer.compile(at + ShownValues.pointer(AttributePath.ROOT.then(step)));
      if (next.isMissingNode() || next.isNull()) return Optional.empty();
      boolean last = step == path.steps().getLast();
      if (end || last) {
        replace(parent, step);
        return Optional.of(at.toString());
      }
      parent = next;
    }
    return Optional.empty();
  }

  private static JsonNode child(JsonNode parent, AttributePath.Step step) {
    return switch (step) {
      case AttributePath.Step.Attribute(var name) -> parent.path(name);
      case AttributePath.Step.Key(var key) -> parent.path(key);
      case AttributePath.Step.Index(var index) -> parent.path(index);
    };
  }

  private static void replace(JsonNode parent, AttributePath.Step step) {
    var nothing = JsonNodeFactory.instance.nullNode();
    switch (step) {
      case AttributePath.Step.Attribute(var name) -> ((ObjectNode) parent).set(name, nothing);
      case AttributePath.Step.Key(var key) -> ((ObjectNode) parent).set(key, nothing);
      case AttributePath.Step.Index(var index) -> ((ArrayNode) parent).set(index, nothing);
    }
  }

  private static boolean isWrapper(JsonNode node) {
    return node.isObject() && node.size() == 2 && node.has("value") && node.has("type");
  }

  /// Attributes whose type is open are stored with it; people read the value.
  private static JsonNode unwrapped(JsonNode attributes) {
    var plain = JsonNodeFactory.instance.objectNode();
    for (var each : attributes.properties())
      plain.set(
          each.getKey(),
          isWrapper(each.getValue()) ? each.getValue().get("value") : each.getValue());
    return plain;
  }
}
