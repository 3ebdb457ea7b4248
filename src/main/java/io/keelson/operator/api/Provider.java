package io.keelson.operator.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/// A provider of the Terraform world that ProviderConfigs may use: which program, from where, and
/// what it must prove to be. Written by whoever runs the cluster.
@ApiObject
@JsonClassDescription(
    "A Terraform or OpenTofu provider: which program, from where, and how it is verified.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("Provider")
@Plural("providers")
@ShortNames("kprov")
@Categories("keelson")
@AdditionalPrinterColumn(name = "SOURCE", jsonPath = ".spec.source")
@AdditionalPrinterColumn(name = "VERSION", jsonPath = ".status.version")
@AdditionalPrinterColumn(
    name = "READY",
    jsonPath = ".status.conditions[?(@.type==\"Ready\")].status")
@AdditionalPrinterColumn(
    name = "REASON",
    jsonPath = ".status.conditions[?(@.type==\"Ready\")].reason")
@AdditionalPrinterColumn(name = "VERIFIED", jsonPath = ".status.verified")
@AdditionalPrinterColumn(
    name = "AGE",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
    name = "PROTOCOL",
    jsonPath = ".status.protocol",
    type = AdditionalPrinterColumn.Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(
    name = "MESSAGE",
    jsonPath = ".status.conditions[?(@.type==\"Ready\")].message",
    type = AdditionalPrinterColumn.Type.STRING,
    priority = 1)
public class Provider extends CustomResource<ProviderSpec, ProviderStatus> {}
