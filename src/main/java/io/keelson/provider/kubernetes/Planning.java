package io.keelson.provider.kubernetes;

import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.PlannedState.Promise;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.provider.kubernetes.fields.ApplyMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Completes proposals: what will be known only after the apply, what cannot change on a living
/// object, and what the API server would say, found out by a dry run.
record Planning(Cluster cluster, DryRun dryRun, DyingObjects dying) {
  private static final AttributePath MANIFEST = AttributePath.of(ObjectSchema.MANIFEST);

  Answer<PlannedState> plan(PlanRequest request) {
    if (!(request.proposed().value() instanceof Mapping proposed))
      return planned(request.proposed().value(), new TreeSet<>(), request.privateData(), List.of());
    if (!(request.prior() instanceof Mapping prior)) return create(request, proposed);
    var holding = dying.holding(ObjectSchema.uid(prior));
    if (holding.isPresent()) return Answer.failed(ApiProblem.dying(key(prior), holding.get()));
    return unchanged(request, proposed, prior)
        ? planned(proposed, new TreeSet<>(), request.privateData(), List.of())
        : change(request, proposed, prior);
  }

  /// Two objects of one name cannot be there at the same time.
  Optional<Diagnostic> obstacle(Value existing, Value planned) {
    var before = ObjectSchema.attribute(existing, ObjectSchema.MANIFEST);
    var after = ObjectSchema.attribute(planned, ObjectSchema.MANIFEST);
    boolean same = Identity.PARTS.stream().allMatch(part -> same(part, before, after));
    return ObjectKey.of(after)
        .filter(_ -> same)
        .map(key -> ApiProblem.inTheWay(resolved(key).orElse(key)).at(MANIFEST));
  }

  private ObjectKey key(Mapping prior) {
    var key = ObjectKey.of(prior.attribute(ObjectSchema.MANIFEST)).orElseThrow();
    return resolved(key).orElse(key);
  }

  private boolean unchanged(PlanRequest request, Mapping proposed, Mapping prior) {
    var memory = ApplyMemory.decode(request.privateData());
    return same(ObjectSchema.MANIFEST, proposed, prior)
        && same(ObjectSchema.WAIT, proposed, prior)
        && memory.waited()
        && memory.staying().isEmpty()
        && memory.hidden().containsAll(Secrets.of(request.config()).paths())
        && !isUnserved(proposed.attribute(ObjectSchema.MANIFEST));
  }

  /// Whether the version of a manifest is served no more, which the object does not show.
  private boolean isUnserved(Value manifest) {
    return ObjectKey.of(manifest)
        .filter(key -> cluster.place(key) instanceof Cluster.Place.NoKind)
        .isPresent();
  }

  private static boolean same(String attribute, Mapping one, Mapping two) {
    return one.attribute(attribute).matches(two.attribute(attribute));
  }

  private Answer<PlannedState> create(PlanRequest request, Mapping proposed) {
    var planned = complete(proposed, Value.unknownNotNull(Types.STRING), id(proposed));
    return answer(request, planned, new TreeSet<>(), dryRun.create(request));
  }

  private Answer<PlannedState> change(PlanRequest request, Mapping proposed, Mapping prior) {
    var replaced = identityChanges(proposed, prior);
    if (!replaced.isEmpty()) {
      var planned = complete(proposed, Value.unknownNotNull(Types.STRING), id(proposed));
      return answer(request, planned, replaced, DryRun.Finding.NONE);
    }
    var planned =
        complete(proposed, prior.attribute(ObjectSchema.UID), prior.attribute(ObjectSchema.ID));
    return answer(request, planned, new TreeSet<>(), dryRun.update(request));
  }

  private static Answer<PlannedState> answer(
      PlanRequest request,
      Value planned,
      SortedSet<AttributePath> replaced,
      DryRun.Finding finding) {
    var secrets = Secrets.of(request.config());
    var problems = finding.problems().stream().map(secrets::hide).toList();
    if (Diagnostic.anyError(problems)) return new Answer.Failed<>(problems);
    var all = new TreeSet<>(replaced);
    for (var path : finding.immutable()) all.add(changed(path, request.prior(), planned));
    return planned(planned, all, request.privateData(), problems);
  }

  /// The field the API server names, if the plan changes it; else the manifest as a whole.
  private static AttributePath changed(AttributePath path, Value prior, Value planned) {
    var before = prior.at(path);
    var after = planned.at(path);
    boolean changes =
        before.isPresent() && after.isPresent()
            ? !before.get().matches(after.get())
            : before.isPresent() != after.isPresent();
    return changes ? path : MANIFEST;
  }

  private static Answer<PlannedState> planned(
      Value value, SortedSet<AttributePath> replaced, Bytes memory, List<Diagnostic> warnings) {
    return Answer.of(new PlannedState(value, replaced, memory, Promise.EXACT, warnings));
  }

  private static Value complete(Mapping proposed, Value uid, Value id) {
    return ObjectSchema.object(
        proposed.attribute(ObjectSchema.MANIFEST),
        proposed.attribute(ObjectSchema.WAIT),
        Value.unknownNotNull(Types.DYNAMIC),
        uid,
        id);
  }

  /// Known as soon as the manifest names the object and the API server knows the kind.
  private Value id(Mapping proposed) {
    return ObjectKey.of(proposed.attribute(ObjectSchema.MANIFEST))
        .flatMap(this::resolved)
        .<Value>map(key -> Value.text(key.toString()))
        .orElseGet(() -> Value.unknownNotNull(Types.STRING));
  }

  private Optional<ObjectKey> resolved(ObjectKey key) {
    return cluster.place(key) instanceof Cluster.Place.At at
        ? Optional.of(at.key())
        : Optional.empty();
  }

  /// The parts of the manifest that identify the object. The API version is none of them.
  private SortedSet<AttributePath> identityChanges(Mapping proposed, Mapping prior) {
    var after = proposed.attribute(ObjectSchema.MANIFEST);
    var before = prior.attribute(ObjectSchema.MANIFEST);
    var changes = new TreeSet<AttributePath>();
    for (var part : Identity.PARTS) {
      var path = part.path();
      if (!same(part, before, after)) changes.add(known(path, before, after));
    }
    return changes;
  }

  /// A namespace tells nothing of a kind that is in none: the API server drops it.
  private boolean same(Identity part, Value before, Value after) {
    return part.same(before, after, cluster.stack())
        || part.path().equals(Identity.NAMESPACE) && isInNoNamespace(after);
  }

  private boolean isInNoNamespace(Value manifest) {
    return ObjectKey.of(manifest)
        .flatMap(this::resolved)
        .filter(key -> key.namespace().isEmpty())
        .isPresent();
  }

  /// The path where it leads somewhere, else what would hold it.
  private static AttributePath known(AttributePath path, Value before, Value after) {
    var steps = new ArrayList<>(path.steps());
    while (!steps.isEmpty()
        && before.at(new AttributePath(steps)).isEmpty()
        && after.at(new AttributePath(steps)).isEmpty()) steps.removeLast();
    return MANIFEST.then(new AttributePath(steps));
  }
}
