package io.keelson.testing;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.net.SocketFactory;

/// Stands between a client and the API server, and makes requests fail by rule.
///
/// It speaks plain HTTP/1.1 to clients and TLS to the API server; watches pass, as streams and as
/// WebSockets. The first rule that fits a request and is not used up decides its fate; without one
/// the request passes. A request without credentials gets the administrator's, because kubectl
/// sends none over plain HTTP.
public final class FaultyProxy implements AutoCloseable {
  /// For rules that are never used up.
  public static final int ALWAYS = Integer.MAX_VALUE;

  private final Config target;
  private final URI server;
  private final SocketFactory tls;
  private final ServerSocket listener;
  private final List<Rule> rules = new CopyOnWriteArrayList<>();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean serving = true;

  /// A request that arrived here.
  ///
  /// @param path with the query
  public record Seen(String method, String path) {}

  private record Rule(Pattern method, Pattern path, AtomicInteger left, Fault fault) {
    boolean takes(HttpRequest request) {
      return method.matcher(request.method()).matches()
          && path.matcher(request.path()).find()
          && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }
  }

  private FaultyProxy(Config target, SocketFactory tls, ServerSocket listener) {
    this.target = target;
    this.server = URI.create(target.getMasterUrl());
    this.tls = tls;
    this.listener = listener;
  }

  /// Serves on a free port of the loopback interface until closed.
  public static FaultyProxy inFrontOf(ControlPlane controlPlane) {
    try {
      var target = controlPlane.config();
      var tls = SSLUtils.sslContext(target).getSocketFactory();
      var listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
      var proxy = new FaultyProxy(target, tls, listener);
      Thread.ofVirtual().name("faulty-proxy").start(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// For a client in this JVM, as the administrator.
  public Config config() {
    return new ConfigBuilder(target).withMasterUrl(address()).withCaCertData(null).build();
  }

  /// For another process, as the administrator.
  public String kubeconfig() {
    return """
    apiVersion: v1
    kind: Config
    current-context: proxy
    clusters: [{name: proxy, cluster: {server: "%s"}}]
    users: [{name: admin, user: {token: "%s"}}]
    contexts: [{name: proxy, context: {cluster: proxy, user: admin}}]
    """
        .formatted(address(), target.getAutoOAuthToken());
  }

  /// Does `fault` to the next `times` requests whose method matches wholly, such as `PUT|PATCH`,
  /// and in whose path and query the expression is found.
  public void inject(String method, String path, int times, Fault fault) {
    rules.add(
        new Rule(Pattern.compile(method), Pattern.compile(path), new AtomicInteger(times), fault));
  }

  /// Forgets all rules, and serves again if it was stopped.
  public void heal() {
    rules.clear();
    serving = true;
  }

  /// Closes every connection and all that come until [#heal]: the API server is down.
  public void stopServing() {
    serving = false;
    connections.forEach(ProxiedConnection::close);
  }

  /// Closes the connections that carry a watch.
  public void dropWatches() {
    connections.stream().filter(ProxiedConnection::isWatch).forEach(ProxiedConnection::close);
  }

  /// What has arrived so far, in order of arrival.
  public List<Seen> requests() {
    return List.copyOf(seen);
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    stopServing();
  }

  /// Notes the request and says what is to happen to it.
  Optional<Fault> faultFor(HttpRequest request) {
    seen.add(new Seen(request.method(), request.path()));
    return rules.stream().filter(rule -> rule.takes(request)).map(Rule::fault).findFirst();
  }

  boolean isServing() {
    return serving;
  }

  /// The request as the API server is to get it.
  HttpRequest addressed(HttpRequest request) {
    return request
        .withHeader("Host", server.getAuthority())
        .withDefaultHeader("Authorization", "Bearer " + target.getAutoOAuthToken());
  }

  Socket connect() throws IOException {
    return tls.createSocket(server.getHost(), server.getPort());
  }

  private String address() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        var connection = new ProxiedConnection(this, listener.accept());
        connections.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        // Closed while waiting: the loop ends. A client that was gone at once concerns nobody.
      }
    }
  }

  private void serve(ProxiedConnection connection) {
    try (connection) {
      connection.serve();
    } catch (IOException e) {
      // One of the two ends is gone, which the other learns from `close`.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.remove(connection);
    }
  }
}
