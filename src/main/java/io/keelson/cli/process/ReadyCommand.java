package io.keelson.cli.process;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Asks a running operator whether it is ready. It is what `helm test` runs, so it needs neither an
/// API server nor a right.
@Command(
    name = "ready",
    description = "Ask a running operator whether it is ready.",
    footer = {
      "",
      "Exit code: 0 it is ready, 1 it is not, or does not answer.",
      "",
      "Example:",
      "  keelson ready keelson-metrics.keelson-system:8080"
    },
    mixinStandardHelpOptions = true)
public final class ReadyCommand implements Callable<Integer> {
  private static final int OK = 200;

  /// In bytes; what an operator says is one line.
  private static final int LONGEST_ANSWER = 4096;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "HOST:PORT",
      description = "Where it answers, such as keelson-metrics.keelson-system:8080.")
  private String place = "";

  @Override
  public Integer call() throws InterruptedException {
    var question = HttpRequest.newBuilder(address()).timeout(PATIENCE).build();
    try (var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      var answer = client.send(question, BodyHandlers.ofInputStream());
      try (var body = answer.body()) {
        var text = new String(body.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8).strip();
        return answer.statusCode() == OK
            ? ready()
            : notReady("says \"" + text + "\" (HTTP status " + answer.statusCode() + ").");
      }
    } catch (ConnectException e) {
      return notReady(
          "does not answer. Is it running, and does a NetworkPolicy let this process reach it?");
    } catch (IOException e) {
      return notReady("does not answer (" + reason(e) + ").");
    }
  }

  private URI address() {
    try {
      var address = URI.create("http://" + place + "/readyz");
      if (address.getHost() != null && address.getPort() > 0) return address;
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    throw new ParameterException(
        spec.commandLine(),
        "'%s' is no HOST:PORT, such as keelson-metrics.keelson-system:8080.".formatted(place));
  }

  private int ready() {
    var out = spec.commandLine().getOut();
    out.printf("The operator at %s is ready.%n", place);
    out.flush();
    return 0;
  }

  private int notReady(String why) {
    var errors = spec.commandLine().getErr();
    errors.printf("Error: The operator at %s %s%n", place, why);
    errors.flush();
    return 1;
  }

  private static String reason(IOException e) {
    return Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
  }
}
