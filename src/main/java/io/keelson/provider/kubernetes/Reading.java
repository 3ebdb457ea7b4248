package io.keelson.provider.kubernetes;

import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.FindRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.provider.kubernetes.fields.ApplyMemory;
import io.keelson.provider.kubernetes.fields.LiveObject;
import java.util.List;
import java.util.Optional;

/// Says what has become of recorded objects, and of objects whose creation has no known outcome.
record Reading(Cluster cluster, StateCodec codec, DyingObjects dying) {

  Answer<Sighting> read(Prior current) {
    var object = (Mapping) current.value();
    var key = ObjectKey.of(object.attribute(ObjectSchema.MANIFEST)).orElseThrow();
    return switch (cluster.look(key)) {
      case Cluster.Lookup.Present(var live) when live.uid().equals(ObjectSchema.uid(object)) -> {
        dying.look(live);
        // In another version its fields may be others: they cannot be compared.
        boolean comparable = live.json().path("apiVersion").asText().equals(key.apiVersion());
        yield found(comparable ? filled(current, object, live) : current, key);
      }
      // The name belongs to somebody else's object by now.
      case Cluster.Lookup.Present _, Cluster.Lookup.Absent _ -> {
        dying.gone(ObjectSchema.uid(object));
        yield PassingJob.is(object.attribute(ObjectSchema.MANIFEST))
            ? found(current, key)
            : Answer.of(new Sighting.Gone());
      }
      case Cluster.Lookup.Failed(var why) -> Answer.failed(why);
    };
  }

  /// What others have put into a Secret is nowhere in the configuration.
  private static Answer<Sighting> found(Prior object, ObjectKey key) {
    var manifest = ((Mapping) object.value()).attribute(ObjectSchema.MANIFEST);
    return Answer.of(new Sighting.Found(object, Secrets.ofFound(manifest, key), List.of()));
  }

  /// Only the manifest is renewed. `object` stays as the last apply left it: it holds a status that
  /// changes all the time, and every change would be drift and make an approval void.
  private Prior filled(Prior current, Mapping object, LiveObject live) {
    var manifest = object.attribute(ObjectSchema.MANIFEST);
    var filled = ApplyMemory.decode(current.privateData()).restore(cluster.filled(manifest, live));
    var value =
        object.mapValues((name, each) -> name.equals(ObjectSchema.MANIFEST) ? filled : each);
    return new Prior(value, current.privateData(), Optional.empty());
  }

  FindAnswer find(FindRequest request) {
    var locator = Locator.decode(request.locator(), codec);
    if (locator.isEmpty())
      return new FindAnswer.Failed(
          List.of(
              ApiProblem.error(
                  "The journal entry cannot be read",
                  "The locator of operation " + request.operation() + " is damaged.")));
    return switch (cluster.look(locator.get().key())) {
      case Cluster.Lookup.Present(var live)
          when live.isWorkOf(cluster.stack().owner(request.at()), request.operation()) ->
          new FindAnswer.Found(found(locator.get(), live));
      case Cluster.Lookup.Present _, Cluster.Lookup.Absent _ -> new FindAnswer.Absent();
      case Cluster.Lookup.Failed(var why) -> new FindAnswer.Failed(List.of(why));
    };
  }

  /// What was declared is not known here; the fields that were applied are. Sensitive ones are left
  /// out, since nothing tells the store to seal them: the next plan brings them back.
  private Prior found(Locator locator, LiveObject live) {
    var key = locator.key();
    var resolved = cluster.placeOfRecorded(key) instanceof Cluster.Place.At at ? at.key() : key;
    var manager = cluster.stack().fieldManager();
    var value =
        ObjectSchema.object(
            live.applied(manager, key, locator.hidden()),
            locator.waiting(),
            live.shown(locator.hidden()),
            Value.text(live.uid()),
            Value.text(resolved.toString()));
    var memory = ApplyMemory.ofFound(locator.hidden(), isExistence(locator.waiting()));
    return new Prior(value, memory.encode(), Optional.empty());
  }

  private static boolean isExistence(Value wait) {
    try {
      return Wait.of(wait).until() instanceof Wait.Until.Exists;
    } catch (Wait.Misread e) {
      return false;
    }
  }
}
