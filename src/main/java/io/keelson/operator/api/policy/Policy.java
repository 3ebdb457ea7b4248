package io.keelson.operator.api.policy;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.Formats;

/// Rules of an organisation over what is planned, in all Stacks of the namespaces that it is about.
/// Written by the platform team.
@ApiObject
@JsonClassDescription("Rules over what is planned, looked at before anything is done.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("Policy")
@Plural("policies")
@ShortNames("kpol")
@Categories("keelson")
@AdditionalPrinterColumn(name = "LEVEL", jsonPath = ".spec.level")
@AdditionalPrinterColumn(name = "READY", jsonPath = Formats.READY)
public class Policy extends CustomResource<PolicySpec, PolicyStatus> {}
