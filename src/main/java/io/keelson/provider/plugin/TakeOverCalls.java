package io.keelson.provider.plugin;

import static io.keelson.provider.plugin.ResourceType.bytes;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Evaluated;
import io.keelson.provider.plugin.proto.Tfplugin;
import io.keelson.provider.plugin.proto.Tfplugin.ImportResourceState;
import io.keelson.provider.plugin.proto.Tfplugin.MoveResourceState;
import io.keelson.provider.plugin.rpc.Rpc;
import io.keelson.provider.plugin.supervision.Stage;
import io.keelson.provider.plugin.wire.MalformedValue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The calls that make objects such of one resource type which were not: somebody else's, and those
/// of another type.
///
/// @param movesState whether the provider takes over objects of other types
/// @param mayDefer whether the provider may answer that it cannot tell yet
record TakeOverCalls(ResourceType type, boolean movesState, boolean mayDefer) {

  /// The same calls, for callers that cannot use a deferred answer.
  TakeOverCalls withoutDeferral() {
    return new TakeOverCalls(type, movesState, false);
  }

  /// A provider that takes over nothing is not asked.
  MoveAnswer move(MoveRequest move) {
    if (!movesState) return new MoveAnswer.Unsupported();
    if (type.deferral().isPresent()) return new MoveAnswer.Deferred(type.deferral().get());
    move.known().ifPresent(object -> type.reports().redaction().hide(SecretTexts.in(object)));
    var request =
        MoveResourceState.Request.newBuilder()
            .setSourceProviderAddress(move.sourceProvider())
            .setSourceTypeName(move.sourceType())
            .setSourceSchemaVersion(move.source().schemaVersion())
            .setSourceState(Tfplugin.RawState.newBuilder().setJson(bytes(move.source().json())))
            .setTargetTypeName(type.name())
            .setSourcePrivate(bytes(move.privateData()));
    move.identity()
        .ifPresent(stored ->
            request
                .setSourceIdentity(Tfplugin.RawState.newBuilder().setJson(bytes(stored.json())))
                .setSourceIdentitySchemaVersion(stored.schemaVersion()));
    return type.session()
        .ask(Stage.CONFIGURED, Rpc.MOVE, request.build())
        .either(this::moved, MoveAnswer.Failed::new);
  }

  private MoveAnswer moved(MoveResourceState.Response answer) {
    var reported = type.reports().of(answer.getDiagnosticsList());
    if (Diagnostic.anyError(reported)) return new MoveAnswer.Failed(reported);
    try {
      var value = type.object(answer.getTargetState());
      return new MoveAnswer.Moved(
          new Prior(
              value,
              Bytes.of(answer.getTargetPrivate().toByteArray()),
              type.storedIdentity(answer.getTargetIdentity())),
          reported);
    } catch (MalformedValue e) {
      return new MoveAnswer.Failed(List.of(type.reports().malformed(e)));
    }
  }

  /// @param key what the provider finds the object by
  /// @param timeout after which this call is asked to end; empty for the limit of all
  ImportAnswer importObject(ImportKey key, Optional<Duration> timeout) {
    if (type.deferral().isPresent()) return new ImportAnswer.Deferred(type.deferral().get());
    var message =
        ImportResourceState.Request.newBuilder()
            .setTypeName(type.name())
            .setClientCapabilities(
                mayDefer ? PluginProcess.CAPABILITIES : PluginProcess.WITHOUT_DEFERRAL);
    switch (key) {
      case ImportKey.Id(var id) -> message.setId(id);
      case ImportKey.Identity(var attributes) -> {
        var identity = type.identity();
        if (identity.isEmpty()) return ImportAnswer.noIdentity(type.name());
        switch (new GivenIdentity(type.name(), identity.get()).read(attributes)) {
          case Evaluated.Failed(var problems) -> {
            return new ImportAnswer.Failed(problems);
          }
          case Evaluated.Ok(var given) ->
              message.setIdentity(Identities.message(identity.get(), given));
        }
      }
    }
    return type.session()
        .ask(Stage.CONFIGURED, Rpc.IMPORT, message.build(), timeout)
        .either(this::imported, ImportAnswer.Failed::new);
  }

  private ImportAnswer imported(ImportResourceState.Response answer) {
    var reported = type.reports().of(answer.getDiagnosticsList());
    if (Diagnostic.anyError(reported)) return new ImportAnswer.Failed(reported);
    if (answer.hasDeferred())
      return new ImportAnswer.Deferred(Reports.deferral(answer.getDeferred(), reported));
    var objects = answer.getImportedResourcesList();
    if (objects.isEmpty()) return new ImportAnswer.Absent();
    if (objects.size() > 1 || !objects.getFirst().getTypeName().equals(type.name()))
      return new ImportAnswer.Failed(
          List.of(
              type.reports()
                  .fault(
                      "Provider imported something else",
                      "one object of type "
                          + type.name()
                          + " was asked for, and it gives "
                          + objects.size()
                          + ", the first of type "
                          + objects.getFirst().getTypeName())));
    try {
      return found(objects.getFirst(), reported);
    } catch (MalformedValue e) {
      return new ImportAnswer.Failed(List.of(type.reports().malformed(e)));
    }
  }

  private ImportAnswer found(ImportResourceState.ImportedResource object, List<Diagnostic> warnings)
      throws MalformedValue {
    var value = type.decode(object.getState());
    if (value.isNull()) return new ImportAnswer.Absent();
    var prior =
        new Prior(
            value,
            Bytes.of(object.getPrivate().toByteArray()),
            type.storedIdentity(object.getIdentity()));
    return new ImportAnswer.Found(prior, new TreeSet<>(), warnings);
  }
}
