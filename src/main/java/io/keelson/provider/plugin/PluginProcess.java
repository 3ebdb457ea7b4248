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
import io.keelson.provider.plugin.proto.Tfplugin.ValidateProviderConfig;
import io.keelson.provider.plugin.rpc.Connection;
import io.keelson.provider.plugin.rpc.Reply;
import io.keelson.provider.plugin.rpc.Rpc;
import io.keelson.provider.plugin.schema.BrokenSchema;
import io.keelson.provider.plugin.schema.ProviderSchemas;
import io.keelson.provider.plugin.wire.DynamicValues;
import io.keelson.version.TerraformVersion;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A process of a provider: it gives its schemas, is configured once, and counts its calls.
final class PluginProcess {
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

  /// Providers made with terraform-plugin-framework keep about 20 KiB of every call until they end,
  /// which is nothing in a process that lives for one command, and much in one that serves for
  /// days.
  private static final int MOST_CALLS = 3_000;

  private final PluginSettings settings;
  private final Reports reports;
  private final ProviderProcess process;
  private final ReentrantLock configuring = new ReentrantLock();
  private @Nullable ProviderSchemas schemas;
  private boolean configured;

  private final RunningCalls calls;
  private volatile @Nullable String stopped;
  private volatile @Nullable String givenUp;
  private volatile boolean outdated;
  private final Instant started;

  PluginProcess(PluginSettings settings, Reports reports, ProviderProcess process, Instant now) {
    this.settings = settings;
    this.reports = reports;
    this.process = process;
    this.started = now;
    this.calls = new RunningCalls(now);
  }

  Connection connection() {
    return process.connection();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// How the process came to its end, in sentences.
  String end() {
    var why = givenUp;
    return why == null ? process.end() : why;
  }

  /// Ends the process in the middle of its calls.
  ///
  /// @param why in sentences
  void giveUp(String why) {
    givenUp = why;
    close();
  }

  boolean isGivenUp() {
    return givenUp != null;
  }

  void close() {
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

  /// Configures the provider, unless it is.
  ///
  /// @throws Unusable if it refuses; it is not asked again in this process
  void configure() throws Unusable {
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

  /// Calls that run are asked to come to an end.
  ///
  /// @param why a clause
  void stop(String why, Instant now) {
    stopped = why;
    calls.asked(now);
  }

  /// Why calls that run were asked to come to an end, as a clause; empty if they were not.
  Optional<String> stopped() {
    return Optional.ofNullable(stopped);
  }

  /// Configures the provider if the other process is configured.
  void configureLike(PluginProcess other) throws Unusable {
    boolean needed;
    other.configuring.lock();
    try {
      needed = other.configured;
    } finally {
      other.configuring.unlock();
    }
    if (needed) configure();
  }

  RunningCalls calls() {
    return calls;
  }

  /// Whether the process should be replaced after this call. If it is not, a later call says so
  /// again.
  static boolean isWornBy(RunningCall call) {
    return call.number() % MOST_CALLS == 0;
  }

  /// Notes that the process may remember things about the real world that hold no longer.
  void outdate() {
    outdated = true;
  }

  /// Whether the process is idle and may remember things that hold no longer, or was started before
  /// `oldest`.
  boolean isOutdated(Instant oldest) {
    return outdated && calls.count() == 0 || started.isBefore(oldest);
  }
}
