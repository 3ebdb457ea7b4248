package io.keelson.provider.pulumi.program;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.program.FunctionCalls;
import io.keelson.engine.program.ProgramRequest.Surroundings;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.proto.Pulumi.CallRequest;
import io.keelson.provider.pulumi.proto.Pulumi.Urns;
import io.keelson.provider.pulumi.value.ValueProperties;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;

/// A method of a component that a user calls, and no program: its monitor knows the component, and
/// calls functions. Nothing can be made through it.
///
/// @rule R-PRG-26
public final class UserCall implements AutoCloseable {
  private static final String SELF = "__self__";

  private final String token;
  private final String urn;
  private final Property.Fields arguments;
  private final Surroundings surroundings;
  private final Listening monitor;

  private UserCall(
      String token,
      String urn,
      Property.Fields arguments,
      Surroundings surroundings,
      Listening monitor) {
    this.token = token;
    this.urn = urn;
    this.arguments = arguments;
    this.surroundings = surroundings;
    this.monitor = monitor;
  }

  /// The component whose method is called.
  ///
  /// @param token of its type
  /// @param outputs what it gives
  /// @param functions answers those that its methods call
  public record Receiver(
      String token, ComponentInstance at, Value outputs, FunctionCalls functions) {}

  /// @param token of the method
  /// @param arguments those of its own, with marks on all that is secret
  /// @param hide is told what goes to and fro, of which nobody may see the secrets
  /// @throws IOException if no port can be had
  public static UserCall start(
      EventLoopGroup loop,
      String token,
      Receiver receiver,
      Mapping arguments,
      Surroundings surroundings,
      Consumer<Property.Fields> hide)
      throws IOException {
    var session = new Session(surroundings, UUID.randomUUID().toString().replace("-", ""));
    var urn =
        session.receiver(receiver.token(), Names.of(receiver.at()), receiver.outputs()).toString();
    var waiting = Waiting.forUser(receiver.functions(), hide);
    waiting.hide(new AnsweredObject(receiver.outputs()).all());
    var sent = ValueProperties.given(arguments);
    waiting.hide(sent);
    var monitor = Listening.start(loop, session, waiting, surroundings);
    return new UserCall(token, urn, sent, surroundings, monitor);
  }

  /// What it is given, without the component.
  public Property.Fields arguments() {
    return arguments;
  }

  /// What the provider is asked. From now on it is listened to.
  ///
  /// @param accepted what it takes
  public CallRequest begin(Accepted accepted, Pace pace) {
    var endpoint = monitor.begin(pace);
    var all = new TreeMap<>(arguments.fields());
    all.put(SELF, new Property.Reference(urn, Optional.empty(), Optional.empty()));
    var call =
        CallRequest.newBuilder()
            .setTok(token)
            .setArgs(new PropertyWriter(accepted).write(new Property.Fields(all)))
            .setProject(surroundings.namespace())
            .setStack(surroundings.stack())
            .setOrganization(MonitorService.ORGANIZATION)
            .setDryRun(surroundings.planning())
            .setParallel(surroundings.parallelism())
            .setMonitorEndpoint(endpoint)
            .setAcceptsOutputValues(true);
    for (String name : all.keySet())
      call.putArgDependencies(
          name, Urns.newBuilder().addAllUrns(name.equals(SELF) ? List.of(urn) : List.of()).build());
    return call.build();
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
