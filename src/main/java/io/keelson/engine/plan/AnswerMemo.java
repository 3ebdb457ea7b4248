package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.ReadAnswer;
import io.keelson.engine.provider.UpgradeAnswer;
import io.keelson.engine.state.RawState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// What providers answered about objects, for a plan that is made again and again while it waits:
/// asked the same again, some answer otherwise, and what was approved would never be what is
/// planned. The apply starts from the same answers.
///
/// An answer belongs to a question: the instance, the provider's code and configuration, and all
/// that it was told. The engine has no clock, so the owner says when they are too old.
public final class AnswerMemo {
  private final Kept<RawState, UpgradeAnswer> upgrades = new Kept<>();
  private final Kept<Reading, ReadAnswer> readings = new Kept<>();
  private final Kept<Move, MoveAnswer.Moved> moves = new Kept<>();
  private final Kept<Import, ImportAnswer.Found> imports = new Kept<>();
  private volatile boolean held;

  private record Reading(String provider, Prior current) {}

  private record Move(String provider, MoveRequest request) {}

  private record Import(String provider, ImportRequest request) {}

  /// The last few answers about each instance.
  private static final class Kept<Q, A> {
    private static final int MOST = 4;

    private final Map<InstanceAddress, Map<Q, A>> answers = new ConcurrentHashMap<>();

    Optional<A> get(InstanceAddress at, Q question) {
      var own = answers.get(at);
      if (own == null) return Optional.empty();
      synchronized (own) {
        return Optional.ofNullable(own.get(question));
      }
    }

    void put(InstanceAddress at, Q question, A answer) {
      var own = answers.computeIfAbsent(at, _ -> new LinkedHashMap<>());
      synchronized (own) {
        own.remove(question);
        own.put(question, answer);
        if (own.size() > MOST) own.remove(own.keySet().iterator().next());
      }
    }

    void keepOnly(Set<InstanceAddress> instances) {
      answers.keySet().retainAll(instances);
    }

    void forget(InstanceAddress at) {
      answers.remove(at);
    }

    void clear() {
      answers.clear();
    }
  }

  /// What a stored object was upgraded to by a provider that upgrades it to something else each
  /// time; empty for all others.
  Optional<UpgradeAnswer> upgrade(InstanceAddress at, RawState stored) {
    return upgrades.get(at, stored);
  }

  void keep(InstanceAddress at, RawState stored, UpgradeAnswer answer) {
    upgrades.put(at, stored, answer);
  }

  /// @param anew whether the provider is asked whatever it said before
  ReadAnswer read(
      InstanceAddress at,
      Provider provider,
      Prior current,
      boolean anew,
      Supplier<ReadAnswer> ask) {
    var question = new Reading(provider.identity(), current);
    var known = anew ? Optional.<ReadAnswer>empty() : readings.get(at, question);
    if (known.isPresent()) return known.get();
    var answer = ask.get();
    switch (answer) {
      case ReadAnswer.Found(var object, _) -> {
        readings.put(at, question, answer);
        // What was seen is stored, and then the question may be about that.
        readings.put(at, new Reading(provider.identity(), object), answer);
      }
      case ReadAnswer.Gone _ -> readings.put(at, question, answer);
      case ReadAnswer.Deferred _, ReadAnswer.Failed _ -> {}
    }
    return answer;
  }

  MoveAnswer move(Provider provider, MoveRequest request) {
    var question = new Move(provider.identity(), request);
    var known = moves.get(request.at(), question);
    if (known.isPresent()) return known.get();
    var answer = provider.move(request);
    if (answer instanceof MoveAnswer.Moved moved) moves.put(request.at(), question, moved);
    return answer;
  }

  ImportAnswer importObject(Provider provider, ImportRequest request, boolean anew) {
    var question = new Import(provider.identity(), request);
    var known = anew ? Optional.<ImportAnswer.Found>empty() : imports.get(request.at(), question);
    if (known.isPresent()) return known.get();
    var answer = provider.importObject(request);
    if (answer instanceof ImportAnswer.Found found) imports.put(request.at(), question, found);
    return answer;
  }

  /// From now on the world is looked at anew.
  public void forget() {
    held = false;
    readings.clear();
    moves.clear();
    imports.clear();
  }

  /// From now on this object is looked at anew: something has begun to be done to it.
  public void forget(InstanceAddress at) {
    readings.forget(at);
  }

  /// From now on what was read is not read again even by a plan that reads everything: it is made
  /// once more, for the same request.
  public void hold() {
    held = true;
  }

  /// Whether a plan that reads everything uses what was read.
  public boolean isHeld() {
    return held;
  }

  /// Forgets what no record is upgraded from any more.
  void keepUpgradesOf(Set<InstanceAddress> recorded) {
    upgrades.keepOnly(recorded);
  }

  /// Forgets what was read of all instances but these: of the others it is in their records.
  void keepReadingsOf(Set<InstanceAddress> instances) {
    readings.keepOnly(instances);
  }
}
