package io.keelson.provider.pulumi;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.program.Lookup;
import io.keelson.engine.program.Method;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.proto.Pulumi.ConstructRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ConstructResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/// A component of a fake provider, and an engine that answers what its program registers.
final class ProgramWorld implements AutoCloseable, Registrar {
  static final String COMPONENT = "urn:pulumi:shop::prod::fake:index:Web::web";

  private final FakePulumi fake;
  private final List<Registration> registered = new CopyOnWriteArrayList<>();
  private final List<ConstructRequest> requests = new CopyOnWriteArrayList<>();
  private final List<SortedSet<ResourceAddress>> called = new CopyOnWriteArrayList<>();
  private final List<Value> results = new CopyOnWriteArrayList<>();
  private Function<Registration, RegistrationAnswer> answer =
      registration -> made(registration, Map.of("id", Value.text(registration.name() + "-1")));
  private Function<Lookup, RegistrationAnswer> lookup =
      read -> new RegistrationAnswer.Made(Optional.empty(), read.key());
  private SortedMap<String, Value> inputs = new TreeMap<>(Map.of("zone", Value.text("z1")));
  private SortedMap<String, SortedSet<ResourceAddress>> needs = new TreeMap<>();
  private SortedSet<String> packages = new TreeSet<>();
  private ProgramRequest.Inherited inherited = ProgramRequest.Inherited.NONE;
  private boolean planning = true;
  private BooleanSupplier stopped = () -> false;
  private String at = "component.web";

  ProgramWorld(Path folder) {
    this.fake = new FakePulumi(folder);
  }

  static RegistrationAnswer made(Registration registration, Map<String, Value> attributes) {
    var address = ResourceAddress.managed("fake_Thing", registration.name().replace('.', '_'));
    return new RegistrationAnswer.Made(Optional.of(address), Value.object(attributes));
  }

  /// What the program does.
  interface Script {
    ConstructResponse.Builder run(FakeMonitorClient monitor, ConstructRequest request);
  }

  ProgramWorld program(Script script) {
    fake.on(
        PulumiRpc.CONSTRUCT,
        request -> {
          requests.add(request);
          try (var monitor = new FakeMonitorClient(request)) {
            return script.run(monitor, request).build();
          }
        });
    return this;
  }

  static ConstructResponse.Builder nothing() {
    return ConstructResponse.newBuilder();
  }

  ProgramWorld answering(Function<Registration, RegistrationAnswer> answers) {
    answer = answers;
    return this;
  }

  ProgramWorld reading(Function<Lookup, RegistrationAnswer> answers) {
    lookup = answers;
    return this;
  }

  ProgramWorld input(String name, Value value) {
    inputs.put(name, value);
    return this;
  }

  ProgramWorld need(String input, ResourceAddress address) {
    needs.computeIfAbsent(input, _ -> new TreeSet<>()).add(address);
    return this;
  }

  ProgramWorld provider(String pack) {
    packages.add(pack);
    return this;
  }

  ProgramWorld inherited(ProgramRequest.Inherited given) {
    inherited = given;
    return this;
  }

  ProgramWorld applying() {
    planning = false;
    return this;
  }

  ProgramWorld at(String address) {
    at = address;
    return this;
  }

  ProgramWorld stoppedWhen(BooleanSupplier when) {
    stopped = when;
    return this;
  }

  ProgramAnswer run() {
    return fake.provider()
        .programs()
        .run(
            new ProgramRequest(
                "fake_Web",
                ComponentInstance.parse(at),
                Value.object(inputs),
                needs,
                new TreeSet<>(),
                packages,
                inherited,
                new ProgramRequest.Surroundings("prod", "shop", planning, 10, stopped)),
            this);
  }

  List<Diagnostic> failure() {
    return switch (run()) {
      case ProgramAnswer.Failed(var diagnostics) -> diagnostics;
      case ProgramAnswer.Ended ended -> throw new AssertionError(ended.toString());
    };
  }

  Value outputs() {
    return switch (run()) {
      case ProgramAnswer.Ended(var outputs, _) -> outputs;
      case ProgramAnswer.Failed(var diagnostics) ->
          throw new AssertionError(diagnostics.toString());
    };
  }

  @Override
  public RegistrationAnswer register(Registration registration) {
    registered.add(registration);
    return answer.apply(registration);
  }

  @Override
  public RegistrationAnswer call(String token, Value arguments, SortedSet<ResourceAddress> after) {
    called.add(after);
    return new RegistrationAnswer.Made(Optional.empty(), arguments);
  }

  @Override
  public RegistrationAnswer read(Lookup asked) {
    return lookup.apply(asked);
  }

  /// Every package is the one of the fake.
  @Override
  public RegistrationAnswer call(Method method) {
    // With a configuration of its own, so that the program's provider tells it nothing.
    var elsewhere = fake.provider(Map.of("region", Value.text("elsewhere")));
    return switch (elsewhere.programs().call(method)) {
      case ProgramAnswer.Ended(var result, _) -> {
        results.add(result);
        yield new RegistrationAnswer.Made(Optional.empty(), result);
      }
      case ProgramAnswer.Failed(var why) -> new RegistrationAnswer.Failed(why.getFirst().detail());
    };
  }

  /// What functions were called after, each time.
  List<SortedSet<ResourceAddress>> called() {
    return List.copyOf(called);
  }

  /// What methods gave.
  List<Value> results() {
    return List.copyOf(results);
  }

  List<Registration> registered() {
    return List.copyOf(registered);
  }

  ConstructRequest request() {
    return requests.getLast();
  }

  FakePulumi fake() {
    return fake;
  }

  @Override
  public void close() {
    fake.close();
  }
}
