package io.keelson.engine.reading;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.SensitiveOption;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.DriftedPaths;
import io.keelson.engine.plan.Leaf;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Completion;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Brings stored objects up to date: upgraded, and read where that is wanted.
public final class ObjectReader {
  private final PriorObjects priors;
  private final StateCodec codec;
  private final Bytes secret;

  public ObjectReader(PriorObjects priors, StateCodec codec, Bytes secret) {
    this.priors = priors;
    this.codec = codec;
    this.secret = secret;
  }

  /// An object as it is known now.
  public sealed interface Known {
    /// @param state what to store: the observed values, or the stored ones where nothing differs
    record Present(ObjectState state, Prior prior, Drift drift, List<Diagnostic> warnings)
        implements Known {
      /// The same object with more hidden parts. A part that is new since the object was last read
      /// was never shown, and is hidden where the declaration says so. A part that was there before
      /// is only hidden by a planned change.
      ///
      /// @param patterns what its declaration hides
      /// @param last the object as it was known before
      /// @rule R-PUL-42
      public Present hiding(List<PathPattern> patterns, Value last) {
        var paths = SensitiveOption.paths(patterns, prior.value());
        paths.removeAll(SensitiveOption.paths(patterns, last));
        return paths.isEmpty() ? this : hiding(SensitivePaths.declared(paths));
      }

      private Present hiding(SensitivePaths more) {
        var hidden = state.sensitive().with(more);
        return new Present(
            state.withAttributes(state.attributes(), hidden),
            prior,
            drift,
            Secrecy.of(Sensitivity.mark(prior.value(), hidden)).in(warnings));
      }

      /// Its value, marked where it may not be shown.
      public Value marked() {
        return Sensitivity.mark(prior.value(), state.sensitive());
      }

      public Present withStatus(ObjectState.Status status) {
        return new Present(state.withStatus(status), prior, drift, warnings);
      }
    }

    /// The provider says that it is gone.
    ///
    /// @param last the object as it was last known
    record Missing(Prior last) implements Known {}
  }

  /// The object as stored, in the current schema, without asking the world. One that has moved from
  /// another type is taken over, and has to be read before it is used.
  public Answer<Known.Present> stored(InstanceAddress at, ObjectState object, Drift drift) {
    return priors
        .upgrade(at, object)
        .map(loaded ->
            new Known.Present(
                priors.stored(at, object, loaded.prior()),
                loaded.prior(),
                drift,
                loaded.warnings()));
  }

  /// The object, taken over from another type, as it is in the world. Values that only this reading
  /// gives are no drift: nobody has changed them.
  ///
  /// @rule R-MOV-4
  public Answer<Known> readFirst(InstanceAddress at, Known.Present taken) {
    return read(at, taken)
        .map(seen -> {
          if (!(seen instanceof Known.Present(var state, var prior, _, var warnings))) return seen;
          var all = new ArrayList<>(taken.warnings());
          all.addAll(warnings);
          return new Known.Present(state, prior, new Drift.None(), all);
        });
  }

  /// The object as it is in the world. While it has drifted, each reading starts from what was last
  /// applied: the same question gets the same answer, also of a provider that looks only for what
  /// it is given.
  public Answer<Known> read(InstanceAddress at, Known.Present stored) {
    var secrecy = Secrecy.of(stored.marked());
    var provider = priors.provider(at, stored.state());
    return secrecy
        .in(priors.read(at, provider, start(at, stored)))
        .map(seen ->
            switch (seen) {
              case Sighting.Gone _ -> new Known.Missing(stored.prior());
              case Sighting.Found found -> observed(at, stored, found, secrecy);
            });
  }

  private Known observed(
      InstanceAddress at, Known.Present stored, Sighting.Found seen, Secrecy secrecy) {
    var observed = seen.object();
    var secret = SensitivePaths.of(seen.secret(), seen.secret());
    var compared = observedState(at, stored, observed, secret);
    // What is to be finished is recorded as its provider told it, also if no value is another one.
    var state =
        (seen.completion() == Completion.UNFINISHED
                ? compared.withProviderData(observed.privateData(), observed.identity())
                : compared)
            .after(seen.completion());
    var hidden = stored.state().sensitive().with(state.sensitive()).all();
    return new Known.Present(
        state,
        observed,
        drift(stored, observed.value(), hidden),
        secrecy.and(Sensitivity.mark(observed.value(), state.sensitive())).in(seen.warnings()));
  }

  /// The object that a reading starts from: as last applied, or as last observed where that is not
  /// stored.
  private Prior start(InstanceAddress at, Known.Present stored) {
    return applied(stored).flatMap(object -> upgraded(at, object)).orElse(stored.prior());
  }

  private static Optional<ObjectState> applied(Known.Present known) {
    return known.drift().changed().flatMap(Drift.Changed::lastApplied);
  }

  private Optional<Prior> upgraded(InstanceAddress at, ObjectState object) {
    return Optional.of(object)
        .filter(each -> !each.isForeignTo(at.resource()))
        .flatMap(each -> priors.upgrade(at, each).given())
        .map(PriorObjects.Loaded::prior);
  }

  /// The change of an object as an approval compares it with later ones: the same one where nothing
  /// has changed that nobody decides about.
  public Change compared(
      Change change, Known.Present known, Schema schema, Lifecycle.IgnoreChanges ignored) {
    if (known.drift() instanceof Drift.None && ignored.patterns().isEmpty()) return change;
    var applied = lastApplied(change.object().instance(), known);
    return new ApprovedValues(schema, ignored, known.marked(), applied).in(change);
  }

  /// The object as it was last applied, marked where either may not be shown: as it is known, if it
  /// has not changed since or nobody knows how.
  private Value lastApplied(InstanceAddress at, Known.Present known) {
    return applied(known)
        .flatMap(object ->
            upgraded(at, object)
                .map(prior ->
                    Sensitivity.mark(
                        prior.value(), object.sensitive().with(known.state().sensitive()))))
        .orElseGet(known::marked);
  }

  /// Stored values are kept exactly where the observed ones are equal: a new schema version or a
  /// new private blob alone is never written.
  ///
  /// @rule R-PLAN-19
  private ObjectState observedState(
      InstanceAddress at, Known.Present stored, Prior observed, SensitivePaths secret) {
    if (observed.value().matches(stored.prior().value())) return stored.state();
    var provider = priors.provider(at, stored.state());
    var schema = provider.schema(at.resource().type()).orElseThrow();
    var sensitive =
        Sensitivity.observed(
                schema,
                observed.value(),
                stored.prior().value(),
                stored.state().sensitive(),
                provider.configuration())
            .with(secret);
    return stored
        .state()
        .withAttributes(
            new RawState(schema.version(), codec.encode(observed.value(), schema.type())),
            sensitive)
        .withProviderData(observed.privateData(), observed.identity());
  }

  /// @param hidden the paths where either of them is sensitive
  private Drift drift(Known.Present stored, Value observed, SortedSet<AttributePath> hidden) {
    Value last = stored.prior().value();
    var before = stored.drift().changed();
    if (observed.matches(last))
      return before.<Drift>map(changed -> changed).orElseGet(Drift.None::new);
    var since =
        before.orElseGet(() ->
            new Drift.Changed(
                NOTHING, Leaf.hash(last, NOTHING, secret), Optional.of(stored.state())));
    if (Leaf.hash(observed, NOTHING, secret).equals(since.applied())) return new Drift.None();
    var paths = new TreeSet<>(DriftedPaths.between(last, observed, hidden));
    paths.removeIf(path -> isNothing(last, path) && isNothing(observed, path));
    paths.addAll(since.paths());
    return paths.isEmpty() ? new Drift.None() : since.withPaths(DriftedPaths.bounded(paths));
  }

  /// Providers on the older SDK answer a create with null, and a read with an empty list, set or
  /// map, for what nobody has set. Nobody has changed it either.
  private static boolean isNothing(Value object, AttributePath path) {
    return object.at(path).filter(ObjectReader::isEmpty).isPresent();
  }

  private static boolean isEmpty(Value value) {
    return value.isNull()
        || value instanceof Sequence list && list.size() == 0
        || value instanceof Mapping map && !map.isObject() && map.keys().isEmpty();
  }

  private static final SortedSet<AttributePath> NOTHING = new TreeSet<>();
}
