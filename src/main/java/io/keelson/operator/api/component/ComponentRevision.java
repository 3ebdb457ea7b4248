package io.keelson.operator.api.component;

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

/// One accepted definition with the revisions of the components inside. Written by the operator,
/// and never changed: its name holds a hash of what is in it.
@ApiObject
@JsonClassDescription(
    "One accepted ComponentDefinition, as it was and stays; written by the operator only.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("ComponentRevision")
@Plural("componentrevisions")
@ShortNames("kcr")
@Categories("keelson")
@AdditionalPrinterColumn(name = "DEFINITION", jsonPath = ".spec.definition")
@AdditionalPrinterColumn(name = "VERSION", jsonPath = ".spec.version")
@AdditionalPrinterColumn(
    name = "AGE",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public class ComponentRevision extends CustomResource<ComponentRevisionSpec, Void>
    implements Namespaced {}
