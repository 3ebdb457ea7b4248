package io.keelson.provider.plugin;

import static io.keelson.provider.plugin.ResourceType.bytes;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.PlannedState.Promise;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider.Upgraded;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec.MalformedState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.PluginSession.Outcome;
import io.keelson.provider.plugin.proto.Tfplugin;
import io.keelson.provider.plugin.proto.Tfplugin.ApplyResourceChange;
import io.keelson.provider.plugin.proto.Tfplugin.ClientCapabilities;
import io.keelson.provider.plugin.proto.Tfplugin.DynamicValue;
import io.keelson.provider.plugin.proto.Tfplugin.PlanResourceChange;
import io.keelson.provider.plugin.proto.Tfplugin.ReadResource;
import io.keelson.provider.plugin.proto.Tfplugin.UpgradeResourceState;
import io.keelson.provider.plugin.proto.Tfplugin.ValidateConfig;
import io.keelson.provider.plugin.rpc.Rpc;
import io.keelson.provider.plugin.supervision.Stage;
import io.keelson.provider.plugin.wire.DynamicValues;
import io.keelson.provider.plugin.wire.EmptyObject;
import io.keelson.provider.plugin.wire.MalformedValue;
import io.keelson.provider.plugin.wire.StoredJson;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// The calls about objects of one resource type.
///
/// @param destroyIsPlanned whether the provider is asked before an object is destroyed
/// @param mayDefer whether the provider may answer that it cannot tell yet
record ResourceCalls(
    ResourceType type, Optional<Schema> meta, boolean destroyIsPlanned, boolean mayDefer) {

  /// The same calls, for callers that cannot use a deferred answer.
  ResourceCalls withoutDeferral() {
    return new ResourceCalls(type, meta, destroyIsPlanned, false);
  }

  private ClientCapabilities capabilities() {
    return mayDefer ? PluginProcess.CAPABILITIES : PluginProcess.WITHOUT_DEFERRAL;
  }

  List<Diagnostic> validate(Unmarked config) {
    type.hide(config);
    var request =
        ValidateConfig.Request.newBuilder()
            .setTypeName(type.name())
            .setConfig(type.encode(config.value()))
            .setClientCapabilities(capabilities())
            .build();
    return type.session()
        .ask(Stage.STARTED, Rpc.VALIDATE_RESOURCE, request)
        .either(answer -> type.reports().of(answer.getDiagnosticsList()), why -> why);
  }

  /// Also where the versions are equal: providers mend what older releases of them stored.
  Answer<Upgraded> upgrade(RawState stored) {
    if (type.deferral().isPresent()) return new Answer.Deferred<>(type.deferral().get());
    Bytes json = stored.json();
    try {
      if (stored.schemaVersion() == type.schema().version())
        json = StoredJson.fitting(json, type.schema().type());
    } catch (IOException | MalformedState e) {
      return Answer.failed(
          type.reports()
              .problem(
                  "The stored state cannot be read",
                  "It does not fit the schema of its type. Was it edited by hand? Restore it"
                      + " from a backup, or forget the instance."));
    }
    var request =
        UpgradeResourceState.Request.newBuilder()
            .setTypeName(type.name())
            .setVersion(stored.schemaVersion())
            .setRawState(Tfplugin.RawState.newBuilder().setJson(bytes(json)))
            .build();
    return type.session()
        .ask(Stage.CONFIGURED, Rpc.UPGRADE, request)
        .either(this::upgraded, Answer.Failed::new);
  }

  private Answer<Upgraded> upgraded(UpgradeResourceState.Response answer) {
    var reported = type.reports().of(answer.getDiagnosticsList());
    if (Diagnostic.anyError(reported)) return new Answer.Failed<>(reported);
    try {
      return Answer.of(new Upgraded(type.decode(answer.getUpgradedState()), reported));
    } catch (MalformedValue e) {
      return Answer.failed(type.reports().malformed(e));
    }
  }

  Answer<Sighting> read(Prior current) {
    return read(current, Optional.empty());
  }

  /// @param timeout after which this call is asked to end; empty for the limit of all calls
  Answer<Sighting> read(Prior current, Optional<Duration> timeout) {
    if (type.deferral().isPresent()) return new Answer.Deferred<>(type.deferral().get());
    type.hide(Unmarked.plain(current.value()));
    var request =
        ReadResource.Request.newBuilder()
            .setTypeName(type.name())
            .setCurrentState(type.encode(current.value()))
            .setPrivate(bytes(current.privateData()))
            .setClientCapabilities(capabilities());
    providerMeta().ifPresent(request::setProviderMeta);
    type.currentIdentity(current.identity()).ifPresent(request::setCurrentIdentity);
    return type.session()
        .ask(Stage.CONFIGURED, Rpc.READ, request.build(), timeout)
        .either(answer -> read(answer, current), Answer.Failed::new);
  }

  private Answer<Sighting> read(ReadResource.Response answer, Prior current) {
    var reported = type.reports().of(answer.getDiagnosticsList());
    if (Diagnostic.anyError(reported)) return new Answer.Failed<>(reported);
    if (answer.hasDeferred())
      return new Answer.Deferred<>(Reports.deferral(answer.getDeferred(), reported));
    try {
      var value = type.object(answer.getNewState());
      if (value.isNull()) return Answer.of(new Sighting.Gone());
      var stored = type.storedIdentity(answer.getNewIdentity());
      return Answer.of(
          new Sighting.Found(
              new Prior(
                  value,
                  Bytes.of(answer.getPrivate().toByteArray()),
                  stored.isPresent() ? stored : current.identity()),
              reported));
    } catch (MalformedValue e) {
      return Answer.failed(type.reports().malformed(e));
    }
  }

  Answer<PlannedState> plan(PlanRequest request) {
    var prior = type.currentIdentity(request.identity());
    if (request.proposed().value().isNull() && !destroyIsPlanned)
      return Answer.of(
          new PlannedState(
              request.proposed().value(),
              Collections.emptySortedSet(),
              new PlannedData(request.privateData(), prior).encode(),
              Promise.EXACT,
              List.of()));
    if (type.deferral().isPresent()) return new Answer.Deferred<>(type.deferral().get());
    type.hide(request.config());
    type.hide(Unmarked.plain(request.prior()));
    var message =
        PlanResourceChange.Request.newBuilder()
            .setTypeName(type.name())
            .setPriorState(type.encode(request.prior()))
            .setProposedNewState(type.encode(request.proposed().value()))
            .setConfig(type.encode(request.config().value()))
            .setPriorPrivate(bytes(priorPrivate(request)))
            .setClientCapabilities(capabilities());
    providerMeta().ifPresent(message::setProviderMeta);
    prior.ifPresent(message::setPriorIdentity);
    return type.session()
        .ask(Stage.CONFIGURED, Rpc.PLAN, message.build())
        .either(answer -> planned(answer, request.prior()), Answer.Failed::new);
  }

  /// The new object of a replacement goes on with the private data of the plan that asked for it.
  private static Bytes priorPrivate(PlanRequest request) {
    return request.prior().isNull()
        ? PlannedData.decode(request.privateData()).privateData()
        : request.privateData();
  }

  private Answer<PlannedState> planned(PlanResourceChange.Response answer, Value prior) {
    var reported = type.reports().of(answer.getDiagnosticsList());
    if (Diagnostic.anyError(reported)) return new Answer.Failed<>(reported);
    if (answer.hasDeferred())
      return new Answer.Deferred<>(Reports.deferral(answer.getDeferred(), reported));
    try {
      var data =
          new PlannedData(
              Bytes.of(answer.getPlannedPrivate().toByteArray()),
              answer.hasPlannedIdentity()
                  ? Optional.of(answer.getPlannedIdentity())
                  : Optional.empty());
      return Answer.of(
          new PlannedState(
              type.decode(answer.getPlannedState()),
              // Some providers also name such attributes where no object exists yet.
              prior.isNull()
                  ? Collections.emptySortedSet()
                  : paths(answer.getRequiresReplaceList()),
              data.encode(),
              Promise.legacy(answer.getLegacyTypeSystem()),
              reported));
    } catch (MalformedValue e) {
      return Answer.failed(type.reports().malformed(e));
    }
  }

  private static SortedSet<AttributePath> paths(List<Tfplugin.AttributePath> paths) {
    var read = new TreeSet<AttributePath>();
    for (var path : paths) read.add(Reports.path(path));
    return read;
  }

  ApplyAnswer apply(ApplyRequest request) {
    type.hide(request.config());
    type.hide(Unmarked.plain(request.prior()));
    var data = PlannedData.decode(request.privateData());
    var message =
        ApplyResourceChange.Request.newBuilder()
            .setTypeName(type.name())
            .setPriorState(type.encode(request.prior()))
            .setPlannedState(type.encode(request.planned()))
            .setConfig(type.encode(request.config().value()))
            .setPlannedPrivate(bytes(data.privateData()));
    providerMeta().ifPresent(message::setProviderMeta);
    data.identity().ifPresent(message::setPlannedIdentity);
    return switch (type.session()
        .send(Stage.CONFIGURED, Rpc.APPLY, message.build(), request.timeout())) {
      case Outcome.NotSent<ApplyResourceChange.Response>(var diagnostics) ->
          new ApplyAnswer.NotSent(diagnostics.getFirst());
      case Outcome.Lost<ApplyResourceChange.Response>(var why, _) ->
          new ApplyAnswer.OutcomeUnknown(why);
      case Outcome.Answered<ApplyResourceChange.Response>(var answer, var stopped) ->
          stopped.isPresent() && request.prior().isNull()
              ? created(applied(answer))
              : applied(answer);
    };
  }

  /// A create that was asked to stop ends with an error. If the answer says nothing about an
  /// object, one may exist all the same.
  private ApplyAnswer created(ApplyAnswer answer) {
    return answer instanceof ApplyAnswer.Returned(var value, _, _, _, var reported)
            && value.isEmpty()
            && Diagnostic.anyError(reported)
        ? new ApplyAnswer.OutcomeUnknown(type.reports().stopped(reported))
        : answer;
  }

  /// What was done is stored as far as it is told, errors or not.
  ///
  /// @rule R-APPLY-21
  private ApplyAnswer applied(ApplyResourceChange.Response answer) {
    var reported = type.reports().of(answer.getDiagnosticsList());
    try {
      var value = type.object(answer.getNewState());
      // A null beside errors says nothing: the object may still be as it was.
      boolean isNews = !value.isNull() || !Diagnostic.anyError(reported);
      return new ApplyAnswer.Returned(
          isNews ? Optional.of(value) : Optional.empty(),
          Bytes.of(answer.getPrivate().toByteArray()),
          type.storedIdentity(answer.getNewIdentity()),
          reported);
    } catch (MalformedValue e) {
      // The provider has done something, but its answer cannot be read.
      return new ApplyAnswer.OutcomeUnknown(type.reports().malformed(e));
    }
  }

  private Optional<DynamicValue> providerMeta() {
    return meta.map(each -> DynamicValues.encode(EmptyObject.of(each.root()), each.type()));
  }
}
