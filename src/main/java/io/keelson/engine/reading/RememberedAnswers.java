package io.keelson.engine.reading;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.function.ProviderFunction;
import io.keelson.engine.program.Programs;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.ConfigureAnswer;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.EphemeralResources;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.FindRequest;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.MethodRequest;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Providers that are asked each question once, for a plan that is made in several rounds: the same
/// question gets the same answer, and takes no time.
///
/// @rule R-PRG-20
public final class RememberedAnswers {
  private final Map<Question, CompletableFuture<Object>> known = new ConcurrentHashMap<>();

  /// @param method what was asked
  private record Question(Provider provider, String method, List<Object> about) {}

  private RememberedAnswers() {}

  /// The same providers, with a memory of their own.
  public static Providers of(Providers providers) {
    var memory = new RememberedAnswers();
    var configurable = new TreeMap<String, ConfigurableProvider>();
    providers
        .configurable()
        .forEach((name, each) -> configurable.put(name, new Configurable(each, memory)));
    return new Providers(
        providers.all().stream().<Provider>map(each -> new Remembering(each, memory)).toList(),
        configurable,
        providers.named());
  }

  /// Asks unless that was asked before. An exception is not remembered.
  @SuppressWarnings("unchecked")
  private <A> A answer(Provider provider, String method, Supplier<A> ask, Object... about) {
    var question = new Question(provider, method, List.of(about));
    var mine = new CompletableFuture<Object>();
    var other = known.putIfAbsent(question, mine);
    if (other != null)
      try {
        return (A) other.join();
      } catch (CompletionException e) {
        return ask.get();
      }
    try {
      var answer = ask.get();
      mine.complete(answer);
      return answer;
    } catch (RuntimeException e) {
      known.remove(question);
      mine.completeExceptionally(e);
      throw e;
    }
  }

  private record Configurable(ConfigurableProvider real, RememberedAnswers memory)
      implements ConfigurableProvider {
    @Override
    public String name() {
      return real.name();
    }

    @Override
    public Schema configuration() {
      return real.configuration();
    }

    @Override
    public Optional<Schema> schema(String type) {
      return real.schema(type);
    }

    @Override
    public Optional<Schema> dataSchema(String type) {
      return real.dataSchema(type);
    }

    @Override
    public SortedMap<String, ProviderFunction> functions() {
      return real.functions();
    }

    @Override
    public Optional<Schema> ephemeralSchema(String type) {
      return real.ephemeralSchema(type);
    }

    @Override
    public Optional<Schema> programSchema(String type) {
      return real.programSchema(type);
    }

    @Override
    public Optional<String> typeOf(String token) {
      return real.typeOf(token);
    }

    @Override
    public Optional<String> packageName() {
      return real.packageName();
    }

    @Override
    public String identity(Unmarked config) {
      return real.identity(config);
    }

    @Override
    public ConfigureAnswer configure(Unmarked config) {
      return switch (real.configure(config)) {
        case ConfigureAnswer.Refused refused -> refused;
        case ConfigureAnswer.Ready(var provider, var warnings) ->
            new ConfigureAnswer.Ready(new Remembering(provider, memory), warnings);
      };
    }

    @Override
    public void close() {
      real.close();
    }
  }

  private record Remembering(Provider real, RememberedAnswers memory) implements Provider {
    private <A> A known(String method, Supplier<A> ask, Object... about) {
      return memory.answer(real, method, ask, about);
    }

    @Override
    public String name() {
      return real.name();
    }

    @Override
    public String identity() {
      return real.identity();
    }

    @Override
    public Unmarked configuration() {
      return real.configuration();
    }

    @Override
    public Optional<Schema> schema(String type) {
      return real.schema(type);
    }

    @Override
    public boolean createsFirst(String type) {
      return real.createsFirst(type);
    }

    @Override
    public CreateRecovery recovery(String type) {
      return real.recovery(type);
    }

    @Override
    public List<Diagnostic> validate(String type, Unmarked config) {
      return known("validate", () -> real.validate(type, config), type, config);
    }

    @Override
    public Answer<Upgraded> upgrade(String type, RawState stored) {
      return known("upgrade", () -> real.upgrade(type, stored), type, stored);
    }

    @Override
    public MoveAnswer move(MoveRequest request) {
      return known("move", () -> real.move(request), request);
    }

    @Override
    public Answer<Sighting> read(ReadRequest request) {
      return known("read", () -> real.read(request), request);
    }

    @Override
    public Answer<PlannedState> plan(PlanRequest request) {
      return known("plan", () -> real.plan(request), request);
    }

    @Override
    public ApplyAnswer apply(ApplyRequest request) {
      return real.apply(request);
    }

    @Override
    public Duration longestCall() {
      return real.longestCall();
    }

    @Override
    public ImportAnswer importObject(ImportRequest request) {
      return known("import", () -> real.importObject(request), request);
    }

    @Override
    public Optional<String> waitsFor(InstanceAddress at) {
      return real.waitsFor(at);
    }

    @Override
    public boolean names(String type, String id, Value object) {
      return real.names(type, id, object);
    }

    @Override
    public Optional<Diagnostic> obstacle(String type, Value existing, Value planned) {
      return known(
          "obstacle", () -> real.obstacle(type, existing, planned), type, existing, planned);
    }

    @Override
    public Optional<String> locator(String type, Value planned) {
      return known("locator", () -> real.locator(type, planned), type, planned);
    }

    @Override
    public FindAnswer find(FindRequest request) {
      return known("find", () -> real.find(request), request);
    }

    @Override
    public Optional<Schema> dataSchema(String type) {
      return real.dataSchema(type);
    }

    @Override
    public List<Diagnostic> validateData(String type, Unmarked config) {
      return known("validateData", () -> real.validateData(type, config), type, config);
    }

    @Override
    public Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config) {
      return known("readData", () -> real.readData(type, at, config), type, at, config);
    }

    @Override
    public Answer<FoundData> call(MethodRequest request) {
      return known(
          "call",
          () -> real.call(request),
          request.type(),
          request.at(),
          request.receiver(),
          request.config(),
          request.planning());
    }

    @Override
    public EphemeralResources ephemerals() {
      return real.ephemerals();
    }

    @Override
    public Programs programs() {
      return real.programs();
    }

    @Override
    public void stop() {
      real.stop();
    }

    @Override
    public void close() {
      real.close();
    }
  }
}
