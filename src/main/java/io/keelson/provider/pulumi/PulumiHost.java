package io.keelson.provider.pulumi;

import io.grpc.ClientInterceptor;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.provider.plugin.SecretTexts;
import io.keelson.provider.plugin.supervision.ProcessHost;
import io.keelson.provider.plugin.supervision.SharedSessions;
import io.keelson.provider.plugin.supervision.Unusable;
import io.keelson.provider.pulumi.naming.Autonaming;
import io.keelson.provider.pulumi.schema.PackageSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// The providers of the Pulumi world of this host: one process for each program with one
/// configuration.
public final class PulumiHost {
  private final ProcessHost host;
  private final List<ClientInterceptor> watchers;
  private final Map<String, PackageSchema> known = new ConcurrentHashMap<>();
  private final SharedSessions<PulumiSettings.Sharing, PulumiSession> sessions =
      new SharedSessions<>(PulumiSession::close);

  /// @param host runs the processes
  public PulumiHost(ProcessHost host) {
    this(host, List.of());
  }

  /// @param watchers see every call to the providers
  PulumiHost(ProcessHost host, List<ClientInterceptor> watchers) {
    this.host = host;
    this.watchers = List.copyOf(watchers);
  }

  /// A provider that can be used, or why there is none.
  public sealed interface Opened {
    /// To be closed by the caller.
    record Ready(PulumiProvider provider) implements Opened {}

    record Failed(List<Diagnostic> diagnostics) implements Opened {}
  }

  /// Starts a provider and asks for its schema, unless that of its program is known. It is
  /// configured when it is first needed.
  Opened open(PulumiSettings settings, StackNames stack, Autonaming naming) {
    var sharing = settings.process();
    var session =
        sessions.enter(
            sharing,
            () ->
                new PulumiSession(
                    settings, host, watchers, Optional.ofNullable(known.get(sharing.program()))));
    try {
      var schema = session.schema();
      known.putIfAbsent(sharing.program(), schema);
      var left = new AtomicBoolean();
      var provider =
          new PulumiProvider(
              session,
              schema,
              stack,
              naming,
              () -> {
                if (left.compareAndSet(false, true)) sessions.leave(sharing);
              });
      session.redaction().hideAlways(SecretTexts.in(provider.configuration()));
      return new Opened.Ready(provider);
    } catch (Unusable e) {
      sessions.leave(sharing);
      return new Opened.Failed(e.diagnostics());
    }
  }
}
