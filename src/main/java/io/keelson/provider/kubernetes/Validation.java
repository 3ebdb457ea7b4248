package io.keelson.provider.kubernetes;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.kubernetes.fields.LiveObject;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Checks a configuration as far as that is possible without an API server. Unknown parts count as
/// valid.
final class Validation {
  private static final AttributePath MANIFEST = AttributePath.of(ObjectSchema.MANIFEST);
  private static final AttributePath METADATA = MANIFEST.attribute("metadata");
  private static final SortedSet<String> SERVERS =
      new TreeSet<>(
          List.of(
              "creationTimestamp",
              "deletionGracePeriodSeconds",
              "deletionTimestamp",
              "generation",
              "managedFields",
              "resourceVersion",
              "selfLink",
              "uid"));

  private static final List<AttributePath> IDENTITY =
      List.of(
          MANIFEST.attribute("apiVersion"),
          MANIFEST.attribute("kind"),
          METADATA.attribute("name"),
          METADATA.attribute("namespace"));

  /// The annotation of a Secret that names those of its values that are not secret.
  static final String NOT_SECRET = "keelson.dev/not-secret";

  private final List<Diagnostic> problems = new ArrayList<>();

  private Validation() {}

  static List<Diagnostic> of(Unmarked config) {
    var validation = new Validation();
    var value = config.value();
    validation.identity(config.remark(value));
    if (!validation.problems.isEmpty()) return validation.problems;
    validation.manifest(ObjectSchema.attribute(value, ObjectSchema.MANIFEST));
    validation.waiting(ObjectSchema.attribute(value, ObjectSchema.WAIT));
    return validation.problems;
  }

  /// The name of an object is recorded and part of every message, so no secret may be in it.
  private void identity(Value config) {
    for (var part : IDENTITY) {
      var marks = config.at(part).map(Value::marks).orElse(Marks.NONE);
      if (Marks.secret(marks))
        wrong(
            part,
            "The object would be named by a Secret",
            "The value comes from a Secret, by way of "
                + Marks.secretSources(marks)
                + ", but everybody who may look at plans and records sees what objects are called."
                + " Write apiVersion, kind, metadata.name and metadata.namespace without it. If it"
                + " is no secret, whoever may read the Secret can say so with the annotation "
                + NOT_SECRET
                + " on it.");
    }
  }

  private void manifest(Value manifest) {
    if (manifest.isUnknown()) return;
    if (!(manifest instanceof Mapping object)) {
      wrong(MANIFEST, "The manifest must be an object", "Write apiVersion, kind and metadata.");
      return;
    }
    text(object, KeyPart.API_VERSION, MANIFEST);
    text(object, KeyPart.KIND, MANIFEST);
    if (object.has("items")
        && object.get("kind") instanceof Value.Text kind
        && kind.text().endsWith("List"))
      wrong(
          MANIFEST.attribute("items"),
          "One object for each instance",
          "A list of objects cannot be managed as one. Declare a Resource for each, or use"
              + " forEach.");
    metadata(object.get("metadata"));
  }

  private void metadata(@Nullable Value value) {
    if (value != null && value.isUnknown()) return;
    if (!(value instanceof Mapping metadata)) {
      wrong(METADATA, "The object has no name", "Write metadata.name.");
      return;
    }
    if (has(metadata, "generateName"))
      wrong(
          METADATA.attribute("generateName"),
          "A generated name cannot be managed",
          "After a crash nobody could tell whether the object was made. Write metadata.name; an"
              + " expression can make it depend on the content.");
    else text(metadata, KeyPart.NAME, METADATA);
    if (metadata.get("namespace") instanceof Value.Text text && !text.text().isEmpty())
      fits(text.text(), KeyPart.NAMESPACE, METADATA);
    for (var name : metadata.keys())
      if (SERVERS.contains(name) && has(metadata, name))
        wrong(
            METADATA.attribute(name),
            "The API server sets this field",
            "Take it out of the manifest.");
    if (metadata.get("annotations") instanceof Mapping annotations)
      for (var name : annotations.keys())
        if (name.equals(NOT_SECRET))
          wrong(
              METADATA.attribute("annotations").attribute(name),
              "People set this annotation",
              "It says which values of a Secret are no secrets, and that is for whoever may read"
                  + " the Secret. Take it out of the manifest, and annotate the Secret with"
                  + " kubectl.");
        else if (name.equals(LiveObject.OWNER) || name.equals(LiveObject.OPERATION))
          wrong(
              METADATA.attribute("annotations").attribute(name),
              "Keelson sets this annotation",
              "It tells who made the object. Take it out of the manifest.");
  }

  /// What is null is not there: generators write `creationTimestamp: null` into all they make.
  private static boolean has(Mapping object, String name) {
    var value = object.get(name);
    return value != null && !value.isNull();
  }

  private void text(Mapping object, KeyPart part, AttributePath at) {
    var value = object.get(part.word);
    if (value != null && value.isUnknown()) return;
    if (value instanceof Value.Text text && !text.text().isEmpty()) fits(text.text(), part, at);
    else
      wrong(
          at.attribute(part.word),
          "The manifest is incomplete",
          "Write " + part.word + " as a string.");
  }

  private void fits(String text, KeyPart part, AttributePath at) {
    part.problem(text, at.attribute(part.word)).ifPresent(problems::add);
  }

  private void waiting(Value wait) {
    try {
      Wait.of(wait);
    } catch (Wait.Misread e) {
      wrong(
          AttributePath.of(ObjectSchema.WAIT).then(e.path()),
          "The wait cannot be understood",
          e.reason() + ".");
    }
  }

  private void wrong(AttributePath path, String summary, String detail) {
    problems.add(Diagnostic.error(Code.INVALID_CONFIG, Subject.stack(), summary, detail).at(path));
  }
}
