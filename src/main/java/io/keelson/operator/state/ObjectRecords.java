package io.keelson.operator.state;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.address.Target;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Bytes;
import io.keelson.json.Gzipped;
import io.keelson.operator.api.record.ObjectRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One object's state in a record: plain, except for sealed secrets.
final class ObjectRecords {
  private static final String ATTRIBUTES = "attributes";
  private static final String PRIVATE = "private";
  private static final String IDENTITY = "identity";
  private static final int LARGEST_PLAIN = 128 * 1024;

  /// The most bytes of unzipped state: the largest answer of a provider as JSON.
  private static final int MOST_BYTES = 512 << 20;

  private final Sealer sealer;
  private final String key;
  private final RecordedDependencies dependencies = new RecordedDependencies();

  ObjectRecords(Sealer sealer) {
    this.sealer = sealer;
    this.key = sealer.fingerprint();
  }

  /// The fingerprint of the key that parts are sealed with.
  String key() {
    return key;
  }

  /// Where the parts of one object are sealed.
  ///
  /// @param object empty for the current object, else the deposed key or another name
  record Place(String uid, long serial, String object) {
    Sealer.Place part(String name) {
      return new Sealer.Place(uid, serial, object.isEmpty() ? name : object + "/" + name);
    }
  }

  /// Whether the state is small enough for a record that holds more than its own object.
  static boolean isSmall(ObjectState state) {
    return state.attributes().json().size() + state.privateData().size() <= LARGEST_PLAIN;
  }

  /// Writes the state into the fields about the object.
  void write(ObjectState state, Place place, ObjectRecord into) {
    var sealed = new HashMap<String, String>();
    var tree = RecordJson.read(state.attributes().json().asUtf8());
    var secrets = takeOut(tree, state);
    if (!secrets.isEmpty())
      sealed.put(ATTRIBUTES, sealer.seal(utf8(secrets), place.part(ATTRIBUTES)));
    if (!state.privateData().isEmpty())
      sealed.put(PRIVATE, sealer.seal(state.privateData(), place.part(PRIVATE)));
    state
        .identity()
        .ifPresent(
            identity -> sealed.put(IDENTITY, sealer.seal(text(identity), place.part(IDENTITY))));
    into.sealed = sealed.isEmpty() ? null : sealed;
    into.id = id(tree);
    var exact = new ArrayList<String>();
    ExactNumbers.toText(tree, exact);
    into.exactPaths = exact.isEmpty() ? null : exact;
    var plain = RecordJson.write(tree);
    boolean large = plain.length() > LARGEST_PLAIN;
    into.state = large ? null : (ObjectNode) tree;
    into.stateGz = large ? Base64.getEncoder().encodeToString(Gzipped.zip(plain)) : null;
    into.type = state.type();
    into.schemaVersion = state.attributes().schemaVersion();
    into.provider = state.provider().name();
    into.providerConfig = state.provider().configuration().orElse(null);
    into.providerIdentity =
        state.provider().identity().isEmpty() ? null : state.provider().identity();
    into.tainted = state.tainted() ? true : null;
    into.unfinished = state.unfinished() ? true : null;
    write(state.flags(), into);
    into.sensitivePaths = RecordedPaths.all(state.sensitive());
    into.secretPaths = RecordedPaths.secret(state.sensitive());
    RecordedDependencies.write(state.dependencies(), into);
  }

  private static void write(Flags flags, ObjectRecord into) {
    into.createBeforeDestroy = flags.createBeforeDestroy() ? true : null;
    into.preventDestroy = flags.preventDestroy() ? true : null;
    into.skipDestroy = flags.skipDestroy() ? true : null;
    into.replaceTrigger = flags.replaceTrigger().isEmpty() ? null : flags.replaceTrigger();
    into.deletedWith = flags.deletedWith().map(Target::toString).orElse(null);
    into.deleteTimeoutSeconds = flags.deleteTimeout().map(Duration::toSeconds).orElse(null);
  }

  private static Bytes text(RawState raw) {
    return Bytes.utf8(raw.schemaVersion() + "\n" + raw.json().asUtf8());
  }

  private static Bytes utf8(JsonNode tree) {
    return Bytes.utf8(RecordJson.write(tree));
  }

  private static @Nullable String id(JsonNode tree) {
    for (String name : List.of("id", "uid"))
      if (tree.path(name).isTextual()) return tree.path(name).textValue();
    return null;
  }

  /// Puts null in the place of secret values.
  ///
  /// @return pairs of a JSON pointer and the value that was there, in the order of taking them out
  private static ArrayNode takeOut(JsonNode tree, ObjectState state) {
    var secrets = JsonNodeFactory.instance.arrayNode();
    for (AttributePath path : state.sensitive().all())
      for (JsonPointer pointer : pointers(tree, path)) {
        var secret = tree.at(pointer);
        if (secret.isMissingNode() || secret.isNull()) continue;
        secrets.addArray().add(pointer.toString()).add(secret);
        RecordJson.set(tree, pointer, JsonNodeFactory.instance.nullNode());
      }
    return secrets;
  }

  /// The pointer of a path; for an object that is secret as a whole, the pointer of each attribute.
  private static List<JsonPointer> pointers(JsonNode tree, AttributePath path) {
    var pointer = pointer(tree, path);
    return pointer.matches()
        ? tree.propertyStream().map(each -> pointer.appendProperty(each.getKey())).toList()
        : List.of(pointer);
  }

  /// The pointer for a path, as far as it can be followed for certain. At a value that carries its
  /// type it stops, as a wrapper cannot be told from an object with such attributes: then the whole
  /// value is meant.
  private static JsonPointer pointer(JsonNode tree, AttributePath path) {
    var pointer = JsonPointer.empty();
    JsonNode here = tree;
    for (Step step : path.steps()) {
      if (!pointer.matches() && isWrapper(here)) break;
      var next =
          switch (step) {
            case Step.Attribute(String name) -> pointer.appendProperty(name);
            case Step.Key(String key) -> pointer.appendProperty(key);
            case Step.Index(int index) -> pointer.appendIndex(index);
          };
      if (tree.at(next).isMissingNode()) break;
      pointer = next;
      here = tree.at(next);
    }
    return pointer;
  }

  private static boolean isWrapper(JsonNode node) {
    return node.isObject() && node.size() == 2 && node.has("value") && node.has("type");
  }

  /// Reads the state from the fields about the object.
  ///
  /// @param type of an object that was written without one
  /// @throws Sealer.CannotOpen if the key does not open a sealed part
  ObjectState read(ObjectRecord from, String type, Place place) throws Sealer.CannotOpen {
    var tree = from.stateGz != null ? unzipped(from.stateGz) : plain(from);
    if (from.exactPaths != null) ExactNumbers.toNumbers(tree, from.exactPaths);
    var sealed = from.sealed == null ? Map.<String, String>of() : from.sealed;
    if (sealed.containsKey(ATTRIBUTES)) putBack(tree, open(sealed, ATTRIBUTES, place));
    return new ObjectState(
        from.type == null ? type : from.type,
        status(from),
        new RawState(from.schemaVersion == null ? 0 : from.schemaVersion, utf8(tree)),
        RecordedPaths.read(from.sensitivePaths, from.secretPaths),
        sealed.containsKey(PRIVATE) ? open(sealed, PRIVATE, place) : Bytes.NONE,
        sealed.containsKey(IDENTITY)
            ? Optional.of(identity(open(sealed, IDENTITY, place)))
            : Optional.empty(),
        provider(from.provider, from.providerConfig, from.providerIdentity),
        dependencies.read(from),
        new Flags(
            Boolean.TRUE.equals(from.createBeforeDestroy),
            Boolean.TRUE.equals(from.preventDestroy),
            Boolean.TRUE.equals(from.skipDestroy),
            from.replaceTrigger == null ? "" : from.replaceTrigger,
            Optional.ofNullable(from.deletedWith).map(Target::parse),
            Optional.ofNullable(from.deleteTimeoutSeconds).map(Duration::ofSeconds)));
  }

  private static ObjectState.Status status(ObjectRecord from) {
    if (Boolean.TRUE.equals(from.tainted)) return ObjectState.Status.TAINTED;
    return Boolean.TRUE.equals(from.unfinished)
        ? ObjectState.Status.UNFINISHED
        : ObjectState.Status.READY;
  }

  /// The provider that a record or a journal entry names in three fields.
  static ProviderKey provider(
      @Nullable String name, @Nullable String config, @Nullable String identity) {
    return new ProviderKey(
        name == null ? "" : name, Optional.ofNullable(config), identity == null ? "" : identity);
  }

  private static JsonNode unzipped(String state) {
    return RecordJson.read(Gzipped.unzip(Base64.getDecoder().decode(state), MOST_BYTES));
  }

  private static JsonNode plain(ObjectRecord from) {
    // By way of text, as the client may have read numbers with other digits.
    return from.state == null
        ? JsonNodeFactory.instance.objectNode()
        : RecordJson.read(RecordJson.write(from.state));
  }

  private Bytes open(Map<String, String> sealed, String part, Place place)
      throws Sealer.CannotOpen {
    return sealer.open(sealed.getOrDefault(part, ""), place.part(part));
  }

  private static void putBack(JsonNode tree, Bytes secrets) {
    var pairs = (ArrayNode) RecordJson.read(secrets.asUtf8());
    // Backwards: a value that was taken out later may enclose an earlier one, which is null inside
    // it.
    for (int i = pairs.size() - 1; i >= 0; i--)
      RecordJson.set(
          tree, JsonPointer.compile(pairs.get(i).get(0).textValue()), pairs.get(i).get(1));
  }

  private static RawState identity(Bytes text) {
    var lines = text.asUtf8().split("\n", 2);
    return new RawState(Long.parseLong(lines[0]), Bytes.utf8(lines[1]));
  }
}
