package io.keelson.operator.api.provider;

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
import io.keelson.operator.api.Formats;

/// What a provider is told before resources make use of it: which system, and as whom. Several of
/// one Provider are what Terraform calls aliases. Written by a team.
@ApiObject
@JsonClassDescription(
    "What a provider is told before resources make use of it: which system to work on, and as"
        + " whom.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("ProviderConfig")
@Plural("providerconfigs")
@ShortNames("kpc")
@Categories("keelson")
@AdditionalPrinterColumn(name = "PROVIDER", jsonPath = ".spec.providerRef.name")
@AdditionalPrinterColumn(name = "READY", jsonPath = Formats.READY)
public class ProviderConfig extends CustomResource<ProviderConfigSpec, ProviderConfigStatus>
    implements Namespaced {}
