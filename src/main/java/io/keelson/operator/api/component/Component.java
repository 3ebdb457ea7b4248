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

/// One use of a component in a Stack. Written by a team or from Git.
///
/// It has no finalizer: when it vanishes, everything inside becomes orphans, and their destruction
/// is planned and gated, so that restoring the manifest loses nothing.
@ApiObject
@JsonClassDescription(
    "One use of a component in a Stack: what it is given, and how often it is there.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("Component")
@Plural("components")
@ShortNames("kcomp")
@Categories("keelson")
@ValidationRule(
    value = Formats.NAME_RULE,
    message =
        "metadata.name of a Component starts with a letter, uses only lower-case letters, digits"
            + " and '-', and is at most 63 long")
@AdditionalPrinterColumn(name = "STACK", jsonPath = ".spec.stack")
@AdditionalPrinterColumn(name = "DEFINITION", jsonPath = Component.WHAT)
@AdditionalPrinterColumn(name = "VERSION", jsonPath = ".status.version")
@AdditionalPrinterColumn(name = "READY", jsonPath = Formats.READY)
@AdditionalPrinterColumn(name = "INSTANCES", jsonPath = ".status.instances")
public class Component extends CustomResource<ComponentSpec, ComponentStatus>
    implements Namespaced {
  /// The name of the definition, or the type of the program: a path that is not there gives
  /// nothing.
  static final String WHAT = ".spec['definition','program']['name','type']";
}
