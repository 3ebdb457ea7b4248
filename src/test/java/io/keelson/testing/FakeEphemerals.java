package io.keelson.testing;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.EphemeralAnswer;
import io.keelson.engine.provider.EphemeralResources;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/// The ephemeral resources of a [FakeProvider].
///
/// An ephemeral resource is called by its type and the `name` it is configured with: `open token
/// ci`, `renew token ci`, `close token ci`. It has to be renewed if `renews` is configured.
final class FakeEphemerals implements EphemeralResources {
  private final SortedMap<String, FakeType> types;
  private final Map<String, Misbehaviour> misbehaviours;
  private final Consumer<String> work;
  private final Collection<String> events;
  private final ConcurrentLinkedQueue<Runnable> due = new ConcurrentLinkedQueue<>();

  /// @param events is told what was opened, renewed and closed
  FakeEphemerals(
      SortedMap<String, FakeType> types,
      Map<String, Misbehaviour> misbehaviours,
      Consumer<String> work,
      Collection<String> events) {
    this.types = types;
    this.misbehaviours = misbehaviours;
    this.work = work;
    this.events = events;
  }

  @Override
  public Optional<Schema> schema(String type) {
    return Optional.ofNullable(types.get(type)).map(FakeType::dataSchema);
  }

  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return List.of();
  }

  @Override
  public EphemeralAnswer open(String type, Unmarked config) {
    var object = (Mapping) config.value();
    var name = text(object, "name");
    var call = "open " + type + " " + name;
    work.accept(call);
    var lease = lease(name, object.has("renews") && !object.attribute("renews").isNull());
    return switch (misbehaviours.get(call)) {
      case null -> opened(call, made(object, name), lease);
      case Misbehaviour.Answers(var different) ->
          opened(call, FakeObjects.with(made(object, name), different), lease);
      case Misbehaviour.AnswersNothing _ -> opened(call, Value.nothing(object.type()), lease);
      case Misbehaviour.Fails(var message, _) ->
          new EphemeralAnswer.Failed(List.of(FakeProvider.error(message)));
      case Misbehaviour.Defers defers -> new EphemeralAnswer.Deferred(defers.deferral());
      default -> throw new IllegalStateException("the fake provider is broken");
    };
  }

  private EphemeralAnswer opened(String call, Value value, EphemeralAnswer.Lease lease) {
    events.add(call);
    return new EphemeralAnswer.Opened(value, lease, List.of());
  }

  private Mapping made(Mapping config, String name) {
    return config.mapValues((attribute, value) ->
        value.isNull() && value.type() == Types.STRING
            ? Value.text(attribute + " of " + name)
            : value);
  }

  private static EphemeralAnswer.Lease lease(String name, boolean renewed) {
    return new EphemeralAnswer.Lease(
        Bytes.utf8(name), renewed ? Optional.of(Instant.EPOCH) : Optional.empty());
  }

  private static String text(Mapping object, String attribute) {
    return object.get(attribute) instanceof Value.Text text ? text.text() : "";
  }

  @Override
  public EphemeralAnswer renew(String type, EphemeralAnswer.Lease lease) {
    return held("renew " + type, lease, lease(lease.privateData().asUtf8() + "+", true));
  }

  @Override
  public EphemeralAnswer close(String type, EphemeralAnswer.Lease lease) {
    return held("close " + type, lease, lease("", false));
  }

  private EphemeralAnswer held(
      String what, EphemeralAnswer.Lease lease, EphemeralAnswer.Lease next) {
    var call = what + " " + lease.privateData().asUtf8();
    work.accept(call);
    events.add(call);
    return switch (misbehaviours.get(call)) {
      case Misbehaviour.Fails(var message, _) ->
          new EphemeralAnswer.Failed(List.of(FakeProvider.error(message)));
      case Misbehaviour.Throws _ -> throw new IllegalStateException("the fake provider is broken");
      case null, default -> new EphemeralAnswer.Held(next, List.of());
    };
  }

  @Override
  public Runnable before(Instant time, Runnable task) {
    due.add(task);
    return () -> due.remove(task);
  }

  /// Lets the time come for every renewal that waits.
  void renewAll() {
    for (int waiting = due.size(); waiting > 0; waiting--)
      Optional.ofNullable(due.poll()).ifPresent(Runnable::run);
  }
}
