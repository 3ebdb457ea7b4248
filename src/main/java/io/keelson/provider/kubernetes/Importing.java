package io.keelson.provider.kubernetes;

import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.provider.kubernetes.fields.ApplyMemory;
import io.keelson.provider.kubernetes.fields.LiveObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Looks at objects that are to be taken over. Nothing is written: the update that follows makes
/// the object the stack's, by field manager and annotations, and is always planned.
record Importing(Cluster cluster, Updates updates) {
  private static final String NAMESPACE = "namespace";
  private static final String METADATA = "metadata";

  ImportAnswer importObject(ImportRequest request) {
    var wrong = Validation.of(request.config());
    if (Diagnostic.anyError(wrong)) return new ImportAnswer.Failed(wrong);
    var declared = ObjectKey.of(manifest(request));
    if (declared.isEmpty())
      return failed(
          "Object to import cannot be told",
          "apiVersion, kind and metadata of the manifest depend on values that are only known after"
              + " apply. Write them down.");
    if (!(request.key() instanceof ImportKey.Id(var text)))
      return ImportAnswer.noIdentity(request.type());
    var id = ImportId.parse(text);
    if (id.isEmpty())
      return failed("Import id cannot be used", text + " names no object. " + ImportId.FORM);
    if (!id.get().isOfKind(declared.get()))
      return failed(
          "Import id cannot be used",
          text
              + " names no "
              + declared.get().kindName()
              + ", which is what the manifest declares. "
              + ImportId.FORM);
    return look(request, text, id.get(), declared.get());
  }

  private ImportAnswer look(
      ImportRequest request, String written, ImportId id, ObjectKey declared) {
    return switch (cluster.place(id.key(declared))) {
      case Cluster.Place.NoKind(var why) -> new ImportAnswer.Failed(List.of(why));
      case Cluster.Place.Unavailable(var why, _) -> new ImportAnswer.Failed(List.of(why));
      case Cluster.Place.At at when !id.namespace().isEmpty() && !at.kind().namespaced() ->
          failed(
              "Import id cannot be used",
              declared.kindName()
                  + " is in no namespace: the id is "
                  + at.key()
                  + ", not "
                  + written
                  + ".");
      case Cluster.Place.At at ->
          switch (cluster.look(at.key())) {
            case Cluster.Lookup.Absent _ -> new ImportAnswer.Absent();
            case Cluster.Lookup.Failed(var why) -> new ImportAnswer.Failed(List.of(why));
            case Cluster.Lookup.Present(var live) -> take(request, at.key(), live);
          };
    };
  }

  private ImportAnswer take(ImportRequest request, ObjectKey key, LiveObject live) {
    if (live.terminating())
      return failed(
          "Object to import is being deleted",
          key + " has a deletion timestamp. Wait until it is gone, and take the import out.");
    if (cluster.belongsToOthers(live))
      return new ImportAnswer.Failed(List.of(OwnerProblem.ofOthers(key, live)));
    var hidden = Secrets.of(request.config()).paths();
    var found = prior(request, key, live, ApplyMemory.ofImported(manifest(request), hidden));
    var prior =
        applied(request, found)
            .map(kept -> ApplyMemory.of(manifest(request), kept, hidden, List.of(), false))
            .map(memory -> prior(request, key, live, memory))
            .orElse(found);
    return new ImportAnswer.Found(
        prior, Secrets.ofFound(manifest(request), key), warnings(key, live));
  }

  private Prior prior(ImportRequest request, ObjectKey key, LiveObject live, ApplyMemory memory) {
    var value =
        ObjectSchema.object(
            memory.restore(filled(manifest(request), live, key)),
            waiting(request),
            live.shown(memory.hidden()),
            Value.text(live.uid()),
            Value.text(key.toString()));
    return new Prior(value, memory.encode(), Optional.empty());
  }

  /// What the API server would make of the manifest, defaults and spellings of its own included:
  /// that is no difference to an object that has the same.
  ///
  /// @return empty if that cannot be told now
  private Optional<Value> applied(ImportRequest request, Prior found) {
    var manifest = manifest(request);
    if (!manifest.whollyKnown()) return Optional.empty();
    var update =
        new Updates.Update(
            (Mapping) found.value(),
            manifest,
            found.privateData(),
            List.of(),
            cluster.stack().owner(request.at()),
            DryRun.NO_OPERATION);
    return updates.send(update, Cluster.DRY_RUN) instanceof Updates.Sent.Done done
        ? Optional.of(cluster.filled(manifest, done.object()))
        : Optional.empty();
  }

  /// The manifest as it is declared, with what the object has instead: that is what the update
  /// would overwrite, and so what the plan has to show.
  private Value filled(Value manifest, LiveObject live, ObjectKey key) {
    var filled = cluster.filled(manifest, live);
    boolean elsewhere =
        !key.namespace().isEmpty() && !key.namespace().equals(cluster.stack().namespace());
    return elsewhere ? inNamespace(filled, key.namespace()) : filled;
  }

  private static Value inNamespace(Value manifest, String namespace) {
    return ((Mapping) manifest)
        .mapValues((name, value) -> {
          if (!name.equals(METADATA)) return value;
          var metadata = new TreeMap<>(((Mapping) value).entries());
          metadata.put(NAMESPACE, Value.text(namespace));
          return Value.object(metadata);
        });
  }

  private static Value waiting(ImportRequest request) {
    var wait = ObjectSchema.attribute(request.config().value(), ObjectSchema.WAIT);
    return wait.whollyKnown() ? wait : Value.nothing(ObjectSchema.WAIT_TYPE);
  }

  private List<Diagnostic> warnings(ObjectKey key, LiveObject live) {
    var warnings = new ArrayList<Diagnostic>();
    live.controller()
        .ifPresent(controller ->
            warnings.add(
                ApiProblem.warning(
                    "The imported object has a controller",
                    key
                        + " is made and kept by "
                        + controller
                        + ", which will undo changes or delete it. Import that instead.")));
    var others = live.appliers();
    others.remove(cluster.stack().fieldManager());
    // The update makes them give up what they hold.
    others.removeAll(cluster.formerClaims(live).managers());
    if (!others.isEmpty())
      warnings.add(
          ApiProblem.warning(
              "Others apply the imported object, too",
              key
                  + " is applied by "
                  + String.join(", ", others)
                  + " (see its metadata.managedFields). What both set goes back and forth, and what"
                  + " is taken out of the manifest here stays as long as it is set there: stop"
                  + " applying it there."));
    return warnings;
  }

  private static Value manifest(ImportRequest request) {
    return ObjectSchema.attribute(request.config().value(), ObjectSchema.MANIFEST);
  }

  private static ImportAnswer failed(String summary, String detail) {
    return new ImportAnswer.Failed(List.of(ApiProblem.error(summary, detail)));
  }
}
