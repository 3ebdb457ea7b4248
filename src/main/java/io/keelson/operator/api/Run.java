package io.keelson.operator.api;

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

/// A request to plan a Stack once in a way that nothing declares: with a replacement, a limit, or
/// without reading real objects. Written by a person, CI or cron; never by a tool such as GitOps
/// that applies it again and again.
///
/// Its plan passes the same gate as every other plan of the Stack.
@ApiObject
@JsonClassDescription(
    "A request to plan a Stack once with options, and to carry that out when it is approved.")
@Group("keelson.dev")
@Version("v1alpha1")
@Kind("Run")
@Plural("runs")
@ShortNames("krun")
@Categories("keelson")
@AdditionalPrinterColumn(name = "STACK", jsonPath = ".spec.stack")
@AdditionalPrinterColumn(name = "MODE", jsonPath = ".spec.mode")
@AdditionalPrinterColumn(name = "READY", jsonPath = Formats.READY)
@AdditionalPrinterColumn(name = "CHANGES", jsonPath = ".status.changes")
@AdditionalPrinterColumn(name = "PHASE", jsonPath = ".status.phase", priority = 1)
@AdditionalPrinterColumn(name = "PLAN", jsonPath = ".status.plan.name", priority = 1)
public class Run extends CustomResource<RunSpec, RunStatus> implements Namespaced {}
