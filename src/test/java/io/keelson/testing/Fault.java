package io.keelson.testing;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// What a [FaultyProxy] does to a request that a rule picks.
public sealed interface Fault {
  /// The request goes through, but later.
  record Delay(Duration by) implements Fault {}

  /// The request goes through when the test opens the gate.
  record Hold(Gate gate) implements Fault {}

  /// The API server never sees the request; the client gets this HTTP status with a `Status`
  /// object.
  record Answer(int status) implements Fault {}

  /// The API server never sees the request; the connection is closed.
  record Lost() implements Fault {}

  /// The API server carries the request out; the connection is closed in place of its answer.
  record AnswerLost() implements Fault {}

  /// The API server carries the request out; the client gets this HTTP status with a `Status`
  /// object in place of its answer.
  record AnswerReplaced(int status) implements Fault {}

  /// The API server carries the request out; its answer goes through when the test opens the gate.
  record AnswerHeld(Gate gate) implements Fault {}

  /// The API server carries the request out; the connection is closed after so many bytes of its
  /// answer.
  record AnswerCut(int bytes) implements Fault {}

  /// Holds a request until the test has done something else.
  final class Gate {
    private final String request;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    public Gate() {
      this("request");
    }

    /// @param request what is waited for, such as `POST /plans`
    public Gate(String request) {
      this.request = request;
    }

    /// Waits until a request stands at the gate: as long as for all else, because a client that
    /// lost its connections takes its time.
    public void awaitRequest() throws InterruptedException {
      if (!reached.await(TestNamespace.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("no " + request + " came to the gate");
      }
    }

    public void open() {
      open.countDown();
    }

    void pass() throws InterruptedException {
      reached.countDown();
      open.await();
    }
  }
}
