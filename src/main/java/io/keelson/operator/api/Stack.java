package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/// The unit of planning, approval, drift and deletion. Written by a team or from Git.
@ApiObject
@JsonClassDescription(
    "The unit of planning, approval, drift and deletion: Resources that name it are planned and"
        + " applied together.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("Stack")
@Plural("stacks")
@ShortNames("kst")
@Categories("keelson")
@ValidationRule(
    value = Formats.NAME_RULE,
    message =
        "metadata.name of a Stack starts with a letter, uses only lower-case letters, digits and"
            + " '-', and is at most 63 long: it becomes a label and part of the names of its"
            + " records")
@AdditionalPrinterColumn(name = "READY", jsonPath = Formats.READY)
@AdditionalPrinterColumn(name = "RESOURCES", jsonPath = ".status.resources")
@AdditionalPrinterColumn(name = "PENDING", jsonPath = ".status.pending")
@AdditionalPrinterColumn(
    name = "DRIFT",
    jsonPath = ".status.drifted",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "PLAN", jsonPath = ".status.plan.name", priority = 1)
public class Stack extends CustomResource<StackSpec, StackStatus> implements Namespaced {}
