package io.keelson.provider.plugin.install.source;

import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.retry.Backoff;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLException;

/// One request and its answer, repeated a few times while the problem may pass.
final class Exchange<T> {
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Http http;
  private final String source;
  private final HttpRequest request;
  private final Endpoint.Wanted<T> wanted;

  /// Whether the answer began to arrive.
  private final AtomicBoolean begun = new AtomicBoolean();

  Exchange(Http http, String source, HttpRequest request, Endpoint.Wanted<T> wanted) {
    this.http = http;
    this.source = source;
    this.request = request;
    this.wanted = wanted;
  }

  /// Whether a status tells of a state of the server that ends by itself.
  static boolean mayPass(int status) {
    return status == 429 || status >= 500;
  }

  private sealed interface Outcome<T> {
    record Answered<T>(HttpResponse<T> response) implements Outcome<T> {}

    record Broken<T>(InstallProblem problem) implements Outcome<T> {}
  }

  /// The answer, of whatever status.
  HttpResponse<T> carryOut() throws InstallException {
    var backoff = new Backoff(http.limits().pause(), LONGEST_PAUSE);
    for (int attempt = 1; ; attempt++) {
      var outcome = once();
      boolean last = attempt >= http.limits().attempts();
      switch (outcome) {
        case Outcome.Answered<T>(var response) -> {
          if (last || !mayPass(response.statusCode())) return response;
          waitFor(backoff.after(attempt, demanded(response)));
        }
        case Outcome.Broken<T>(var problem) -> {
          if (last || !problem.kind().mayPass()) throw new InstallException(problem);
          waitFor(backoff.after(attempt));
        }
      }
    }
  }

  private Outcome<T> once() throws InstallException {
    begun.set(false);
    var answer = http.client().sendAsync(request, this::body);
    try {
      return new Outcome.Answered<>(
          answer.get(wanted.deadline().toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      answer.cancel(true);
      return broken("no complete answer came within " + wanted.deadline().toSeconds() + " s");
    } catch (ExecutionException e) {
      return broken(Objects.requireNonNullElse(e.getCause(), e));
    } catch (InterruptedException e) {
      answer.cancel(true);
      throw interrupted();
    }
  }

  private BodySubscriber<T> body(ResponseInfo info) {
    if (info.statusCode() != 200) return BodySubscribers.replacing(null);
    begun.set(true);
    return new LimitedBody<>(wanted.body().get(), wanted.longest());
  }

  private Outcome<T> broken(Throwable cause) {
    return switch (cause) {
      case LimitedBody.TooLong tooLong ->
          problem(
              Kind.SOURCE_ANSWER,
              "the answer is " + tooLong.getMessage(),
              "See whether the address of the source is right.");
      case SSLException _ ->
          problem(
              Kind.INSECURE_SOURCE,
              "its certificate is not trusted, or no common encryption was found",
              "Have Java trust the authority of its certificate, or mend the certificate.");
      case ConnectException connect when connect.getCause() instanceof UnresolvedAddressException ->
          broken("the host name cannot be resolved");
      case ConnectException _ -> broken("the connection was refused or could not be made");
      case HttpTimeoutException _ -> broken("the connection could not be made in time");
      case IOException broken when begun.get() ->
          problem(
              Kind.DOWNLOAD_TRUNCATED,
              "the answer broke off before its end (" + broken.getMessage() + ")",
              "It is tried again; see whether a proxy between cuts connections, or the disk is"
                  + " full.");
      default -> broken("the connection broke before an answer came");
    };
  }

  private Outcome<T> broken(String why) {
    return problem(
        Kind.SOURCE_UNREACHABLE,
        why,
        "It is tried again; see whether " + request.uri().getHost() + " can be reached from here.");
  }

  private Outcome<T> problem(Kind kind, String why, String remedy) {
    return new Outcome.Broken<>(
        new InstallProblem(
            kind, source + " cannot be used", Endpoint.shown(request.uri()) + ": " + why, remedy));
  }

  private static Duration demanded(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(value -> value.matches("[0-9]{1,4}"))
        .map(value -> Duration.ofSeconds(Long.parseLong(value)))
        .orElse(Duration.ZERO);
  }

  private void waitFor(Duration pause) throws InstallException {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private InstallException interrupted() {
    Thread.currentThread().interrupt();
    return new InstallException(
        Kind.SOURCE_UNREACHABLE,
        source + " was not asked to the end",
        "the work was interrupted",
        "It is tried again when this program runs again.");
  }
}
