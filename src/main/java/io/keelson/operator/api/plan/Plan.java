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

/// An immutable proposal: what the operator would change in a Stack, to be read and approved.
///
/// Written by the operator only, and never executed: an apply runs a plan made in its own process.
@ApiObject
@JsonClassDescription(
    "What the operator would change in a Stack, for eyes and for approval. Written by the operator"
        + " only.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("Plan")
@Plural("plans")
@ShortNames("kpl")
@Categories("keelson")
@AdditionalPrinterColumn(name = "STACK", jsonPath = ".spec.stack")
@AdditionalPrinterColumn(name = "PHASE", jsonPath = ".status.phase")
@AdditionalPrinterColumn(
    name = "ADD",
    jsonPath = ".spec.counts.add",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "CHANGE",
    jsonPath = ".spec.counts.change",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "REPLACE",
    jsonPath = ".spec.counts.replace",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "DESTROY",
    jsonPath = ".spec.counts.destroy",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "RECREATE",
    jsonPath = ".spec.counts.recreate",
    type = AdditionalPrinterColumn.Type.INTEGER,
    priority = 1)
@AdditionalPrinterColumn(
    name = "IMPORT",
    jsonPath = ".spec.counts.imports",
    type = AdditionalPrinterColumn.Type.INTEGER,
    priority = 1)
@AdditionalPrinterColumn(
    name = "FORGET",
    jsonPath = ".spec.counts.forget",
    type = AdditionalPrinterColumn.Type.INTEGER,
    priority = 1)
@AdditionalPrinterColumn(
    name = "MOVE",
    jsonPath = ".spec.counts.move",
    type = AdditionalPrinterColumn.Type.INTEGER,
    priority = 1)
@AdditionalPrinterColumn(
    name = "AGE",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
    name = "DONE",
    jsonPath = ".status.progress.done",
    type = AdditionalPrinterColumn.Type.INTEGER,
    priority = 1)
@AdditionalPrinterColumn(
    name = "FAILED",
    jsonPath = ".status.progress.failed",
    type = AdditionalPrinterColumn.Type.INTEGER,
    priority = 1)
@AdditionalPrinterColumn(
    name = "OF",
    jsonPath = ".status.progress.total",
    type = AdditionalPrinterColumn.Type.INTEGER,
    priority = 1)
@AdditionalPrinterColumn(name = "DIGEST", jsonPath = ".spec.digest", priority = 1)
@AdditionalPrinterColumn(name = "DECIDED-BY", jsonPath = ".status.decision.by", priority = 1)
@AdditionalPrinterColumn(name = "MESSAGE", jsonPath = ".status.message", priority = 1)
public class Plan extends CustomResource<PlanSpec, PlanStatus> implements Namespaced {}
