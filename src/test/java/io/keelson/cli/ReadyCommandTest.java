package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `helm test` runs.
final class ReadyCommandTest {
  private final HttpServer operator;
  private final String place;

  ReadyCommandTest() throws IOException {
    operator = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    operator.start();
    place = "127.0.0.1:" + operator.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    operator.stop(0);
  }

  @Test
  void operatorThatIsReady_isSaidToBe() {
    answers(200, "ok\n");
    assertThat(Program.run("ready", place))
        .isEqualTo(new Program(0, "The operator at " + place + " is ready.\n", ""));
  }

  @Test
  void operatorThatIsNotReady_isQuoted() {
    answers(503, "not ready: no lease\n");
    assertThat(Program.run("ready", place))
        .isEqualTo(
            new Program(
                1,
                "",
                "Error: The operator at "
                    + place
                    + " says \"not ready: no lease\" (HTTP status 503).\n"));
  }

  @Test
  void longAnswer_isCut() {
    answers(500, "x".repeat(1_000_000));
    assertThat(Program.run("ready", place).errors()).hasSizeLessThan(5000).contains("status 500");
  }

  @Test
  void nobodyThere_isTold() {
    operator.stop(0);
    var asked = Program.run("ready", place);
    assertThat(asked.errors()).contains(place + " does not answer. Is it running");
    assertThat(asked.exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "http://localhost:8080", "a b:80", ":80", ""})
  void addressThatIsNone_isRefused(String wrong) {
    var asked = Program.run("ready", wrong);
    assertThat(asked.errors()).contains("'" + wrong + "' is no HOST:PORT, such as");
    assertThat(asked.exitCode()).isNotZero();
  }

  private void answers(int status, String text) {
    operator.createContext(
        "/readyz",
        exchange -> {
          try (exchange) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
  }
}
