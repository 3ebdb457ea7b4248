package io.keelson.provider.kubernetes;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.provider.kubernetes.fields.FieldPath;
import io.keelson.provider.kubernetes.fields.LiveObject;
import io.keelson.provider.kubernetes.server.ObjectKey;
import io.keelson.provider.kubernetes.server.Reply;
import java.util.ArrayList;
import java.util.Locale;
import java.util.regex.Pattern;

/// What users are told when the API server does not do as asked. The engine adds the address.
final class Problem {
  // `configmaps "a" is forbidden: User "x" cannot patch resource "configmaps" in API group "" …`
  private static final Pattern RBAC = Pattern.compile("User \".*\" cannot \\w+ resource");

  private Problem() {}

  static Diagnostic error(String summary, String detail) {
    return Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), summary, detail);
  }

  static Diagnostic warning(String summary, String detail) {
    return Diagnostic.warning(Code.PROVIDER_ERROR, Subject.stack(), summary, detail);
  }

  /// Why a request did not give what was asked for.
  ///
  /// @param verb what was tried, such as `read`
  static Diagnostic of(Reply reply, ObjectKey key, String verb) {
    return switch (reply) {
      case Reply.Done _ ->
          error(
              "The API server's answer is not usable", "It was asked to " + verb + " " + key + ".");
      case Reply.Refused refused -> refused(refused, key, verb);
      case Reply.NotSent(var why) ->
          error(
              "The API server cannot be reached",
              "Keelson could not " + verb + " " + key + ": " + why + ". It will be tried again.");
      case Reply.Lost(var why) ->
          error(
              "The API server did not answer",
              "Keelson asked it to " + verb + " " + key + ", and no answer came: " + why + ".");
    };
  }

  private static Diagnostic refused(Reply.Refused refused, ObjectKey key, String verb) {
    var said = "Keelson could not " + verb + " " + key + ": " + refused.message() + ". ";
    if (lacksRights(refused))
      return credentials(
          said
              + "The stack acts as its service account (spec.serviceAccountName): grant that"
              + " account the verb, or grant it again, with a "
              + (key.namespace().isEmpty()
                  ? "ClusterRole and a ClusterRoleBinding."
                  : "Role and a RoleBinding in namespace '" + key.namespace() + "'."));
    return error("The API server refused the object", said + remedy(refused))
        .at(FieldPath.of(refused));
  }

  /// An object in the stack's namespace that cannot be read any more, while that namespace is being
  /// deleted and still has objects of its kind.
  static Diagnostic leftBehind(Cluster.Place.At at, Reply.Refused refused) {
    return credentials(
        "Keelson could not read "
            + at.key()
            + ": "
            + refused.message()
            + ". Its namespace is being deleted, RoleBindings first, but still has "
            + at.kind().plural()
            + "; when they are gone, this object is. What holds them: kubectl -n "
            + at.key().namespace()
            + " get "
            + at.kind().plural()
            + " -o yaml. Only a ClusterRoleBinding can still give the account its rights back.");
  }

  private static Diagnostic credentials(String detail) {
    return Diagnostic.error(
        Code.CREDENTIALS, Subject.stack(), "The stack's account may not do this", detail);
  }

  private static String remedy(Reply.Refused refused) {
    return switch (refused.code()) {
      case 400, 422, 500 -> "Correct the manifest.";
      case 404 -> "Does its namespace exist? If this stack makes it, add it to dependsOn.";
      default -> "See what the message asks for; the next plan tries again.";
    };
  }

  static boolean lacksRights(Reply.Refused refused) {
    return refused.code() == 403 && RBAC.matcher(refused.message()).find();
  }

  static Diagnostic noKind(ObjectKey key) {
    return error(
        "The API server has no such kind",
        "There is no "
            + key.kind()
            + " in "
            + key.apiVersion()
            + ". Correct apiVersion and kind, or install the CustomResourceDefinition first; if"
            + " this stack installs it, add it to dependsOn.");
  }

  static Diagnostic absent(ObjectKey key) {
    return error(
        "There is no such object",
        key
            + " does not exist. Correct apiVersion, kind, namespace and name, or make the object;"
            + " if this stack makes it, add the Resource that does to dependsOn.");
  }

  /// @param at for which instance it was to be created
  static Diagnostic exists(ObjectKey key, LiveObject found, InstanceAddress at) {
    var owner = found.annotation(LiveObject.OWNER);
    var whose =
        owner.isEmpty()
            ? "and nothing says that Keelson made it"
            : "made by Keelson for another instance or by an earlier attempt (" + owner + ")";
    return Diagnostic.error(
        Code.OBJECT_EXISTS,
        Subject.stack(),
        "The object exists already",
        key
            + " was to be created, but it is there, "
            + whose
            + ". It was left alone. To take it over, write in the Resource: "
            + importOf(key, at)
            + ". Otherwise delete it, or give the object in the manifest another name.");
  }

  /// The field of a Resource that takes an object over.
  static String importOf(ObjectKey key, InstanceAddress at) {
    var field = "spec.import: {id: \"" + key + "\"";
    return switch (at.key()) {
      case InstanceKey.None _ -> field + "}";
      case InstanceKey.Index(int index) -> field + ", key: " + index + "}";
      case InstanceKey.Key(var name) -> field + ", key: \"" + name + "\"}";
    };
  }

  /// An object that another stack manages, and that was to be taken over.
  static Diagnostic ofOthers(ObjectKey key, LiveObject live) {
    return error(
        "The object belongs to another stack",
        key
            + " is managed by another stack: its annotation "
            + LiveObject.OWNER
            + " is '"
            + live.annotation(LiveObject.OWNER)
            + "'. It was left alone. Have that stack forget it first (spec.removed with destroy:"
            + " false); if it did, or is gone for good, take the annotation away: kubectl annotate "
            + key.kindName().toLowerCase(Locale.ROOT)
            + " "
            + key.name()
            + (key.namespace().isEmpty() ? "" : " -n " + key.namespace())
            + " "
            + LiveObject.OWNER
            + "-");
  }

  static Diagnostic notOurs(ObjectKey key, String uid) {
    return error(
        "The object is another one",
        key
            + " is no longer the object with uid "
            + uid
            + " that this instance manages: that one is gone, or was deleted and made again by"
            + " somebody else. Nothing was changed. The next read shows it as missing.");
  }

  static Diagnostic conflict(Reply.Refused refused, ObjectKey key) {
    var fields = new ArrayList<String>();
    for (var cause : refused.status().path("details").path("causes")) {
      if (cause.path("reason").asText().equals("FieldManagerConflict"))
        fields.add(cause.path("field").asText() + " (" + cause.path("message").asText() + ")");
    }
    return error(
        "Fields of the object belong to somebody else",
        "The manifest of "
            + key
            + " sets fields that others changed since this was planned, or that the plan did not"
            + " show with their live values: "
            + String.join(", ", fields)
            + ". Nothing was changed. Take the fields out of the manifest, or have the other give"
            + " them up; a plan made after the next read shows what would be overwritten.");
  }
}
