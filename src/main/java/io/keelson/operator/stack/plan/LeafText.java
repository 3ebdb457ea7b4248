package io.keelson.operator.stack.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.Target;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Leaf;
import io.keelson.engine.plan.Leaves;
import io.keelson.engine.plan.OutputLeaf;
import io.keelson.engine.plan.Reason;
import io.keelson.json.Gzipped;
import java.util.Base64;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The leaves of a plan as compact text: base64 of gzipped JSON, one array for each change and each
/// output.
public final class LeafText {
  /// The most bytes of unzipped JSON: the text in a Plan object could hold a gigabyte of it.
  private static final int MOST_BYTES = 128 << 20;

  private static final ObjectMapper JSON = new ObjectMapper();

  /// The names of the lists of instances that are replaced for each reason.
  private static final Map<Reason, String> FORCED =
      new EnumMap<>(
          Map.of(
              Reason.BY_TRIGGERS, "triggered",
              Reason.BY_TRIGGER_VALUE, "triggerValues",
              Reason.BY_CONTAINER, "containers",
              Reason.BY_REQUEST, "requested"));

  private LeafText() {}

  static String write(Leaves leaves) {
    return write(leaves, Collections.emptySortedMap());
  }

  /// @param attributes hashes by attribute of some changes, see `Change.attributeHashes`
  static String write(
      Leaves leaves, SortedMap<ObjectRef, SortedMap<AttributePath, String>> attributes) {
    var all = JSON.createObjectNode();
    var hashes = all.putArray("attributes");
    attributes.forEach((object, of) -> {
      var one = hashes.addArray().add(object.instance().toString()).add(key(object.deposed()));
      of.forEach((path, hash) -> one.add(path.toString()).add(hash));
    });
    var changes = all.putArray("changes");
    var forced = new EnumMap<Reason, ArrayNode>(Reason.class);
    FORCED.forEach((reason, name) -> forced.put(reason, all.putArray(name)));
    var moves = all.putObject("moves");
    var imports = all.putObject("imports");
    var containers = all.putObject("goingWith");
    for (Leaf leaf : leaves.changes().values()) {
      Optional.ofNullable(forced.get(leaf.forced()))
          .ifPresent(of -> of.add(leaf.object().instance().toString()));
      leaf.movedFrom()
          .ifPresent(from -> moves.put(leaf.object().instance().toString(), from.toString()));
      leaf.imported().ifPresent(id -> imports.put(leaf.object().instance().toString(), id));
      leaf.goesWith()
          .ifPresent(container ->
              containers.put(leaf.object().instance().toString(), container.toString()));
      var one = changes.addArray();
      one.add(leaf.object().instance().toString());
      one.add(key(leaf.object().deposed()));
      one.add(leaf.action().toString()).add(leaf.prior()).add(leaf.planned());
      one.add(key(leaf.deposeAs()));
      leaf.unknown().forEach(path -> one.add(path.toString()));
    }
    var outputs = all.putArray("outputs");
    leaves
        .outputs()
        .forEach((name, leaf) -> {
          var one = outputs.addArray().add(name).add(leaf.kind());
          one.add(leaf.prior()).add(leaf.planned()).add(leaf.sensitive());
          leaf.unknown().forEach(path -> one.add(path.toString()));
        });
    return Base64.getEncoder().encodeToString(Gzipped.zip(all.toString()));
  }

  private static String key(Optional<DeposedKey> key) {
    return key.map(DeposedKey::value).orElse("");
  }

  /// @throws IllegalArgumentException if the text is not what [#write] writes
  public static Leaves read(String text) {
    var all = json(text);
    return new Leaves(changes(all), outputs(all));
  }

  /// The hashes by attribute that were written.
  ///
  /// @throws IllegalArgumentException if the text is not what [#write] writes
  static SortedMap<ObjectRef, SortedMap<String, String>> attributes(String text) {
    var all = new TreeMap<ObjectRef, SortedMap<String, String>>();
    for (JsonNode one : json(text).path("attributes")) {
      var hashes = new TreeMap<String, String>();
      for (int i = 2; i + 1 < one.size(); i += 2)
        hashes.put(one.get(i).textValue(), one.get(i + 1).textValue());
      all.put(
          new ObjectRef(InstanceAddress.parse(one.get(0).textValue()), key(one.get(1))), hashes);
    }
    return all;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(Gzipped.unzip(Base64.getDecoder().decode(text), MOST_BYTES));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the plan's leaves are not JSON", e);
    }
  }

  private static SortedMap<ObjectRef, Leaf> changes(JsonNode all) {
    var forced = new HashMap<String, Reason>();
    FORCED.forEach(
        (reason, name) -> all.path(name).forEach(each -> forced.put(each.textValue(), reason)));
    var leaves = new TreeMap<ObjectRef, Leaf>();
    for (JsonNode one : all.path("changes")) {
      var at = one.get(0).textValue();
      var object = new ObjectRef(InstanceAddress.parse(at), key(one.get(1)));
      leaves.put(
          object,
          new Leaf(
              object,
              Action.Kind.of(one.get(2).textValue()),
              one.get(3).textValue(),
              one.get(4).textValue(),
              paths(one, 6),
              key(one.get(5)),
              Optional.ofNullable(all.path("moves").path(at).textValue())
                  .map(InstanceAddress::parse),
              object.deposed().isEmpty() ? forced.getOrDefault(at, Reason.NONE) : Reason.NONE,
              object.deposed().isEmpty()
                  ? Optional.ofNullable(all.path("imports").path(at).textValue())
                  : Optional.empty(),
              object.deposed().isEmpty()
                  ? Optional.ofNullable(all.path("goingWith").path(at).textValue())
                      .map(Target::parse)
                  : Optional.empty()));
    }
    return leaves;
  }

  private static SortedMap<String, OutputLeaf> outputs(JsonNode all) {
    var leaves = new TreeMap<String, OutputLeaf>();
    for (JsonNode one : all.path("outputs"))
      leaves.put(
          one.get(0).textValue(),
          new OutputLeaf(
              one.get(1).textValue(),
              one.get(2).textValue(),
              one.get(3).textValue(),
              paths(one, 5),
              one.get(4).booleanValue()));
    return leaves;
  }

  private static SortedSet<AttributePath> paths(JsonNode one, int from) {
    var paths = new TreeSet<AttributePath>();
    for (int i = from; i < one.size(); i++) paths.add(AttributePath.parse(one.get(i).textValue()));
    return paths;
  }

  private static Optional<DeposedKey> key(JsonNode text) {
    return text.textValue().isEmpty()
        ? Optional.empty()
        : Optional.of(new DeposedKey(text.textValue()));
  }
}
