package io.keelson.provider.kubernetes;

import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.provider.kubernetes.fields.LiveObject;
import java.util.Locale;

/// What is said of objects that are there already, and of whose they are.
final class OwnerProblem {
  private OwnerProblem() {}

  /// @param at for which instance it was to be created
  static Diagnostic exists(
      ObjectKey key, LiveObject found, InstanceAddress at, StackIdentity stack) {
    return Diagnostic.error(
        Code.OBJECT_EXISTS,
        Subject.stack(),
        "The object exists already",
        key + " was to be created, but it is there, " + whose(key, found, at, stack));
  }

  /// The same, found out while planning.
  static Diagnostic willExist(
      ObjectKey key, LiveObject found, InstanceAddress at, StackIdentity stack) {
    // An instance of the same Stack may give it up in the same plan.
    var lost = stack.owns(found.annotation(LiveObject.OWNER)) ? ", or lose this object" : "";
    return ApiProblem.warning(
        "The object exists already",
        key
            + " is to be created, but it is there: the apply will fail"
            + lost
            + ". It is there, "
            + whose(key, found, at, stack));
  }

  /// Says who owns an object, and what the user can do about it.
  private static String whose(
      ObjectKey key, LiveObject found, InstanceAddress at, StackIdentity stack) {
    var owner = found.annotation(LiveObject.OWNER);
    var left = left(found);
    var otherName = "give the object in the manifest another name.";
    var takeOver =
        left
            + "To take it over, write in the Resource: "
            + importOf(key, at)
            + ". Otherwise delete it, or "
            + otherName;
    if (owner.isEmpty()) return "and nothing says that Keelson made it." + takeOver;
    var instance = StackIdentity.instance(owner);
    boolean ours = stack.owns(owner);
    if (ours && !found.isMarkedBy(stack.fieldManager()))
      return "and somebody has made it with a copy of the annotation "
          + LiveObject.OWNER
          + " of "
          + instance
          + ", which is another object."
          + takeOver;
    if (ours && instance.equals(at.toString()))
      return "made for this very instance before: by an attempt whose end is not recorded, or as"
          + " the object that is replaced, which goes when its turn comes."
          + takeOver;
    if (ours)
      return "and "
          + instance
          + " of this Stack manages it."
          + left
          + "Declare it once, or "
          + otherName
          + " If only the Resource has another name than before, write in it: spec.aliases: ["
          + instance
          + "].";
    if (found.appliers().contains(stack.fieldManager()))
      return "made for " + instance + " by an earlier Stack of this name." + takeOver;
    return "and belongs to " + owner(found) + "." + left + handOver(key, at) + otherName;
  }

  private static String left(LiveObject found) {
    return found.terminating()
        ? " It is being deleted, so that the next plan may succeed by itself. "
        : " It was left alone. ";
  }

  /// The Stack that an object belongs to, by name where the object tells it.
  private static String owner(LiveObject live) {
    var instance = StackIdentity.instance(live.annotation(LiveObject.OWNER));
    return StackIdentity.named(live.appliers())
            .map(name -> "Stack '" + name + "'")
            .orElse("another Stack")
        + " ("
        + instance
        + ")";
  }

  private static String handOver(ObjectKey key) {
    return "Have that Stack forget it first (spec.removed with destroy: false); if it did, or is"
        + " gone for good, take the annotation away: kubectl annotate "
        + key.kindName().toLowerCase(Locale.ROOT)
        + " "
        + key.name()
        + (key.namespace().isEmpty() ? "" : " -n " + key.namespace())
        + " "
        + LiveObject.OWNER
        + "-.";
  }

  private static String handOver(ObjectKey key, InstanceAddress at) {
    return handOver(key) + " Then write in the Resource: " + importOf(key, at) + ". Otherwise ";
  }

  /// The field of a Resource that takes an object over.
  static String importOf(ObjectKey key, InstanceAddress at) {
    var field = "spec.import: {id: \"" + key + "\"";
    return switch (at.key().own()) {
      case InstanceKey.None _, InstanceKey.InComponent _ -> field + "}";
      case InstanceKey.Index(int index) -> field + ", key: " + index + "}";
      case InstanceKey.Key(var name) -> field + ", key: \"" + name + "\"}";
    };
  }

  /// An object that another stack manages, and that was to be taken over.
  static Diagnostic ofOthers(ObjectKey key, LiveObject live) {
    return ApiProblem.error(
        "The object belongs to another stack",
        key + " is managed by " + owner(live) + ". It was left alone. " + handOver(key));
  }
}
