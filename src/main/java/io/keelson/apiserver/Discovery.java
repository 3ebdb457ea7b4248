package io.keelson.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Which kinds the API server has. What was found is remembered; what was not is asked for again,
/// since a CRD may appear while a stack is applied.
public final class Discovery {
  /// What is known about a kind.
  public sealed interface Lookup {
    record Found(ApiResource resource) implements Lookup {}

    /// The API server is certain not to have this kind where it was looked for.
    record Missing() implements Lookup {}

    /// It may have it: not all could be listed.
    record Unavailable(ApiReply why) implements Lookup {}
  }

  private final ApiServer server;
  private final ConcurrentMap<String, Map<String, ApiResource>> known = new ConcurrentHashMap<>();

  public Discovery(ApiServer server) {
    this.server = server;
  }

  public Lookup find(ObjectKey key) {
    return remembered(key).orElseGet(() -> ask(key));
  }

  private Optional<Lookup> remembered(ObjectKey key) {
    return Optional.ofNullable(known.getOrDefault(key.apiVersion(), Map.of()).get(key.kind()))
        .map(Lookup.Found::new);
  }

  /// The same in whichever version of the kind's group has it, as all of them show the same
  /// objects. It is missing only if each version of the group could be listed.
  public Lookup findInAnyVersion(ObjectKey key) {
    var own = find(key);
    return own instanceof Lookup.Missing ? askGroup(key) : own;
  }

  private Lookup askGroup(ObjectKey key) {
    var group = key.group();
    return switch (get(
        group.isEmpty() ? "/api" : "/apis", group.isEmpty() ? "versions" : "groups")) {
      case ApiReply.Done(var list, _) -> findIn(key, versions(group, list));
      case ApiReply other -> new Lookup.Unavailable(other);
    };
  }

  private static List<String> versions(String group, JsonNode list) {
    var versions = new ArrayList<String>();
    // The core group has an answer of its own form, in which its versions are texts.
    if (group.isEmpty()) list.path("versions").forEach(each -> versions.add(each.asText()));
    for (var each : list.path("groups"))
      if (each.path("name").asText().equals(group))
        for (var version : each.path("versions"))
          versions.add(version.path("groupVersion").asText());
    return versions;
  }

  private Lookup findIn(ObjectKey key, List<String> versions) {
    Lookup without = new Lookup.Missing();
    for (var version : versions) {
      // What is listed but not there, as in a moment of change, could not be listed either.
      var found = remembered(key.inVersion(version)).orElseGet(() -> list(key.inVersion(version)));
      if (found instanceof Lookup.Found) return found;
      if (found instanceof Lookup.Unavailable) without = found;
    }
    return without;
  }

  /// Forgets a version whose kinds turned out to be no longer what they were.
  public void forget(String apiVersion) {
    known.remove(apiVersion);
  }

  private Lookup ask(ObjectKey key) {
    var listed = list(key);
    return listed instanceof Lookup.Unavailable(ApiReply.Refused refused) && refused.missing()
        ? unserved()
        : listed;
  }

  /// The answer 404 alone may come from a server that has just been started.
  private Lookup unserved() {
    return switch (get("/apis", "groups")) {
      case ApiReply.Done _ -> new Lookup.Missing();
      case ApiReply other -> new Lookup.Unavailable(other);
    };
  }

  private Lookup list(ObjectKey key) {
    return switch (get(ApiResource.root(key.apiVersion()), "resources")) {
      case ApiReply.Done(var list, _) -> {
        var kinds = kinds(key.apiVersion(), list);
        known.put(key.apiVersion(), kinds);
        var resource = kinds.get(key.kind());
        yield resource == null ? new Lookup.Missing() : new Lookup.Found(resource);
      }
      case ApiReply other -> new Lookup.Unavailable(other);
    };
  }

  /// A list without its items comes from something else than an API server, and proves nothing.
  private ApiReply get(String path, String items) {
    var reply = server.get(path);
    return reply instanceof ApiReply.Done(var list, _) && !list.has(items)
        ? new ApiReply.Lost("the answer to " + path + " has no " + items)
        : reply;
  }

  private static Map<String, ApiResource> kinds(String apiVersion, JsonNode list) {
    var kinds = new TreeMap<String, ApiResource>();
    var names = new TreeSet<String>();
    for (var each : list.path("resources")) names.add(each.path("name").asText());
    for (var each : list.path("resources")) {
      var plural = each.path("name").asText();
      // The others are subresources, such as deployments/scale.
      if (plural.contains("/")) continue;
      var kind = each.path("kind").asText();
      kinds.put(
          kind,
          new ApiResource(
              apiVersion,
              kind,
              plural,
              each.path("namespaced").asBoolean(),
              names.contains(plural + "/status")));
    }
    return kinds;
  }
}
