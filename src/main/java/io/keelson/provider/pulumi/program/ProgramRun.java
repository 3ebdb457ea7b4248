package io.keelson.provider.pulumi.program;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.rpc.Connection;
import io.keelson.provider.pulumi.proto.Pulumi.ConstructRequest;
import io.keelson.provider.pulumi.proto.Pulumi.Urns;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;

/// One run of a program: what it is told, and the monitor that listens to it, on loopback, as long
/// as it runs.
///
/// @rule R-PRG-20
public final class ProgramRun implements AutoCloseable {
  private final ProgramRequest request;
  private final String token;
  private final Session session;
  private final Waiting waiting;
  private final Server server;

  private ProgramRun(
      ProgramRequest request, String token, Session session, Waiting waiting, Server server) {
    this.request = request;
    this.token = token;
    this.session = session;
    this.waiting = waiting;
    this.server = server;
  }

  /// @param token what its package calls the type of the component
  /// @param hide is told what goes to and fro, of which nobody may see the secrets
  /// @throws IOException if no port can be had
  public static ProgramRun start(
      EventLoopGroup loop,
      ProgramRequest request,
      String token,
      Registrar registrar,
      Consumer<Property.Fields> hide)
      throws IOException {
    var session =
        new Session(request.surroundings(), UUID.randomUUID().toString().replace("-", ""));
    var waiting = new Waiting(registrar, hide);
    var service = new MonitorService(session, waiting, request.surroundings());
    return new ProgramRun(request, token, session, waiting, listen(loop, service));
  }

  /// @throws IOException if no port can be had
  static Server listen(EventLoopGroup loop, MonitorService service) throws IOException {
    return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .bossEventLoopGroup(loop)
        .workerEventLoopGroup(loop)
        .channelType(NioServerSocketChannel.class)
        .maxInboundMessageSize(Connection.LARGEST_MESSAGE)
        .executor(command -> Thread.ofVirtual().name("program-monitor").start(command))
        .addService(service.definition())
        .build()
        .start();
  }

  /// Where it is listened to.
  static String endpoint(Server server) {
    return "127.0.0.1:" + server.getPort();
  }

  /// What the program is asked. From now on it is listened to.
  ///
  /// @param inputs those of the request, with marks on all that is secret
  /// @param accepted what its provider takes
  public ConstructRequest begin(Value inputs, Accepted accepted, Pace pace) {
    var endpoint = endpoint(server);
    waiting.begin(endpoint, pace);
    var around = request.surroundings();
    var behind = new TreeSet<>(request.dependsOn());
    request.needs().values().forEach(behind::addAll);
    var construct =
        ConstructRequest.newBuilder()
            .setProject(around.namespace())
            .setStack(around.stack())
            .setDryRun(around.planning())
            .setParallel(around.parallelism())
            .setMonitorEndpoint(endpoint)
            .setType(token)
            .setName(Names.of(request.at()))
            .setParent(session.parent())
            .addAllDependencies(urns(behind))
            .setAcceptsOutputValues(true);
    request.inherited().preventDestroy().ifPresent(construct::setProtect);
    request.inherited().destroy().ifPresent(destroy -> construct.setRetainOnDelete(!destroy));
    for (String pack : request.packages()) construct.putProviders(pack, session.provider(pack));
    if (inputs instanceof Mapping given) inputs(construct, given, accepted);
    return construct.build();
  }

  private void inputs(ConstructRequest.Builder construct, Mapping given, Accepted accepted) {
    var sent = new TreeMap<String, Property>();
    for (int i = 0; i < given.size(); i++) {
      var name = given.key(i);
      if (given.value(i).isNull()) continue;
      var urns = urns(request.needs().getOrDefault(name, new TreeSet<>()));
      construct.putInputDependencies(name, Urns.newBuilder().addAllUrns(urns).build());
      sent.put(name, new ProgramInputs(urns).property(given.value(i)));
    }
    var fields = new Property.Fields(sent);
    waiting.hide(fields);
    construct.setInputs(new PropertyWriter(accepted).write(fields));
  }

  private SortedSet<String> urns(Collection<ResourceAddress> addresses) {
    var urns = new TreeSet<String>();
    addresses.forEach(at -> urns.add(session.outside(at)));
    return urns;
  }

  /// What the program was refused, in sentences, the first first.
  public List<String> refusals() {
    return waiting.refusals();
  }

  /// What was thrown instead of an answer to the program.
  public Optional<RuntimeException> broken() {
    return waiting.broken();
  }

  /// Nothing is passed on any more. Answers that are still awaited reach nobody.
  @Override
  public void close() {
    waiting.end();
    server.shutdownNow();
  }
}
