package io.keelson.provider.pulumi.program;

import io.keelson.engine.program.Method;
import io.keelson.engine.program.ProgramRequest.Surroundings;
import io.keelson.provider.pulumi.proto.Pulumi.CallRequest;
import io.keelson.provider.pulumi.proto.Pulumi.CallResponse;
import io.keelson.provider.pulumi.proto.Pulumi.Urns;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A method that a running program calls. While it is called it may ask the monitor of that run
/// whatever the program itself may ask.
///
/// @rule R-PRG-26
public final class CalledMethod implements Method {
  private final String token;
  private final Property.Fields arguments;
  private final Map<String, Urns> dependencies;
  private final Surroundings surroundings;
  private final Waiting waiting;
  private volatile @Nullable Pace joined;
  private volatile @Nullable CallResponse answer;

  /// @param dependencies URNs of what stands behind the arguments, by their names
  /// @param surroundings of the run of the program
  /// @param waiting for what it asks
  CalledMethod(
      String token,
      Property.Fields arguments,
      Map<String, Urns> dependencies,
      Surroundings surroundings,
      Waiting waiting) {
    this.token = token;
    this.arguments = arguments;
    this.dependencies = new TreeMap<>(dependencies);
    this.surroundings = surroundings;
    this.waiting = waiting;
  }

  @Override
  public String token() {
    return token;
  }

  /// What it is given, with marks on what is secret.
  public Property.Fields arguments() {
    return arguments;
  }

  /// Whether nobody waits for the program any more.
  public BooleanSupplier stopped() {
    return surroundings.stopped();
  }

  /// What the provider is asked.
  ///
  /// @param accepted what it takes
  /// @param pace of the call, which waits whenever an answer of the monitor is awaited
  public CallRequest begin(Accepted accepted, Pace pace) {
    joined = pace;
    return CallRequest.newBuilder()
        .setTok(token)
        .setArgs(new PropertyWriter(accepted).write(arguments))
        .putAllArgDependencies(dependencies)
        .setProject(surroundings.namespace())
        .setStack(surroundings.stack())
        .setOrganization(MonitorService.ORGANIZATION)
        .setDryRun(surroundings.planning())
        .setParallel(surroundings.parallelism())
        .setMonitorEndpoint(waiting.join(pace))
        .setAcceptsOutputValues(true)
        .build();
  }

  /// The call has come to its end, if it was begun.
  public void end() {
    var pace = joined;
    if (pace != null) waiting.leave(pace);
  }

  public void answered(CallResponse response) {
    answer = response;
  }

  CallResponse answer() {
    return Objects.requireNonNull(answer);
  }
}
