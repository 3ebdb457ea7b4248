package io.keelson.provider.plugin;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.EphemeralAnswer;
import io.keelson.engine.provider.EphemeralAnswer.Lease;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Unmarked;
import io.keelson.provider.plugin.proto.Tfplugin.CloseEphemeralResource;
import io.keelson.provider.plugin.proto.Tfplugin.OpenEphemeralResource;
import io.keelson.provider.plugin.proto.Tfplugin.RenewEphemeralResource;
import io.keelson.provider.plugin.proto.Tfplugin.ValidateConfig;
import io.keelson.provider.plugin.rpc.Rpc;
import io.keelson.provider.plugin.supervision.Stage;
import io.keelson.provider.plugin.wire.DynamicValues;
import io.keelson.provider.plugin.wire.MalformedValue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The calls about one ephemeral resource. Opening may make something, so nothing is sent twice.
record EphemeralCalls(PluginSession session, String type, Schema schema) {

  List<Diagnostic> validate(Unmarked config) {
    session.redaction().hide(SecretTexts.in(schema, config));
    var request =
        ValidateConfig.Request.newBuilder()
            .setTypeName(type)
            .setConfig(DynamicValues.encode(config.value(), schema.type()))
            .build();
    return session
        .ask(Stage.STARTED, Rpc.VALIDATE_EPHEMERAL, request)
        .either(answer -> session.reports().of(answer.getDiagnosticsList()), why -> why);
  }

  /// @param config wholly known
  EphemeralAnswer open(Unmarked config) {
    if (session.deferral().isPresent())
      return new EphemeralAnswer.Deferred(session.deferral().get());
    session.redaction().hide(SecretTexts.in(schema, config));
    var request =
        OpenEphemeralResource.Request.newBuilder()
            .setTypeName(type)
            .setConfig(DynamicValues.encode(config.value(), schema.type()))
            .setClientCapabilities(PluginProcess.CAPABILITIES)
            .build();
    session.supervisor().leased();
    boolean open = false;
    // A provider may log what it opens before this host knows that it is secret.
    try (var _ = session.redaction().hold()) {
      var answer =
          session
              .send(Stage.CONFIGURED, Rpc.OPEN_EPHEMERAL, request)
              .either(this::opened, EphemeralAnswer.Failed::new);
      open = answer instanceof EphemeralAnswer.Opened;
      return answer;
    } finally {
      if (!open) session.supervisor().released();
    }
  }

  private EphemeralAnswer opened(OpenEphemeralResource.Response answer) {
    var reported = session.reports().of(answer.getDiagnosticsList());
    if (Diagnostic.anyError(reported)) return new EphemeralAnswer.Failed(reported);
    if (answer.hasDeferred())
      return new EphemeralAnswer.Deferred(Reports.deferral(answer.getDeferred(), reported));
    try {
      var value = DynamicValues.decode(answer.getResult(), schema.type());
      // All of it is secret, whatever the schema says.
      session.redaction().hide(SecretTexts.all(value));
      var renewAt = answer.hasRenewAt() ? Optional.of(answer.getRenewAt()) : NEVER;
      return new EphemeralAnswer.Opened(value, lease(answer.getPrivate(), renewAt), reported);
    } catch (MalformedValue e) {
      return new EphemeralAnswer.Failed(List.of(session.reports().malformed(e)));
    }
  }

  private static final Optional<Timestamp> NEVER = Optional.empty();

  EphemeralAnswer renew(Lease lease) {
    var request =
        RenewEphemeralResource.Request.newBuilder()
            .setTypeName(type)
            .setPrivate(ByteString.copyFrom(lease.privateData().toArray()))
            .build();
    return session
        .send(Stage.CONFIGURED, Rpc.RENEW_EPHEMERAL, request)
        .either(answer -> renewed(answer, request.getPrivate()), EphemeralAnswer.Failed::new);
  }

  /// @param before the last answer, which stays where the new one says nothing
  private EphemeralAnswer renewed(RenewEphemeralResource.Response answer, ByteString before) {
    var renewAt = answer.hasRenewAt() ? Optional.of(answer.getRenewAt()) : NEVER;
    var kept = answer.hasPrivate() ? answer.getPrivate() : before;
    return held(lease(kept, renewAt), session.reports().of(answer.getDiagnosticsList()));
  }

  EphemeralAnswer close(Lease lease) {
    var request =
        CloseEphemeralResource.Request.newBuilder()
            .setTypeName(type)
            .setPrivate(ByteString.copyFrom(lease.privateData().toArray()))
            .build();
    try {
      return session
          .send(Stage.CONFIGURED, Rpc.CLOSE_EPHEMERAL, request)
          .either(
              answer ->
                  held(
                      new Lease(Bytes.NONE, Optional.empty()),
                      session.reports().of(answer.getDiagnosticsList())),
              EphemeralAnswer.Failed::new);
    } finally {
      session.supervisor().released();
    }
  }

  private static EphemeralAnswer held(Lease lease, List<Diagnostic> reported) {
    return Diagnostic.anyError(reported)
        ? new EphemeralAnswer.Failed(reported)
        : new EphemeralAnswer.Held(lease, reported);
  }

  /// What lies beyond the years that a time in a message may have counts as the first or last of
  /// them.
  static Instant instant(Timestamp at) {
    return Instant.ofEpochSecond(
        Math.clamp(at.getSeconds(), FIRST.getEpochSecond(), LAST.getEpochSecond()),
        Math.clamp(at.getNanos(), 0, LAST.getNano()));
  }

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private static Lease lease(ByteString privateData, Optional<Timestamp> renewAt) {
    return new Lease(Bytes.of(privateData.toByteArray()), renewAt.map(EphemeralCalls::instant));
  }
}
