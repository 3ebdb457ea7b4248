package io.keelson.provider.pulumi;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.state.Completion;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.PulumiSession.Outcome;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorResourceInitFailed;
import io.keelson.provider.pulumi.proto.Pulumi.ReadResponse;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Looks at one object.
record ObjectReading(ObjectType type, ObjectCalls calls) {

  Answer<Sighting> read(Prior current, Optional<Duration> timeout) {
    var deferral = type.session().deferral();
    if (deferral.isPresent()) return new Answer.Deferred<>(deferral.get());
    try {
      var known = RecordedObject.decode(current.privateData());
      return switch (looked(calls.read(known, timeout), known.id())) {
        case Answer.Given(var looked) -> seen(known, looked);
        case Answer.Failed(var diagnostics) -> new Answer.Failed<>(diagnostics);
        case Answer.Deferred(var later) -> new Answer.Deferred<>(later);
      };
    } catch (MalformedProperty e) {
      return Answer.failed(calls.reports().malformed(e));
    }
  }

  /// An object that is not as it should be is there all the same: that is no error of a read.
  private Answer<Sighting> seen(RecordedObject known, Looked looked) throws MalformedProperty {
    var answer = looked.answer();
    if (answer.getId().isEmpty()) return Answer.of(new Sighting.Gone());
    var object =
        object(
            answer.getId(),
            known,
            answer.hasInputs() ? PropertyReader.read(answer.getInputs()) : known.inputs(),
            PropertyReader.read(answer.getProperties()),
            looked.isUnfinished() || known.unfinished());
    var seen = known(object);
    var completion = looked.isUnfinished() ? Completion.UNFINISHED : Completion.UNTOLD;
    return Answer.of(found(object, seen, completion, warnings(looked)));
  }

  /// Its secrets are hidden from now on.
  private Unmarked known(RecordedObject object) throws MalformedProperty {
    return type.existing(object).unmark();
  }

  private static Sighting found(
      RecordedObject object, Unmarked seen, Completion completion, List<Diagnostic> warnings) {
    return new Sighting.Found(
        prior(object, seen), Sensitivity.paths(seen).secret(), completion, warnings);
  }

  private static Diagnostic warning(Diagnostic error) {
    return new Diagnostic(
        error.code(),
        Severity.WARNING,
        error.summary(),
        error.detail(),
        error.subject(),
        error.path());
  }

  private static RecordedObject object(
      String id,
      RecordedObject known,
      Property.Fields inputs,
      Property.Fields outputs,
      boolean unfinished) {
    return new RecordedObject(
        id,
        SecretEcho.marked(known.inputs(), inputs),
        SecretEcho.marked(known.outputs(), SecretEcho.marked(known.inputs(), outputs)),
        unfinished);
  }

  private static Prior prior(RecordedObject object, Unmarked seen) {
    return new Prior(seen.value(), object.encode(), Optional.empty());
  }

  /// Looks up an object that others manage.
  ///
  /// @param config of a data source, wholly known
  /// @rule R-PRG-8
  Answer<FoundData> lookUp(Unmarked config) {
    var deferral = type.session().deferral();
    if (deferral.isPresent()) return new Answer.Deferred<>(deferral.get());
    var id =
        config.value() instanceof Mapping object
                && object.get(ObjectType.ID) instanceof Value.Text text
            ? text.text()
            : "";
    var known = new RecordedObject(id, Property.Fields.EMPTY, Property.Fields.EMPTY);
    return looked(calls.read(known, Optional.empty()), id).then(looked -> data(known, looked));
  }

  private Answer<FoundData> data(RecordedObject known, Looked looked) {
    var answer = looked.answer();
    if (answer.getId().isEmpty() || !answer.hasProperties())
      return Answer.failed(
          calls
              .reports()
              .problem(
                  "There is no such object",
                  "%s knows no object of this type with the id '%s'. Is the id right, and is it the right account or region?"
                      .formatted(calls.reports().provider(), known.id())));
    try {
      var object =
          object(
              answer.getId(),
              known,
              PropertyReader.read(answer.getInputs()),
              PropertyReader.read(answer.getProperties()),
              false);
      var seen = known(object);
      return Answer.of(
          new FoundData(seen.value(), Sensitivity.paths(seen).secret(), warnings(looked)));
    } catch (MalformedProperty e) {
      return Answer.failed(calls.reports().malformed(e));
    }
  }

  /// Neither an empty id nor an object without properties is one that exists.
  ImportAnswer find(String id, Optional<Duration> timeout) {
    var deferral = type.session().deferral();
    if (deferral.isPresent()) return new ImportAnswer.Deferred(deferral.get());
    return switch (looked(calls.find(id, timeout), id)) {
      // Whoever takes it over reads it once more, and is warned then.
      case Answer.Given(var looked) -> found(looked.answer(), looked.isUnfinished());
      case Answer.Failed(var diagnostics) -> new ImportAnswer.Failed(diagnostics);
      case Answer.Deferred(var later) -> new ImportAnswer.Deferred(later);
    };
  }

  /// What is told of an object.
  ///
  /// @param unfinished what is wrong with it; empty if it is as it should be
  private record Looked(ReadResponse answer, Optional<Unfinished> unfinished) {
    boolean isUnfinished() {
      return unfinished.isPresent();
    }
  }

  private record Unfinished(ErrorResourceInitFailed told, Diagnostic why) {}

  private static Answer<Looked> looked(Outcome<ReadResponse> outcome, String id) {
    if (outcome instanceof Outcome.Refused<ReadResponse>(var why, var unfinished, _)
        && unfinished.isPresent()) {
      var told = unfinished.get();
      return Answer.of(new Looked(asRead(told, id), Optional.of(new Unfinished(told, why))));
    }
    return outcome.either(
        answered -> Answer.of(new Looked(answered.answer(), Optional.empty())), Answer.Failed::new);
  }

  /// Why an object is not finished. To be asked once its secrets are known: they are hidden in it.
  private List<Diagnostic> warnings(Looked looked) {
    return looked.unfinished().stream()
        .map(each -> warning(calls.reports().unfinished(each.told(), each.why())))
        .toList();
  }

  private static ReadResponse asRead(ErrorResourceInitFailed failed, String id) {
    var read = ReadResponse.newBuilder().setId(failed.getId().isEmpty() ? id : failed.getId());
    if (failed.hasInputs()) read.setInputs(failed.getInputs());
    if (failed.hasProperties()) read.setProperties(failed.getProperties());
    return read.build();
  }

  private ImportAnswer found(ReadResponse answer, boolean unfinished) {
    if (answer.getId().isEmpty() || !answer.hasProperties()) return new ImportAnswer.Absent();
    if (!answer.hasInputs())
      return new ImportAnswer.Failed(
          List.of(
              Diagnostic.error(
                  Code.IMPORT,
                  Subject.stack(),
                  "The provider cannot take objects over",
                  calls.reports().provider()
                      + " does not tell with which inputs an object of this type was made, so it"
                      + " cannot be imported. Create it anew, or ask those who make the"
                      + " provider.")));
    try {
      var object =
          object(
              answer.getId(),
              RecordedObject.NONE,
              PropertyReader.read(answer.getInputs()),
              PropertyReader.read(answer.getProperties()),
              unfinished);
      var seen = known(object);
      return new ImportAnswer.Found(
          prior(object, seen), Sensitivity.paths(seen).secret(), List.of());
    } catch (MalformedProperty e) {
      return new ImportAnswer.Failed(List.of(calls.reports().malformed(e)));
    }
  }
}
