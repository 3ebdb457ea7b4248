package io.keelson.engine.reading;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.plan.ContentHash;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/// The answers of data sources, for plans that are made of one stack again and again: what is
/// remembered is not read a second time where only affected objects are read.
///
/// A result belongs to a question: the provider, the type, and the configuration. Another
/// configuration is another question. The engine has no clock, so the owner says when to forget,
/// when the results are too old, and when to read again, because the world may have been changed.
public final class DataMemo {
  private final Map<Question, FoundData> answers = new ConcurrentHashMap<>();
  private final Map<Question, FoundData> earlier = new ConcurrentHashMap<>();
  private final Map<String, KeptAnswer> takenUp = new ConcurrentHashMap<>();
  private final SortedSet<InstanceAddress> changed = new ConcurrentSkipListSet<>();
  private SortedSet<InstanceAddress> putOff = Collections.emptySortedSet();

  /// A question to a data source.
  ///
  /// @param provider its identity
  /// @param config wholly known and unmarked
  public record Question(String provider, String type, Value config) {
    public static Question of(Provider provider, InstanceAddress at, Unmarked config) {
      return new Question(provider.identity(), at.resource().type(), config.value());
    }

    /// The same question to one component.
    ///
    /// @rule R-PRG-26
    Question of(ComponentInstance component) {
      return new Question(provider, type + " of " + component, config);
    }

    private String hash() {
      return new ContentHash(Bytes.NONE)
          .text("data")
          .text(provider)
          .text(type)
          .value(config, Set.of())
          .wholeHex();
    }
  }

  public Optional<FoundData> answer(Question question) {
    if (!takenUp.isEmpty())
      Optional.ofNullable(takenUp.remove(question.hash()))
          .ifPresent(each -> answers.putIfAbsent(question, found(each)));
    return Optional.ofNullable(answers.get(question));
  }

  private static FoundData found(KeptAnswer kept) {
    return new FoundData(kept.object().orElseThrow().value(), kept.secret(), kept.warnings());
  }

  /// All remembered answers.
  List<KeptAnswer> all() {
    var all = new ArrayList<KeptAnswer>();
    answers.forEach((question, found) ->
        all.add(
            new KeptAnswer(
                question.hash(),
                Optional.of(Prior.of(found.value())),
                found.secret(),
                found.warnings())));
    return all;
  }

  /// Takes over answers that were given to another process.
  void takeUp(Collection<KeptAnswer> written) {
    written.forEach(each -> takenUp.put(each.question(), each));
  }

  public void remember(InstanceAddress at, Question question, FoundData answer) {
    answers.put(question, answer);
    var before = earlier.get(question);
    if (before != null && !isSame(before, answer)) changed.add(at);
  }

  private static boolean isSame(FoundData one, FoundData other) {
    return one.value().equals(other.value()) && one.secret().equals(other.secret());
  }

  /// Forgets all answers: from now on everything is read anew, and nothing is put off.
  public void forget() {
    answers.clear();
    takenUp.clear();
    earlier.clear();
    changed.clear();
    putOff = Collections.emptySortedSet();
  }

  /// From now on everything is read anew, because a plan was carried out that may have changed it.
  /// The answers so far, those of the run included, are kept to compare with.
  public void readAgain() {
    earlier.putAll(answers);
    answers.clear();
    changed.clear();
    putOff = Collections.emptySortedSet();
  }

  /// Whether an answer has changed since everything is read again.
  public boolean hasChanged() {
    return !changed.isEmpty();
  }

  /// Goes back to the answers that were given before everything was read again.
  public void putOff() {
    answers.putAll(earlier);
    putOff = Collections.unmodifiableSortedSet(new TreeSet<>(changed));
    settle();
  }

  /// From now on the new answers count, and the earlier ones are dropped.
  public void settle() {
    earlier.clear();
    changed.clear();
  }

  /// The data sources whose new answers differ from those that plans are made with.
  public SortedSet<InstanceAddress> changedSince() {
    return putOff;
  }
}
