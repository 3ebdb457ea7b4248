package io.keelson.operator.api.plan;

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

/// A person's Approve or Reject of one plan, named by its digest. Immutable.
@ApiObject
@JsonClassDescription("A person's decision about one plan, named by its digest.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("PlanApproval")
@Plural("planapprovals")
@ShortNames("kpa")
@Categories("keelson")
@AdditionalPrinterColumn(name = "STACK", jsonPath = ".spec.stack")
@AdditionalPrinterColumn(name = "DECISION", jsonPath = ".spec.decision")
@AdditionalPrinterColumn(name = "APPROVER", jsonPath = ".spec.approver")
@AdditionalPrinterColumn(name = "PHASE", jsonPath = ".status.phase")
@AdditionalPrinterColumn(
    name = "AGE",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "DIGEST", jsonPath = ".spec.digest", priority = 1)
@AdditionalPrinterColumn(name = "MESSAGE", jsonPath = ".status.message", priority = 1)
public class PlanApproval extends CustomResource<PlanApprovalSpec, PlanApprovalStatus>
    implements Namespaced {}
