package io.keelson.provider.pulumi;

import io.grpc.Context;
import io.keelson.provider.plugin.supervision.RunningCall;
import io.keelson.provider.plugin.supervision.Supervisor;
import io.keelson.provider.pulumi.program.Pace;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A call during which the provider asks its host for things. Its time stands still while an answer
/// is awaited.
final class Talk implements Pace, AutoCloseable {
  private final Supervisor<PulumiProcess> supervisor;
  private final RunningCall<PulumiProcess> call;
  private final Context.CancellableContext context = Context.current().withCancellation();
  private final ReentrantLock lock = new ReentrantLock();
  private int awaited;
  private @Nullable String givenUp;

  Talk(Supervisor<PulumiProcess> supervisor, RunningCall<PulumiProcess> call) {
    this.supervisor = supervisor;
    this.call = call;
  }

  /// Makes the call, so that it can be given up.
  <A> A during(Supplier<A> sending) {
    var before = context.attach();
    try {
      return sending.get();
    } finally {
      context.detach(before);
    }
  }

  @Override
  public void waits() {
    lock.lock();
    try {
      if (awaited++ == 0) supervisor.pause(call);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void goesOn() {
    lock.lock();
    try {
      if (--awaited == 0) supervisor.resume(call);
    } finally {
      lock.unlock();
    }
  }

  /// The program may not notice: its process ends as soon as nobody else uses it.
  @Override
  public void giveUp(String why) {
    lock.lock();
    try {
      if (givenUp != null) return;
      givenUp = why;
    } finally {
      lock.unlock();
    }
    supervisor.abandon(call);
    context.cancel(null);
  }

  /// Why the call was given up, in sentences; empty if it was not.
  Optional<String> givenUp() {
    lock.lock();
    try {
      return Optional.ofNullable(givenUp);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
