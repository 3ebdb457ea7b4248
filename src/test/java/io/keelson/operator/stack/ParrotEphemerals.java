package io.keelson.operator.stack;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.provider.EphemeralAnswer;
import io.keelson.engine.provider.EphemeralResources;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a parrot lends for a while repeats what it was opened with.
record ParrotEphemerals(Parrot parrot, ParrotSpeech speech) implements EphemeralResources {
  @Override
  public Optional<Schema> schema(String type) {
    return parrot.schema(type);
  }

  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return parrot.validate(type, config);
  }

  @Override
  public EphemeralAnswer open(String type, Unmarked config) {
    var arguments = (Mapping) config.value();
    if (speech.fails())
      return speech.fails()
          ? new EphemeralAnswer.Deferred(speech.deferral(arguments))
          : new EphemeralAnswer.Failed(speech.error(arguments));
    var object = parrot.repeating(arguments, "lent");
    return new EphemeralAnswer.Opened(
        object, lease(object), speech.complaint(Severity.WARNING, object));
  }

  private EphemeralAnswer.Lease lease(Value object) {
    return new EphemeralAnswer.Lease(Bytes.utf8(speech.repeated(object)), Optional.empty());
  }

  @Override
  public EphemeralAnswer renew(String type, EphemeralAnswer.Lease lease) {
    return held(lease);
  }

  @Override
  public EphemeralAnswer close(String type, EphemeralAnswer.Lease lease) {
    return held(lease);
  }

  private EphemeralAnswer held(EphemeralAnswer.Lease lease) {
    var about = Value.text(lease.privateData().asUtf8());
    return speech.fails()
        ? new EphemeralAnswer.Failed(speech.error(about))
        : new EphemeralAnswer.Held(lease, speech.complaint(Severity.WARNING, about));
  }

  @Override
  public Runnable before(Instant due, Runnable task) {
    throw new IllegalStateException("nothing is ever due");
  }
}
