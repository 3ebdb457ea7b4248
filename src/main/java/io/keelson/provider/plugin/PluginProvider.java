package io.keelson.provider.plugin;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.function.ProviderFunction;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.EphemeralAnswer;
import io.keelson.engine.provider.EphemeralResources;
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
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.schema.ProviderSchemas;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// A provider of the Terraform world, in a process of its own.
///
/// Several of them may share a process, one for each stack that uses the same configuration; see
/// [PluginHost].
public final class PluginProvider implements Provider {
  private final PluginSession session;
  private final PluginSettings settings;
  private final ProviderSchemas schemas;
  private final Runnable onClose;

  /// The calls of this provider alone; others may share its process.
  private final AtomicInteger calls = new AtomicInteger();

  /// @param settings its own; those that share the process may say otherwise what the process does
  ///   not need to know
  PluginProvider(
      PluginSession session, PluginSettings settings, ProviderSchemas schemas, Runnable onClose) {
    this.session = session;
    this.settings = settings;
    this.schemas = schemas;
    this.onClose = onClose;
  }

  /// All that the provider offers.
  public ProviderSchemas schemas() {
    return schemas;
  }

  @Override
  public String name() {
    return settings.source();
  }

  @Override
  public String identity() {
    return settings.identity();
  }

  /// The configuration of the provider, and the secret values of its environment.
  @Override
  public Unmarked configuration() {
    var parts = new ArrayList<Value>();
    for (String each : settings.launch().secretTexts())
      parts.add(Value.text(each).mark(Marks.secret("environment")));
    if (settings.configuration().apply(schemas.provider()) instanceof Evaluated.Ok(var configured))
      parts.add(configured);
    return Value.tuple(parts).unmark();
  }

  @Override
  public Optional<Schema> schema(String type) {
    return schemas.resource(type);
  }

  @Override
  public CreateRecovery recovery(String type) {
    return lostCreate(type).recovery();
  }

  private LostCreate lostCreate(String type) {
    var declared = settings.recovery().get(type);
    return declared == null ? new LostCreate.Ask() : declared;
  }

  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return counted(() -> resource(type).validate(config));
  }

  @Override
  public Answer<Upgraded> upgrade(String type, RawState stored) {
    return counted(() -> resource(type).upgrade(stored));
  }

  @Override
  public MoveAnswer move(MoveRequest request) {
    return counted(() -> takeOver(request.type()).move(request));
  }

  @Override
  public Answer<Sighting> read(ReadRequest request) {
    return counted(() -> resource(request.type()).read(request.current(), request.timeout()));
  }

  @Override
  public Answer<PlannedState> plan(PlanRequest request) {
    return counted(() -> resource(request.type()).plan(request));
  }

  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    return counted(() -> resource(request.type()).apply(request));
  }

  @Override
  public ImportAnswer importObject(ImportRequest request) {
    return counted(() -> takeOver(request.type()).importObject(request.key(), request.timeout()));
  }

  private ResourceCalls resource(String type) {
    return new ResourceCalls(
        resourceType(type), schemas.meta(), schemas.capabilities().planDestroy(), true);
  }

  private TakeOverCalls takeOver(String type) {
    return new TakeOverCalls(resourceType(type), schemas.capabilities().moveState(), true);
  }

  private ResourceType resourceType(String type) {
    return new ResourceType(
        session, type, schemas.resource(type).orElseThrow(), schemas.identity(type));
  }

  private LostObjects lostObjects(String type, String id) {
    return new LostObjects(resource(type), takeOver(type), id);
  }

  /// The protocol has no way to ask for an object by what was known before it was made, but an
  /// import; whether that will do has to be declared.
  @Override
  public Optional<String> locator(String type, Value planned) {
    return lostCreate(type) instanceof LostCreate.Import(var id)
        ? counted(() -> lostObjects(type, id).locator(planned))
        : Optional.empty();
  }

  @Override
  public FindAnswer find(FindRequest request) {
    if (!(lostCreate(request.type()) instanceof LostCreate.Import(var id)))
      throw new IllegalStateException("objects of type " + request.type() + " cannot be found");
    return counted(() -> lostObjects(request.type(), id).find(request.locator()));
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return schemas.data(type);
  }

  @Override
  public List<Diagnostic> validateData(String type, Unmarked config) {
    return counted(() -> data(type).validate(config));
  }

  @Override
  public Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config) {
    return counted(() -> data(type).read(config));
  }

  private DataCalls data(String type) {
    return new DataCalls(session, type, schemas.data(type).orElseThrow(), schemas.meta());
  }

  /// A function, which the provider need not be configured for.
  ///
  /// @param name one of those that [#schemas] tells
  public ProviderFunction function(String name) {
    var signature = Optional.ofNullable(schemas.functions().get(name)).orElseThrow();
    var calls = new FunctionCalls(session, name, signature);
    return new ProviderFunction(signature, arguments -> counted(() -> calls.call(arguments)));
  }

  @Override
  public EphemeralResources ephemerals() {
    return new Ephemerals();
  }

  private final class Ephemerals implements EphemeralResources {
    @Override
    public Optional<Schema> schema(String type) {
      return schemas.ephemeral(type);
    }

    @Override
    public List<Diagnostic> validate(String type, Unmarked config) {
      return counted(() -> calls(type).validate(config));
    }

    @Override
    public EphemeralAnswer open(String type, Unmarked config) {
      return counted(() -> calls(type).open(config));
    }

    @Override
    public EphemeralAnswer renew(String type, EphemeralAnswer.Lease lease) {
      return counted(() -> calls(type).renew(lease));
    }

    @Override
    public EphemeralAnswer close(String type, EphemeralAnswer.Lease lease) {
      return counted(() -> calls(type).close(lease));
    }

    @Override
    public Runnable before(Instant due, Runnable task) {
      return Reminder.before(due, Clock.systemUTC(), task);
    }

    private EphemeralCalls calls(String type) {
      return new EphemeralCalls(session, type, schemas.ephemeral(type).orElseThrow());
    }
  }

  @Override
  public Duration longestCall() {
    return settings.launch().longestCall();
  }

  /// Taken for true: what Terraform's types are imported by is often not their attribute `id`, and
  /// nothing tells which types those are.
  @Override
  public boolean names(String type, String id, Value object) {
    return true;
  }

  /// A run begins.
  void begin() {
    session.supervisor().begin();
  }

  /// How many calls run that were made through this provider.
  int calls() {
    return calls.get();
  }

  private <A> A counted(Supplier<A> call) {
    calls.incrementAndGet();
    try {
      return call.get();
    } finally {
      calls.decrementAndGet();
    }
  }

  /// Stops the process, unless others are using it: stopping ends their calls, too. Then this one's
  /// calls come to their own end.
  @Override
  public void stop() {
    var supervisor = session.supervisor();
    if (supervisor.calls() <= calls.get())
      supervisor.stop("the run that made the call was told to end");
  }

  /// The process ends when nobody shares it any more.
  @Override
  public void close() {
    onClose.run();
  }
}
