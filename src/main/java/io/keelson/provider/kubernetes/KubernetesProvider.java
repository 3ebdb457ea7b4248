package io.keelson.provider.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.apiserver.ApiServer;
import io.keelson.apiserver.Discovery;
import io.keelson.apiserver.Stopping;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.FindRequest;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Provider.Upgraded;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// Makes Kubernetes objects for one stack: the type `kubernetes_object`, through server-side apply.
/// Reads those of others: the data source of the same name.
///
/// See `docs/kubernetes-objects.md` for what it does and `docs/decisions/kubernetes-create.md` for
/// why nothing is made twice, or taken over unasked.
public final class KubernetesProvider implements Provider {
  private final Stopping stopping = new Stopping();
  private final StateCodec codec;
  private final Planning planning;
  private final Waiting waiting;
  private final Applying applying;
  private final Reading reading;
  private final ObjectData data;
  private final Importing importing;

  /// @param client already acts as the stack's account; stays open
  public KubernetesProvider(
      KubernetesClient client,
      StackIdentity stack,
      StateCodec codec,
      Clock clock,
      HomeNamespace home) {
    this.codec = codec;
    var server = new ApiServer(client, stopping);
    var cluster = new Cluster(server, new Discovery(server), stack, home);
    var updates = new Updates(cluster);
    var dying = new DyingObjects();
    this.planning = new Planning(cluster, new DryRun(cluster, updates), dying);
    this.waiting = new Waiting(cluster, stopping, clock);
    this.applying = new Applying(cluster, updates, waiting);
    this.reading = new Reading(cluster, codec, dying);
    this.data = new ObjectData(cluster);
    this.importing = new Importing(cluster, updates);
  }

  @Override
  public String name() {
    return "kubernetes";
  }

  @Override
  public String identity() {
    var version = KubernetesProvider.class.getPackage().getImplementationVersion();
    return version == null ? name() : name() + " " + version;
  }

  @Override
  public Unmarked configuration() {
    return Unmarked.NOTHING;
  }

  @Override
  public Optional<Schema> schema(String type) {
    return type.equals(ObjectSchema.TYPE) ? Optional.of(ObjectSchema.SCHEMA) : Optional.empty();
  }

  /// Objects carry the operation that made them.
  @Override
  public CreateRecovery recovery(String type) {
    return CreateRecovery.FINDABLE;
  }

  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return Validation.of(config);
  }

  @Override
  public Answer<Upgraded> upgrade(String type, RawState stored) {
    try {
      return Answer.of(
          new Upgraded(codec.decode(stored.json(), ObjectSchema.SCHEMA.type()), List.of()));
    } catch (StateCodec.MalformedState e) {
      var problem =
          ApiProblem.error(
              "The stored state cannot be read",
              "It does not fit the schema of "
                  + ObjectSchema.TYPE
                  + ": "
                  + e.getMessage()
                  + ". Was it edited by hand? Restore it from a backup, or forget the instance.");
      return Answer.failed(problem.at(e.path()));
    }
  }

  /// Nothing but the one type is known here.
  @Override
  public MoveAnswer move(MoveRequest request) {
    return new MoveAnswer.Unsupported();
  }

  @Override
  public Answer<Sighting> read(ReadRequest request) {
    return reading.read(request.current());
  }

  @Override
  public Answer<PlannedState> plan(PlanRequest request) {
    return planning.plan(request);
  }

  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    return applying.apply(request);
  }

  @Override
  public Optional<String> waitsFor(InstanceAddress at) {
    return waiting.lasts(at);
  }

  @Override
  public ImportAnswer importObject(ImportRequest request) {
    return importing.importObject(request);
  }

  @Override
  public boolean names(String type, String id, Value object) {
    return object instanceof Mapping attributes
        && attributes.get("id") instanceof Value.Text own
        && ImportId.areOfOneObject(id, own.text());
  }

  @Override
  public Optional<Diagnostic> obstacle(String type, Value existing, Value planned) {
    return planning.obstacle(existing, planned);
  }

  @Override
  public Optional<String> locator(String type, Value planned) {
    return Locator.of(planned).map(locator -> locator.encode(codec));
  }

  @Override
  public FindAnswer find(FindRequest request) {
    return reading.find(request);
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return type.equals(ObjectSchema.TYPE) ? Optional.of(ObjectData.SCHEMA) : Optional.empty();
  }

  @Override
  public List<Diagnostic> validateData(String type, Unmarked config) {
    return ObjectData.validate(config.value());
  }

  @Override
  public Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config) {
    return data.read(config.value());
  }

  /// Ends waits; requests that are under way get their answer.
  @Override
  public void stop() {
    stopping.ask();
  }

  @Override
  public void close() {
    stop();
  }
}
