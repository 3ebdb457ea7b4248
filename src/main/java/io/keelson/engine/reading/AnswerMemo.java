package io.keelson.engine.reading;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.plan.ContentHash;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Provider.Upgraded;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Bytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// The answers of providers about objects, for a plan that is made again and again while it waits.
/// Some providers answer the same question differently each time, so the plan would never again be
/// the one that was approved. The apply starts from the same answers.
///
/// An answer belongs to a question: the instance, the provider's code and configuration, and all
/// that the provider was told. The engine has no clock, so the owner says when the answers are too
/// old, or may be: then the provider is asked again, and the earlier answer stays unless there is
/// [RealChange].
public final class AnswerMemo {
  /// The most answers about one instance. Each of its objects is asked about in two ways at most.
  private static final int MOST = 32;

  private final Map<InstanceAddress, Map<RawState, Answer<Upgraded>>> upgrades =
      new ConcurrentHashMap<>();
  private final Map<InstanceAddress, Map<String, KeptAnswer>> answers = new ConcurrentHashMap<>();
  private final Map<String, KeptAnswer> takenUp = new ConcurrentHashMap<>();
  private final Set<InstanceAddress> touchedSince = ConcurrentHashMap.newKeySet();
  private final Set<String> doubted = ConcurrentHashMap.newKeySet();
  private volatile boolean held;

  /// What a stored object was upgraded to by a provider that upgrades it to something else each
  /// time; empty for all others.
  Optional<Answer<Upgraded>> upgrade(InstanceAddress at, RawState stored) {
    return Optional.ofNullable(upgrades.getOrDefault(at, Map.of()).get(stored));
  }

  void keep(InstanceAddress at, RawState stored, Answer<Upgraded> answer) {
    upgrades.computeIfAbsent(at, _ -> new ConcurrentHashMap<>()).put(stored, answer);
  }

  /// @param anew whether the provider is asked although it has answered before
  Answer<Sighting> read(
      InstanceAddress at,
      Provider provider,
      Prior current,
      boolean anew,
      Supplier<Answer<Sighting>> ask) {
    var question = reading(at, provider, current);
    var known = answer(at, question);
    boolean asks = doubted.remove(question) || anew;
    if (known.isPresent() && !asks) return asRead(known.get());
    var answer = ask.get();
    if (saysTheSame(known, answer) && stays(known, found(answer), () -> found(ask.get())))
      return asRead(known.orElseThrow());
    switch (answer) {
      case Answer.Given(Sighting.Found(var object, var secret, var completion, var warnings)) -> {
        keep(at, new KeptAnswer(question, Optional.of(object), secret, completion, warnings));
        // The observed object may be stored, and then the next question is about it.
        var next = reading(at, provider, object);
        keep(at, new KeptAnswer(next, Optional.of(object), secret, completion, warnings));
      }
      case Answer.Given(Sighting.Gone _) ->
          keep(
              at,
              new KeptAnswer(question, Optional.empty(), Collections.emptySortedSet(), List.of()));
      case Answer.Deferred<Sighting> _, Answer.Failed<Sighting> _ -> {}
    }
    return answer;
  }

  private static Answer<Sighting> asRead(KeptAnswer known) {
    return known
        .object()
        .<Answer<Sighting>>map(object ->
            Answer.of(
                new Sighting.Found(object, known.secret(), known.completion(), known.warnings())))
        .orElseGet(() -> Answer.of(new Sighting.Gone()));
  }

  /// Whether the answer says the same about the completion of the object as the known one.
  private static boolean saysTheSame(Optional<KeptAnswer> known, Answer<Sighting> answer) {
    return known.isEmpty()
        || !(answer instanceof Answer.Given(Sighting.Found(_, _, var completion, _)))
        || known.get().completion() == completion;
  }

  private static Optional<Prior> found(Answer<Sighting> answer) {
    return answer instanceof Answer.Given(Sighting.Found(var object, _, _, _))
        ? Optional.of(object)
        : Optional.empty();
  }

  /// Whether an earlier answer counts although the provider was asked again.
  ///
  /// @param again asks once more
  private static boolean stays(
      Optional<KeptAnswer> known, Optional<Prior> first, Supplier<Optional<Prior>> again) {
    var earlier = known.flatMap(KeptAnswer::object).map(Prior::value);
    if (earlier.isEmpty() || first.isEmpty()) return false;
    if (earlier.get().matches(first.get().value())) return true;
    return again
        .get()
        .filter(second -> !RealChange.isIn(earlier.get(), first.get().value(), second.value()))
        .isPresent();
  }

  private static String reading(InstanceAddress at, Provider provider, Prior current) {
    var hash = question("read", at, provider).value(current.value(), Set.of());
    return with(hash, current.privateData(), current.identity()).wholeHex();
  }

  MoveAnswer move(Provider provider, MoveRequest request) {
    var question = moving(provider, request);
    var known = answer(request.at(), question);
    if (known.isPresent() && !doubted.remove(question)) return asMoved(known.get());
    var answer = provider.move(request);
    if (stays(known, found(answer), () -> found(provider.move(request))))
      return asMoved(known.orElseThrow());
    if (answer instanceof MoveAnswer.Moved(var object, var warnings))
      keep(request.at(), KeptAnswer.of(question, object, warnings));
    return answer;
  }

  private static MoveAnswer asMoved(KeptAnswer known) {
    return new MoveAnswer.Moved(known.object().orElseThrow(), known.warnings());
  }

  private static Optional<Prior> found(MoveAnswer answer) {
    return answer instanceof MoveAnswer.Moved(var object, _)
        ? Optional.of(object)
        : Optional.empty();
  }

  private static String moving(Provider provider, MoveRequest request) {
    var hash =
        question("move", request.at(), provider)
            .text(request.sourceProvider())
            .text(request.sourceType());
    return with(hash, request.privateData(), request.identity())
        .text(stored(request.source()))
        .wholeHex();
  }

  ImportAnswer importObject(Provider provider, ImportRequest request) {
    var question = importing(provider, request);
    var known = answer(request.at(), question);
    if (known.isPresent() && !doubted.remove(question)) return asImported(known.get());
    var answer = provider.importObject(request);
    if (stays(known, found(answer), () -> found(provider.importObject(request))))
      return asImported(known.orElseThrow());
    if (answer instanceof ImportAnswer.Found(var object, var secret, var warnings))
      keep(request.at(), new KeptAnswer(question, Optional.of(object), secret, warnings));
    return answer;
  }

  private static ImportAnswer asImported(KeptAnswer known) {
    return new ImportAnswer.Found(known.object().orElseThrow(), known.secret(), known.warnings());
  }

  private static Optional<Prior> found(ImportAnswer answer) {
    return answer instanceof ImportAnswer.Found(var object, _, _)
        ? Optional.of(object)
        : Optional.empty();
  }

  private static String importing(Provider provider, ImportRequest request) {
    var hash = question("import", request.at(), provider).value(request.config().value(), Set.of());
    return switch (request.key()) {
      case ImportKey.Id(var id) -> hash.text("id").text(id).wholeHex();
      case ImportKey.Identity(var attributes) -> hash.value(attributes, Set.of()).wholeHex();
    };
  }

  private static ContentHash question(String kind, InstanceAddress at, Provider provider) {
    return new ContentHash(Bytes.NONE).text(kind).text(at.toString()).text(provider.identity());
  }

  private static ContentHash with(
      ContentHash hash, Bytes privateData, Optional<RawState> identity) {
    return hash.text(privateData.asBase64()).text(identity.map(AnswerMemo::stored).orElse(""));
  }

  private static String stored(RawState state) {
    return state.schemaVersion() + " " + state.json().asBase64();
  }

  private Optional<KeptAnswer> answer(InstanceAddress at, String question) {
    var own = answers.get(at);
    if (own != null)
      synchronized (own) {
        var known = own.get(question);
        if (known != null) return Optional.of(known);
      }
    var earlier = takenUp.remove(question);
    if (earlier == null || touchedSince.contains(at)) return Optional.empty();
    keep(at, earlier);
    return Optional.of(earlier);
  }

  private void keep(InstanceAddress at, KeptAnswer answer) {
    var own = answers.computeIfAbsent(at, _ -> new LinkedHashMap<>());
    synchronized (own) {
      own.remove(answer.question());
      own.put(answer.question(), answer);
      if (own.size() > MOST) own.remove(own.keySet().iterator().next());
    }
  }

  /// What was answered about these instances.
  List<KeptAnswer> about(Set<InstanceAddress> instances) {
    var all = new ArrayList<KeptAnswer>();
    for (var at : instances) {
      var own = answers.get(at);
      if (own == null) continue;
      synchronized (own) {
        all.addAll(own.values());
      }
    }
    return all;
  }

  /// Takes over answers that were given to another process, but for those about instances that
  /// something was done to since, or may have been.
  void takeUp(Collection<KeptAnswer> written, Collection<InstanceAddress> touched) {
    touchedSince.addAll(touched);
    written.forEach(each -> takenUp.put(each.question(), each));
  }

  /// Forgets all answers: from now on the world is read anew.
  public void forget() {
    held = false;
    answers.clear();
    takenUp.clear();
    touchedSince.clear();
    doubted.clear();
  }

  /// From now on every answer is asked for once more before it is used.
  public void doubt() {
    held = false;
    doubted.addAll(takenUp.keySet());
    answers
        .values()
        .forEach(own -> {
          synchronized (own) {
            doubted.addAll(own.keySet());
          }
        });
  }

  /// Forgets the answers about an instance, because something has begun to be done to it.
  public void forget(InstanceAddress at) {
    answers.remove(at);
    touchedSince.add(at);
  }

  /// From now on known answers are used even by a plan that reads everything: it is made once more,
  /// for the same request.
  public void hold() {
    held = true;
  }

  /// Whether a plan that reads everything uses known answers.
  public boolean isHeld() {
    return held;
  }

  /// Forgets the upgrades of all instances but these: the others have no record any more.
  void keepUpgradesOf(Set<InstanceAddress> recorded) {
    upgrades.keySet().retainAll(recorded);
  }

  /// Forgets the answers about all instances but these: the records of the others have them.
  public void keepOnly(Set<InstanceAddress> instances) {
    answers.keySet().retainAll(instances);
  }
}
