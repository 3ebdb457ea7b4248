package io.keelson.operator;

import static java.util.stream.Collectors.toMap;

import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.testing.TestNamespace;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The records of instances in a namespace, as they are now.
record Records(TestNamespace namespace) {

  NonNamespaceOperation<
          ResourceInstance, KubernetesResourceList<ResourceInstance>, Resource<ResourceInstance>>
      client() {
    return namespace.client().resources(ResourceInstance.class).inNamespace(namespace.name());
  }

  List<ResourceInstance> all() {
    return client().list().getItems();
  }

  /// @throws AssertionError if there is none, or more than one
  ResourceInstance at(String address) {
    var found = all().stream().filter(each -> each.getSpec().address.equals(address)).toList();
    if (found.size() != 1)
      throw new AssertionError(found.size() + " records of " + address + " instead of one");
    return found.getFirst();
  }

  /// The id of each instance's object by its address; null where it has none.
  Map<String, String> ids() {
    return all().stream()
        .collect(toMap(each -> each.getSpec().address, each -> String.valueOf(id(each))));
  }

  private static @Nullable String id(ResourceInstance record) {
    var status = record.getStatus();
    if (status == null || status.state == null) return null;
    var uid = status.state.path("uid");
    return uid.isTextual() ? uid.textValue() : status.id;
  }

  /// Addresses whose operation has begun, and has not ended.
  List<String> open() {
    return all().stream()
        .filter(each -> !isMade(each) || each.getStatus().operation != null)
        .map(each -> each.getSpec().address)
        .toList();
  }

  /// Addresses of instances that are made or imported, and that an operation is changing.
  List<String> begun() {
    return all().stream()
        .filter(each -> isMade(each) && each.getStatus().operation != null)
        .map(each -> each.getSpec().address)
        .toList();
  }

  /// Those that are not simply Ready, with what is remarkable about them.
  List<String> remarkable() {
    return all().stream().map(Records::remarks).filter(text -> !text.endsWith(": Ready")).toList();
  }

  private static String remarks(ResourceInstance record) {
    var status = record.getStatus();
    var text = new StringBuilder(record.getSpec().address).append(": ");
    text.append(status == null ? "nothing but an intent" : status.phase);
    if (status != null && status.serial == null) text.append(", never made");
    if (status != null && status.id == null) text.append(", no id");
    if (status != null && status.operation != null) text.append(", open operation");
    if (status != null && status.deposed != null) text.append(", deposed objects");
    if (status != null && status.lateResults != null) text.append(", late results");
    if (record.getMetadata().getDeletionTimestamp() != null) text.append(", being deleted");
    return text.toString();
  }

  // A record without a serial is an intent to create.
  static boolean isMade(ResourceInstance record) {
    return record.getStatus() != null && record.getStatus().serial != null;
  }

  /// What the record of an address stores of the given attribute, as JSON text; empty while it
  /// stores no object.
  String state(String address, String attribute) {
    var status = at(address).getStatus();
    return status == null || status.state == null ? "" : status.state.path(attribute).toString();
  }
}
