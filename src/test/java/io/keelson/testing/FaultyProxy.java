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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
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
  private final List<Rule> rules = new CopyOnWriteArrayList<>();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private volatile ServerSocket listener;
  private volatile CountDownLatch watches = new CountDownLatch(0);
  private final AtomicInteger events = new AtomicInteger();
  private volatile boolean serving = true;

  /// A request that arrived here.
  ///
  /// @param path with the query
  public record Seen(String method, String path) {}

  /// @param times how often for the requests that `key` puts together
  private record Rule(
      Pattern method,
      Pattern path,
      Pattern body,
      Fault fault,
      int times,
      Function<HttpRequest, String> key,
      Map<String, AtomicInteger> done) {
    boolean takes(HttpRequest request) {
      return method.matcher(request.method()).matches()
          && path.matcher(request.path()).find()
          && body.matcher(request.body()).find()
          && done.computeIfAbsent(key.apply(request), _ -> new AtomicInteger()).getAndIncrement()
              < times;
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
      proxy.accept(listener);
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
    return kubeconfig(target.getAutoOAuthToken());
  }

  /// For another process, as whoever has a token.
  public String kubeconfig(String token) {
    return """
    apiVersion: v1
    kind: Config
    current-context: proxy
    clusters: [{name: proxy, cluster: {server: "%s"}}]
    users: [{name: user, user: {token: "%s"}}]
    contexts: [{name: proxy, context: {cluster: proxy, user: user}}]
    """
        .formatted(address(), token);
  }

  /// Does `fault` to the next `times` requests whose method matches wholly, such as `PUT|PATCH`,
  /// and in whose path and query the expression is found.
  public void inject(String method, String path, int times, Fault fault) {
    inject(method, path, "", times, fault);
  }

  /// The same for requests in whose body an expression is found too.
  public void inject(String method, String path, String body, int times, Fault fault) {
    add(method, path, body, times, fault, _ -> "");
  }

  /// Does `fault` to the first `times` requests with each method and path, whatever the query.
  public void injectOnEach(String method, String path, int times, Fault fault) {
    add(method, path, "", times, fault, HttpRequest::methodAndPath);
  }

  private void add(
      String method,
      String path,
      String body,
      int times,
      Fault fault,
      Function<HttpRequest, String> key) {
    rules.add(
        new Rule(
            Pattern.compile(method),
            Pattern.compile(path),
            Pattern.compile(body),
            fault,
            times,
            key,
            new ConcurrentHashMap<>()));
  }

  /// Forgets all rules, releases what watches have to tell, and serves again if it was stopped.
  public void heal() {
    heal(() -> {});
  }

  /// The same, with other rules from the first request on.
  ///
  /// @param rules sets them
  public void heal(Runnable rules) {
    this.rules.clear();
    rules.run();
    watches.countDown();
    if (serving) return;
    serving = true;
    listener = listenAgain(listener.getLocalPort());
    accept(listener);
  }

  /// Closes every connection and refuses all others until [#heal]: the API server is down.
  public void stopServing() {
    serving = false;
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    connections.forEach(ProxiedConnection::close);
  }

  /// Holds back what watches have to tell until [#heal]; their connections stay open.
  public void holdWatches() {
    watches = new CountDownLatch(1);
  }

  /// Closes the connections that carry a watch.
  public void dropWatches() {
    connections.stream().filter(ProxiedConnection::isWatch).forEach(ProxiedConnection::close);
  }

  /// Ends every watch with the event that says 410 Gone.
  public void expireWatches() {
    connections.stream().filter(ProxiedConnection::isWatch).forEach(ProxiedConnection::expire);
  }

  /// How many messages of watches have been passed on so far.
  public int toldByWatches() {
    return events.get();
  }

  /// What has arrived so far, in order of arrival.
  public List<Seen> requests() {
    return List.copyOf(seen);
  }

  @Override
  public void close() {
    watches.countDown();
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

  void awaitWatches() throws InterruptedException {
    watches.await();
  }

  void toldByWatch() {
    events.incrementAndGet();
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

  /// Binds the port again that clients know. Meanwhile it may be the near end of some connection.
  private static ServerSocket listenAgain(int port) {
    for (int attempt = 1; ; attempt++) {
      try {
        return new ServerSocket(port, 256, InetAddress.getLoopbackAddress());
      } catch (IOException e) {
        if (attempt == 100) throw new UncheckedIOException(e);
        LockSupport.parkNanos(50_000_000);
      }
    }
  }

  private void accept(ServerSocket from) {
    Thread.ofVirtual()
        .name("faulty-proxy")
        .start(() -> {
          while (!from.isClosed()) {
            try {
              var connection = new ProxiedConnection(this, from.accept());
              connections.add(connection);
              Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException e) {
              // Closed while waiting: the loop ends. A client that was gone at once concerns
              // nobody.
            }
          }
        });
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
