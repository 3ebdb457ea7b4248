package io.keelson.provider.plugin.install.source;

import io.keelson.engine.value.Bytes;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.version.TerraformVersion;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// A source on the network: what may be asked of it, and what is said when it fails.
///
/// Only encrypted connections are used, except to this machine itself, and there only if the source
/// was declared to be there. Redirects are followed a few times; credentials go to the host they
/// are for and to no other.
final class Endpoint {
  static final int REDIRECTS = 5;
  static final int DISCOVERY_REDIRECTS = 3;

  private static final Set<Integer> REDIRECTING = Set.of(301, 302, 303, 307, 308);
  private static final Set<Integer> UNKNOWN = Set.of(404, 410);
  private static final Set<Integer> REFUSING = Set.of(401, 403);
  private static final long LONGEST_DOCUMENT = 16 << 20;

  private final Http http;
  private final String source;
  private final boolean onThisMachine;

  /// @param source what it is called in messages
  /// @param base where it is declared to be
  Endpoint(Http http, String source, URI base) {
    this.http = http;
    this.source = source;
    this.onThisMachine = isThisMachine(base);
  }

  /// A document, or empty if there is none at this place.
  Optional<Document> document(URI place) throws InstallException {
    return document(place, LONGEST_DOCUMENT, REDIRECTS);
  }

  Optional<Document> document(URI place, long longest, int redirects) throws InstallException {
    return get(
            place,
            new Wanted<>(longest, http.limits().answer(), BodySubscribers::ofByteArray),
            redirects)
        .map(response ->
            new Document(
                source,
                response.uri(),
                response.headers().firstValue("Content-Type").orElse(""),
                Bytes.of(response.body())));
  }

  /// Writes what is at a place into a new file.
  ///
  /// @return whether there was something
  boolean download(URI place, Path file, long longest) throws InstallException {
    Supplier<BodySubscriber<Path>> body =
        () ->
            BodySubscribers.ofFile(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
    return get(place, new Wanted<>(longest, http.limits().download(), body), REDIRECTS).isPresent();
  }

  /// What an answer may be.
  record Wanted<T>(long longest, Duration deadline, Supplier<BodySubscriber<T>> body) {}

  private <T> Optional<HttpResponse<T>> get(URI place, Wanted<T> wanted, int redirects)
      throws InstallException {
    var at = permitted(place);
    for (int hop = 0; hop <= redirects; hop++) {
      var response = new Exchange<>(http, source, request(at), wanted).carryOut();
      int status = response.statusCode();
      if (status == 200) return Optional.of(response);
      if (UNKNOWN.contains(status)) return Optional.empty();
      if (!REDIRECTING.contains(status)) throw refused(at, status);
      at = permitted(target(at, response));
    }
    throw new InstallException(
        Kind.SOURCE_ANSWER,
        source + " cannot be used",
        shown(place) + " redirects more than " + redirects + " times",
        "Give the address that the redirects should lead to, or have the source mended.");
  }

  private HttpRequest request(URI at) {
    var request =
        HttpRequest.newBuilder(at)
            .header("Accept", "application/json, */*;q=0.5")
            .header("User-Agent", "keelson")
            .header("X-Terraform-Version", TerraformVersion.EQUIVALENT);
    var host = at.getHost() + (at.getPort() < 0 || at.getPort() == 443 ? "" : ":" + at.getPort());
    http.credentials()
        .of(host)
        .ifPresent(token -> request.header("Authorization", "Bearer " + token));
    return request.GET().build();
  }

  private URI target(URI at, HttpResponse<?> response) throws InstallException {
    try {
      return at.resolve(response.headers().firstValue("Location").orElseThrow());
    } catch (RuntimeException e) {
      throw new InstallException(
          Kind.SOURCE_ANSWER,
          source + " cannot be used",
          shown(at) + " redirects to nowhere",
          "Have the source mended.");
    }
  }

  private URI permitted(URI place) throws InstallException {
    var scheme = place.getScheme();
    if (place.getHost() != null) {
      if ("https".equalsIgnoreCase(scheme)) return place;
      if ("http".equalsIgnoreCase(scheme) && onThisMachine && isThisMachine(place)) return place;
    }
    throw new InstallException(
        Kind.INSECURE_SOURCE,
        source + " cannot be used",
        shown(place) + " is no https address, and packages are only fetched over https",
        "Give an https address, or have the source name one.");
  }

  private InstallException refused(URI at, int status) {
    var what = source + " cannot be used";
    var why = shown(at) + " answered with status " + status;
    if (REFUSING.contains(status))
      return new InstallException(
          Kind.SOURCE_REFUSED,
          what,
          why,
          "Give a token for " + at.getHost() + " that may read there, or renew the one given.");
    if (Exchange.mayPass(status))
      return new InstallException(
          Kind.SOURCE_UNREACHABLE, what, why, "It is tried again; see whether the source is well.");
    return new InstallException(
        Kind.SOURCE_ANSWER, what, why, "See whether the address of the source is right.");
  }

  private static boolean isThisMachine(URI place) {
    var host = place.getHost();
    return host != null
        && (host.equals("localhost")
            || host.equals("[::1]")
            || host.matches("127(\\.[0-9]{1,3}){3}"));
  }

  /// An address without what may be secret in it.
  static String shown(URI place) {
    if (place.getHost() == null) return "'" + place.getScheme() + ":…'";
    return place.getScheme()
        + "://"
        + place.getHost()
        + (place.getPort() < 0 ? "" : ":" + place.getPort())
        + place.getPath();
  }
}
