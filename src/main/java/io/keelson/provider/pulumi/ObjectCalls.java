package io.keelson.provider.pulumi;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import com.google.protobuf.Struct;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.provider.pulumi.PulumiSession.Outcome;
import io.keelson.provider.pulumi.proto.Pulumi.AutonamingOptions;
import io.keelson.provider.pulumi.proto.Pulumi.CheckRequest;
import io.keelson.provider.pulumi.proto.Pulumi.CheckResponse;
import io.keelson.provider.pulumi.proto.Pulumi.CreateRequest;
import io.keelson.provider.pulumi.proto.Pulumi.CreateResponse;
import io.keelson.provider.pulumi.proto.Pulumi.DeleteRequest;
import io.keelson.provider.pulumi.proto.Pulumi.DiffRequest;
import io.keelson.provider.pulumi.proto.Pulumi.DiffResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ReadRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ReadResponse;
import io.keelson.provider.pulumi.proto.Pulumi.UpdateRequest;
import io.keelson.provider.pulumi.proto.Pulumi.UpdateResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The calls about one object, as the protocol has them.
///
/// @param name of the object
record ObjectCalls(PulumiSession session, ObjectName name) {
  PulumiReports reports() {
    return session.reports();
  }

  private Struct struct(PulumiProcess.Abilities abilities, Property.Fields fields) {
    session.hide(fields);
    return new PropertyWriter(abilities.accepted()).write(fields);
  }

  /// What a provider compares, or has been told: of assets their hashes do.
  private Struct hashed(PulumiProcess.Abilities abilities, Property.Fields fields) {
    session.hide(fields);
    return new PropertyWriter(abilities.accepted()).hashing().write(fields);
  }

  /// @param olds inputs of the object that is there; nothing for a new one
  /// @param autonaming how it is named if nothing names it; only for providers that can be told
  Outcome<CheckResponse> check(
      Property.Fields olds,
      Property.Fields news,
      ByteString seed,
      Optional<AutonamingOptions> autonaming) {
    return session.ask(
        PulumiRpc.CHECK,
        can -> {
          var request =
              CheckRequest.newBuilder()
                  .setUrn(name.urn())
                  .setName(name.name())
                  .setType(name.token())
                  .setOlds(struct(can, olds))
                  .setNews(struct(can, news))
                  .setRandomSeed(seed);
          if (can.autonaming()) autonaming.ifPresent(request::setAutonaming);
          return request.build();
        },
        Optional.empty());
  }

  Outcome<DiffResponse> diff(RecordedObject prior, Property.Fields news, List<String> ignored) {
    return session.ask(
        PulumiRpc.DIFF,
        can ->
            DiffRequest.newBuilder()
                .setId(prior.id())
                .setUrn(name.urn())
                .setName(name.name())
                .setType(name.token())
                .setOlds(hashed(can, prior.outputs()))
                .setNews(hashed(can, news))
                .setOldInputs(hashed(can, prior.inputs()))
                .addAllIgnoreChanges(ignored)
                .build(),
        Optional.empty());
  }

  /// @param timeout that the create would have
  Outcome<CreateResponse> previewCreate(Property.Fields inputs, Optional<Duration> timeout) {
    return session.ask(
        PulumiRpc.CREATE, can -> create(can, inputs, true, timeout), Optional.empty());
  }

  Outcome<CreateResponse> create(Property.Fields inputs, Optional<Duration> timeout) {
    return session.send(PulumiRpc.CREATE, can -> create(can, inputs, false, timeout), timeout);
  }

  private CreateRequest create(
      PulumiProcess.Abilities can,
      Property.Fields inputs,
      boolean preview,
      Optional<Duration> timeout) {
    return CreateRequest.newBuilder()
        .setUrn(name.urn())
        .setName(name.name())
        .setType(name.token())
        .setProperties(struct(can, inputs))
        .setTimeout(seconds(timeout))
        .setPreview(preview)
        .build();
  }

  /// @param timeout that the update would have
  Outcome<UpdateResponse> previewUpdate(
      PlannedObject planned, List<String> ignored, Optional<Duration> timeout) {
    return session.ask(
        PulumiRpc.UPDATE,
        can -> update(can, planned, ignored).setTimeout(seconds(timeout)).setPreview(true).build(),
        Optional.empty());
  }

  Outcome<UpdateResponse> update(
      PlannedObject planned, List<String> ignored, Optional<Duration> timeout) {
    return session.send(
        PulumiRpc.UPDATE,
        can -> update(can, planned, ignored).setTimeout(seconds(timeout)).build(),
        timeout);
  }

  private UpdateRequest.Builder update(
      PulumiProcess.Abilities can, PlannedObject planned, List<String> ignored) {
    return UpdateRequest.newBuilder()
        .setId(planned.prior().id())
        .setUrn(name.urn())
        .setName(name.name())
        .setType(name.token())
        .setOlds(hashed(can, planned.prior().outputs()))
        .setNews(struct(can, planned.inputs()))
        .setOldInputs(hashed(can, planned.prior().inputs()))
        .addAllIgnoreChanges(ignored);
  }

  Outcome<Empty> delete(RecordedObject object, Optional<Duration> timeout) {
    return session.send(
        PulumiRpc.DELETE,
        can ->
            DeleteRequest.newBuilder()
                .setId(object.id())
                .setUrn(name.urn())
                .setName(name.name())
                .setType(name.token())
                .setProperties(hashed(can, object.outputs()))
                .setOldInputs(hashed(can, object.inputs()))
                .setTimeout(seconds(timeout))
                .build(),
        timeout);
  }

  Outcome<ReadResponse> read(RecordedObject object, Optional<Duration> timeout) {
    return session.ask(
        PulumiRpc.READ,
        can ->
            read(object.id())
                .setProperties(hashed(can, object.outputs()))
                .setInputs(hashed(can, object.inputs()))
                .setTimeout(seconds(timeout))
                .build(),
        timeout);
  }

  /// Looks for an object of which nothing else is known.
  Outcome<ReadResponse> find(String id, Optional<Duration> timeout) {
    return session.ask(PulumiRpc.READ, _ -> read(id).setTimeout(seconds(timeout)).build(), timeout);
  }

  private ReadRequest.Builder read(String id) {
    return ReadRequest.newBuilder()
        .setId(id)
        .setUrn(name.urn())
        .setName(name.name())
        .setType(name.token());
  }

  private static double seconds(Optional<Duration> timeout) {
    return timeout.map(each -> each.toMillis() / 1_000.0).orElse(0.0);
  }

  /// The problems that a check found; empty if it accepts.
  List<Diagnostic> failures(CheckResponse answer) {
    return reports().failures(answer.getFailuresList());
  }
}
