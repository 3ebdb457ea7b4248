package io.keelson.provider.pulumi;

import com.google.protobuf.Struct;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.state.Completion;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.PulumiSession.Outcome;
import io.keelson.provider.pulumi.proto.Pulumi.CreateResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorResourceInitFailed;
import io.keelson.provider.pulumi.proto.Pulumi.UpdateResponse;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes one planned change.
record ObjectChange(ObjectType type, ObjectCalls calls, ApplyRequest request) {

  ApplyAnswer make() {
    PlannedObject planned;
    try {
      planned = PlannedObject.decode(request.privateData());
    } catch (MalformedProperty e) {
      return new ApplyAnswer.NotSent(calls.reports().malformed(e));
    }
    if (request.isDestroy()) return destroyed(planned.prior());
    type.hide(request.at(), request.config());
    if (!known(planned.inputs()))
      return new ApplyAnswer.NotSent(
          calls
              .reports()
              .fault(
                  "Provider produced an invalid plan", "an input is unknown while it is applied"));
    return request.isCreate() ? created(planned.inputs()) : updated(planned);
  }

  private static boolean known(Property property) {
    return switch (property) {
      case Property.Unknown _ -> false;
      case Property.Secret(var value) -> known(value);
      case Property.Output(var value, _, _) -> value.isPresent() && known(value.get());
      case Property.Elements(var elements) -> elements.stream().allMatch(ObjectChange::known);
      case Property.Fields(var fields) -> fields.values().stream().allMatch(ObjectChange::known);
      default -> true;
    };
  }

  private ApplyAnswer destroyed(RecordedObject object) {
    return switch (calls.delete(object, request.timeout())) {
      case Outcome.Answered<?> _ ->
          new ApplyAnswer.Returned(
              Optional.of(Value.nothing(type.schema().type())), Bytes.NONE, List.of());
      case Outcome.Refused<?>(var why, _, _) -> unchanged(object, why);
      case Outcome.NotSent<?>(var diagnostics) -> new ApplyAnswer.NotSent(diagnostics.getFirst());
      case Outcome.Lost<?>(var why, _) -> new ApplyAnswer.OutcomeUnknown(why);
    };
  }

  private static ApplyAnswer unchanged(RecordedObject object, Diagnostic why) {
    return new ApplyAnswer.Returned(Optional.empty(), object.encode(), List.of(why));
  }

  private ApplyAnswer created(Property.Fields inputs) {
    return switch (calls.create(inputs, request.timeout())) {
      case Outcome.Answered<CreateResponse>(var answer, _) ->
          answer.getId().isEmpty()
              ? withoutId("")
              : made(answer.getId(), inputs, answer.getProperties(), false);
      case Outcome.Refused<?>(var why, var unfinished, _) when unfinished.isPresent() ->
          createdHalfway(inputs, unfinished.get(), why);
      // A create that was asked to stop may have made its object all the same.
      case Outcome.Refused<?>(var why, _, boolean stopped) when stopped ->
          new ApplyAnswer.OutcomeUnknown(why);
      case Outcome.Refused<?>(var why, _, _) ->
          new ApplyAnswer.Returned(Optional.empty(), Bytes.NONE, List.of(why));
      case Outcome.NotSent<?>(var diagnostics) -> new ApplyAnswer.NotSent(diagnostics.getFirst());
      case Outcome.Lost<?>(var why, _) -> new ApplyAnswer.OutcomeUnknown(why);
    };
  }

  private ApplyAnswer createdHalfway(
      Property.Fields inputs, ErrorResourceInitFailed failed, Diagnostic why) {
    return failed.getId().isEmpty()
        ? withoutId(calls.reports().unfinished(failed, why).detail())
        : unfinished(made(failed.getId(), inputs, failed.getProperties(), true), failed, why);
  }

  /// What a create has made. Its id is all that it takes to look at it again, so it is kept also if
  /// the rest of the answer cannot be read.
  private ApplyAnswer made(String id, Property.Fields inputs, Struct answered, boolean unfinished) {
    return switch (object(id, inputs, inputs, answered, unfinished)) {
      case ApplyAnswer.OutcomeUnknown(var wrong) -> unread(id, inputs, wrong);
      case ApplyAnswer other -> other;
    };
  }

  private ApplyAnswer unread(String id, Property.Fields inputs, Diagnostic wrong) {
    return switch (object(id, inputs, inputs, Struct.getDefaultInstance(), true)) {
      case ApplyAnswer.Returned(var value, var data, _, _, _) ->
          new ApplyAnswer.Returned(
              value, data, Optional.empty(), Completion.UNFINISHED, List.of(wrong));
      case ApplyAnswer other -> other;
    };
  }

  /// @param said by the provider about the object; empty if it said nothing
  private ApplyAnswer withoutId(String said) {
    return new ApplyAnswer.OutcomeUnknown(
        calls
            .reports()
            .fault(
                "Provider produced an object without an id",
                "it is empty, so the object cannot be found again"
                    + (said.isEmpty() ? "" : "; it says: " + said)));
  }

  private ApplyAnswer updated(PlannedObject planned) {
    var ignored = request.ignored().stream().map(PathPattern::toString).toList();
    var inputs = planned.inputs();
    var prior = planned.prior();
    return switch (calls.update(planned, ignored, request.timeout())) {
      case Outcome.Answered<UpdateResponse>(var answer, _) ->
          object(prior.id(), inputs, inputs, answer.getProperties(), false);
      // Its inputs stay those of before, so that the next comparison sees the change.
      case Outcome.Refused<?>(var why, var unfinished, _) when unfinished.isPresent() ->
          unfinished(
              object(prior.id(), inputs, prior.inputs(), unfinished.get().getProperties(), true),
              unfinished.get(),
              why);
      case Outcome.Refused<?>(var why, _, _) -> unchanged(prior, why);
      case Outcome.NotSent<?>(var diagnostics) -> new ApplyAnswer.NotSent(diagnostics.getFirst());
      case Outcome.Lost<?>(var why, _) -> new ApplyAnswer.OutcomeUnknown(why);
    };
  }

  /// @param there what is there, as the error of the call tells
  /// @rule R-PUL-21
  private ApplyAnswer unfinished(
      ApplyAnswer there, ErrorResourceInitFailed failed, Diagnostic why) {
    if (!(there instanceof ApplyAnswer.Returned(var value, var data, _, _, var wrong)))
      return there;
    var diagnostics = new ArrayList<>(List.of(calls.reports().unfinished(failed, why)));
    diagnostics.addAll(wrong);
    return new ApplyAnswer.Returned(
        value, data, Optional.empty(), Completion.UNFINISHED, diagnostics);
  }

  /// @param sent with which it was made
  /// @param recorded which are kept of it
  private ApplyAnswer object(
      String id,
      Property.Fields sent,
      Property.Fields recorded,
      Struct answered,
      boolean unfinished) {
    try {
      var outputs = SecretEcho.marked(sent, PropertyReader.read(answered));
      var object = new RecordedObject(id, recorded, outputs, unfinished);
      return new ApplyAnswer.Returned(
          Optional.of(type.existing(object)), object.encode(), List.of());
    } catch (MalformedProperty e) {
      // The provider has done something, but its answer cannot be read.
      return new ApplyAnswer.OutcomeUnknown(calls.reports().malformed(e));
    }
  }
}
