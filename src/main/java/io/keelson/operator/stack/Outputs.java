package io.keelson.operator.stack;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.Output;
import io.keelson.operator.state.Attempts;
import io.keelson.operator.state.Labels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Makes the outputs of a Stack visible: in its status, and in Secrets and ConfigMaps, written in
/// the name of its service account.
final class Outputs {
  private static final int LARGEST_STATUS = 64 * 1024;

  private final KubernetesClient account;
  private Map<String, String> published = Map.of();

  Outputs(KubernetesClient account) {
    this.account = account;
  }

  /// What a status shows of the outputs.
  ///
  /// @param values those that are not sensitive, as far as there is room
  /// @param omitted says of the others that there is none
  record Shown(SortedMap<String, JsonNode> values, List<Diagnostic> omitted) {}

  /// In the order of their names: one that is too large leaves its room to those that follow.
  static Shown shown(SortedMap<String, Value> values) {
    var shown = new Shown(new TreeMap<>(), new ArrayList<>());
    int used = 0;
    for (var each : values.entrySet()) {
      if (each.getValue().marked()) continue;
      var tree = JsonValues.write(each.getValue());
      int size = tree.toString().getBytes(StandardCharsets.UTF_8).length;
      if (used + size > LARGEST_STATUS) {
        shown.omitted().add(omitted(each.getKey(), size));
      } else {
        shown.values().put(each.getKey(), tree);
        used += size;
      }
    }
    return shown;
  }

  private static Diagnostic omitted(String output, int size) {
    return Diagnostic.warning(
        Code.OUTPUT,
        Subject.part("output", output),
        "Output is not shown in the status",
        "It has %d bytes, and the status of a Stack has room for %d of all outputs together. To read it, let spec.outputs write it to a Secret or a ConfigMap (to), or make it smaller."
            .formatted(size, LARGEST_STATUS));
  }

  /// Writes outputs where the Stack says, unless that was done already.
  ///
  /// @return what could not be written
  List<Diagnostic> publish(Stack stack, SortedMap<String, Value> values) {
    var secrets = new TreeMap<String, SortedMap<String, String>>();
    var configMaps = new TreeMap<String, SortedMap<String, String>>();
    var names = new TreeMap<String, String>();
    if (stack.getSpec().outputs != null)
      for (Output output : stack.getSpec().outputs) {
        var value = values.get(output.name);
        if (value == null || output.to == null) continue;
        boolean secret = output.to.secret != null;
        var to = secret ? output.to.secret : output.to.configMap;
        if (to == null) continue;
        (secret ? secrets : configMaps)
            .computeIfAbsent(to.name, _ -> new TreeMap<>())
            .put(to.key, text(value));
        names.put((secret ? "Secret " : "ConfigMap ") + to.name, output.name);
      }
    var now = Map.of("secrets", secrets.toString(), "configMaps", configMaps.toString());
    if (now.equals(published)) return List.of();
    var problems = new ArrayList<Diagnostic>();
    secrets.forEach((name, data) ->
        write(stack, "Secret " + name, names, problems, () -> secret(stack, name, data)));
    configMaps.forEach((name, data) ->
        write(stack, "ConfigMap " + name, names, problems, () -> configMap(stack, name, data)));
    if (problems.isEmpty()) published = now;
    return problems;
  }

  private static String text(Value value) {
    var plain = value.unmark().value();
    return plain instanceof Value.Text text ? text.text() : JsonValues.write(plain).toString();
  }

  private static void write(
      Stack stack,
      String target,
      Map<String, String> names,
      List<Diagnostic> problems,
      Runnable write) {
    try {
      write.run();
    } catch (KubernetesClientException e) {
      if (Attempts.mayPass(e)) throw e;
      problems.add(
          Diagnostic.error(
              Code.OUTPUT,
              Subject.part("output", names.getOrDefault(target, "")),
              "Output cannot be written",
              "%s in namespace '%s' was refused for the service account '%s': %s. Grant it the verbs get, create and patch on this object, or correct spec.outputs."
                  .formatted(
                      target,
                      stack.getMetadata().getNamespace(),
                      stack.getSpec().serviceAccountName,
                      e.getStatus() == null ? e.getMessage() : e.getStatus().getMessage())));
    }
  }

  private void secret(Stack stack, String name, Map<String, String> data) {
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(stack.getMetadata().getNamespace())
            .withName(name)
            .withLabels(Labels.of(stack.getMetadata().getName()))
            .endMetadata()
            .withStringData(data)
            .build();
    account.resource(secret).patch(apply(stack));
  }

  private void configMap(Stack stack, String name, Map<String, String> data) {
    var configMap =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(stack.getMetadata().getNamespace())
            .withName(name)
            .withLabels(Labels.of(stack.getMetadata().getName()))
            .endMetadata()
            .withData(data)
            .build();
    account.resource(configMap).patch(apply(stack));
  }

  private static PatchContext apply(Stack stack) {
    var manager =
        "keelson:" + stack.getMetadata().getNamespace() + "/" + stack.getMetadata().getName();
    return new PatchContext.Builder()
        .withPatchType(PatchType.SERVER_SIDE_APPLY)
        .withFieldManager(manager.substring(0, Math.min(128, manager.length())))
        .withForce(false)
        .build();
  }
}
