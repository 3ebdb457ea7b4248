package io.keelson.cli.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.Progress;
import java.util.List;

/// A Stack as programs read it. Nothing is summed up, and a field without content is left out.
public final class TreeJson {
  private static final String VERSION = "1.0";
  private static final ObjectMapper PLAIN = new ObjectMapper();

  private TreeJson() {}

  /// One Stack with everything in it.
  public static JsonNode of(StackTree tree) {
    var json = document("StackStatus");
    json.setAll(stack(tree));
    if (!tree.unread().isEmpty()) {
      var unread = json.putArray("unread");
      for (Unread each : tree.unread())
        unread
            .addObject()
            .put("resource", each.plural())
            .put("verb", each.verb())
            .put("namespace", each.namespace());
    }
    members(json.putArray("members"), tree.members());
    return json;
  }

  /// Several Stacks without what is in them.
  public static JsonNode of(List<StackTree> stacks) {
    var json = document("StackStatuses");
    var all = json.putArray("stacks");
    stacks.forEach(each -> all.add(stack(each)));
    return json;
  }

  private static ObjectNode document(String kind) {
    return JsonNodeFactory.instance.objectNode().put("formatVersion", VERSION).put("kind", kind);
  }

  private static ObjectNode stack(StackTree tree) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("namespace", tree.namespace()).put("name", tree.name());
    state(json, tree.state());
    if (tree.deleting()) json.put("deleting", true);
    instances(json, tree.instances());
    tree.plan().ifPresent(plan -> json.set("plan", plan(plan)));
    tree.progress().ifPresent(progress -> json.set("progress", progress(progress)));
    return json;
  }

  private static void state(ObjectNode json, State state) {
    json.put("health", state.health().word());
    put(json, "reason", state.reason());
    put(json, "message", state.message());
    state.since().ifPresent(since -> json.put("since", since.toString()));
  }

  private static void put(ObjectNode json, String field, String text) {
    if (!text.isEmpty()) json.put(field, text);
  }

  /// @param counted such as 2/3, as statuses have it
  private static void instances(ObjectNode json, String counted) {
    int slash = counted.indexOf('/');
    if (slash < 0) return;
    try {
      json.putObject("instances")
          .put("ready", Integer.parseInt(counted.substring(0, slash)))
          .put("declared", Integer.parseInt(counted.substring(slash + 1)));
    } catch (NumberFormatException e) {
      json.remove("instances");
    }
  }

  private static JsonNode plan(ShownPlan plan) {
    var json = JsonNodeFactory.instance.objectNode();
    put(json, "name", plan.name());
    put(json, "digest", plan.digest());
    json.put("phase", plan.phase().name());
    var counts = json.putObject("counts");
    PLAIN
        .valueToTree(plan.counts())
        .properties()
        .forEach(each -> {
          if (each.getValue().isInt()) counts.set(each.getKey(), each.getValue());
        });
    put(json, "message", plan.details().message());
    put(json, "approval", plan.rule());
    plan.decision().ifPresent(decision -> json.set("decision", decision(decision)));
    var approvals = JsonNodeFactory.instance.arrayNode();
    for (var each : plan.details().approvals())
      approvals
          .addObject()
          .put("name", each.name())
          .put("by", each.by())
          .put("decision", each.verdict())
          .put("phase", each.phase());
    if (!approvals.isEmpty()) json.set("approvals", approvals);
    plan.details().mayDecide().ifPresent(you -> json.put("youMayDecide", you));
    return json;
  }

  private static JsonNode decision(Decision decision) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("verdict", String.valueOf(decision.verdict));
    if (decision.by != null) json.put("by", decision.by);
    if (decision.policy != null) json.put("policy", decision.policy);
    if (decision.at != null) json.put("at", decision.at);
    return json;
  }

  private static JsonNode progress(Progress progress) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("done", progress.done)
        .put("running", progress.running)
        .put("failed", progress.failed)
        .put("total", progress.total)
        .put("startedAt", progress.startedAt);
    var longest = progress.longest;
    if (longest != null)
      json.putObject("longest")
          .put("address", longest.address)
          .put("action", String.valueOf(longest.action))
          .put("since", longest.since);
    return json;
  }

  private static void members(ArrayNode json, List<Node> nodes) {
    for (Node each : nodes) {
      var node = json.addObject();
      node.put("kind", each.kind().name()).put("address", each.address());
      put(node, "object", each.object());
      state(node, each.state());
      instances(node, each.instances());
      if (!each.children().isEmpty()) members(node.putArray("members"), each.children());
    }
  }
}
