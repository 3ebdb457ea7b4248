package io.keelson.provider.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.apiserver.ApiReply;
import io.keelson.apiserver.Json;
import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import io.keelson.provider.kubernetes.fields.ApplyMemory;
import io.keelson.provider.kubernetes.fields.FieldPath;
import io.keelson.provider.kubernetes.fields.Immutability;
import io.keelson.provider.kubernetes.fields.KeptFields;
import io.keelson.provider.kubernetes.fields.LeftToOthers;
import io.keelson.provider.kubernetes.fields.LiveObject;
import io.keelson.provider.kubernetes.fields.ObjectManifest;
import io.keelson.provider.kubernetes.fields.StayingField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/// Applies changed manifests to the recorded objects and to no others.
record Updates(Cluster cluster) {
  private static final AttributePath STATUS =
      AttributePath.of(ObjectSchema.MANIFEST).attribute("status");

  /// @param prior the object as planned from
  /// @param manifest the new one, wholly known; here without its nulls
  /// @param memory the private data that goes with `prior`
  /// @param ignored where others may change the object
  record Update(
      Mapping prior,
      Value manifest,
      Bytes memory,
      List<PathPattern> ignored,
      String owner,
      String operation) {
    Update {
      manifest = ObjectManifest.declared(manifest);
      ignored = Collections.unmodifiableList(new ArrayList<>(ignored));
    }

    boolean takesOut() {
      return StayingField.isPossible(prior.attribute(ObjectSchema.MANIFEST), manifest);
    }

    String uid() {
      return ObjectSchema.uid(prior);
    }
  }

  /// What was taken out of the manifest, now or before, and is there all the same.
  List<StayingField> staying(Update update, Sent.Done done) {
    var live = done.object();
    var manager = cluster.stack().fieldManager();
    var before = update.prior().attribute(ObjectSchema.MANIFEST);
    var memory = ApplyMemory.decode(update.memory());
    var all = new ArrayList<StayingField>();
    done.former()
        .ifPresent(former ->
            all.addAll(StayingField.of(before, update.manifest(), former, live, manager)));
    all.addAll(StayingField.still(memory.staying(), update.manifest(), live, manager));
    all.removeIf(
        field -> update.ignored().stream().anyMatch(pattern -> pattern.covers(field.path())));
    if (cluster.dropsStatus(update.manifest()))
      all.removeIf(field -> field.path().startsWith(STATUS));
    return all.stream().map(field -> field.above(memory.hidden())).distinct().toList();
  }

  /// What was taken out of the manifest and keeps its value though nobody sets it, as far as it may
  /// be told.
  List<AttributePath> kept(Update update, LiveObject live) {
    var before = update.prior().attribute(ObjectSchema.MANIFEST);
    var hidden = ApplyMemory.decode(update.memory()).hidden();
    var all = new ArrayList<>(KeptFields.of(before, update.manifest(), live));
    all.removeIf(field ->
        update.ignored().stream().anyMatch(pattern -> pattern.covers(field))
            || hidden.stream().map(AttributePath.of("manifest")::then).anyMatch(field::startsWith));
    return all;
  }

  /// What became of it.
  sealed interface Sent {
    /// The same, with what the object was before.
    default Sent after(LiveObject former) {
      return this;
    }

    /// @param former the object before, if something is taken out of the manifest
    record Done(
        ObjectKey key, LiveObject object, Optional<LiveObject> former, List<String> warnings)
        implements Sent {
      @Override
      public Sent after(LiveObject before) {
        return new Done(key, object, Optional.of(before), warnings);
      }
    }

    /// Refused because these attributes cannot change on the living object.
    record Immutable(ObjectKey key, SortedSet<AttributePath> paths, Diagnostic why)
        implements Sent {}

    /// The recorded object is not there any more.
    record Gone(ObjectKey key) implements Sent {}

    record Refused(ObjectKey key, ApiReply.Refused reply, Diagnostic why) implements Sent {}

    record NotSent(Diagnostic why) implements Sent {}

    record Lost(ObjectKey key, Diagnostic why) implements Sent {}
  }

  /// @param options further query parameters, such as `&dryRun=All`
  Sent send(Update update, String options) {
    var key = ObjectKey.of(update.manifest()).orElseThrow();
    return switch (cluster.place(key)) {
      case Cluster.Place.At at -> send(update, at, options);
      case Cluster.Place.NoKind(var why) ->
          new Sent.Refused(key, new ApiReply.Refused(404, Json.object()), why);
      case Cluster.Place.Unavailable(var why, _) -> new Sent.NotSent(why);
    };
  }

  /// Without what is left to others by now.
  private Sent send(Update update, Cluster.Place.At at, String options) {
    if (update.ignored().isEmpty() && !update.takesOut())
      return send(update, update.manifest(), at, options);
    return switch (cluster.look(at.key())) {
      case Cluster.Lookup.Present(var live) ->
          send(update, besideOthers(update, live), at, options).after(live);
      case Cluster.Lookup.Absent _ -> new Sent.Gone(at.key());
      case Cluster.Lookup.Failed(var why) -> new Sent.NotSent(why);
    };
  }

  private Sent send(Update update, Value manifest, Cluster.Place.At at, String options) {
    var reply = cluster.apply(at, wire(update, manifest, at), options);
    return reply instanceof ApiReply.Refused refused && !refused.conflicts().isEmpty()
        ? overwrite(update, at, options, refused)
        : sent(reply, at.key(), manifest);
  }

  private ObjectNode wire(Update update, Value manifest, Cluster.Place.At at) {
    var object = ObjectManifest.wire(manifest, at.key(), update.owner(), update.operation());
    // The server refuses if the object of this name is another one, or none.
    ((ObjectNode) object.get("metadata")).put("uid", update.uid());
    return object;
  }

  private Value besideOthers(Update update, LiveObject live) {
    return LeftToOthers.without(
        update.manifest(), update.ignored(), live, cluster.stack().fieldManager());
  }

  /// Others own some of the fields, most likely because they changed them. Overwriting that is what
  /// was approved if the plan showed exactly the values that are lost.
  private Sent overwrite(
      Update update, Cluster.Place.At at, String options, ApiReply.Refused refused) {
    if (!(cluster.look(at.key()) instanceof Cluster.Lookup.Present(var live)))
      return sent(refused, at.key(), update.manifest());
    if (!live.uid().equals(update.uid())) return new Sent.Gone(at.key());
    if (cluster.belongsToOthers(live))
      return new Sent.Refused(at.key(), refused, OwnerProblem.ofOthers(at.key(), live));
    var wanted = besideOthers(update, live);
    var kept = ApplyMemory.decode(update.memory()).restore(cluster.filled(wanted, live));
    var priorManifest = Optional.of(update.prior().attribute(ObjectSchema.MANIFEST));
    if (!allShown(wanted, kept, priorManifest)) return sent(refused, at.key(), wanted);
    // A dry run writes nothing.
    if (!options.isEmpty()) return force(update, wanted, at, options, live);
    // Before the apply, which takes away the mark by which former stacks are known.
    return switch (cluster.release(at, live)) {
      case ApiReply.Done(var body, _) -> force(update, wanted, at, options, new LiveObject(body));
      case ApiReply other -> sent(other, at.key(), wanted);
    };
  }

  private Sent force(
      Update update, Value wanted, Cluster.Place.At at, String options, LiveObject live) {
    var object = wire(update, wanted, at);
    // Exactly the state that was looked at, or nothing.
    ((ObjectNode) object.get("metadata")).put("resourceVersion", live.resourceVersion());
    return sent(cluster.apply(at, object, options + "&force=true"), at.key(), wanted);
  }

  private static boolean allShown(Value wanted, Value live, Optional<Value> priorManifest) {
    if (wanted.matches(live) || live.isNull()) return true;
    if (wanted instanceof Mapping one
        && live instanceof Mapping two
        && one.keys().equals(two.keys())) {
      return one.keys().stream()
          .allMatch(key ->
              allShown(
                  one.attribute(key),
                  two.attribute(key),
                  priorManifest.flatMap(each -> each.at(AttributePath.of(key)))));
    }
    if (wanted instanceof Sequence one
        && live instanceof Sequence two
        && one.size() == two.size()) {
      for (int i = 0; i < one.size(); i++) {
        var path = AttributePath.ROOT.index(i);
        if (!allShown(one.get(i), two.get(i), priorManifest.flatMap(each -> each.at(path))))
          return false;
      }
      return true;
    }
    return priorManifest.filter(live::matches).isPresent();
  }

  /// @param manifest what was sent
  private static Sent sent(ApiReply reply, ObjectKey key, Value manifest) {
    return switch (reply) {
      case ApiReply.Done(var body, var warnings) ->
          new Sent.Done(key, new LiveObject(body), Optional.empty(), warnings);
      case ApiReply.Refused refused -> refused(refused, key, manifest);
      case ApiReply.NotSent _ -> new Sent.NotSent(ApiProblem.of(reply, key, "change"));
      case ApiReply.Lost _ -> new Sent.Lost(key, ApiProblem.of(reply, key, "change"));
    };
  }

  private static Sent refused(ApiReply.Refused refused, ObjectKey key, Value manifest) {
    boolean another = refused.message().contains("uid mismatch") || refused.isAbout("metadata.uid");
    if (another || refused.missing()) return new Sent.Gone(key);
    if (!refused.conflicts().isEmpty())
      return new Sent.Refused(key, refused, ApiProblem.conflict(refused, key));
    var why =
        isOnlyInTheObject(refused, manifest)
            ? ApiProblem.kept(refused, key)
            : ApiProblem.of(refused, key, "change");
    var immutable = Immutability.paths(refused);
    return immutable.isEmpty()
        ? new Sent.Refused(key, refused, why)
        : new Sent.Immutable(key, immutable, why);
  }

  /// Whether what is refused is a field that the object has and the manifest does not set, such as
  /// a default that does not go with what is declared now.
  private static boolean isOnlyInTheObject(ApiReply.Refused refused, Value manifest) {
    var field = FieldPath.of(refused).steps();
    return (refused.hasCause("FieldValueForbidden") || refused.hasCause("FieldValueDuplicate"))
        && field.size() > 1
        && manifest
            .at(new AttributePath(field.subList(1, field.size())))
            .filter(value -> !value.isNull())
            .isEmpty();
  }
}
