package io.keelson.provider.builtin;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.FindRequest;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.PlannedState.Promise;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Provider.Upgraded;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Keeps values: the type `terraform_data`, whose objects exist in the state only.
///
/// `output` becomes what `input` is, and any change of `triggers_replace` needs a new object with a
/// new `id`. Attributes hold values of any type, and the type counts: a list is not the tuple with
/// the same elements.
public final class BuiltinProvider implements Provider {
  private static final String TYPE = "terraform_data";
  private static final AttributePath TRIGGERS = AttributePath.of("triggers_replace");
  private static final Schema SCHEMA =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                  "input", Attribute.of(Types.DYNAMIC, Presence.OPTIONAL),
                  "output", Attribute.of(Types.DYNAMIC, Presence.COMPUTED),
                  "triggers_replace", Attribute.of(Types.DYNAMIC, Presence.OPTIONAL))));

  private final Supplier<String> ids;
  private final StateCodec codec;

  /// @param ids gives a new id for each object, such as random UUIDs
  public BuiltinProvider(Supplier<String> ids, StateCodec codec) {
    this.ids = ids;
    this.codec = codec;
  }

  @Override
  public String name() {
    return "builtin";
  }

  @Override
  public String identity() {
    var version = BuiltinProvider.class.getPackage().getImplementationVersion();
    return version == null ? name() : name() + " " + version;
  }

  @Override
  public Unmarked configuration() {
    return Unmarked.NOTHING;
  }

  @Override
  public Optional<Schema> schema(String type) {
    return type.equals(TYPE) ? Optional.of(SCHEMA) : Optional.empty();
  }

  /// Nothing outside is made, so a create can be repeated.
  @Override
  public CreateRecovery recovery(String type) {
    return CreateRecovery.REPEATABLE;
  }

  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return List.of();
  }

  @Override
  public Answer<Upgraded> upgrade(String type, RawState stored) {
    try {
      return Answer.of(new Upgraded(codec.decode(stored.json(), SCHEMA.type()), List.of()));
    } catch (StateCodec.MalformedState e) {
      return Answer.failed(malformed(e));
    }
  }

  private static Diagnostic malformed(StateCodec.MalformedState e) {
    return Diagnostic.error(
            Code.PROVIDER_ERROR,
            Subject.stack(),
            "The stored state cannot be read",
            "It does not fit the schema of "
                + TYPE
                + ": "
                + e.getMessage()
                + ". Was it edited by hand? Restore it from a backup, or forget the instance.")
        .at(e.path());
  }

  /// What `null_resource` keeps is `terraform_data`: its `triggers` become `triggers_replace`.
  @Override
  public MoveAnswer move(MoveRequest request) {
    return new NullResource(codec).move(request);
  }

  @Override
  public Answer<Sighting> read(ReadRequest request) {
    return Answer.of(new Sighting.Found(request.current(), List.of()));
  }

  @Override
  public Answer<PlannedState> plan(PlanRequest request) {
    return switch (request.proposed().value()) {
      case Mapping proposed when request.prior() instanceof Mapping prior ->
          planUpdate(proposed, prior);
      case Mapping proposed -> planned(withNewId(proposed, outputOfNew(proposed)));
      case Value destroyed -> planned(destroyed);
    };
  }

  private static Answer<PlannedState> planUpdate(Mapping proposed, Mapping prior) {
    if (differs("triggers_replace", proposed, prior))
      return planned(withNewId(proposed, outputOfNew(proposed)), new TreeSet<>(List.of(TRIGGERS)));
    if (!differs("input", proposed, prior)) return planned(proposed);
    // An update leaves the output open also when the input becomes null; a create does not.
    var output = Value.unknown(proposed.attribute("input").type());
    return planned(with(proposed, proposed.attribute("id"), output));
  }

  private static boolean differs(String attribute, Mapping proposed, Mapping prior) {
    return !proposed.attribute(attribute).matches(prior.attribute(attribute));
  }

  /// Even an unknown output has the type of the input.
  private static Value outputOfNew(Mapping proposed) {
    var input = proposed.attribute("input");
    return input.isNull() ? input : Value.unknown(input.type());
  }

  private static Mapping withNewId(Mapping proposed, Value output) {
    return with(proposed, Value.unknownNotNull(Types.STRING), output);
  }

  private static Mapping with(Mapping object, Value id, Value output) {
    return object.mapValues((name, value) ->
        switch (name) {
          case "id" -> id;
          case "output" -> output;
          default -> value;
        });
  }

  private static Answer<PlannedState> planned(Value value) {
    return planned(value, Collections.emptySortedSet());
  }

  private static Answer<PlannedState> planned(
      Value value, SortedSet<AttributePath> requiresReplace) {
    return Answer.of(
        new PlannedState(value, requiresReplace, Bytes.NONE, Promise.EXACT, List.of()));
  }

  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    return new ApplyAnswer.Returned(
        Optional.of(
            request.planned() instanceof Mapping planned ? completed(planned) : request.planned()),
        Bytes.NONE,
        List.of());
  }

  private Mapping completed(Mapping planned) {
    var id = planned.attribute("id");
    var output = planned.attribute("output");
    return with(
        planned,
        id.isUnknown() ? Value.text(ids.get()) : id,
        output.whollyKnown() ? output : planned.attribute("input"));
  }

  /// Any id is as good as another: the object exists in the state only.
  @Override
  public ImportAnswer importObject(ImportRequest request) {
    if (!(request.key() instanceof ImportKey.Id(var id))) return ImportAnswer.noIdentity(TYPE);
    var nothing = Value.nothing(Types.DYNAMIC);
    var object =
        Value.object(
            new TreeMap<>(
                Map.of(
                    "id", Value.text(id),
                    "input", nothing,
                    "output", nothing,
                    "triggers_replace", nothing)));
    return new ImportAnswer.Found(Prior.of(object));
  }

  @Override
  public Optional<String> locator(String type, Value planned) {
    return Optional.empty();
  }

  @Override
  public FindAnswer find(FindRequest request) {
    return new FindAnswer.Absent();
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return Optional.empty();
  }

  @Override
  public List<Diagnostic> validateData(String type, Unmarked config) {
    return List.of();
  }

  @Override
  public Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config) {
    throw new IllegalStateException("there is no data source " + type);
  }

  @Override
  public void stop() {
    // Every call ends at once.
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
