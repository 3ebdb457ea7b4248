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

/// One resource of a Stack: its type, config and lifecycle options. Written by a team or from Git.
///
/// It has no finalizer: when it vanishes, its instances become orphans and their destruction is
/// planned and gated, so that restoring the manifest loses nothing.
@ApiObject
@JsonClassDescription(
    "One resource of a Stack: its type, its arguments, and how its changes are carried out.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("Resource")
@Plural("resources")
@ShortNames("kres")
@Categories("keelson")
@ValidationRule(
    value = Formats.NAME_RULE,
    message =
        "metadata.name of a Resource starts with a letter, uses only lower-case letters, digits and"
            + " '-', and is at most 63 long: it is the default of spec.name")
@AdditionalPrinterColumn(name = "STACK", jsonPath = ".spec.stack")
@AdditionalPrinterColumn(name = "TYPE", jsonPath = ".spec.type")
@AdditionalPrinterColumn(name = "READY", jsonPath = Formats.READY)
@AdditionalPrinterColumn(name = "INSTANCES", jsonPath = ".status.instances")
@AdditionalPrinterColumn(name = "ADDRESS", jsonPath = ".status.address", priority = 1)
public class Resource extends CustomResource<ResourceSpec, ResourceStatus> implements Namespaced {}
