package io.keelson.operator.api.provider;

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

/// The program of a provider: where it comes from, which version, what its package is compared
/// with, and what its process may use. Written by the platform team.
@ApiObject
@JsonClassDescription(
    "A provider of the Terraform world: where its program comes from, which version, and what it"
        + " may have.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("Provider")
@Plural("providers")
@ShortNames("kprov")
@Categories("keelson")
@AdditionalPrinterColumn(name = "SOURCE", jsonPath = ".status.address")
@AdditionalPrinterColumn(name = "VERSION", jsonPath = ".status.installed.version")
@AdditionalPrinterColumn(name = "READY", jsonPath = Formats.READY)
@AdditionalPrinterColumn(name = "VERIFIED", jsonPath = ".status.installed.verified", priority = 1)
public class Provider extends CustomResource<ProviderSpec, ProviderStatus> {}
