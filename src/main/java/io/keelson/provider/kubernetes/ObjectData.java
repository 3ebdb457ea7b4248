package io.keelson.provider.kubernetes;

import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.provider.kubernetes.fields.LiveObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The data source `kubernetes_object`: any object that the stack's account may read, whoever made
/// it.
record ObjectData(Cluster cluster) {
  private static final String API_VERSION = "apiVersion";
  private static final String KIND = "kind";
  private static final String NAME = "name";

  /// Given, or the stack's own; null for kinds without one.
  private static final String NAMESPACE = "namespace";

  private static final AttributePath SECRET_DATA =
      AttributePath.of(ObjectSchema.OBJECT).attribute("data");

  static final Schema SCHEMA =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  API_VERSION,
                  Attribute.of(Types.STRING, Presence.REQUIRED),
                  KIND,
                  Attribute.of(Types.STRING, Presence.REQUIRED),
                  NAME,
                  Attribute.of(Types.STRING, Presence.REQUIRED),
                  NAMESPACE,
                  Attribute.of(Types.STRING, Presence.OPTIONAL_COMPUTED),
                  ObjectSchema.OBJECT,
                  Attribute.of(Types.DYNAMIC, Presence.COMPUTED),
                  ObjectSchema.UID,
                  Attribute.of(Types.STRING, Presence.COMPUTED),
                  ObjectSchema.ID,
                  Attribute.of(Types.STRING, Presence.COMPUTED))));

  /// What is wrong with a configuration, as far as that is known without an API server. Unknown
  /// parts count as valid.
  static List<Diagnostic> validate(Value config) {
    var problems = new ArrayList<Diagnostic>();
    for (var part : KeyPart.values()) {
      if (!(ObjectSchema.attribute(config, part.word) instanceof Value.Text text)) continue;
      var at = AttributePath.of(part.word);
      if (!text.text().isEmpty()) part.problem(text.text(), at).ifPresent(problems::add);
      else if (part != KeyPart.NAMESPACE)
        problems.add(
            ApiProblem.error("An argument is empty", "Write the object's " + part.word + ".")
                .at(at));
    }
    return problems;
  }

  Answer<FoundData> read(Value config) {
    var key =
        new ObjectKey(
            text(config, API_VERSION),
            text(config, KIND),
            text(config, NAMESPACE),
            text(config, NAME));
    return switch (cluster.place(key)) {
      case Cluster.Place.NoKind(var why) -> Answer.failed(why);
      case Cluster.Place.Unavailable(var why, _) -> Answer.failed(why);
      case Cluster.Place.At at ->
          switch (cluster.look(at.key())) {
            case Cluster.Lookup.Present(var live) -> found((Mapping) config, at.key(), live);
            case Cluster.Lookup.Absent _ -> Answer.failed(ApiProblem.absent(at.key()));
            case Cluster.Lookup.Failed(var why) -> Answer.failed(why);
          };
    };
  }

  /// The data of a Secret can be read, and is secret, except for the keys that its annotation
  /// releases.
  private static Answer<FoundData> found(Mapping config, ObjectKey key, LiveObject live) {
    var object = live.shownWithSecrets();
    var value =
        Value.object(
            Map.of(
                API_VERSION,
                config.attribute(API_VERSION),
                KIND,
                config.attribute(KIND),
                NAME,
                config.attribute(NAME),
                NAMESPACE,
                key.namespace().isEmpty()
                    ? Value.nothing(Types.STRING)
                    : Value.text(key.namespace()),
                ObjectSchema.OBJECT,
                object,
                ObjectSchema.UID,
                Value.text(live.uid()),
                ObjectSchema.ID,
                Value.text(key.toString())));
    var sensitive = new TreeSet<AttributePath>();
    if (key.isSecret()) sensitive.addAll(secret(live, value));
    return Answer.of(new FoundData(value, sensitive, List.of()));
  }

  private static SortedSet<AttributePath> secret(LiveObject live, Value value) {
    var secret = new TreeSet<AttributePath>();
    var letOut = Arrays.asList(live.annotation(Validation.NOT_SECRET).split("\\s*,\\s*"));
    var data = value.at(SECRET_DATA);
    if (data.isEmpty()) return secret;
    if (data.get() instanceof Mapping entries
        && entries.keys().stream().anyMatch(letOut::contains)) {
      for (var name : entries.keys())
        if (!letOut.contains(name)) secret.add(SECRET_DATA.attribute(name));
    } else {
      secret.add(SECRET_DATA);
    }
    return secret;
  }

  private static String text(Value config, String name) {
    return ObjectSchema.attribute(config, name) instanceof Value.Text text ? text.text() : "";
  }
}
