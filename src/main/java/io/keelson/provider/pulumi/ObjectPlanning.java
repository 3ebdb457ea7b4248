package io.keelson.provider.pulumi;

import com.google.protobuf.Struct;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.PlannedState.Promise;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.PulumiProcess.Abilities;
import io.keelson.provider.pulumi.PulumiSession.Outcome;
import io.keelson.provider.pulumi.naming.Autonaming;
import io.keelson.provider.pulumi.naming.NamePattern;
import io.keelson.provider.pulumi.proto.Pulumi.CheckResponse;
import io.keelson.provider.pulumi.proto.Pulumi.DiffResponse;
import io.keelson.provider.pulumi.value.IgnoredInputs;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyReader;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/// Plans one object: its inputs are checked, compared with those that it was made with, and the
/// provider is asked what would come of them.
///
/// @rule R-PRG-3
/// @rule R-PRG-4
record ObjectPlanning(
    ObjectType type,
    ObjectCalls calls,
    StackNames stack,
    Autonaming naming,
    PlanRequest request,
    List<String> ignored) {

  static ObjectPlanning of(
      ObjectType type,
      ObjectCalls calls,
      StackNames stack,
      Autonaming naming,
      PlanRequest request) {
    return new ObjectPlanning(
        type,
        calls,
        stack,
        naming,
        request,
        request.ignored().stream().map(PathPattern::toString).toList());
  }

  Answer<PlannedState> plan() {
    try {
      var recorded = recorded();
      if (request.proposed().value().isNull()) return Answer.of(gone(recorded));
      var deferral = type.session().deferral();
      if (deferral.isPresent()) return new Answer.Deferred<>(deferral.get());
      return request.prior().isNull() ? create(recorded) : existing(recorded);
    } catch (MalformedProperty e) {
      return Answer.failed(calls.reports().malformed(e));
    }
  }

  /// What is recorded of the object that is there, or of the one that this one takes the place of.
  private RecordedObject recorded() throws MalformedProperty {
    if (!request.prior().isNull()) return RecordedObject.decode(request.privateData());
    var planned = request.privateData().isEmpty() ? request.approved() : request.privateData();
    if (!planned.isEmpty()) return PlannedObject.decode(planned).prior();
    var superseded = request.superseded();
    return superseded.isEmpty() ? RecordedObject.NONE : RecordedObject.decode(superseded);
  }

  private PlannedState gone(RecordedObject recorded) {
    return state(
        request.proposed().value(),
        Collections.emptySortedSet(),
        new PlannedObject(Property.Fields.EMPTY, recorded));
  }

  private PlannedState state(
      Value value, SortedSet<AttributePath> replaces, PlannedObject planned) {
    return new PlannedState(value, replaces, planned.encode(), Promise.FORESEEN, List.of());
  }

  /// What is done with checked inputs.
  private interface Checked {
    Answer<PlannedState> with(Property.Fields inputs, Abilities can) throws MalformedProperty;
  }

  /// @param there the object that is there, or whose place is taken
  private Answer<PlannedState> checked(Property.Fields olds, RecordedObject there, Checked next) {
    var told = type.told(request.at(), request.config(), olds);
    var news = IgnoredInputs.asBefore(request.ignored(), told, olds);
    var seed = stack.seeds().of(request.at(), there);
    var facts = new NamePattern.Facts(calls.name().name(), stack.name(), stack.project());
    return calls
        .check(olds, news, seed, naming.options(facts, seed))
        .either(answered -> checked(news, answered, next), Answer.Failed::new);
  }

  private Answer<PlannedState> checked(
      Property.Fields news, Outcome.Answered<CheckResponse> answered, Checked next) {
    var answer = answered.answer();
    if (answer.getFailuresCount() > 0) return new Answer.Failed<>(calls.failures(answer));
    try {
      return next.with(
          answer.hasInputs()
              ? SecretEcho.marked(news, PropertyReader.read(answer.getInputs()))
              : news,
          answered.abilities());
    } catch (MalformedProperty e) {
      return Answer.failed(calls.reports().malformed(e));
    }
  }

  /// @param replaced the object that this one takes the place of
  private Answer<PlannedState> create(RecordedObject replaced) {
    return checked(
        Property.Fields.EMPTY,
        replaced,
        (inputs, can) ->
            created(new PlannedObject(inputs, replaced), can)
                .map(planned -> planned.destroyingFirst(isNamedAgain(can))));
  }

  /// An id that a provider foresees is not that of the object: some draw one for each preview.
  private Answer<PlannedState> created(PlannedObject planned, Abilities can)
      throws MalformedProperty {
    if (!can.previews()) return Answer.of(open("", planned));
    return calls
        .previewCreate(planned.inputs(), request.timeout())
        .either(
            answered -> foreseen("", answered.answer().getProperties(), planned),
            Answer.Failed::new);
  }

  /// Nobody foresees what comes of it: what is given stays, everything else is open.
  private PlannedState open(String id, PlannedObject planned) throws MalformedProperty {
    return state(
        type.planned(id, planned.inputs(), Property.Fields.EMPTY),
        Collections.emptySortedSet(),
        planned);
  }

  private Answer<PlannedState> foreseen(String id, Struct answered, PlannedObject planned) {
    try {
      var outputs = SecretEcho.marked(planned.inputs(), PropertyReader.read(answered));
      return Answer.of(
          state(
              type.planned(id, planned.inputs(), outputs), Collections.emptySortedSet(), planned));
    } catch (MalformedProperty e) {
      return Answer.failed(calls.reports().malformed(e));
    }
  }

  private Answer<PlannedState> existing(RecordedObject recorded) {
    return checked(
        recorded.inputs(),
        recorded,
        (inputs, can) -> compared(new PlannedObject(inputs, recorded), can));
  }

  private Answer<PlannedState> compared(PlannedObject planned, Abilities can) {
    return calls
        .diff(planned.prior(), planned.inputs(), ignored)
        .either(
            answered -> {
              try {
                return decided(planned, answered.answer(), can);
              } catch (MalformedProperty e) {
                return Answer.failed(calls.reports().malformed(e));
              }
            },
            Answer.Failed::new);
  }

  private Answer<PlannedState> decided(PlannedObject planned, DiffResponse diff, Abilities can)
      throws MalformedProperty {
    var replacing = type.resource().rules().replaceOnChanges();
    boolean alone = diff.getDeleteBeforeReplace() || isNamedAgain(can);
    return following(DiffVerdict.of(diff, planned, replacing), planned, can)
        .map(decided -> decided.destroyingFirst(alone));
  }

  /// Whether an object that takes the place of another would have its name.
  ///
  /// @rule R-PRG-5
  private boolean isNamedAgain(Abilities can) {
    return can.autonaming() && naming.repeats();
  }

  private Answer<PlannedState> following(DiffVerdict verdict, PlannedObject planned, Abilities can)
      throws MalformedProperty {
    return switch (verdict) {
      // What an update is to finish is updated also without a difference.
      case DiffVerdict.Same _ when planned.prior().unfinished() ->
          updated(planned, Collections.emptySortedSet(), can);
      case DiffVerdict.Same _ ->
          Answer.of(state(unchanged(planned), Collections.emptySortedSet(), planned));
      case DiffVerdict.Replaced(var paths) ->
          Answer.of(PlannedState.told(open("", planned).value(), paths, planned.encode(), paths));
      case DiffVerdict.Changed(var paths) -> updated(planned, paths, can);
    };
  }

  /// The object as it is, with the secrets that it has by what is declared now. A record of another
  /// version of the provider need not fit; then the declaration alone tells them.
  private Value unchanged(PlannedObject planned) {
    var there = planned.prior();
    var sent = there.inputs();
    var now = planned.inputs();
    try {
      return type.existing(
              new RecordedObject(
                  there.id(),
                  SecretEcho.again(sent, now, sent),
                  SecretEcho.again(sent, now, there.outputs())))
          .unmark()
          .remark(request.prior());
    } catch (MalformedProperty _) {
      return request.prior();
    }
  }

  private Answer<PlannedState> updated(
      PlannedObject planned, SortedSet<AttributePath> changes, Abilities can)
      throws MalformedProperty {
    var id = planned.prior().id();
    if (!can.previews()) return Answer.of(told(open(id, planned), changes));
    return calls
        .previewUpdate(planned, ignored, request.timeout())
        .either(
            answered -> foreseen(id, answered.answer().getProperties(), planned),
            diagnostics -> new Answer.Failed<PlannedState>(diagnostics))
        .map(state -> told(state, changes));
  }

  private static PlannedState told(PlannedState state, SortedSet<AttributePath> changes) {
    return PlannedState.told(
        state.value(), Collections.emptySortedSet(), state.privateData(), changes);
  }
}
