package io.keelson.provider.kubernetes.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.apiserver.Json;
import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/// An object as the API server shows it.
public record LiveObject(JsonNode json) {
  public static final String OWNER = "keelson.dev/owner";
  public static final String OPERATION = "keelson.dev/operation";

  // Holds a whole manifest as somebody once applied it, secrets included.
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private static final String CLIENT_SIDE = "kubectl-client-side-apply";

  public String uid() {
    return json.path("metadata").path("uid").asText();
  }

  public String resourceVersion() {
    return json.path("metadata").path("resourceVersion").asText();
  }

  public boolean terminating() {
    return json.path("metadata").hasNonNull("deletionTimestamp");
  }

  public List<String> finalizers() {
    var names = new ArrayList<String>();
    json.path("metadata").path("finalizers").forEach(name -> names.add(name.asText()));
    return names;
  }

  /// Whether a manager, and not somebody who copied it, has written whose object this is.
  public boolean isMarkedBy(String manager) {
    return fieldsOf(manager).path("f:metadata").path("f:annotations").has("f:" + OWNER);
  }

  public String annotation(String name) {
    return json.path("metadata").path("annotations").path(name).asText();
  }

  /// Whether this very call made or last changed the object.
  public boolean isWorkOf(String owner, String operation) {
    return annotation(OWNER).equals(owner) && annotation(OPERATION).equals(operation);
  }

  /// The object that made this one and keeps it, such as `ReplicaSet/web-7c21d0`.
  public Optional<String> controller() {
    for (var owner : json.path("metadata").path("ownerReferences"))
      if (owner.path("controller").asBoolean())
        return Optional.of(owner.path("kind").asText() + "/" + owner.path("name").asText());
    return Optional.empty();
  }

  /// The field managers that apply the object, on the server or as `kubectl apply` does by itself.
  public SortedSet<String> appliers() {
    var managers = new TreeSet<String>();
    for (var entry : json.path("metadata").path("managedFields")) {
      var manager = entry.path("manager").asText();
      boolean applies =
          entry.path("operation").asText().equals("Apply") || manager.equals(CLIENT_SIDE);
      if (applies && !entry.hasNonNull("subresource")) managers.add(manager);
    }
    return managers;
  }

  private boolean isSecret() {
    return json.path("kind").asText().equals("Secret")
        && json.path("apiVersion").asText().equals("v1");
  }

  /// What `object` shows: everything but bookkeeping of the API server and secrets.
  ///
  /// @param hidden paths within the manifest that hold sensitive values
  public Value shown(SortedSet<AttributePath> hidden) {
    var copy = withoutBookkeeping();
    hide(copy, hidden);
    return Json.value(copy);
  }

  /// The same with everything that is secret.
  public Value shownWithSecrets() {
    return Json.value(withoutBookkeeping());
  }

  private ObjectNode withoutBookkeeping() {
    var copy = (ObjectNode) json.deepCopy();
    if (copy.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove("managedFields");
      metadata.remove("resourceVersion");
      if (metadata.get("annotations") instanceof ObjectNode annotations)
        annotations.remove(LAST_APPLIED);
    }
    return copy;
  }

  /// The fields that a manager applied, as a manifest.
  ///
  /// @param hidden paths within the manifest to leave out, as are the data of a Secret
  public Value applied(String manager, ObjectKey key, SortedSet<AttributePath> hidden) {
    var manifest = Extraction.manifest(key, this, manager);
    hide(manifest, hidden);
    return Json.value(manifest);
  }

  /// Takes sensitive values out of a tree: the data of a Secret, and what the manifest had marked.
  private static void hide(ObjectNode object, SortedSet<AttributePath> hidden) {
    if (new LiveObject(object).isSecret()) object.remove("data");
    for (var path : hidden) {
      if (path.isRoot()) object.retain("apiVersion", "kind", "metadata");
      else hide(object, path.steps());
    }
  }

  /// A list is hidden as a whole: its live items may be in another order.
  private static void hide(ObjectNode object, List<Step> steps) {
    var name = name(steps.getFirst());
    boolean goesOn = steps.size() > 1 && !(steps.get(1) instanceof Step.Index);
    if (goesOn && object.get(name) instanceof ObjectNode child)
      hide(child, steps.subList(1, steps.size()));
    else object.remove(name);
  }

  private static String name(Step step) {
    return switch (step) {
      case Step.Attribute(var name) -> name;
      case Step.Key(var key) -> key;
      case Step.Index(var index) -> Integer.toString(index);
    };
  }

  /// The object as manifests spell it: a Secret also has its data as text, where they are text.
  public JsonNode asWritten() {
    if (!isSecret()) return json;
    var copy = (ObjectNode) json.deepCopy();
    var texts = copy.putObject("stringData");
    for (var entry : json.path("data").properties()) {
      var bytes = Base64.getDecoder().decode(entry.getValue().asText());
      Bytes.of(bytes).asText().ifPresent(text -> texts.put(entry.getKey(), text));
    }
    return copy;
  }

  /// The fields that a manager owns by having applied them, as the tree `FieldsV1`; a missing node
  /// if it owns none.
  public JsonNode fieldsOf(String manager) {
    for (var entry : json.path("metadata").path("managedFields"))
      if (isApplied(entry, manager)) return asWritten(entry.path("fieldsV1"));
    return Json.MISSING;
  }

  /// The fields by which a manifest of a manager and this object are compared.
  public JsonNode comparedFields(String manager) {
    return ComparedFields.of(
        fieldsOf(manager), others(manager).stream().map(Managed::fields).toList());
  }

  /// Fields and who has set them.
  ///
  /// @param manager such as `kubectl-client-side-apply`
  /// @param fields as the tree `FieldsV1`
  public record Managed(String manager, JsonNode fields) {}

  /// The fields of all managers but one.
  public List<Managed> others(String manager) {
    return others(entry -> !isApplied(entry, manager));
  }

  /// The same without what was set by way of a subresource, such as `scale`.
  List<Managed> othersOfTheWhole(String manager) {
    return others(entry -> !isApplied(entry, manager) && !entry.hasNonNull("subresource"));
  }

  /// Whether any manager has set a field, by itself or within what can only be set as a whole.
  boolean isSet(AttributePath field) {
    return others(_ -> true).stream().anyMatch(each -> isSet(each.fields(), field));
  }

  private static boolean isSet(JsonNode fields, AttributePath field) {
    var here = fields;
    for (var step : field.steps()) {
      here = here.path("f:" + name(step));
      if (here.isMissingNode() || here.isEmpty()) break;
    }
    return !here.isMissingNode();
  }

  private List<Managed> others(Predicate<JsonNode> wanted) {
    var others = new ArrayList<Managed>();
    for (var entry : json.path("metadata").path("managedFields"))
      if (wanted.test(entry))
        others.add(new Managed(entry.path("manager").asText(), asWritten(entry.path("fieldsV1"))));
    return others;
  }

  static boolean isApplied(JsonNode entry, String manager) {
    return entry.path("manager").asText().equals(manager)
        && entry.path("operation").asText().equals("Apply")
        && !entry.hasNonNull("subresource");
  }

  private JsonNode asWritten(JsonNode fields) {
    if (!isSecret() || !(fields instanceof ObjectNode tree) || !tree.has("f:data")) return fields;
    var copy = tree.deepCopy();
    copy.set("f:stringData", tree.get("f:data"));
    return copy;
  }
}
