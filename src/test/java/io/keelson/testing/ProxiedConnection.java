package io.keelson.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One client's connection through a [FaultyProxy], with one of its own to the API server.
///
/// Requests are read one by one, answers flow back as bytes. That is enough because HTTP/1.1
/// clients here wait for an answer before they send the next request: an answer of ours never lands
/// inside one of the server's.
final class ProxiedConnection implements AutoCloseable {
  private final FaultyProxy proxy;
  private final Socket client;
  private volatile @Nullable Socket server;
  private volatile boolean watch;
  private volatile @Nullable Fault onAnswer;

  ProxiedConnection(FaultyProxy proxy, Socket client) {
    this.proxy = proxy;
    this.client = client;
  }

  boolean isWatch() {
    return watch;
  }

  /// Returns when the client is done, or is to believe so.
  void serve() throws IOException, InterruptedException {
    var input = new BufferedInputStream(client.getInputStream());
    while (proxy.isServing() && !isAtWebSocketFrame(input)) {
      var request = HttpRequest.read(input);
      if (request.isEmpty() || !passOn(request.get())) {
        return;
      }
    }
    if (proxy.isServing()) {
      input.transferTo(server().getOutputStream());
    }
  }

  /// Ends a watch as the API server does when it lags too far behind: the client must list anew.
  void expire() {
    try {
      client.getOutputStream().write(StatusAnswer.expiredWatch());
    } catch (IOException e) {
      // The client is gone anyway.
    }
    close();
  }

  @Override
  public void close() {
    closeQuietly(client);
    closeQuietly(server);
  }

  // A frame of a client begins with a byte above 127, an HTTP method with a letter.
  private static boolean isAtWebSocketFrame(BufferedInputStream input) throws IOException {
    input.mark(1);
    var first = input.read();
    input.reset();
    return first > 127;
  }

  /// False if the connection is to be closed.
  private boolean passOn(HttpRequest request) throws IOException, InterruptedException {
    var fault = proxy.faultFor(request).orElse(null);
    watch = request.isWatch();
    onAnswer = fault;
    switch (fault) {
      case null -> {}
      case Fault.Delay(var by) -> new CountDownLatch(1).await(by.toMillis(), TimeUnit.MILLISECONDS);
      case Fault.Hold(var gate) -> gate.pass();
      case Fault.Answer(var status) -> {
        client.getOutputStream().write(StatusAnswer.bytes(status));
        return true;
      }
      case Fault.Lost() -> {
        return false;
      }
      case Fault.AnswerLost(), Fault.AnswerReplaced _, Fault.AnswerHeld _, Fault.AnswerCut _ -> {}
    }
    // What is held back does not come after all once the client has given up.
    if (client.isClosed()) {
      return false;
    }
    proxy.addressed(request).writeTo(server().getOutputStream());
    return true;
  }

  private Socket server() throws IOException {
    var open = server;
    if (open == null) {
      open = proxy.connect();
      server = open;
      var answers = open;
      Thread.ofVirtual().start(() -> returnAnswers(answers));
    }
    return open;
  }

  private void returnAnswers(Socket from) {
    try (this) {
      var buffer = new byte[16 * 1024];
      for (var n = from.getInputStream().read(buffer); n > 0; ) {
        if (!returnAnswer(buffer, n)) {
          return;
        }
        n = from.getInputStream().read(buffer);
      }
    } catch (IOException e) {
      // One of the two ends is gone, which the other learns from `close`.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// False if the connection is to be closed.
  private boolean returnAnswer(byte[] bytes, int length) throws IOException, InterruptedException {
    var output = client.getOutputStream();
    switch (onAnswer) {
      case Fault.AnswerLost() -> {
        return false;
      }
      case Fault.AnswerReplaced(var status) -> {
        output.write(StatusAnswer.last(status));
        return false;
      }
      case Fault.AnswerCut(var most) -> {
        output.write(bytes, 0, Math.min(length, most));
        return false;
      }
      case Fault.AnswerHeld(var gate) -> {
        gate.pass();
        onAnswer = null;
      }
      case null, default -> {}
    }
    if (watch) {
      proxy.awaitWatches();
    }
    output.write(bytes, 0, length);
    if (watch) {
      proxy.toldByWatch();
    }
    return true;
  }

  private static void closeQuietly(@Nullable Socket socket) {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
