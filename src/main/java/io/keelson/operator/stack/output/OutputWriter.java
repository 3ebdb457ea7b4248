package io.keelson.operator.stack.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.apiserver.ApiReply;
import io.keelson.apiserver.ApiServer;
import io.keelson.apiserver.FieldConflict;
import io.keelson.apiserver.Json;
import io.keelson.apiserver.Stopping;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.state.Labels;
import io.keelson.operator.state.RecordNames;
import java.net.HttpURLConnection;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/// Writes the keys of one Stack in Secrets and ConfigMaps, as its service account.
///
/// Each Stack applies as a field manager of its own, so several Stacks can write different keys of
/// one object. A key of another Stack is never taken over; an own key that anybody else has changed
/// is.
final class OutputWriter {
  private static final String DATA = ".data.";
  private static final String FORCE = "&force=true";

  /// An object that is empty stays if the account may not delete it, or somebody has changed it.
  private static final Set<Integer> LEFT =
      Set.of(
          HttpURLConnection.HTTP_FORBIDDEN,
          HttpURLConnection.HTTP_CONFLICT,
          HttpURLConnection.HTTP_NOT_FOUND);

  private final ApiServer server;
  private final StackKey stack;

  OutputWriter(KubernetesClient account, StackKey stack) {
    this.server = new ApiServer(account, new Stopping());
    this.stack = stack;
  }

  /// The outcome of a write.
  sealed interface Written {
    /// @param over the field managers that had changed the own keys; empty if there were none
    record Done(String version, String over) implements Written {}

    /// Somebody else has the key, and nothing was written.
    ///
    /// @param manager the field manager that set it
    record Held(String key, String manager) implements Written {}
  }

  /// Makes the object hold these keys, and no others of this Stack. An object of somebody else gets
  /// nothing but the keys.
  ///
  /// @param own keys that this Stack has written before: it takes them back, whoever changed them
  /// @throws KubernetesClientException if it cannot be written
  Written write(OutputObject object, SortedMap<String, String> data, Collection<String> own) {
    return write(object, data, own, labels(object));
  }

  private Written write(
      OutputObject object,
      SortedMap<String, String> data,
      Collection<String> own,
      Map<String, String> labels) {
    var manifest = manifest(object, data, labels);
    var reply = apply(object, manifest, "");
    var conflicts =
        reply instanceof ApiReply.Refused refused ? refused.conflicts() : List.<FieldConflict>of();
    if (conflicts.isEmpty()) return new Written.Done(version(done(reply)), "");
    // Somebody has made the object, or its label another one, since it was looked at.
    if (!labels.isEmpty() && conflicts.stream().anyMatch(each -> key(each).isEmpty()))
      return write(object, data, own, Map.of());
    var over = new TreeSet<String>();
    for (var each : conflicts) {
      if (each.manager().startsWith(RecordNames.MANAGER) || !own.contains(key(each)))
        return new Written.Held(key(each), each.manager());
      over.add(each.manager());
    }
    var forced = done(apply(object, manifest, FORCE));
    return new Written.Done(version(forced), String.join(", ", over));
  }

  /// The labels of an object that Keelson has made, or is about to make.
  private Map<String, String> labels(OutputObject object) {
    var live = live(object);
    var found = live.path("metadata").path("labels");
    boolean ours =
        Labels.OUTPUTS.entrySet().stream()
            .allMatch(each -> found.path(each.getKey()).asText().equals(each.getValue()));
    return live.isMissingNode() || ours ? Labels.OUTPUTS : Map.of();
  }

  /// @return empty for a field that is no data
  private static String key(FieldConflict conflict) {
    var field = conflict.field();
    return field.startsWith(DATA) ? field.substring(DATA.length()) : "";
  }

  private static String version(JsonNode object) {
    return object.at("/metadata/resourceVersion").asText();
  }

  private ApiReply apply(OutputObject object, ObjectNode manifest, String options) {
    var manager = RecordNames.ofManager(stack.namespace(), stack.name());
    return server.apply(object.path(stack.namespace()), manifest, manager, options);
  }

  private ObjectNode manifest(
      OutputObject object, Map<String, String> data, Map<String, String> labels) {
    var manifest = Json.object().put("apiVersion", "v1").put("kind", object.word());
    var metadata = manifest.putObject("metadata");
    metadata.put("namespace", stack.namespace()).put("name", object.name());
    // An empty mapping would be a field of this Stack's.
    if (!labels.isEmpty()) labels.forEach(metadata.putObject("labels")::put);
    if (data.isEmpty()) return manifest;
    var texts = manifest.putObject("data");
    data.forEach((key, text) -> texts.put(key, object.written(text)));
    return manifest;
  }

  /// Takes the Stack's keys out of an object, and deletes the object if nothing else is in it.
  ///
  /// @throws KubernetesClientException if it cannot be written
  void takeBack(OutputObject object) {
    if (live(object).isMissingNode()) return;
    var left = done(apply(object, manifest(object, Map.of(), Map.of()), FORCE));
    if (!left.at("/metadata/managedFields").isEmpty()
        || !left.path("data").isEmpty()
        || !left.path("binaryData").isEmpty()) return;
    var reply = server.delete(object.path(stack.namespace()), "resourceVersion", version(left));
    if (!(reply instanceof ApiReply.Refused refused && LEFT.contains(refused.code()))) done(reply);
  }

  /// @return missing if there is none
  private JsonNode live(OutputObject object) {
    var reply = server.get(object.path(stack.namespace()));
    return reply instanceof ApiReply.Refused refused && refused.missing()
        ? Json.MISSING
        : done(reply);
  }

  private static JsonNode done(ApiReply reply) {
    return switch (reply) {
      case ApiReply.Done(var body, _) -> body;
      case ApiReply.Refused refused ->
          throw new KubernetesClientException(refused.message(), refused.code(), null);
      case ApiReply.NotSent(var why) -> throw new KubernetesClientException(why);
      case ApiReply.Lost(var why) -> throw new KubernetesClientException(why);
    };
  }
}
