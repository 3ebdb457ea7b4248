package io.keelson.provider.plugin;

import com.google.protobuf.Message;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.process.ProviderProcess;
import io.keelson.provider.plugin.proto.Tfplugin.ClientCapabilities;
import io.keelson.provider.plugin.proto.Tfplugin.ConfigureProvider;
import io.keelson.provider.plugin.proto.Tfplugin.GetProviderSchema;
import io.keelson.provider.plugin.proto.Tfplugin.GetResourceIdentitySchemas;
import io.keelson.provider.plugin.proto.Tfplugin.ResourceIdentitySchema;
import io.keelson.provider.plugin.proto.Tfplugin.StopProvider;
import io.keelson.provider.plugin.proto.Tfplugin.ValidateProviderConfig;
import io.keelson.provider.plugin.rpc.Connection;
import io.keelson.provider.plugin.rpc.Reply;
import io.keelson.provider.plugin.rpc.Rpc;
import io.keelson.provider.plugin.schema.BrokenSchema;
import io.keelson.provider.plugin.schema.ProviderSchemas;
import io.keelson.provider.plugin.supervision.ProgramProcess;
import io.keelson.provider.plugin.supervision.Unusable;
import io.keelson.provider.plugin.wire.DynamicValues;
import io.keelson.version.TerraformVersion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A process of a provider: it gives its schemas, and is configured once.
final class PluginProcess implements ProgramProcess {
  /// What this host understands in an answer.
  static final ClientCapabilities CAPABILITIES = capabilities(true);

  /// The same, for calls whose answer cannot be deferred.
  static final ClientCapabilities WITHOUT_DEFERRAL = capabilities(false);

  private static ClientCapabilities capabilities(boolean mayDefer) {
    return ClientCapabilities.newBuilder()
        .setDeferralAllowed(mayDefer)
        .setWriteOnlyAttributesAllowed(true)
        .build();
  }

  private final PluginSettings settings;
  private final Reports reports;
  private final ProviderProcess<Connection> process;
  private final ReentrantLock configuring = new ReentrantLock();
  private @Nullable ProviderSchemas schemas;
  private boolean configured;

  PluginProcess(PluginSettings settings, Reports reports, ProviderProcess<Connection> process) {
    this.settings = settings;
    this.reports = reports;
    this.process = process;
  }

  Connection connection() {
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

  ProviderSchemas schemas() {
    return Objects.requireNonNull(schemas);
  }

  /// Reads the schemas. Those that are known are not read again. Older providers do nothing before
  /// they are asked, so they are in every process.
  ///
  /// @throws Unusable if there are none; the process is ended
  void readSchemas(Optional<ProviderSchemas> known) throws Unusable {
    if (known.isPresent() && known.get().capabilities().schemaOptional()) {
      schemas = known.get();
      return;
    }
    try {
      var answer =
          answered(
              Rpc.SCHEMA,
              connection()
                  .call(
                      Rpc.SCHEMA,
                      GetProviderSchema.Request.getDefaultInstance(),
                      settings.launch().patience()));
      check(reports.of(answer.getDiagnosticsList()));
      schemas =
          known.isPresent()
              ? known.get()
              : new ProviderSchemas(connection().protocol(), answer, identitySchemas());
    } catch (BrokenSchema e) {
      close();
      throw new Unusable(
          List.of(reports.fault("Provider has a broken schema", String.valueOf(e.getMessage()))));
    } catch (Unusable e) {
      close();
      throw e;
    }
  }

  /// Identities are optional, so a provider need not have any.
  private Map<String, ResourceIdentitySchema> identitySchemas() {
    var reply =
        connection()
            .call(
                Rpc.IDENTITY_SCHEMAS,
                GetResourceIdentitySchemas.Request.getDefaultInstance(),
                settings.launch().patience());
    return reply instanceof Reply.Answered<GetResourceIdentitySchemas.Response>(var answer)
        ? answer.getIdentitySchemasMap()
        : Map.of();
  }

  private <A extends Message> A answered(Rpc<?, A> rpc, Reply<A> reply) throws Unusable {
    return switch (reply) {
      case Reply.Answered<A>(var answer) -> answer;
      case Reply.Failed<A>(var failure, var description) ->
          throw new Unusable(
              List.of(
                  reports.problem(
                      "The provider does not start",
                      settings.launch().name()
                          + " was asked for "
                          + rpc
                          + ", and no answer came ("
                          + description
                          + ")."
                          + (failure == Reply.Failure.LOST ? " " + end() : ""))));
    };
  }

  private static void check(List<Diagnostic> diagnostics) throws Unusable {
    if (Diagnostic.anyError(diagnostics)) throw new Unusable(diagnostics);
  }

  @Override
  public void configure() throws Unusable {
    configuring.lock();
    try {
      if (configured) return;
      var schema = schemas().provider();
      var config =
          switch (settings.configuration().apply(schema)) {
            case Evaluated.Failed(var diagnostics) -> throw new Unusable(diagnostics);
            case Evaluated.Ok(var value) -> value.unmark();
          };
      if (!config.value().whollyKnown())
        throw new Unusable(
            List.of(
                reports.problem(
                    "The provider's configuration is not known yet",
                    "It depends on values that are only known after apply. Apply what it depends"
                        + " on first.")));
      reports.redaction().hideAlways(SecretTexts.in(schema, config));
      configure(config.value(), schema.type());
      configured = true;
    } finally {
      configuring.unlock();
    }
  }

  private void configure(Value config, Type type) throws Unusable {
    var encoded = DynamicValues.encode(config, type);
    var validated =
        answered(
            Rpc.VALIDATE_PROVIDER,
            connection()
                .call(
                    Rpc.VALIDATE_PROVIDER,
                    ValidateProviderConfig.Request.newBuilder().setConfig(encoded).build()));
    check(reports.of(validated.getDiagnosticsList()));
    var accepted =
        answered(
            Rpc.CONFIGURE,
            connection()
                .call(
                    Rpc.CONFIGURE,
                    ConfigureProvider.Request.newBuilder()
                        .setTerraformVersion(TerraformVersion.EQUIVALENT)
                        .setConfig(encoded)
                        .setClientCapabilities(CAPABILITIES)
                        .build()));
    check(reports.of(accepted.getDiagnosticsList()));
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
    connection().call(Rpc.STOP, StopProvider.Request.getDefaultInstance(), patience);
  }
}
