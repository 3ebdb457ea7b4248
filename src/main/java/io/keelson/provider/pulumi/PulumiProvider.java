package io.keelson.provider.pulumi;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.program.Method;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Programs;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.FindRequest;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.MethodRequest;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.plugin.LostCreate;
import io.keelson.provider.plugin.wire.StoredJson;
import io.keelson.provider.pulumi.naming.Autonaming;
import io.keelson.provider.pulumi.schema.PackageSchema;
import io.keelson.provider.pulumi.schema.ResourceSchema;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// A provider of the Pulumi world, in a process of its own.
///
/// Several of them may share a process, one for each stack that uses the same configuration; see
/// [PulumiHost].
public final class PulumiProvider implements Provider {
  private static final JsonStateCodec CODEC = new JsonStateCodec();

  private final PulumiSession session;
  private final PackageSchema schema;
  private final StackNames stack;
  private final Autonaming naming;
  private final Runnable onClose;

  /// The calls of this provider alone; others may share its process.
  private final AtomicInteger calls = new AtomicInteger();

  PulumiProvider(
      PulumiSession session,
      PackageSchema schema,
      StackNames stack,
      Autonaming naming,
      Runnable onClose) {
    this.naming = naming;
    this.session = session;
    this.schema = schema;
    this.stack = stack;
    this.onClose = onClose;
  }

  /// All that the provider offers.
  public PackageSchema schema() {
    return schema;
  }

  @Override
  public String name() {
    return session.settings().source();
  }

  @Override
  public String identity() {
    return session.settings().identity();
  }

  /// The configuration of the provider, and the secret values of its environment.
  @Override
  public Unmarked configuration() {
    var parts = new ArrayList<Value>();
    for (String each : session.settings().launch().secretTexts())
      parts.add(Value.text(each).mark(Marks.secret("environment")));
    var configured = session.settings().configuration();
    parts.add(configured.remark(configured.value()));
    return Value.tuple(parts).unmark();
  }

  @Override
  public Optional<Schema> schema(String type) {
    return schema.resource(type).filter(each -> !each.component()).map(ResourceSchema::schema);
  }

  /// As Pulumi does, unless a provider says that there cannot be two.
  @Override
  public boolean createsFirst(String type) {
    return true;
  }

  @Override
  public CreateRecovery recovery(String type) {
    return lostCreate(type).recovery();
  }

  private LostCreate lostCreate(String type) {
    var declared = session.settings().recovery().get(type);
    return declared == null ? new LostCreate.Ask() : declared;
  }

  /// The provider is not asked: its check is a part of each plan.
  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return ExactNumbers.problems(config.value());
  }

  /// What the schema does not have any more is left out.
  @Override
  public Answer<Upgraded> upgrade(String type, RawState stored) {
    var current = type(type).schema().type();
    try {
      return Answer.of(
          new Upgraded(
              CODEC.decode(StoredJson.fitting(stored.json(), current), current), List.of()));
    } catch (IOException | StateCodec.MalformedState e) {
      return Answer.failed(
          Diagnostic.error(
              Code.PROVIDER_ERROR,
              Subject.stack(),
              "The stored state cannot be read",
              "It does not fit the schema of "
                  + type
                  + ". Was it edited by hand, or is the provider another version? Restore it from a"
                  + " backup, or forget the instance."));
    }
  }

  /// The provider is not asked: its schema says which types are the same by another token.
  @Override
  public MoveAnswer move(MoveRequest request) {
    boolean same =
        request.sourceProvider().equals(name())
            && schema.isSuccessor(request.type(), request.sourceType());
    if (!same) return new MoveAnswer.Unsupported();
    return switch (upgrade(request.type(), request.source())) {
      case Answer.Given(Upgraded(var value, var warnings)) ->
          new MoveAnswer.Moved(
              new Prior(value, request.privateData(), request.identity()), warnings);
      case Answer.Deferred(var deferral) -> new MoveAnswer.Deferred(deferral);
      case Answer.Failed(var diagnostics) -> new MoveAnswer.Failed(diagnostics);
    };
  }

  @Override
  public Answer<Sighting> read(ReadRequest request) {
    return counted(() ->
        new ObjectReading(type(request.type()), calls(request.at(), request.type()))
            .read(request.current(), request.timeout()));
  }

  @Override
  public Answer<PlannedState> plan(PlanRequest request) {
    return counted(() ->
        ObjectPlanning.of(
                type(request.type()), calls(request.at(), request.type()), stack, naming, request)
            .plan());
  }

  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    return counted(() ->
        new ObjectChange(type(request.type()), calls(request.at(), request.type()), request)
            .make());
  }

  @Override
  public ImportAnswer importObject(ImportRequest request) {
    if (!(request.key() instanceof ImportKey.Id(var id)))
      return ImportAnswer.noIdentity(request.type());
    return counted(() ->
        new ObjectReading(type(request.type()), calls(request.at(), request.type()))
            .find(id, request.timeout()));
  }

  private ObjectType type(String type) {
    return new ObjectType(session, schema.resource(type).orElseThrow());
  }

  private ObjectCalls calls(InstanceAddress at, String type) {
    var token = schema.resource(type).orElseThrow().token();
    return new ObjectCalls(session, ObjectName.of(stack.scope(), at, token));
  }

  /// The id that the object of a create will have, as far as it is declared where it stands.
  /// Somebody else's object would otherwise look as if the create had made it.
  ///
  /// @rule R-PRG-7
  @Override
  public Optional<String> locator(String type, Value planned) {
    return lostCreate(type) instanceof LostCreate.Import(var id)
            && planned instanceof Mapping object
            && object.get(id) instanceof Value.Text text
            && text.marks().isEmpty()
            && counted(() -> lost(type, text.text())) instanceof ImportAnswer.Absent
        ? Optional.of(text.text())
        : Optional.empty();
  }

  @Override
  public FindAnswer find(FindRequest request) {
    return switch (counted(() -> lost(request.type(), request.locator()))) {
      case ImportAnswer.Found(var object, _, _) -> new FindAnswer.Found(object);
      case ImportAnswer.Absent _ -> new FindAnswer.Absent();
      case ImportAnswer.Failed(var diagnostics) -> new FindAnswer.Failed(diagnostics);
      case ImportAnswer.Deferred _ ->
          new FindAnswer.Failed(
              List.of(
                  session
                      .reports()
                      .problem(
                          "The provider cannot tell yet",
                          "Something in its configuration is not known.")));
    };
  }

  private ImportAnswer lost(String type, String id) {
    var token = schema.resource(type).orElseThrow().token();
    var name = ObjectName.lost(stack.scope(), token, id);
    return new ObjectReading(type(type), new ObjectCalls(session, name)).find(id, Optional.empty());
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return schema.data(type);
  }

  @Override
  public List<Diagnostic> validateData(String type, Unmarked config) {
    return ExactNumbers.problems(config.value());
  }

  @Override
  public Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config) {
    var function = schema.function(type);
    return counted(() ->
        function
            .map(each -> new FunctionCall(session, each).read(config))
            .orElseGet(() -> new ObjectReading(type(type), calls(at, type)).lookUp(config)));
  }

  @Override
  public Answer<FoundData> call(MethodRequest request) {
    var method = schema.function(request.type()).orElseThrow();
    var receiver = method.schema().receiver().orElseThrow();
    var component = schema.resource(receiver.type()).orElseThrow();
    return counted(() -> new FunctionCall(session, method).call(request, component.token(), stack));
  }

  /// Calls of programs count as well: a process is not stopped for others while one runs.
  @Override
  public Programs programs() {
    var programs = new PulumiPrograms(session, schema);
    return new Programs() {
      @Override
      public Optional<Schema> schema(String type) {
        return programs.schema(type);
      }

      @Override
      public ProgramAnswer run(ProgramRequest request, Registrar registrar) {
        return counted(() -> programs.run(request, registrar));
      }

      @Override
      public ProgramAnswer call(Method method) {
        return counted(() -> programs.call(method));
      }
    };
  }

  @Override
  public Duration longestCall() {
    return session.settings().launch().longestCall();
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

  /// Stops the process, unless others are using it: stopping ends their calls, too.
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
