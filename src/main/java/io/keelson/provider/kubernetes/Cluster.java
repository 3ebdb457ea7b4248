package io.keelson.provider.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.apiserver.ApiReply;
import io.keelson.apiserver.ApiResource;
import io.keelson.apiserver.ApiServer;
import io.keelson.apiserver.Discovery;
import io.keelson.apiserver.Json;
import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.provider.kubernetes.fields.FormerClaims;
import io.keelson.provider.kubernetes.fields.FormerVersion;
import io.keelson.provider.kubernetes.fields.LiveObject;
import io.keelson.provider.kubernetes.fields.OwnedFields;
import java.util.List;
import java.util.Optional;

/// The objects of an API server, by the keys of manifests and for one stack.
record Cluster(ApiServer server, Discovery discovery, StackIdentity stack, HomeNamespace home) {
  static final String DRY_RUN = "&dryRun=All";

  private static final String STATUS = "status";

  /// Where a manifest's object is.
  sealed interface Place {
    /// @param key with its namespace resolved; empty for kinds without one
    record At(ObjectKey key, ApiResource kind) implements Place {
      String path() {
        return kind.path(key);
      }
    }

    /// The API server has no such kind.
    record NoKind(Diagnostic why) implements Place {}

    record Unavailable(Diagnostic why, ApiReply reply) implements Place {}
  }

  /// How the look-up of an object in the cluster ended.
  sealed interface Lookup {
    record Present(LiveObject object) implements Lookup {}

    record Absent() implements Lookup {}

    record Failed(Diagnostic why) implements Lookup {}
  }

  /// Whether another stack manages this object. The owner annotation tells; under our own field
  /// manager it is that of an earlier Stack of this name.
  boolean belongsToOthers(LiveObject live) {
    var owner = live.annotation(LiveObject.OWNER);
    return !owner.isEmpty() && !stack.owns(owner) && !live.isMarkedBy(stack.fieldManager());
  }

  /// What other stacks hold of an object that belongs to none of them.
  FormerClaims formerClaims(LiveObject live) {
    return FormerClaims.of(live, stack::isOther);
  }

  /// A manifest filled with what the object has, see [OwnedFields]. A status that the API server
  /// drops counts as it is written: whatever the object's own status is, it is no drift.
  Value filled(Value manifest, LiveObject live) {
    var filled =
        OwnedFields.of(manifest, live.asWritten(), live.comparedFields(stack.fieldManager()));
    return manifest instanceof Mapping written
            && written.has(STATUS)
            && filled instanceof Mapping found
            && dropsStatus(manifest)
        ? found.mapValues((name, value) -> name.equals(STATUS) ? written.attribute(name) : value)
        : filled;
  }

  /// Whether the API server takes no status from a manifest of this kind.
  boolean dropsStatus(Value manifest) {
    return ObjectKey.of(manifest).map(this::place).filter(Cluster::isStatusApart).isPresent();
  }

  private static boolean isStatusApart(Place place) {
    return place instanceof Place.At at && at.kind().statusApart();
  }

  Place place(ObjectKey key) {
    return place(key, discovery.find(key));
  }

  /// Where a recorded object is. The version that it was written in may be served no more; in
  /// another one of the group it is the same object. Without a kind there is no object any more.
  Place placeOfRecorded(ObjectKey key) {
    return place(key, discovery.findInAnyVersion(key));
  }

  private Place place(ObjectKey key, Discovery.Lookup kind) {
    return switch (kind) {
      case Discovery.Lookup.Found(var resource) -> at(key, resource);
      case Discovery.Lookup.Missing _ -> new Place.NoKind(ApiProblem.noKind(key));
      case Discovery.Lookup.Unavailable(var reply) ->
          new Place.Unavailable(ApiProblem.ofKind(reply, key), reply);
    };
  }

  /// The same, asked anew because the API server does not know the path of the object: the kind is
  /// not what it was, or is no more.
  private Place placeAfresh(ObjectKey key, Place.At before) {
    discovery.forget(before.kind().apiVersion());
    return placeOfRecorded(key);
  }

  private Place at(ObjectKey key, ApiResource resource) {
    var namespace =
        !resource.namespaced()
            ? ""
            : key.namespace().isEmpty() ? stack.namespace() : key.namespace();
    return new Place.At(key.inNamespace(namespace), resource);
  }

  /// What the API server does not have yet of the kind that a CustomResourceDefinition describes,
  /// as a clause. Empty for every other object.
  Optional<String> unserved(JsonNode object) {
    if (!Readiness.kind(object).equals(Readiness.DEFINITION)) return Optional.empty();
    var spec = object.path("spec");
    var kind = spec.path("names").path("kind").asText();
    for (var version : spec.path("versions")) {
      var apiVersion = spec.path("group").asText() + "/" + version.path("name").asText();
      if (version.path("served").asBoolean()
          && place(new ObjectKey(apiVersion, kind, "", "")) instanceof Place.NoKind)
        return Optional.of("the API server has no " + kind + " in " + apiVersion + " yet");
    }
    return Optional.empty();
  }

  /// The object of a manifest. Absent only for certain.
  Lookup look(ObjectKey key) {
    return switch (placeOfRecorded(key)) {
      case Place.At at -> look(key, at);
      case Place.NoKind _ -> new Lookup.Absent();
      case Place.Unavailable(var why, _) -> new Lookup.Failed(why);
    };
  }

  private Lookup look(ObjectKey key, Place.At at) {
    var reply = server.get(at.path());
    return isUnknownPath(reply, key) ? lookAfresh(key, at, reply) : seen(at, reply);
  }

  private Lookup seen(Place.At at, ApiReply reply) {
    return switch (reply) {
      case ApiReply.Done(var body, _) -> new Lookup.Present(new LiveObject(body));
      case ApiReply.Refused refused when refused.missing(at.key().name()) -> new Lookup.Absent();
      case ApiReply.Refused refused when isHomeless(at.key(), refused) -> lookHome(at, refused);
      case ApiReply other -> new Lookup.Failed(ApiProblem.of(other, at.key(), "read"));
    };
  }

  private static boolean isUnknownPath(ApiReply reply, ObjectKey key) {
    return reply instanceof ApiReply.Refused refused
        && refused.missing()
        && !refused.missing(key.name());
  }

  /// Whether the account lacks a right that it may have lost with the stack's own namespace.
  private boolean isHomeless(ObjectKey key, ApiReply.Refused refused) {
    return ApiProblem.lacksRights(refused) && key.namespace().equals(stack.namespace());
  }

  private Lookup lookHome(Place.At at, ApiReply.Refused refused) {
    return switch (home.rest(at.kind())) {
      case NONE -> new Lookup.Absent();
      case SOME -> new Lookup.Failed(ApiProblem.leftBehind(at, refused));
      case ENDING -> new Lookup.Failed(ApiProblem.ending(at, refused));
      case UNKNOWN -> new Lookup.Failed(ApiProblem.of(refused, at.key(), "read"));
    };
  }

  private Lookup lookAfresh(ObjectKey key, Place.At before, ApiReply reply) {
    return switch (placeAfresh(key, before)) {
      case Place.NoKind _ -> new Lookup.Absent();
      case Place.Unavailable(var why, _) -> new Lookup.Failed(why);
      case Place.At at when at.path().equals(before.path()) -> seen(at, reply);
      case Place.At at -> seen(at, server.get(at.path()));
    };
  }

  /// Makes an object that must not exist yet: no object has the resource version 1, so the server
  /// answers 409 if there is one, and makes it if there is none
  /// (docs/decisions/kubernetes-create.md).
  ApiReply create(Place.At at, ObjectNode object, String options) {
    ((ObjectNode) object.get("metadata")).put("resourceVersion", "1");
    return apply(at, object, options);
  }

  /// Sends a manifest in the stack's name.
  ApiReply apply(Place.At at, ObjectNode object, String options) {
    var reply = send(at, object, options);
    // A dry run writes nothing.
    return reply instanceof ApiReply.Refused refused
            && refused.isInconvertible()
            && !options.contains(DRY_RUN)
            && renew(at, object.path("metadata").path("uid").asText())
        ? send(at, object, options)
        : reply;
  }

  private ApiReply send(Place.At at, ObjectNode object, String options) {
    var reply = server.apply(at.path(), object, stack.fieldManager(), options);
    // Maybe not the object is missing, but its kind is not what it was.
    if (reply instanceof ApiReply.Refused refused && refused.missing())
      discovery.forget(at.kind().apiVersion());
    return reply;
  }

  /// Has this stack hold what it has applied in another version of the kind in that of the
  /// manifest.
  ///
  /// @return whether it does so only now
  private boolean renew(Place.At at, String uid) {
    if (!(look(at.key()) instanceof Lookup.Present(var live))) return false;
    if (!live.uid().equals(uid) || belongsToOthers(live)) return false;
    return FormerVersion.renewed(live, stack.fieldManager())
        .filter(fields -> write(at, live, fields) instanceof ApiReply.Done)
        .isPresent();
  }

  /// Writes who has set which field, if the object has not changed since it was looked at.
  private ApiReply write(Place.At at, LiveObject live, JsonNode managedFields) {
    var part = Json.object();
    var metadata = part.putObject("metadata");
    metadata.put("uid", live.uid()).put("resourceVersion", live.resourceVersion());
    metadata.set("managedFields", managedFields);
    return server.merge(at.path(), part, stack.fieldManager());
  }

  /// Has other stacks hold nothing more of an object that belongs to none of them. Nothing is
  /// written where they hold nothing, nor if the object has changed since it was looked at.
  ///
  /// @return the object as it is then
  ApiReply release(Place.At at, LiveObject live) {
    var released = formerClaims(live).released();
    return released.isEmpty()
        ? new ApiReply.Done(live.json(), List.of())
        : write(at, live, released.get());
  }

  /// Deletes an object where it is by now.
  ApiReply delete(Place.At at, String uid) {
    var reply = server.delete(at.path(), "uid", uid);
    return isUnknownPath(reply, at.key())
            && placeAfresh(at.key(), at) instanceof Place.At now
            && !now.path().equals(at.path())
        ? server.delete(now.path(), "uid", uid)
        : reply;
  }
}
