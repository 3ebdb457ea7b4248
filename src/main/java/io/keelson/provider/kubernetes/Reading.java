package io.keelson.provider.kubernetes;

import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.FindRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.ReadAnswer;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Says what has become of recorded objects, and of objects whose creation has no known outcome.
record Reading(Cluster cluster) {

  ReadAnswer read(Prior current) {
    var object = (Mapping) current.value();
    var key = ObjectKey.of(object.attribute(ObjectSchema.MANIFEST)).orElseThrow();
    return switch (cluster.look(key)) {
      case Cluster.Look.Present(var live)
          when Value.text(live.uid()).matches(object.attribute(ObjectSchema.UID)) ->
          new ReadAnswer.Found(filled(current, object, live), List.of());
      // The name belongs to somebody else's object by now.
      case Cluster.Look.Present _, Cluster.Look.Absent _ -> new ReadAnswer.Gone();
      case Cluster.Look.Failed(var why) -> new ReadAnswer.Failed(List.of(why));
    };
  }

  private Prior filled(Prior current, Mapping object, LiveObject live) {
    var memory = ApplyMemory.decode(current.privateData());
    var fields = live.fieldsOf(cluster.stack().fieldManager());
    var manifest = object.attribute(ObjectSchema.MANIFEST);
    var filled = memory.restore(OwnedFields.of(manifest, live.asWritten(), fields));
    var value =
        ObjectSchema.object(
            filled,
            object.attribute(ObjectSchema.WAIT),
            live.shown(memory.hidden()),
            object.attribute(ObjectSchema.UID),
            object.attribute(ObjectSchema.ID));
    return new Prior(value, current.privateData(), Optional.empty());
  }

  FindAnswer find(FindRequest request) {
    var key = ObjectKey.parse(request.locator());
    if (key.isEmpty())
      return new FindAnswer.Failed(
          List.of(Problem.error("The journal entry cannot be read", "Its locator is damaged.")));
    return switch (cluster.look(key.get())) {
      case Cluster.Look.Present(var live)
          when live.isWorkOf(cluster.stack().owner(request.at()), request.operation()) ->
          new FindAnswer.Found(found(key.get(), live));
      case Cluster.Look.Present _, Cluster.Look.Absent _ -> new FindAnswer.Absent();
      case Cluster.Look.Failed(var why) -> new FindAnswer.Failed(List.of(why));
    };
  }

  /// What was declared is not known here; the fields that were applied are, and the next plan
  /// brings the rest.
  private Prior found(ObjectKey key, LiveObject live) {
    var resolved = cluster.place(key) instanceof Cluster.Place.At at ? at.key() : key;

    var value =
        ObjectSchema.object(
            Extraction.manifest(key, live, cluster.stack().fieldManager()),
            Value.nothing(ObjectSchema.WAIT_TYPE),
            live.shown(Collections.emptySortedSet()),
            Value.text(live.uid()),
            Value.text(resolved.toString()));
    return Prior.of(value);
  }
}
