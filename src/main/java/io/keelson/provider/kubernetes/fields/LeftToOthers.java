package io.keelson.provider.kubernetes.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Takes out of a manifest what is left to others: fields whose changes are ignored, and that
/// another manager has taken over by now. To send them would be to own them again, and to take back
/// what an autoscaler does at the same moment. A field that is still ours is sent, for the server
/// removes what its owner leaves out.
public final class LeftToOthers {
  private static final AttributePath MANIFEST = AttributePath.of("manifest");

  private final List<PathPattern> ignored;

  private LeftToOthers(List<PathPattern> ignored) {
    this.ignored = ignored;
  }

  /// @param ignored patterns of the whole object, such as `manifest.spec.replicas`
  /// @param live the object as it is
  /// @param manager our own field manager
  /// @return the manifest that is to be sent
  public static Value without(
      Value manifest, List<PathPattern> ignored, LiveObject live, String manager) {
    return new LeftToOthers(ignored)
        .left(
            manifest,
            MANIFEST,
            live.fieldsOf(manager),
            live.others(manager).stream().map(LiveObject.Managed::fields).toList())
        .orElse(manifest);
  }

  /// @return empty if all of it is left to others
  private Optional<Value> left(
      Value value, AttributePath at, JsonNode ours, List<JsonNode> others) {
    boolean given = ours.isMissingNode() && ignored.stream().anyMatch(each -> each.covers(at));
    boolean whole = others.stream().anyMatch(JsonNode::isEmpty);
    if (given && (whole || value.isNull())) return Optional.empty();
    var left =
        switch (value) {
          case Mapping mapping -> entries(mapping, at, ours, others);
          case Sequence list when !list.isSet() -> items(list, at, ours, others);
          default -> value;
        };
    return given && isEmpty(left) && !isEmpty(value) ? Optional.empty() : Optional.of(left);
  }

  private static boolean isEmpty(Value value) {
    return value instanceof Mapping mapping && mapping.size() == 0
        || value instanceof Sequence list && list.size() == 0;
  }

  private Value entries(Mapping mapping, AttributePath at, JsonNode ours, List<JsonNode> others) {
    var entries = new TreeMap<String, Value>();
    for (int i = 0; i < mapping.size(); i++) {
      var key = mapping.key(i);
      left(mapping.value(i), at.attribute(key), ours.path("f:" + key), under("f:" + key, others))
          .ifPresent(value -> entries.put(key, value));
    }
    return Value.object(entries);
  }

  private Value items(Sequence list, AttributePath at, JsonNode ours, List<JsonNode> others) {
    var items = new ArrayList<Value>();
    for (int i = 0; i < list.size(); i++) {
      var item = list.get(i);
      var field = field(item, ours, others);
      if (field.isEmpty()) items.add(item);
      else
        left(item, at.index(i), ours.path(field.get()), under(field.get(), others))
            .ifPresent(items::add);
    }
    return Value.tuple(items);
  }

  private static List<JsonNode> under(String field, List<JsonNode> trees) {
    return trees.stream()
        .map(tree -> tree.path(field))
        .filter(tree -> !tree.isMissingNode())
        .toList();
  }

  /// What the fields trees call an item of a list.
  private static Optional<String> field(Value item, JsonNode ours, List<JsonNode> others) {
    var trees = new ArrayList<JsonNode>(others);
    trees.addFirst(ours);
    for (var tree : trees)
      for (var each : OwnedFields.items(tree))
        if (each.mayName(item)) return Optional.of(each.field());
    return Optional.empty();
  }
}
