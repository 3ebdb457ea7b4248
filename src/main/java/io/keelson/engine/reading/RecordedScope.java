package io.keelson.engine.reading;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// What names stand for before a run: resources are as they are recorded, and an ephemeral one that
/// needs them is opened with that, beside the one that is opened in its turn. What was made with it
/// can be reached by that alone until the run has changed what it needs.
///
/// A data source is read, with what is recorded of what it needs: it tells what is there now.
/// Components have no value here, and neither has a data source or an ephemeral resource that is
/// repeated, or that cannot be read.
///
/// @rule R-WO-4
/// @rule R-UNK-12
final class RecordedScope implements Scope {
  private static final Evaluated UNKNOWN = Evaluated.of(Value.unknown(Types.DYNAMIC));

  private final Scope scope;
  private final Snapshot snapshot;
  private final PriorObjects objects;
  private final OpenEphemerals open;
  private final ConfiguredProviders providers;
  private final DataReader reader;
  private final Map<ResourceAddress, Evaluated> data = new ConcurrentHashMap<>();
  private final Map<String, Evaluated> locals = new ConcurrentHashMap<>();
  private volatile SortedMap<InstanceAddress, InstanceAddress> origins =
      Collections.emptySortedMap();

  /// @param scope what names stand for in the run
  RecordedScope(Scope scope, Snapshot snapshot, ConfiguredProviders providers, StateCodec codec) {
    this.scope = scope;
    this.snapshot = snapshot;
    this.objects = new PriorObjects(providers, codec, new AnswerMemo());
    this.open = new OpenEphemerals(providers);
    this.providers = providers;
    this.reader = DataReader.applying(providers, snapshot.config(), Limits.DEFAULT);
  }

  /// Takes note of new addresses.
  ///
  /// @param former the recorded address of each moved instance, by its new one
  void moved(SortedMap<InstanceAddress, InstanceAddress> former) {
    origins = Collections.unmodifiableSortedMap(new TreeMap<>(former));
    locals.clear();
  }

  /// Closes what was opened for it.
  List<Diagnostic> close() {
    return open.close();
  }

  @Override
  public void goOn() {
    scope.goOn();
  }

  @Override
  public Evaluated resolve(Root root) {
    return switch (root) {
      case Root.Resource(var address) ->
          switch (address.mode()) {
            case MANAGED -> Evaluated.of(recorded(address));
            case EPHEMERAL ->
                snapshot.dependencies().isSelfSufficient(address)
                    ? scope.resolve(root)
                    : opened(address);
            case DATA -> read(address);
            case PROGRAM -> UNKNOWN;
          };
      case Root.Component _ -> UNKNOWN;
      case Root.Local(var name) -> {
        var all = snapshot.config().locals();
        new Scope.LocalOrder(all, locals::containsKey)
            .upTo(
                name,
                local -> locals.put(local, Objects.requireNonNull(all.get(local)).evaluate(this)));
        var value = locals.get(name);
        yield value == null ? scope.resolve(root) : value;
      }
      default -> scope.resolve(root);
    };
  }

  private Evaluated opened(ResourceAddress address) {
    var config = snapshot.config().resources().get(address);
    if (config == null) return scope.resolve(new Root.Resource(address));
    if (!(config.repetition() instanceof Repetition.Single)) return UNKNOWN;
    var at = address.instance(new InstanceKey.None());
    return open.evaluated(at, open.of(at, () -> open.open(config, at, this, false)));
  }

  private Evaluated read(ResourceAddress address) {
    var known = data.get(address);
    if (known != null) return known;
    var config = snapshot.config().resources().get(address);
    var found =
        config != null && config.repetition() instanceof Repetition.Single
            ? read(config, address.instance(new InstanceKey.None()))
            : UNKNOWN;
    data.put(address, found);
    return found;
  }

  private Evaluated read(ResourceConfig config, InstanceAddress at) {
    if (providers.schema(at.resource()).isEmpty()
        || !providers.problems(at, InstanceState.NONE).isEmpty()
        || !(config.body().evaluate(this) instanceof Evaluated.Ok(var value))
        || !value.unmark().value().whollyKnown()) return UNKNOWN;
    var body = value.unmark();
    return reader.read(at, body) instanceof Answer.Given(var found)
        ? Evaluated.of(reader.marked(at, found, body))
        : UNKNOWN;
  }

  /// The recorded instances of a resource, together as others refer to them.
  private Value recorded(ResourceAddress resource) {
    if (providers.schema(resource).isEmpty()) return Value.unknown(Types.DYNAMIC);
    var values = new TreeMap<InstanceKey, Value>();
    now(resource)
        .forEach((at, instance) -> {
          if (instance.current().isPresent()) values.put(at.key(), objects.value(at, instance));
        });
    return values.isEmpty() ? Value.unknown(Types.DYNAMIC) : together(values);
  }

  private static Value together(SortedMap<InstanceKey, Value> values) {
    return switch (values.lastKey()) {
      case InstanceKey.None none when values.size() == 1 ->
          Objects.requireNonNull(values.get(none));
      // With a gap, the others would not be at their places.
      case InstanceKey.Index(int last)
          when values.size() == last + 1 && values.firstKey() instanceof InstanceKey.Index ->
          Value.tuple(List.copyOf(values.values()));
      case InstanceKey.Key _ -> {
        var byKey = new TreeMap<String, Value>();
        values.forEach((key, value) -> {
          if (key instanceof InstanceKey.Key(var name)) byKey.put(name, value);
        });
        yield Value.object(byKey);
      }
      default -> Value.unknown(Types.DYNAMIC);
    };
  }

  /// What is recorded of a resource, at the addresses that it has now.
  private SortedMap<InstanceAddress, InstanceState> now(ResourceAddress resource) {
    var recorded = snapshot.prior().instances();
    var now = new TreeMap<>(resource.instancesIn(recorded));
    now.keySet().removeAll(origins.values());
    resource
        .instancesIn(origins)
        .forEach((to, from) -> now.put(to, snapshot.prior().instance(from)));
    return now;
  }
}
