package io.keelson.operator.stack.output;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.keelson.engine.value.Bytes;
import io.keelson.json.PrintableJson;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.state.Labels;
import io.keelson.operator.state.RecordNames;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Writes the keys of one Stack in Secrets and ConfigMaps, as its service account.
///
/// Each Stack applies as a field manager of its own, so several Stacks can write different keys of
/// one object. A key of another Stack is never taken over; an own key that anybody else has changed
/// is.
final class OutputWriter {
  private static final Pattern MANAGER = Pattern.compile("conflict with \"([^\"]*)\"");
  private static final String DATA = ".data.";

  private final KubernetesClient account;
  private final StackKey stack;

  OutputWriter(KubernetesClient account, StackKey stack) {
    this.account = account;
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
    try {
      return new Written.Done(version(applied(manifest, false)), "");
    } catch (KubernetesClientException e) {
      var conflicts = conflicts(e);
      if (conflicts.isEmpty()) throw e;
      // Somebody has made the object, or its label another one, since it was looked at.
      if (conflicts.stream().anyMatch(Conflict::isAboutLabel) && !labels.isEmpty())
        return write(object, data, own, Map.of());
      for (var each : conflicts)
        if (each.manager().startsWith(RecordNames.MANAGER) || !own.contains(each.key()))
          return new Written.Held(each.key(), each.manager());
      var over = new TreeSet<String>();
      conflicts.forEach(each -> over.add(each.manager()));
      return new Written.Done(version(applied(manifest, true)), String.join(", ", over));
    }
  }

  /// The labels of an object that Keelson has made, or is about to make.
  private Map<String, String> labels(OutputObject object) {
    boolean ours =
        live(object)
            .map(found -> Optional.ofNullable(found.getMetadata().getLabels()).orElse(Map.of()))
            .map(found -> found.entrySet().containsAll(Labels.OUTPUTS.entrySet()))
            .orElse(true);
    return ours ? Labels.OUTPUTS : Map.of();
  }

  /// @param key empty for a field that is no data
  private record Conflict(String manager, String key) {
    boolean isAboutLabel() {
      return key.isEmpty();
    }
  }

  private static List<Conflict> conflicts(KubernetesClientException e) {
    var found = new ArrayList<Conflict>();
    if (e.getCode() != HttpURLConnection.HTTP_CONFLICT
        || e.getStatus() == null
        || e.getStatus().getDetails() == null
        || e.getStatus().getDetails().getCauses() == null) return found;
    for (StatusCause cause : e.getStatus().getDetails().getCauses()) {
      var manager = MANAGER.matcher(String.valueOf(cause.getMessage()));
      var field = String.valueOf(cause.getField());
      if (manager.find())
        found.add(
            new Conflict(
                manager.group(1), field.startsWith(DATA) ? field.substring(DATA.length()) : ""));
    }
    return found;
  }

  private static String version(HasMetadata object) {
    return object.getMetadata().getResourceVersion();
  }

  private HasMetadata applied(HasMetadata manifest, boolean force) {
    var tree = account.getKubernetesSerialization().convertValue(manifest, JsonNode.class);
    return account.resource(manifest).patch(context(force), PrintableJson.text(tree));
  }

  private HasMetadata manifest(
      OutputObject object, SortedMap<String, String> data, Map<String, String> labels) {
    return switch (object.kind()) {
      case SECRET ->
          new SecretBuilder()
              .withNewMetadata()
              .withNamespace(stack.namespace())
              .withName(object.name())
              .withLabels(labels)
              .endMetadata()
              .withData(encoded(data))
              .build();
      case CONFIG_MAP ->
          new ConfigMapBuilder()
              .withNewMetadata()
              .withNamespace(stack.namespace())
              .withName(object.name())
              .withLabels(labels)
              .endMetadata()
              .withData(data)
              .build();
    };
  }

  private static Map<String, String> encoded(SortedMap<String, String> data) {
    var encoded = new TreeMap<String, String>();
    data.forEach((key, text) -> encoded.put(key, Bytes.utf8(text).asBase64()));
    return encoded;
  }

  /// Takes the Stack's keys out of an object, and deletes the object if nothing else is in it.
  ///
  /// @throws KubernetesClientException if it cannot be written
  void takeBack(OutputObject object) {
    if (live(object).isEmpty()) return;
    var left = applied(manifest(object, new TreeMap<>(), Map.of()), true);
    var managers = left.getMetadata().getManagedFields();
    if (managers != null && !managers.isEmpty() || !isEmpty(left)) return;
    try {
      account.resource(left).lockResourceVersion(left.getMetadata().getResourceVersion()).delete();
    } catch (KubernetesClientException e) {
      // The object stays, empty, if somebody has changed it meanwhile or the account may not delete
      // it.
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN
          && e.getCode() != HttpURLConnection.HTTP_CONFLICT) throw e;
    }
  }

  private static boolean isEmpty(HasMetadata object) {
    return switch (object) {
      case Secret secret -> isEmpty(secret.getData());
      case ConfigMap map -> isEmpty(map.getData()) && isEmpty(map.getBinaryData());
      default -> false;
    };
  }

  private static boolean isEmpty(@Nullable Map<String, String> data) {
    return data == null || data.isEmpty();
  }

  private Optional<HasMetadata> live(OutputObject object) {
    return Optional.ofNullable(
        switch (object.kind()) {
          case SECRET ->
              account.secrets().inNamespace(stack.namespace()).withName(object.name()).get();
          case CONFIG_MAP ->
              account.configMaps().inNamespace(stack.namespace()).withName(object.name()).get();
        });
  }

  private PatchContext context(boolean force) {
    return new PatchContext.Builder()
        .withPatchType(PatchType.SERVER_SIDE_APPLY)
        .withFieldManager(RecordNames.ofManager(stack.namespace(), stack.name()))
        .withForce(force)
        .build();
  }
}
