package io.keelson.testing;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.program.Programs;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
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
import io.keelson.engine.provider.Provider.Upgraded;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A provider that does what another one does; tests change single calls of it.
public class ProviderDecorator implements Provider {
  private final Provider real;

  protected ProviderDecorator(Provider real) {
    this.real = real;
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
  public Duration longestCall() {
    return real.longestCall();
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
  public Optional<String> waitsFor(InstanceAddress at) {
    return real.waitsFor(at);
  }

  @Override
  public CreateRecovery recovery(String type) {
    return real.recovery(type);
  }

  @Override
  public boolean createsFirst(String type) {
    return real.createsFirst(type);
  }

  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return real.validate(type, config);
  }

  @Override
  public Answer<Upgraded> upgrade(String type, RawState stored) {
    return real.upgrade(type, stored);
  }

  @Override
  public MoveAnswer move(MoveRequest request) {
    return real.move(request);
  }

  @Override
  public Answer<Sighting> read(ReadRequest request) {
    return real.read(request);
  }

  @Override
  public Answer<PlannedState> plan(PlanRequest request) {
    return real.plan(request);
  }

  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    return real.apply(request);
  }

  @Override
  public ImportAnswer importObject(ImportRequest request) {
    return real.importObject(request);
  }

  @Override
  public boolean names(String type, String id, Value object) {
    return real.names(type, id, object);
  }

  @Override
  public Optional<Diagnostic> obstacle(String type, Value existing, Value planned) {
    return real.obstacle(type, existing, planned);
  }

  @Override
  public Optional<String> locator(String type, Value planned) {
    return real.locator(type, planned);
  }

  @Override
  public FindAnswer find(FindRequest request) {
    return real.find(request);
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return real.dataSchema(type);
  }

  @Override
  public List<Diagnostic> validateData(String type, Unmarked config) {
    return real.validateData(type, config);
  }

  @Override
  public Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config) {
    return real.readData(type, at, config);
  }

  @Override
  public Answer<FoundData> call(MethodRequest request) {
    return real.call(request);
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
