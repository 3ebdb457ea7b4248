package io.keelson.engine.provider;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.program.Programs;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Makes, reads, changes and destroys the real objects of some resource types.
///
/// Calls are synchronous and may come from many threads. Values are unmarked and follow the type's
/// schema; answers must too, but what a provider itself calls secret is marked in the values that
/// [#plan] and [#apply] give. Problems are diagnostics: the engine adds the subject, the path is
/// the provider's. A provider throws only if it is itself broken.
///
/// What cannot be told yet may be deferred, in upgrading, moving, reading, planning, importing and
/// opening: then nothing is planned for it, and it is asked again for the next plan ([Deferral]).
/// While a plan is carried out there is no later any more: there a deferral counts as an error.
public interface Provider extends AutoCloseable {
  /// A stored state in the current schema.
  record Upgraded(Value value, List<Diagnostic> warnings) {}

  /// The name of the provider in stored state and messages, such as `builtin` or `kubernetes`.
  String name();

  /// Identifies the code and the configuration of the provider: the name with a version or a
  /// checksum, and whatever tells the real system apart, such as an account and a region. Without
  /// credentials. A plan that was made with another identity is another plan.
  String identity();

  /// The configuration of the provider, and where it is secret. The objects that the provider
  /// answers with may repeat it; its diagnostics must not.
  ///
  /// @rule R-SENS-11
  Unmarked configuration();

  /// The schema of a type, or empty if this provider does not have it. Always the same for one
  /// type.
  Optional<Schema> schema(String type);

  /// Whether a replacement of this type makes the new object first where nothing else is declared.
  ///
  /// @rule R-PUL-5
  default boolean createsFirst(String type) {
    return false;
  }

  /// What to do about a create of this type whose outcome is not known.
  CreateRecovery recovery(String type);

  /// Problems of a configuration that can be told without touching the world. May hold unknowns.
  ///
  /// @rule R-PLAN-5
  List<Diagnostic> validate(String type, Unmarked config);

  /// A stored state in the current schema.
  ///
  /// @rule R-STATE-11
  Answer<Upgraded> upgrade(String type, RawState stored);

  /// An object that was made as another type, in the current schema of its new one. Changes
  /// nothing. What is taken over is upgraded and read before it is used.
  ///
  /// @rule R-MOV-4
  MoveAnswer move(MoveRequest request);

  /// The object as it is now, or that there is none: only where that is certain.
  Answer<Sighting> read(ReadRequest request);

  /// Completes a proposal; changes nothing.
  Answer<PlannedState> plan(PlanRequest request);

  /// Makes a planned change.
  ApplyAnswer apply(ApplyRequest request);

  /// For how long [#apply] may work on one change. A call that has not ended by then is ended, so
  /// that another process that finds the change begun knows when it is over. Types whose objects
  /// are found again may take longer.
  default Duration longestCall() {
    return Duration.ofHours(1);
  }

  /// Looks for an object that somebody else made, to take it over. Changes nothing. What is found
  /// is read before it is used.
  ///
  /// @rule R-IMP-6
  ImportAnswer importObject(ImportRequest request);

  /// What the apply call for an instance waits for at this moment, as a clause: `its phase is
  /// Pending`. It may quote the object. Empty if that is not known, and where no such call runs.
  default Optional<String> waitsFor(InstanceAddress at) {
    return Optional.empty();
  }

  /// Whether an import of this id finds this object, as far as that can be told without a look.
  ///
  /// @rule R-PUL-46
  default boolean names(String type, String id, Value object) {
    return object instanceof Mapping attributes
        && attributes.get("id") instanceof Value.Text own
        && own.text().equals(id);
  }

  /// Why a new object cannot be made as long as another one is there, such as a name that only one
  /// of them can have. Asked where a replacement is planned that does not destroy first.
  ///
  /// @param existing the object that is to be replaced
  /// @param planned the object that is to take its place
  /// @return empty if both can be there, or if that cannot be told
  default Optional<Diagnostic> obstacle(String type, Value existing, Value planned) {
    return Optional.empty();
  }

  /// How the object of a create with this planned value can be found if the outcome is lost; empty
  /// if it cannot. Holds no secrets.
  ///
  /// @param planned the only value a provider gets with its marks: they say what must not be kept
  Optional<String> locator(String type, Value planned);

  /// Looks for the object of an unfinished create. Only called for [CreateRecovery#FINDABLE] types.
  FindAnswer find(FindRequest request);

  /// The schema of a data source, or empty if this provider does not have it. A data source and a
  /// resource type of the same name have nothing else in common. Always the same for one type.
  Optional<Schema> dataSchema(String type);

  /// Problems of a data source's configuration that can be told without reading it. May hold
  /// unknowns.
  List<Diagnostic> validateData(String type, Unmarked config);

  /// Reads a data source. Changes nothing. Fails also if what it looks for does not exist.
  ///
  /// @param config wholly known
  /// @rule R-DATA-7
  Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config);

  /// Reads a data source that is a method of a component. Changes nothing.
  ///
  /// @rule R-PRG-26
  default Answer<FoundData> call(MethodRequest request) {
    throw new IllegalStateException("no method " + request.type());
  }

  /// Its ephemeral resources; most providers have none.
  default EphemeralResources ephemerals() {
    return EphemeralResources.NONE;
  }

  /// Its types that are components made up by programs; most providers have none.
  default Programs programs() {
    return Programs.NONE;
  }

  /// Asks running calls to come to an end soon. May be called more than once.
  void stop();

  @Override
  void close();
}
