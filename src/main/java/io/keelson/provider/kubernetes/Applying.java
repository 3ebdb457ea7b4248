package io.keelson.provider.kubernetes;

import io.keelson.apiserver.ApiReply;
import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.provider.kubernetes.fields.ApplyMemory;
import io.keelson.provider.kubernetes.fields.LiveObject;
import io.keelson.provider.kubernetes.fields.ObjectManifest;
import io.keelson.provider.kubernetes.fields.StayingField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes planned changes.
record Applying(Cluster cluster, Updates updates, Waiting waiting) {

  ApplyAnswer apply(ApplyRequest request) {
    var answer =
        request.isDestroy()
            ? delete(request)
            : request.isCreate() ? create(request) : update(request);
    return hide(Secrets.of(request.config()), answer);
  }

  private static ApplyAnswer hide(Secrets secrets, ApplyAnswer answer) {
    return switch (answer) {
      case ApplyAnswer.Returned(var value, var memory, _, _, var problems) ->
          new ApplyAnswer.Returned(value, memory, problems.stream().map(secrets::hide).toList());
      case ApplyAnswer.NotSent(var why) -> new ApplyAnswer.NotSent(secrets.hide(why));
      case ApplyAnswer.OutcomeUnknown(var why) -> new ApplyAnswer.OutcomeUnknown(secrets.hide(why));
    };
  }

  private ApplyAnswer create(ApplyRequest request) {
    var manifest = ObjectSchema.attribute(request.planned(), ObjectSchema.MANIFEST);
    var key = ObjectKey.of(manifest).orElseThrow();
    return switch (cluster.place(key)) {
      case Cluster.Place.At at -> create(request, manifest, at);
      case Cluster.Place.NoKind(var why) -> failed(request, why);
      case Cluster.Place.Unavailable(var why, _) -> new ApplyAnswer.NotSent(why);
    };
  }

  private ApplyAnswer create(ApplyRequest request, Value manifest, Cluster.Place.At at) {
    var object = ObjectManifest.wire(manifest, at.key(), owner(request), request.operation());
    var reply = cluster.create(at, object, "");
    return switch (reply) {
      case ApiReply.Done(var body, var warnings) ->
          made(request, at.key(), new LiveObject(body), warnings);
      case ApiReply.Refused refused when refused.conflict() -> conflict(request, at.key(), refused);
      case ApiReply.Refused refused -> failed(request, ApiProblem.of(refused, at.key(), "create"));
      case ApiReply.NotSent _ -> new ApplyAnswer.NotSent(ApiProblem.of(reply, at.key(), "create"));
      case ApiReply.Lost _ -> lost(request, at.key(), ApiProblem.of(reply, at.key(), "create"));
    };
  }

  /// There is an object: our own, made by an earlier attempt of this very call, or another.
  private ApplyAnswer conflict(ApplyRequest request, ObjectKey key, ApiReply.Refused refused) {
    return switch (cluster.look(key)) {
      case Cluster.Lookup.Present(var found)
          when found.isWorkOf(owner(request), request.operation()) ->
          made(request, key, found, List.of());
      case Cluster.Lookup.Present(var found) ->
          failed(request, OwnerProblem.exists(key, found, request.at(), cluster.stack()));
      case Cluster.Lookup.Absent _ -> failed(request, ApiProblem.of(refused, key, "create"));
      case Cluster.Lookup.Failed(var why) -> new ApplyAnswer.OutcomeUnknown(why);
    };
  }

  /// No answer came: the object itself tells whether the call was carried out.
  private ApplyAnswer lost(ApplyRequest request, ObjectKey key, Diagnostic why) {
    return cluster.look(key) instanceof Cluster.Lookup.Present(var found)
            && found.isWorkOf(owner(request), request.operation())
        ? made(request, key, found, List.of())
        : new ApplyAnswer.OutcomeUnknown(why);
  }

  private ApplyAnswer update(ApplyRequest request) {
    var prior = (Mapping) request.prior();
    var manifest = ObjectSchema.attribute(request.planned(), ObjectSchema.MANIFEST);
    var update =
        new Updates.Update(
            prior,
            manifest,
            request.privateData(),
            request.ignored(),
            owner(request),
            request.operation());
    return switch (updates.send(update, "")) {
      case Updates.Sent.Done done ->
          made(request, done.key(), done.object(), done.warnings(), updates.staying(update, done));
      case Updates.Sent.Immutable(_, _, var why) -> failed(request, why);
      case Updates.Sent.Gone(var key) -> failed(request, ApiProblem.notOurs(key, update.uid()));
      case Updates.Sent.Refused(_, _, var why) -> failed(request, why);
      case Updates.Sent.NotSent(var why) -> new ApplyAnswer.NotSent(why);
      case Updates.Sent.Lost(var key, var why) -> lost(request, key, why);
    };
  }

  private ApplyAnswer made(
      ApplyRequest request, ObjectKey key, LiveObject object, List<String> warnings) {
    return made(request, key, object, warnings, List.of());
  }

  private ApplyAnswer made(
      ApplyRequest request,
      ObjectKey key,
      LiveObject object,
      List<String> warnings,
      List<StayingField> staying) {
    var manifest = ObjectSchema.attribute(request.planned(), ObjectSchema.MANIFEST);
    var kept = cluster.filled(manifest, object);
    var wait = wait(request.planned()).within(request.timeout());
    var ended = waiting.until(wait, request, key, object);
    var problems = new ArrayList<Diagnostic>();
    for (var text : warnings)
      problems.add(ApiProblem.warning("The API server warns", key + ": " + text + "."));
    if (object.terminating()) problems.add(ApiProblem.dying(key, object.finalizers()));
    staying.forEach(field -> problems.add(ApiProblem.stayed(key, field)));
    ended.problem().ifPresent(problems::add);
    boolean interrupted =
        ended.problem().filter(problem -> problem.severity() == Severity.WARNING).isPresent();
    var hidden = Secrets.of(request.config()).paths();
    var value =
        ObjectSchema.object(
            manifest,
            ObjectSchema.attribute(request.planned(), ObjectSchema.WAIT),
            ended.last().shown(hidden),
            Value.text(object.uid()),
            Value.text(key.toString()));
    var memory = ApplyMemory.of(manifest, kept, hidden, staying, !interrupted);
    return new ApplyAnswer.Returned(Optional.of(value), memory.encode(), problems);
  }

  private ApplyAnswer delete(ApplyRequest request) {
    var prior = (Mapping) request.prior();
    var key = ObjectKey.of(prior.attribute(ObjectSchema.MANIFEST)).orElseThrow();
    var uid = ObjectSchema.uid(prior);
    return switch (cluster.placeOfRecorded(key)) {
      case Cluster.Place.At at -> delete(request, at, uid);
      case Cluster.Place.NoKind _ -> gone();
      case Cluster.Place.Unavailable(var why, _) -> new ApplyAnswer.NotSent(why);
    };
  }

  private ApplyAnswer delete(ApplyRequest request, Cluster.Place.At at, String uid) {
    var reply = cluster.delete(at, uid);
    return switch (reply) {
      case ApiReply.Done _ -> untilGone(request, at.key(), uid);
      // The object is gone, or another one has its name: the read afterwards tells which.
      case ApiReply.Refused refused when refused.missing() || refused.conflict() ->
          untilGone(request, at.key(), uid);
      case ApiReply.Refused refused -> failed(request, ApiProblem.of(refused, at.key(), "delete"));
      case ApiReply.NotSent _ -> new ApplyAnswer.NotSent(ApiProblem.of(reply, at.key(), "delete"));
      case ApiReply.Lost _ ->
          lostDelete(request, at.key(), uid, ApiProblem.of(reply, at.key(), "delete"));
    };
  }

  private ApplyAnswer lostDelete(ApplyRequest request, ObjectKey key, String uid, Diagnostic why) {
    return switch (cluster.look(key)) {
      case Cluster.Lookup.Present(var found) when found.uid().equals(uid) && !found.terminating() ->
          new ApplyAnswer.OutcomeUnknown(why);
      case Cluster.Lookup.Failed _ -> new ApplyAnswer.OutcomeUnknown(why);
      case Cluster.Lookup _ -> untilGone(request, key, uid);
    };
  }

  private ApplyAnswer untilGone(ApplyRequest request, ObjectKey key, String uid) {
    var wait = wait(request.prior()).within(request.timeout());
    var problem = waiting.untilGone(request, key, uid, wait.timeout());
    return problem.isEmpty() ? gone() : failed(request, problem.get());
  }

  private static Wait wait(Value object) {
    try {
      return Wait.of(ObjectSchema.attribute(object, ObjectSchema.WAIT));
    } catch (Wait.Misread e) {
      throw new IllegalStateException("validated before", e);
    }
  }

  private String owner(ApplyRequest request) {
    return cluster.stack().owner(request.at());
  }

  private static ApplyAnswer gone() {
    return new ApplyAnswer.Returned(Optional.of(ObjectSchema.nothing()), Bytes.NONE, List.of());
  }

  /// Nothing was changed: what was there before is what is there.
  private static ApplyAnswer failed(ApplyRequest request, Diagnostic why) {
    return new ApplyAnswer.Returned(
        Optional.of(request.prior()), request.privateData(), List.of(why));
  }
}
