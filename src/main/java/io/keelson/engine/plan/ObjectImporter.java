package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.Import;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.ObjectReader.Known;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.DependencySet;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;

/// Looks at objects that are to be taken over. Nothing of them is stored before the apply.
///
/// @rule R-IMP-6
/// @rule R-IMP-7
final class ObjectImporter {
  private final Providers providers;
  private final StateCodec codec;
  private final SortedMap<InstanceAddress, Import> imports;

  ObjectImporter(
      Providers providers, StateCodec codec, SortedMap<InstanceAddress, Import> imports) {
    this.providers = providers;
    this.codec = codec;
    this.imports = imports;
  }

  /// What became of one import.
  sealed interface Outcome {
    record Imported(String id, Known.Present object) implements Outcome {}

    record Failed(List<Diagnostic> diagnostics) implements Outcome {}
  }

  /// The statement about this instance.
  Optional<Import> about(InstanceAddress at) {
    return Optional.ofNullable(imports.get(at));
  }

  Outcome take(Import statement, Scope scope) {
    var subject = Subject.of(statement.to());
    return switch (statement.id().evaluate(scope)) {
      case Evaluated.Failed(var diagnostics) -> new Outcome.Failed(diagnostics);
      case Evaluated.Ok(var id) -> {
        var wrong = problem(id);
        yield wrong.isEmpty() && id instanceof Value.Text text
            ? find(statement.to(), text.text())
            : failed(subject, "Import id cannot be used", wrong);
      }
    };
  }

  /// What is wrong with an id; empty if nothing is.
  ///
  /// @rule R-IMP-2
  private static String problem(Value id) {
    if (id.marked()) return "The id is secret, but it is shown in plans. Use an id that is not.";
    if (id.isUnknown())
      return "The id depends on values that are only known after apply. Use one that is known"
          + " before, or apply what it depends on first.";
    if (id.isNull()) return "The id is null; give the text by which the provider finds the object.";
    return id instanceof Value.Text text && text.text().isEmpty()
        ? "The id is empty; give the text by which the provider finds the object."
        : "";
  }

  private Outcome find(InstanceAddress at, String id) {
    var type = at.resource().type();
    Provider provider = providers.of(at.resource()).orElseThrow();
    return switch (provider.importObject(type, at, id)) {
      case ImportAnswer.Absent _ -> missing(at, id);
      case ImportAnswer.Failed(var diagnostics) ->
          new Outcome.Failed(Diagnostic.about(Subject.of(at), diagnostics));
      case ImportAnswer.Found(var object, var warnings) -> read(at, id, provider, object, warnings);
    };
  }

  private Outcome read(
      InstanceAddress at, String id, Provider provider, Prior object, List<Diagnostic> warnings) {
    Schema schema = provider.schema(at.resource().type()).orElseThrow();
    var wrong =
        PlanChecks.conforms(schema, Subject.of(at), provider.name(), object.value(), schema.type());
    if (!wrong.isEmpty()) return new Outcome.Failed(wrong);
    return switch (new PriorObjects(providers).read(at, object)) {
      case PriorObjects.Loaded.Gone _ -> missing(at, id);
      case PriorObjects.Loaded.Failed(var diagnostics) -> new Outcome.Failed(diagnostics);
      case PriorObjects.Loaded.Present(var prior, var found) -> {
        var all = new ArrayList<>(Diagnostic.about(Subject.of(at), warnings));
        all.addAll(found);
        yield new Outcome.Imported(
            id, new Known.Present(stored(provider, schema, prior), prior, new Drift.None(), all));
      }
    };
  }

  private ObjectState stored(Provider provider, Schema schema, Prior prior) {
    return new ObjectState(
        ObjectState.Status.READY,
        new RawState(schema.version(), codec.encode(prior.value(), schema.type())),
        Sensitivity.paths(Sensitivity.found(schema, prior.value(), new TreeSet<>())),
        prior.privateData(),
        Optional.empty(),
        provider.name(),
        DependencySet.of(List.of()),
        Flags.NONE);
  }

  /// @rule R-IMP-8
  private static Outcome missing(InstanceAddress at, String id) {
    return failed(
        Subject.of(at),
        "Object to import does not exist",
        "The provider has no object with the id "
            + id
            + ". Nothing is created in its place. Mend the id, or take the import out to have a new"
            + " object.");
  }

  private static Outcome failed(Subject subject, String summary, String detail) {
    return new Outcome.Failed(List.of(Diagnostic.error(Code.IMPORT, subject, summary, detail)));
  }

  /// @rule R-IMP-3
  static Diagnostic notExpanded(InstanceAddress to) {
    return Diagnostic.error(
        Code.IMPORT,
        Subject.of(to),
        "Import target is not declared",
        "An object is to be taken over as "
            + to
            + ", but count or forEach gives no such instance. Mend the key, or take the import"
            + " out.");
  }
}
