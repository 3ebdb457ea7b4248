package io.keelson.engine.provider;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.program.Method;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Programs;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A provider whose exceptions all say that they are the provider's: [ProviderThrew].
record GuardedProvider(Provider provider) implements Provider {
  /// The same as `provider`, guarded once.
  static Provider of(Provider provider) {
    return provider instanceof GuardedProvider ? provider : new GuardedProvider(provider);
  }

  private <T> T guarded(Supplier<T> call) {
    return ProviderThrew.unless(provider.name(), call);
  }

  @Override
  public String name() {
    return provider.name();
  }

  @Override
  public String identity() {
    return provider.identity();
  }

  @Override
  public Unmarked configuration() {
    return guarded(() -> provider.configuration());
  }

  @Override
  public Optional<Schema> schema(String type) {
    return guarded(() -> provider.schema(type));
  }

  @Override
  public boolean createsFirst(String type) {
    return guarded(() -> provider.createsFirst(type));
  }

  @Override
  public CreateRecovery recovery(String type) {
    return guarded(() -> provider.recovery(type));
  }

  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return guarded(() -> provider.validate(type, config));
  }

  @Override
  public Optional<String> waitsFor(InstanceAddress at) {
    return guarded(() -> provider.waitsFor(at));
  }

  @Override
  public Answer<Upgraded> upgrade(String type, RawState stored) {
    return guarded(() -> provider.upgrade(type, stored));
  }

  @Override
  public MoveAnswer move(MoveRequest request) {
    return guarded(() -> provider.move(request));
  }

  @Override
  public Answer<Sighting> read(ReadRequest request) {
    return guarded(() -> provider.read(request));
  }

  @Override
  public Answer<PlannedState> plan(PlanRequest request) {
    return guarded(() -> provider.plan(request));
  }

  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    return guarded(() -> provider.apply(request));
  }

  @Override
  public Duration longestCall() {
    return guarded(() -> provider.longestCall());
  }

  @Override
  public ImportAnswer importObject(ImportRequest request) {
    return guarded(() -> provider.importObject(request));
  }

  @Override
  public boolean names(String type, String id, Value object) {
    return guarded(() -> provider.names(type, id, object));
  }

  @Override
  public Optional<Diagnostic> obstacle(String type, Value existing, Value planned) {
    return guarded(() -> provider.obstacle(type, existing, planned));
  }

  @Override
  public Optional<String> locator(String type, Value planned) {
    return guarded(() -> provider.locator(type, planned));
  }

  @Override
  public FindAnswer find(FindRequest request) {
    return guarded(() -> provider.find(request));
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return guarded(() -> provider.dataSchema(type));
  }

  @Override
  public List<Diagnostic> validateData(String type, Unmarked config) {
    return guarded(() -> provider.validateData(type, config));
  }

  @Override
  public Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config) {
    return guarded(() -> provider.readData(type, at, config));
  }

  @Override
  public Answer<FoundData> call(MethodRequest request) {
    return guarded(() -> provider.call(request));
  }

  @Override
  public EphemeralResources ephemerals() {
    return new GuardedEphemerals(this, provider.ephemerals());
  }

  @Override
  public Programs programs() {
    return new GuardedPrograms(this, provider.programs());
  }

  @Override
  public void stop() {
    provider.stop();
  }

  @Override
  public void close() {
    provider.close();
  }

  private record GuardedEphemerals(GuardedProvider by, EphemeralResources resources)
      implements EphemeralResources {
    @Override
    public Optional<Schema> schema(String type) {
      return by.guarded(() -> resources.schema(type));
    }

    @Override
    public List<Diagnostic> validate(String type, Unmarked config) {
      return by.guarded(() -> resources.validate(type, config));
    }

    @Override
    public EphemeralAnswer open(String type, Unmarked config) {
      return by.guarded(() -> resources.open(type, config));
    }

    @Override
    public EphemeralAnswer renew(String type, EphemeralAnswer.Lease lease) {
      return by.guarded(() -> resources.renew(type, lease));
    }

    @Override
    public EphemeralAnswer close(String type, EphemeralAnswer.Lease lease) {
      return by.guarded(() -> resources.close(type, lease));
    }

    @Override
    public Runnable before(Instant due, Runnable task) {
      return resources.before(due, task);
    }
  }

  private record GuardedPrograms(GuardedProvider by, Programs programs) implements Programs {
    @Override
    public Optional<Schema> schema(String type) {
      return by.guarded(() -> programs.schema(type));
    }

    @Override
    public ProgramAnswer run(ProgramRequest request, Registrar registrar) {
      return by.guarded(() -> programs.run(request, registrar));
    }

    @Override
    public ProgramAnswer call(Method method) {
      return by.guarded(() -> programs.call(method));
    }
  }
}
