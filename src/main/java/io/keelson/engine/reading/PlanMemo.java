package io.keelson.engine.reading;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.config.Lifecycle.IgnoreChanges;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.object.InstancePlanner.Decided;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.reading.ObjectReader.Known;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The objects for which there was nothing to do, with the inputs of that decision: as long as the
/// inputs are the same, the provider is not asked again.
///
/// Used by plans from what was last observed
/// ([io.keelson.engine.plan.PlanOptions.Refresh#AFFECTED]). A plan that reads the world asks anew,
/// and whatever it finds to do is forgotten here. An evaluated configuration stands for its
/// declaration, its keys and all values it refers to, so dependents of a change are asked about
/// only if what they see of it differs.
///
/// One memo serves the plans of one Stack, which follow each other.
public final class PlanMemo {
  private final Map<InstanceAddress, Entry> entries = new ConcurrentHashMap<>();
  private final DataMemo data = new DataMemo();
  private final AnswerMemo answers = new AnswerMemo();

  /// The inputs of a provider's answer about an existing object.
  ///
  /// @param provider its identity
  /// @param sensitive what of the object is not to be shown
  /// @param timeouts which its provider may not be able to keep
  /// @param declared the configuration as evaluated, with its marks
  public record Inputs(
      String provider,
      Schema schema,
      ObjectState object,
      IgnoreChanges ignoreChanges,
      List<PathPattern> sensitive,
      Timeouts timeouts,
      Value declared) {
    public static Inputs of(
        Provider provider, Schema schema, ObjectState object, Lifecycle lifecycle, Value declared) {
      return new Inputs(
          provider.identity(),
          schema,
          object,
          lifecycle.ignoreChanges(),
          lifecycle.sensitive(),
          lifecycle.timeouts(),
          declared);
    }

    boolean sameAs(Inputs other) {
      return sameObject(other.provider, other.schema, other.object)
          && ignoreChanges.equals(other.ignoreChanges)
          && sensitive.equals(other.sensitive)
          && timeouts.equals(other.timeouts)
          && declared.equals(other.declared);
    }

    /// Whether the provider sees the same object: it does not see dependencies and flags.
    private boolean sameObject(String name, Schema current, ObjectState stored) {
      return provider.equals(name)
          && schema.equals(current)
          && object.type().equals(stored.type())
          && object.status() == stored.status()
          && object.attributes().equals(stored.attributes())
          && object.sensitive().equals(stored.sensitive())
          && object.privateData().equals(stored.privateData())
          && object.identity().equals(stored.identity());
    }
  }

  private record Entry(Inputs inputs, Prior prior, Answer<Decided> answer) {}

  /// The stored object in the current schema, if nothing was to be done to it.
  public Optional<Known.Present> stored(
      InstanceAddress at, Provider provider, Schema schema, ObjectState object, Drift drift) {
    return Optional.ofNullable(entries.get(at))
        .filter(entry -> entry.inputs().sameObject(provider.identity(), schema, object))
        .map(entry -> new Known.Present(object, entry.prior(), drift, List.of()));
  }

  /// The answer that there is nothing to do, if it was given for these inputs before.
  public Optional<Answer<Decided>> answer(InstanceAddress at, Inputs inputs) {
    return Optional.ofNullable(entries.get(at))
        .filter(entry -> entry.inputs().sameAs(inputs))
        .map(Entry::answer);
  }

  /// Remembers that there is nothing to do; whatever else was decided is not remembered.
  ///
  /// @param known the stored object, not one that was read: a provider may show the same object in
  ///   more than one way
  public void note(InstanceAddress at, Inputs inputs, Known.Present known, Answer<Decided> answer) {
    if (answer.is(Decided::isQuiet) && known.warnings().isEmpty())
      entries.put(at, new Entry(inputs, known.prior(), answer));
    else entries.remove(at);
  }

  public void forget(InstanceAddress at) {
    entries.remove(at);
  }

  /// Forgets all instances but these.
  public void keepOnly(Set<InstanceAddress> recorded) {
    entries.keySet().retainAll(recorded);
    answers.keepUpgradesOf(recorded);
  }

  /// What data sources gave.
  public DataMemo data() {
    return data;
  }

  /// What providers answered about objects.
  public AnswerMemo answers() {
    return answers;
  }

  /// The answers that a plan was made from and that its providers might give differently the next
  /// time.
  public List<KeptAnswer> answersFor(Plan plan) {
    var all = answers.about(plan.touched());
    all.addAll(data.all());
    return all;
  }

  /// Takes over the answers that were given to another process, which made the plan that waits or
  /// is carried out.
  ///
  /// @param prior the state as it is now: answers about instances that an operation was begun on,
  ///   whose last one failed, or that were found missing, are out of date
  public void takeUp(Collection<KeptAnswer> written, StackState prior) {
    var touched = new ArrayList<InstanceAddress>();
    prior
        .instances()
        .forEach((at, instance) -> {
          if (instance.open().isPresent()
              || instance.lastFailed()
              || instance.drift() instanceof Drift.Missing) touched.add(at);
        });
    answers.takeUp(written, touched);
    data.takeUp(written);
  }

  /// For how many objects something is remembered.
  public int size() {
    return entries.size();
  }
}
