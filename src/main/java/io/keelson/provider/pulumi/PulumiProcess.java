package io.keelson.provider.pulumi;

import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import io.keelson.provider.plugin.process.ProviderProcess;
import io.keelson.provider.plugin.rpc.Reply;
import io.keelson.provider.plugin.schema.BrokenSchema;
import io.keelson.provider.plugin.supervision.ProgramProcess;
import io.keelson.provider.plugin.supervision.Unusable;
import io.keelson.provider.pulumi.proto.Pulumi.CheckRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ConfigureRequest;
import io.keelson.provider.pulumi.proto.Pulumi.GetSchemaRequest;
import io.keelson.provider.pulumi.proto.Pulumi.HandshakeRequest;
import io.keelson.provider.pulumi.proto.Pulumi.HandshakeResponse;
import io.keelson.provider.pulumi.rpc.PulumiConnection;
import io.keelson.provider.pulumi.rpc.PulumiReply;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import io.keelson.provider.pulumi.schema.PackageSchema;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyReader;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/// A process of a Pulumi provider: it is greeted, gives its schema, and is configured once.
final class PulumiProcess implements ProgramProcess {
  private final PulumiSettings settings;
  private final PulumiReports reports;
  private final ProviderProcess<PulumiConnection> process;
  private final ReentrantLock configuring = new ReentrantLock();
  private Abilities abilities = Abilities.NONE;
  private boolean greeted;
  private boolean configured;

  PulumiProcess(
      PulumiSettings settings, PulumiReports reports, ProviderProcess<PulumiConnection> process) {
    this.settings = settings;
    this.reports = reports;
    this.process = process;
  }

  /// What a provider does beyond what each has to.
  ///
  /// @param accepted which special values it takes
  /// @param previews whether it can be asked what a create or an update would give
  /// @param autonaming whether it can be told how to name objects
  record Abilities(Accepted accepted, boolean previews, boolean autonaming) {
    static final Abilities NONE = new Abilities(Accepted.NOTHING, false, false);
  }

  PulumiConnection connection() {
    return process.connection();
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void whenEnded(Runnable task) {
    process.whenEnded(task);
  }

  @Override
  public String end() {
    return process.end();
  }

  @Override
  public void close() {
    process.close();
  }

  /// What the provider has said of itself by now.
  Abilities abilities() {
    configuring.lock();
    try {
      return abilities;
    } finally {
      configuring.unlock();
    }
  }

  /// Tells the provider who its host is. Many do not know this call; what they can do they say when
  /// they are configured.
  ///
  /// @param engine where the host listens for this process
  /// @throws Unusable if nobody answers; the process is ended
  void greet(String engine) throws Unusable {
    var folder = String.valueOf(settings.launch().binary().getParent());
    var request =
        HandshakeRequest.newBuilder()
            .setEngineAddress(engine)
            .setRootDirectory(folder)
            .setProgramDirectory(folder)
            .setConfigureWithUrn(true)
            .setInvokeWithPreview(true)
            .setAcceptsByteString(true)
            .build();
    switch (connection().call(PulumiRpc.HANDSHAKE, request, settings.launch().patience())) {
      case PulumiReply.Answered<HandshakeResponse>(var is) -> {
        greeted = true;
        abilities =
            new Abilities(
                new Accepted(is.getAcceptSecrets(), is.getAcceptResources(), is.getAcceptOutputs()),
                true,
                is.getSupportsAutonamingConfiguration());
      }
      case PulumiReply.Failed<?>(var failure, _) when failure == Reply.Failure.UNIMPLEMENTED -> {}
      case PulumiReply.Failed<?>(_, var description) ->
          throw ended(unanswered(PulumiRpc.HANDSHAKE, description));
      case PulumiReply.Refused<?>(var message, _) ->
          throw ended(unanswered(PulumiRpc.HANDSHAKE, message));
    }
  }

  /// The schema of the package.
  ///
  /// @throws Unusable if there is none; the process is ended
  PackageSchema readSchema() throws Unusable {
    var reply =
        connection()
            .call(
                PulumiRpc.SCHEMA,
                GetSchemaRequest.getDefaultInstance(),
                settings.launch().patience());
    try {
      return PackageSchema.read(answered(PulumiRpc.SCHEMA, reply).getSchema());
    } catch (BrokenSchema e) {
      throw ended(
          new Unusable(
              List.of(
                  reports.fault("Provider has a broken schema", String.valueOf(e.getMessage())))));
    } catch (Unusable e) {
      throw ended(e);
    }
  }

  private Unusable ended(Unusable why) {
    close();
    return why;
  }

  private Unusable unanswered(PulumiRpc<?, ?> rpc, String description) {
    return new Unusable(
        List.of(
            reports.problem(
                "The provider does not start",
                settings.launch().name()
                    + " was asked for "
                    + rpc
                    + ", and no answer came ("
                    + description
                    + ")."
                    + (isAlive() ? "" : " " + end()))));
  }

  private <A extends Message> A answered(PulumiRpc<?, A> rpc, PulumiReply<A> reply)
      throws Unusable {
    return switch (reply) {
      case PulumiReply.Answered<A>(var answer) -> answer;
      case PulumiReply.Refused<A>(var message, _) ->
          throw new Unusable(List.of(reports.refused(message)));
      case PulumiReply.Failed<A>(var failure, _) when failure == Reply.Failure.UNIMPLEMENTED ->
          throw new Unusable(List.of(reports.unfit(rpc)));
      case PulumiReply.Failed<A>(_, var description) -> throw unanswered(rpc, description);
    };
  }

  @Override
  public void configure() throws Unusable {
    configuring.lock();
    try {
      if (configured) return;
      if (!settings.process().known())
        throw new Unusable(
            List.of(
                reports.problem(
                    "The provider's configuration is not known yet",
                    "It depends on values that are only known after apply. Apply what it depends"
                        + " on first.")));
      configure(checked());
      configured = true;
    } finally {
      configuring.unlock();
    }
  }

  /// Before it is configured a provider is handed plain values.
  private Property.Fields checked() throws Unusable {
    var name = settings.process().name();
    var arguments = settings.process().arguments();
    var request =
        CheckRequest.newBuilder()
            .setUrn(name.urn())
            .setName(name.name())
            .setType(name.type())
            .setOlds(Struct.getDefaultInstance())
            .setNews(new PropertyWriter(Accepted.NOTHING).write(arguments))
            .build();
    var reply = connection().call(PulumiRpc.CHECK_CONFIG, request);
    if (reply instanceof PulumiReply.Failed<?>(var failure, _)
        && failure == Reply.Failure.UNIMPLEMENTED) return arguments;
    var answer = answered(PulumiRpc.CHECK_CONFIG, reply);
    if (answer.getFailuresCount() > 0)
      throw new Unusable(reports.failures(answer.getFailuresList()));
    try {
      return answer.hasInputs()
          ? SecretEcho.marked(arguments, PropertyReader.read(answer.getInputs()))
          : arguments;
    } catch (MalformedProperty e) {
      throw new Unusable(List.of(reports.malformed(e)));
    }
  }

  private void configure(Property.Fields checked) throws Unusable {
    var name = settings.process().name();
    var arguments = new ConfigurationArguments(checked);
    var request =
        ConfigureRequest.newBuilder()
            .putAllVariables(arguments.variables(name.pack()))
            .setArgs(arguments.sealed())
            .setAcceptSecrets(true)
            .setAcceptResources(true)
            .setSendsOldInputs(true)
            .setSendsOldInputsToDelete(true)
            .setId(UUID.nameUUIDFromBytes(name.urn().getBytes(StandardCharsets.UTF_8)).toString())
            .setUrn(name.urn())
            .setName(name.name())
            .setType(name.type())
            .build();
    var answer = answered(PulumiRpc.CONFIGURE, connection().call(PulumiRpc.CONFIGURE, request));
    if (greeted) return;
    abilities =
        new Abilities(
            new Accepted(
                answer.getAcceptSecrets(), answer.getAcceptResources(), answer.getAcceptOutputs()),
            answer.getSupportsPreview(),
            answer.getSupportsAutonamingConfiguration());
  }

  @Override
  public boolean isConfigured() {
    configuring.lock();
    try {
      return configured;
    } finally {
      configuring.unlock();
    }
  }

  @Override
  public void askToStop(Duration patience) {
    connection().call(PulumiRpc.CANCEL, Empty.getDefaultInstance(), patience);
  }
}
