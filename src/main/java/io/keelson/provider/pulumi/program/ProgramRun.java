package io.keelson.provider.pulumi.program;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.proto.Pulumi.ConstructRequest;
import io.keelson.provider.pulumi.proto.Pulumi.Urns;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.io.IOException;
import java.util.Collection;
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
  private final Listening monitor;

  private ProgramRun(
      ProgramRequest request, String token, Session session, Waiting waiting, Listening monitor) {
    this.request = request;
    this.token = token;
    this.session = session;
    this.waiting = waiting;
    this.monitor = monitor;
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
    var monitor = Listening.start(loop, session, waiting, request.surroundings());
    return new ProgramRun(request, token, session, waiting, monitor);
  }

  /// What the program is asked. From now on it is listened to.
  ///
  /// @param inputs those of the request, with marks on all that is secret
  /// @param accepted what its provider takes
  public ConstructRequest begin(Value inputs, Accepted accepted, Pace pace) {
    var endpoint = monitor.begin(pace);
    var around = request.surroundings();
    var behind = new TreeSet<>(request.dependsOn());
    request.needs().values().forEach(behind::addAll);
    var construct =
        ConstructRequest.newBuilder()
            .setProject(around.namespace())
            .setStack(around.stack())
            .setOrganization(MonitorService.ORGANIZATION)
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

  /// What it asks its host.
  public Listening monitor() {
    return monitor;
  }

  @Override
  public void close() {
    monitor.close();
  }
}
