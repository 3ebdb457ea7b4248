package io.keelson.operator.api.component;

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
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Formats;

/// A reusable part of Stacks. Written by a platform team or from Git; what is accepted of it is
/// published as a ComponentRevision.
@ApiObject
@JsonClassDescription(
    "A reusable part of Stacks: variables, resources, components and outputs under one version.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("ComponentDefinition")
@Plural("componentdefinitions")
@ShortNames("kcd")
@Categories("keelson")
@ValidationRule(
    value = Formats.NAME_RULE,
    message =
        "metadata.name of a ComponentDefinition starts with a letter, uses only lower-case letters,"
            + " digits and '-', and is at most 63 long")
@AdditionalPrinterColumn(name = "VERSION", jsonPath = ".spec.version")
@AdditionalPrinterColumn(name = "READY", jsonPath = Formats.READY)
@AdditionalPrinterColumn(name = "REVISION", jsonPath = ".status.revision")
public class ComponentDefinition
    extends CustomResource<ComponentDefinitionSpec, ComponentDefinitionStatus>
    implements Namespaced {}
