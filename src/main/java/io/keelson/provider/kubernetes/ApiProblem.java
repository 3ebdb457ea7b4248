package io.keelson.provider.kubernetes;

import static java.util.stream.Collectors.joining;

import io.keelson.apiserver.ApiReply;
import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.provider.kubernetes.fields.FieldPath;
import io.keelson.provider.kubernetes.fields.StayingField;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// What users are told when the API server does not do as asked. The engine adds the address.
final class ApiProblem {
  // `configmaps "a" is forbidden: User "x" cannot patch resource "configmaps" in API group "" …`
  private static final Pattern RBAC =
      Pattern.compile("User \"(?<user>.*)\" cannot (?<verb>\\w+) resource \"(?<resource>[^\"]*)\"");

  private static final Pattern ACCOUNT =
      Pattern.compile("system:serviceaccount:(?<namespace>[^:]+):(?<name>.+)");
  private static final int FORBIDDEN = 403;
  // What is asked for with a manifest, and may be refused because of it.
  private static final Set<String> WITH_MANIFEST = Set.of("create", "change");
  private static final int MOST_FIELDS = 10;

  private ApiProblem() {}

  static Diagnostic error(String summary, String detail) {
    return Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), summary, detail);
  }

  private static Diagnostic noAnswer(String summary, String detail) {
    return Diagnostic.error(Code.NO_ANSWER, Subject.stack(), summary, detail);
  }

  static Diagnostic warning(String summary, String detail) {
    return Diagnostic.warning(Code.PROVIDER_ERROR, Subject.stack(), summary, detail);
  }

  static Diagnostic willStay(ObjectKey key, StayingField field) {
    return warning("A field would not be removed", stays(key, field)).at(field.path());
  }

  static Diagnostic keepsValues(ObjectKey key, List<AttributePath> fields) {
    var names = fields.stream().limit(MOST_FIELDS).map(AttributePath::toString).toList();
    int others = fields.size() - names.size();
    return warning(
        "Fields keep their value",
        "No longer declared: %s%s. In %s the API server keeps the value, or fills in the same one. To have another value, declare it."
            .formatted(
                String.join(", ", names), others > 0 ? " and " + others + " more" : "", key));
  }

  static Diagnostic stayed(ObjectKey key, StayingField field) {
    return error("A field was not removed", stays(key, field)).at(field.path());
  }

  private static String stays(ObjectKey key, StayingField field) {
    return "%s is no longer declared, but %s of %s has set it as well (see metadata.managedFields), and the API server removes a field only when the last of its managers gives it up. Take it away by hand, with 'kubectl edit', or declare it again."
        .formatted(field, "the manager " + String.join(", ", field.managers()), key);
  }

  /// Why a request did not give what was asked for.
  ///
  /// @param verb what was tried, such as `read`
  static Diagnostic of(ApiReply reply, ObjectKey key, String verb) {
    return switch (reply) {
      case ApiReply.Done _ ->
          error(
              "The API server's answer is not usable", "It was asked to " + verb + " " + key + ".");
      case ApiReply.Refused refused -> refused(refused, key, verb);
      case ApiReply.NotSent(var why) ->
          noAnswer(
              "The API server cannot be reached",
              "Keelson could not " + verb + " " + key + ": " + why + ". It will be tried again.");
      case ApiReply.Lost(var why) ->
          noAnswer(
              "The API server gave no usable answer",
              "Keelson asked it to " + verb + " " + key + ", and this is what came: " + why + ".");
    };
  }

  /// Why it is not known where objects of a kind are. Another server may answer for its group.
  static Diagnostic ofKind(ApiReply reply, ObjectKey key) {
    return reply instanceof ApiReply.Lost(var why) && key.group().contains(".")
        ? noAnswer(
            "The API server gave no usable answer",
            "Keelson asked it for the kind of "
                + key
                + ", and this is what came: "
                + why
                + ". Where another server answers for "
                + key.group()
                + ", 'kubectl get apiservices' says what is wrong with it.")
        : of(reply, key, "look up the kind of");
  }

  private static Diagnostic refused(ApiReply.Refused refused, ObjectKey key, String verb) {
    var said = "Keelson could not " + verb + " " + key + ": " + refused.message() + ". ";
    var denied = RBAC.matcher(refused.message());
    if (refused.code() == FORBIDDEN && denied.find())
      return credentials(
          said
              + asks(denied.group("user"))
              + "Grant it %s %s, or grant it again, with a "
                  .formatted(verbs(denied.group("verb")), denied.group("resource"))
              + (key.namespace().isEmpty()
                  ? "ClusterRole and a ClusterRoleBinding."
                  : "Role and a RoleBinding in namespace '" + key.namespace() + "'."));
    return Diagnostic.error(
            isAboutManifest(refused, verb) ? Code.INVALID_CONFIG : Code.PROVIDER_ERROR,
            Subject.stack(),
            "The API server refused the object",
            said + remedy(refused, verb))
        .at(FieldPath.of(refused));
  }

  /// All verbs that it takes, so that nobody is told of one after the other. What was read may be
  /// there only to be read.
  private static String verbs(String missing) {
    return missing.equals("get")
        ? "the verb get, and create, patch and delete as well if it is managed and not only read,"
            + " on"
        : "the verb " + missing + ", and whichever it lacks of get, create, patch and delete, on";
  }

  /// A change that a field is in the way of which the manifest does not set.
  static Diagnostic kept(ApiReply.Refused refused, ObjectKey key) {
    var field = FieldPath.of(refused);
    return Diagnostic.error(
            Code.INVALID_CONFIG,
            Subject.stack(),
            "A field of the object is in the way",
            "Keelson could not change "
                + key
                + ": "
                + refused.message()
                + ". The manifest does not set "
                + field
                + ": the object has it by a default of the API server, or from somebody else, and"
                + " it does not go by being left out. Take it away by hand, with 'kubectl edit',"
                + " together with the change that it is in the way of.")
        .at(field);
  }

  /// Whether the same manifest will be refused again.
  private static boolean isAboutManifest(ApiReply.Refused refused, String verb) {
    return WITH_MANIFEST.contains(verb)
        && (refused.code() == 400
            || refused.code() == 422
            || refused.isMistyped()
            || refused.isTooLarge());
  }

  /// Whose right is missing: the operator asks as an account of the stack, 'keelson plan' as who
  /// runs it. The API server says who asked.
  private static String asks(String user) {
    var account = ACCOUNT.matcher(user);
    return account.matches()
        ? "It was asked as the service account '%1$s' of namespace '%2$s': the operator acts as the one in spec.serviceAccountName of the Stack, 'keelson plan' as whoever runs it. See that there is one: kubectl -n %2$s get serviceaccount %1$s. "
            .formatted(account.group("name"), account.group("namespace"))
        : "It was asked as user '%s', who runs this command, and not as the Stack's service account. "
            .formatted(user);
  }

  /// An object in the stack's namespace that cannot be read any more, while that namespace is being
  /// deleted and still has objects of its kind.
  static Diagnostic leftBehind(Cluster.Place.At at, ApiReply.Refused refused) {
    var plural = at.kind().plural();
    return inEndingNamespace(
        at,
        refused,
        "but still has "
            + plural
            + "; when they are gone, this object is. What holds them: kubectl -n "
            + at.key().namespace()
            + " get "
            + plural
            + " -o custom-columns=NAME:.metadata.name,FINALIZERS:.metadata.finalizers.");
  }

  /// The same while it is not known yet what that namespace still has.
  static Diagnostic ending(Cluster.Place.At at, ApiReply.Refused refused) {
    return inEndingNamespace(
        at,
        refused,
        "and nothing new can be made in it. It is looked at again, and counts as gone as soon as"
            + " its namespace says that no "
            + at.kind().plural()
            + " are left.");
  }

  private static Diagnostic inEndingNamespace(
      Cluster.Place.At at, ApiReply.Refused refused, String what) {
    return credentials(
        "Keelson could not read "
            + at.key()
            + ": "
            + refused.message()
            + ". Its namespace is being deleted, RoleBindings first, "
            + what
            + " Only a ClusterRoleBinding can still give the account its rights back.");
  }

  private static Diagnostic credentials(String detail) {
    return Diagnostic.error(
        Code.CREDENTIALS, Subject.stack(), "The account may not do this", detail);
  }

  private static String remedy(ApiReply.Refused refused, String verb) {
    if (refused.isOfSilentWebhook())
      return "Whoever runs that webhook has to mend it; it is tried again.";
    if (refused.isTooLarge())
      return "The object is larger than what etcd stores, with all that others have set in it."
          + " Make it smaller, or make several objects of it.";
    if (refused.isInconvertible())
      return "The object has what another version of its kind does not take, and somebody has set"
          + " fields of it in that version: see apiVersion in metadata.managedFields. Have"
          + " them set in the version of the manifest, or change that apiVersion there, with"
          + " 'kubectl edit --show-managed-fields'.";
    if (isAboutManifest(refused, verb)) return "Correct the manifest.";
    return switch (refused.code()) {
      case 404 -> "Does its namespace exist? If this stack makes it, add it to dependsOn.";
      default -> "See what the message asks for; the next plan tries again.";
    };
  }

  static boolean lacksRights(ApiReply.Refused refused) {
    return refused.code() == FORBIDDEN && RBAC.matcher(refused.message()).find();
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

  /// The new object of a replacement would have the name of the old one, which is still there.
  static Diagnostic inTheWay(ObjectKey key) {
    return Diagnostic.error(
        Code.INVALID_CONFIG,
        Subject.stack(),
        "The new object would have the name of the old one",
        key
            + " is to be replaced, but is still there when the new object is made, because of"
            + " lifecycle.createBeforeDestroy of this Resource or of one that depends on it, or of"
            + " lifecycle.destroy: false. Both would have this name. Give the new one a name that"
            + " changes with what forces the replacement; or take that option away, and the old"
            + " one goes first.");
  }

  /// @param finalizers what holds the object, maybe nothing any more
  static Diagnostic dying(ObjectKey key, List<String> finalizers) {
    return error(
        "The object is being deleted",
        "Somebody has deleted "
            + key
            + (finalizers.isEmpty()
                ? "; it will be gone in a moment. "
                : ", and it is still there because of its finalizers: "
                    + String.join(", ", finalizers)
                    + ". Whoever set them has to finish; if nobody does, take them away. ")
            + "Nothing is done to it, and what depends on it waits. When it is gone, the next plan"
            + " makes it again.");
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

  static Diagnostic conflict(ApiReply.Refused refused, ObjectKey key) {
    var fields =
        refused.conflicts().stream().map(each -> each.field() + " (" + each.message() + ")");
    return error(
        "Fields of the object belong to somebody else",
        "The manifest of "
            + key
            + " sets fields that others changed since this was planned, or that the plan did not"
            + " show with their live values: "
            + fields.collect(joining(", "))
            + ". Nothing was changed. Take the fields out of the manifest, or have the other give"
            + " them up: take them out of the object, or set them to what the manifest says. Of"
            + " those that were applied before, a plan made after the next read shows what would be"
            + " overwritten.");
  }
}
