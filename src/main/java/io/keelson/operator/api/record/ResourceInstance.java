package io.keelson.operator.api.record;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.keelson.operator.api.ApiObject;
import java.util.Optional;

/// One instance of a resource: prior state, deposed objects, operation journal. This is the state.
///
/// Written by the operator only. An instance without `status.serial` is an open intent: its
/// creation may have begun. A deletion timestamp is never a decision; the record stays
/// authoritative.
@ApiObject
@JsonClassDescription(
    "The state of one instance of a resource: its current object, deposed objects and open"
        + " operation. Written by the operator only.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("ResourceInstance")
@Plural("resourceinstances")
@ShortNames("kri")
@Categories("keelson")
@AdditionalPrinterColumn(name = "ADDRESS", jsonPath = ".spec.address")
@AdditionalPrinterColumn(name = "ID", jsonPath = ".status.id")
@AdditionalPrinterColumn(name = "STATUS", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "DRIFT", jsonPath = ".status.drift.kind")
@AdditionalPrinterColumn(
    name = "DEPOSED",
    jsonPath = ".status.deposedCount",
    type = AdditionalPrinterColumn.Type.INTEGER,
    priority = 1)
@AdditionalPrinterColumn(
    name = "AGE",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "STACK", jsonPath = ".spec.stack", priority = 1)
@AdditionalPrinterColumn(name = "PROVIDER", jsonPath = ".status.provider", priority = 1)
public class ResourceInstance extends CustomResource<ResourceInstanceSpec, ResourceInstanceStatus>
    implements Namespaced {

  /// The open journal entry, if any. Until the first status is written, it is the intent in the
  /// spec.
  public Optional<JournalEntry> open() {
    var status = getStatus();
    return status == null || status.serial == null
        ? Optional.ofNullable(getSpec().intent)
        : Optional.ofNullable(status.operation);
  }
}
