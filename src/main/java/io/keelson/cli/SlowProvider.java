package io.keelson.cli;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.DataAnswer;
import io.keelson.engine.provider.EphemeralResources;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.FindRequest;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.PlanAnswer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.ReadAnswer;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.UpgradeAnswer;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// A provider whose changes take longer, before and after they happen, so that a crash hits every
/// phase of an operation.
record SlowProvider(Provider behind, Duration delay) implements Provider {
  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    pause();
    var answer = behind.apply(request);
    pause();
    return answer;
  }

  @Override
  public Duration longestCall() {
    return behind.longestCall();
  }

  private void pause() {
    long until = System.nanoTime() + delay.toNanos() / 2;
    while (System.nanoTime() - until < 0) LockSupport.parkNanos(until - System.nanoTime());
  }

  @Override
  public String name() {
    return behind.name();
  }

  @Override
  public String identity() {
    return behind.identity();
  }

  @Override
  public Unmarked configuration() {
    return behind.configuration();
  }

  @Override
  public Optional<Schema> schema(String type) {
    return behind.schema(type);
  }

  @Override
  public CreateRecovery recovery(String type) {
    return behind.recovery(type);
  }

  @Override
  public boolean createsFirst(String type) {
    return behind.createsFirst(type);
  }

  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return behind.validate(type, config);
  }

  @Override
  public UpgradeAnswer upgrade(String type, RawState stored) {
    return behind.upgrade(type, stored);
  }

  @Override
  public MoveAnswer move(MoveRequest request) {
    return behind.move(request);
  }

  @Override
  public ReadAnswer read(ReadRequest request) {
    return behind.read(request);
  }

  @Override
  public PlanAnswer plan(PlanRequest request) {
    return behind.plan(request);
  }

  @Override
  public ImportAnswer importObject(ImportRequest request) {
    return behind.importObject(request);
  }

  @Override
  public boolean names(String type, String id, Value object) {
    return behind.names(type, id, object);
  }

  @Override
  public Optional<Diagnostic> obstacle(String type, Value existing, Value planned) {
    return behind.obstacle(type, existing, planned);
  }

  @Override
  public Optional<String> locator(String type, Value planned) {
    return behind.locator(type, planned);
  }

  @Override
  public FindAnswer find(FindRequest request) {
    return behind.find(request);
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return behind.dataSchema(type);
  }

  @Override
  public List<Diagnostic> validateData(String type, Unmarked config) {
    return behind.validateData(type, config);
  }

  @Override
  public DataAnswer readData(String type, InstanceAddress at, Unmarked config) {
    return behind.readData(type, at, config);
  }

  @Override
  public EphemeralResources ephemerals() {
    return behind.ephemerals();
  }

  @Override
  public void stop() {
    behind.stop();
  }

  @Override
  public void close() {
    behind.close();
  }
}
