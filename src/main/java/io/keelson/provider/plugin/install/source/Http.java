package io.keelson.provider.plugin.install.source;

import java.net.http.HttpClient;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The HTTP client of all sources, with its limits and credentials. Closed after the last use.
public final class Http implements AutoCloseable {
  /// How long and how often.
  ///
  /// @param answer until a document has arrived
  /// @param download until a package has arrived
  /// @param attempts with passing problems, at least 1
  /// @param pause before the second attempt; doubled before each further one
  public record Limits(
      Duration connect, Duration answer, Duration download, int attempts, Duration pause) {
    public static final Limits USUAL =
        new Limits(
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofMinutes(15),
            4,
            Duration.ofSeconds(1));
  }

  private final HttpClient client;
  private final Limits limits;
  private final Credentials credentials;

  public Http(Limits limits, Credentials credentials) {
    this(limits, credentials, null);
  }

  /// @param trust whose certificates are believed; null for those that Java brings
  public Http(Limits limits, Credentials credentials, @Nullable SSLContext trust) {
    var builder =
        HttpClient.newBuilder()
            .connectTimeout(limits.connect())
            .followRedirects(HttpClient.Redirect.NEVER);
    if (trust != null) builder.sslContext(trust);
    this.client = builder.build();
    this.limits = limits;
    this.credentials = credentials;
  }

  HttpClient client() {
    return client;
  }

  Limits limits() {
    return limits;
  }

  Credentials credentials() {
    return credentials;
  }

  @Override
  public void close() {
    // What is still under way is of no use any more; close() would wait for it.
    client.shutdownNow();
  }
}
