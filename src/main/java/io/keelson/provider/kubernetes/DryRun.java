package io.keelson.provider.kubernetes;

import io.keelson.apiserver.ApiReply;
import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.provider.kubernetes.fields.LiveObject;
import io.keelson.provider.kubernetes.fields.ObjectManifest;
import io.keelson.provider.kubernetes.fields.StayingField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Asks the API server what an apply would do, without doing it.
record DryRun(Cluster cluster, Updates updates) {
  // A manifest has to name the operation that sends it; a dry run makes nothing, so any will do.
  static final String NO_OPERATION = "dry-run";

  /// What a dry run brought to light.
  ///
  /// @param immutable attributes that cannot change on the living object
  /// @param problems errors where the apply is bound to fail, warnings where it could not be tried
  record Finding(SortedSet<AttributePath> immutable, List<Diagnostic> problems) {
    static final Finding NONE = new Finding(new TreeSet<>(), List.of());

    /// Nothing can change on an object that is not there.
    static final Finding REPLACED =
        new Finding(new TreeSet<>(List.of(AttributePath.of(ObjectSchema.MANIFEST))), List.of());

    Finding {
      immutable = Collections.unmodifiableSortedSet(new TreeSet<>(immutable));
      problems = Collections.unmodifiableList(new ArrayList<>(problems));
    }

    static Finding of(Diagnostic problem) {
      return new Finding(new TreeSet<>(), List.of(problem));
    }

    private Finding and(List<Diagnostic> more) {
      var all = new ArrayList<>(problems);
      all.addAll(more);
      return new Finding(immutable, all);
    }

    private static Finding warnings(ObjectKey key, List<String> texts) {
      return new Finding(
          new TreeSet<>(),
          texts.stream()
              .map(text -> ApiProblem.warning("The API server warns", key + ": " + text + "."))
              .toList());
    }
  }

  Finding create(PlanRequest request) {
    var manifest = manifest(request);
    if (!manifest.whollyKnown()) return unchecked("parts of the manifest are not known yet");
    var key = ObjectKey.of(manifest).orElseThrow();
    return switch (cluster.place(key)) {
      case Cluster.Place.At at -> create(request, manifest, at);
      case Cluster.Place.NoKind _ ->
          unchecked("the API server has no " + key.kind() + " in " + key.apiVersion() + " yet");
      case Cluster.Place.Unavailable(var why, _) -> Finding.of(why);
    };
  }

  private Finding create(PlanRequest request, Value manifest, Cluster.Place.At at) {
    var object =
        ObjectManifest.wire(manifest, at.key(), cluster.stack().owner(request.at()), NO_OPERATION);
    return switch (cluster.create(at, object, Cluster.DRY_RUN)) {
      case ApiReply.Done(_, var warnings) -> Finding.warnings(at.key(), warnings);
      case ApiReply.Refused refused when refused.conflict() -> present(request, at.key());
      case ApiReply.Refused refused when refused.missing() ->
          unchecked("the namespace " + at.key().namespace() + " does not exist yet");
      case ApiReply.Refused refused when isAboutNow(refused) -> unchecked(refused.message());
      case ApiReply other -> Finding.of(ApiProblem.of(other, at.key(), "create"));
    };
  }

  /// An object of ours is there when it is about to be replaced. It may have been made at another
  /// address then, and so for another instance.
  private Finding present(PlanRequest request, ObjectKey key) {
    boolean replaces = !request.privateData().isEmpty() || !request.superseded().isEmpty();
    return switch (cluster.look(key)) {
      case Cluster.Lookup.Present(var found) when !isOurs(found, request.at(), replaces) ->
          Finding.of(OwnerProblem.willExist(key, found, request.at(), cluster.stack()));
      case Cluster.Lookup _ -> Finding.NONE;
    };
  }

  private boolean isOurs(LiveObject found, InstanceAddress at, boolean ofAnyInstance) {
    var owner = found.annotation(LiveObject.OWNER);
    var stack = cluster.stack();
    return found.isMarkedBy(stack.fieldManager())
        && (ofAnyInstance ? stack.owns(owner) : owner.equals(stack.owner(at)));
  }

  Finding update(PlanRequest request) {
    var manifest = manifest(request);
    if (!manifest.whollyKnown()) return unchecked("parts of the manifest are not known yet");
    var prior = (Mapping) request.prior();
    var update =
        new Updates.Update(
            prior,
            manifest,
            request.privateData(),
            request.ignored(),
            cluster.stack().owner(request.at()),
            NO_OPERATION);
    return switch (updates.send(update, Cluster.DRY_RUN)) {
      case Updates.Sent.Done done ->
          Finding.warnings(done.key(), done.warnings())
              .and(staying(done.key(), updates.staying(update, done)))
              .and(kept(done.key(), updates.kept(update, done.object())));
      case Updates.Sent.Immutable(_, var paths, _) -> new Finding(paths, List.of());
      case Updates.Sent.Gone _ when PassingJob.is(prior.attribute(ObjectSchema.MANIFEST)) ->
          Finding.REPLACED;
      case Updates.Sent.Gone(var key) ->
          unchecked(key + " is not there, or is another object than the recorded one");
      case Updates.Sent.Refused(_, var refused, _) when isAboutNow(refused) ->
          unchecked(refused.message());
      case Updates.Sent.Refused(_, _, var why) -> Finding.of(why);
      case Updates.Sent.NotSent(var why) -> Finding.of(why);
      case Updates.Sent.Lost(_, var why) -> Finding.of(why);
    };
  }

  private static List<Diagnostic> staying(ObjectKey key, List<StayingField> fields) {
    return fields.stream().map(field -> ApiProblem.willStay(key, field)).toList();
  }

  private static List<Diagnostic> kept(ObjectKey key, List<AttributePath> fields) {
    return fields.isEmpty() ? List.of() : List.of(ApiProblem.keepsValues(key, fields));
  }

  /// Refusals that depend on other objects, such as a quota or a webhook, may be gone at the apply,
  /// and what was applied in another version is then converted.
  private static boolean isAboutNow(ApiReply.Refused refused) {
    return refused.code() == 403 && !ApiProblem.lacksRights(refused)
        || refused.isOfSilentWebhook()
        || refused.isInconvertible()
        || refused.message().contains("does not support dry run");
  }

  private static Value manifest(PlanRequest request) {
    return ObjectSchema.attribute(request.proposed().value(), ObjectSchema.MANIFEST);
  }

  private static Finding unchecked(String why) {
    return Finding.of(
        ApiProblem.warning(
            "The API server could not check this part of the plan",
            "No dry run was possible: "
                + why
                + ". Should the API server refuse the object, or a field turn out to be immutable,"
                + " the apply of this instance stops before it changes anything."));
  }
}
