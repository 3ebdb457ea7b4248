package io.keelson.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
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

    /// The API server is certain not to have this kind in this version.
    ///
    /// @param group whether it has the kind's group at all
    record Missing(Group group) implements Lookup {}

    record Unavailable(ApiReply why) implements Lookup {}
  }

  public enum Group {
    SERVED,
    UNKNOWN
  }

  private final ApiServer server;
  private final ConcurrentMap<String, Map<String, ApiResource>> known = new ConcurrentHashMap<>();

  public Discovery(ApiServer server) {
    this.server = server;
  }

  public Lookup find(ObjectKey key) {
    var remembered = known.getOrDefault(key.apiVersion(), Map.of()).get(key.kind());
    return remembered == null ? ask(key) : new Lookup.Found(remembered);
  }

  /// A kind in another version of its group, which shows the same objects.
  public Optional<ApiResource> inAnotherVersion(ObjectKey key) {
    if (!(server.get("/apis") instanceof ApiReply.Done(var list, _))) return Optional.empty();
    for (var group : list.path("groups")) {
      if (!group.path("name").asText().equals(key.group())) continue;
      for (var version : group.path("versions")) {
        var other =
            new ObjectKey(
                version.path("groupVersion").asText(), key.kind(), key.namespace(), key.name());
        if (find(other) instanceof Lookup.Found(var resource)) return Optional.of(resource);
      }
    }
    return Optional.empty();
  }

  /// Forgets a version whose kinds turned out to be no longer what they were.
  public void forget(String apiVersion) {
    known.remove(apiVersion);
  }

  private Lookup ask(ObjectKey key) {
    var path = ApiResource.root(key.apiVersion());
    return switch (server.get(path)) {
      case ApiReply.Done(var list, _) -> {
        var kinds = kinds(key.apiVersion(), list);
        known.put(key.apiVersion(), kinds);
        var resource = kinds.get(key.kind());
        yield resource == null ? new Lookup.Missing(Group.SERVED) : new Lookup.Found(resource);
      }
      case ApiReply.Refused refused when refused.missing() -> group(key.group());
      case ApiReply other -> new Lookup.Unavailable(other);
    };
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

  /// The list of groups is complete as soon as there is one, other than the answer 404.
  private Lookup group(String group) {
    return switch (server.get("/apis")) {
      case ApiReply.Done(var list, _) -> {
        boolean served = false;
        for (var each : list.path("groups")) served |= each.path("name").asText().equals(group);
        yield new Lookup.Missing(served || group.isEmpty() ? Group.SERVED : Group.UNKNOWN);
      }
      case ApiReply other -> new Lookup.Unavailable(other);
    };
  }
}
