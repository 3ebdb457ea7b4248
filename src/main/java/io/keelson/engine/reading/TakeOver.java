package io.keelson.engine.reading;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.ProviderFault;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Unmarked;
import java.util.List;
import java.util.Optional;

/// An object that has moved from another resource type: the provider of its new type tells what it
/// is in that type. Nothing is done to the object, and its record keeps the old form until the move
/// is applied.
///
/// @param at its new address
/// @param object as it is recorded
/// @rule R-MOV-4
record TakeOver(
    ConfiguredProviders providers, StateCodec codec, InstanceAddress at, ObjectState object) {

  /// What the provider makes of the object; not checked yet.
  Answer<MoveAnswer.Moved> ask(Provider provider, AnswerMemo answers) {
    var request =
        new MoveRequest(
            at.resource().type(),
            at,
            object.provider().name(),
            object.type(),
            object.attributes(),
            object.privateData(),
            object.identity(),
            known());
    return switch (answers.move(provider, request)) {
      case MoveAnswer.Moved(var moved, var warnings) ->
          Answer.of(new MoveAnswer.Moved(moved, warnings(warnings)));
      case MoveAnswer.Deferred(Deferral(var reason, var warnings)) ->
          new Answer.Deferred<>(new Deferral(reason, warnings(warnings)));
      case MoveAnswer.Unsupported _ -> Answer.failed(unsupported(provider));
      case MoveAnswer.Failed(var diagnostics) ->
          new Answer.Failed<>(
              mayBeQuoted()
                  ? errors(diagnostics).stream().map(this::inMove).toList()
                  : errors(diagnostics));
    };
  }

  /// What the provider says of the object that it has taken over, as far as it may be shown.
  List<Diagnostic> warnings(List<Diagnostic> said) {
    return mayBeQuoted() ? secrecy().in(said) : List.of();
  }

  List<Diagnostic> errors(List<Diagnostic> said) {
    return mayBeQuoted() ? secrecy().in(said) : List.of(unquoted());
  }

  private Secrecy secrecy() {
    return known().map(object -> Secrecy.of(object)).orElseGet(() -> Secrecy.of());
  }

  /// Whether secrets can be hidden in what the provider says: it is given them, too.
  private boolean mayBeQuoted() {
    return object.sensitive().isEmpty() || known().isPresent();
  }

  /// What to store of the object from now on.
  ///
  /// @param moved its value in the schema of its new type
  ObjectState stored(Schema schema, Prior moved, Provider provider) {
    return new ObjectState(
        at.resource().type(),
        object.status(),
        new RawState(schema.version(), codec.encode(moved.value(), schema.type())),
        Sensitivity.paths(
            Sensitivity.moved(
                schema, moved.value(), object.sensitive(), known(), provider.configuration())),
        moved.privateData(),
        moved.identity(),
        providers.key(at.resource(), object),
        object.dependencies(),
        object.flags());
  }

  /// The object in the schema of its old type, if that is still known.
  private Optional<Unmarked> known() {
    var schema = providers.schemaOf(object);
    if (schema.isEmpty()) return Optional.empty();
    try {
      var value = codec.decode(object.attributes().json(), schema.get().type());
      return Optional.of(Sensitivity.mark(value, object.sensitive()).unmark());
    } catch (StateCodec.MalformedState e) {
      return Optional.empty();
    }
  }

  /// The error where no provider is known for the new type: no declaration names one, and the one
  /// that the object was made with does not have the type.
  Diagnostic nobody() {
    return failed(
        "Nobody can take the object over",
        "No provider is known for its new type. Declare "
            + at
            + ", with the provider that has the type, or take the move out of spec.moves.");
  }

  private Diagnostic unsupported(Provider provider) {
    return failed(
        "Move to another type is not supported",
        "Provider '"
            + provider.name()
            + "' takes over no objects of other types. Take the move out of spec.moves. To manage"
            + " the object as "
            + at.resource().type()
            + " all the same, forget it where it was (spec.removed with destroy: false), and then"
            + " import it.");
  }

  Diagnostic nothing(Provider provider) {
    return new ProviderFault(subject(), provider.name(), "Provider returned no object")
        .at(AttributePath.ROOT, "an object of another type was to be taken over, but it is null");
  }

  private Diagnostic failed(String summary, String detail) {
    return Diagnostic.error(Code.MOVED, subject(), summary, made() + detail);
  }

  private Diagnostic unquoted() {
    return failed(
        "Object is not taken over",
        "What the provider says about that is not shown: the object holds secrets, and without the"
            + " provider of its old type nobody can tell what they are. Declare that provider"
            + " again to see more, or take the move out of spec.moves.");
  }

  /// Words a problem as one of the move that the user wrote: the provider speaks of states.
  private Diagnostic inMove(Diagnostic problem) {
    if (!problem.isError()) return problem.about(subject());
    var detail = problem.detail().isEmpty() ? "" : problem.detail() + " ";
    return problem
        .about(subject())
        .detailed(detail + made() + "It and its record stay as they are.");
  }

  private String made() {
    return "The object was made as "
        + object.type()
        + " by provider '"
        + object.provider()
        + "', and is to move to "
        + at
        + ". ";
  }

  private Subject subject() {
    return Subject.of(at);
  }
}
