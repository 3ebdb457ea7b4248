package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyProgress;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOptions.Scope;
import io.keelson.engine.value.Bytes;
import io.keelson.testing.PlanOptionsBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/// One step of a scenario: a run of a program.
///
/// @param number from 1
/// @param destroysFirst the types whose provider wants the old object of a replacement gone first
/// @param there the names that have an object before
record PulumiStep(
    int number, JsonNode json, SortedSet<String> destroysFirst, SortedSet<String> there) {
  static final DigestKey KEY = new DigestKey(Bytes.utf8("scenario"), "scenario");

  PulumiStep {
    destroysFirst = Collections.unmodifiableSortedSet(new TreeSet<>(destroysFirst));
    there = Collections.unmodifiableSortedSet(new TreeSet<>(there));
  }

  static List<String> strings(JsonNode list) {
    var strings = new ArrayList<String>();
    list.forEach(each -> strings.add(each.textValue()));
    return strings;
  }

  /// The whole program, with what is taken over from parents.
  private List<PulumiResource> program() {
    var program = new TreeMap<String, PulumiResource>();
    var ordered = new ArrayList<PulumiResource>();
    for (JsonNode each : json.path("resources")) {
      var alone = new PulumiResource(each);
      var resource =
          alone
              .parent()
              .flatMap(at -> Optional.ofNullable(program.get(at)))
              .map(alone::inheriting)
              .orElse(alone);
      program.put(resource.address(), resource);
      ordered.add(resource);
    }
    return ordered;
  }

  /// What providers know.
  List<PulumiResource> resources() {
    return program().stream().filter(each -> !each.isComponent()).toList();
  }

  /// The same by their addresses.
  SortedMap<String, PulumiResource> declared() {
    var declared = new TreeMap<String, PulumiResource>();
    resources().forEach(each -> declared.put(each.address(), each));
    return Collections.unmodifiableSortedMap(declared);
  }

  /// Those around others first.
  List<PulumiResource> components() {
    return program().stream().filter(PulumiResource::isComponent).toList();
  }

  /// The parent of a resource, the parent of that, and so on.
  List<PulumiResource> around(PulumiResource resource) {
    var program = new TreeMap<String, PulumiResource>();
    program().forEach(each -> program.put(each.address(), each));
    var around = new ArrayList<PulumiResource>();
    var next = resource.parent().map(program::get);
    while (next.isPresent()) {
      around.add(next.get());
      next = next.get().parent().map(program::get);
    }
    return around;
  }

  /// The resources in a component, and in those inside of it.
  List<PulumiResource> inside(PulumiResource component) {
    return resources().stream()
        .filter(each ->
            around(each).stream().anyMatch(one -> one.address().equals(component.address())))
        .toList();
  }

  /// There, the old object of what is replaced under a new name ends under its old one.
  PulumiFailures failures() {
    var failures = PulumiFailures.of(json.path("fail"));
    for (PulumiResource each : resources())
      for (String origin : each.aliases())
        if (!declared().containsKey(origin))
          failures = failures.renamed("delete", origin, each.address());
    return failures;
  }

  PulumiExpectation expected() {
    var aliases = new TreeMap<String, PulumiResource>();
    for (PulumiResource resource : resources())
      // A name that has an object itself takes none over.
      if (!there.contains(resource.address()))
        resource.aliases().forEach(origin -> aliases.putIfAbsent(origin, resource));
    return new PulumiExpectation(json.get("expect"), aliases, destroysFirst);
  }

  boolean isPreview() {
    return json.get("op").textValue().equals("preview");
  }

  /// How the run is planned. Objects are read only where the run says so: Pulumi plans from what it
  /// recorded.
  ///
  /// @param places the address of a resource or component here
  PlanOptions options(UnaryOperator<String> places) {
    var refresh =
        json.path("refresh").asBoolean(false) ? PlanOptions.Refresh.ALL : PlanOptions.Refresh.NONE;
    var options =
        switch (json.get("op").textValue()) {
          case "destroy" -> PlanOptionsBuilder.options(PlanOptions.Mode.DESTROY, refresh, 4, KEY);
          case "refresh" ->
              PlanOptionsBuilder.options(
                  PlanOptions.Mode.REFRESH_ONLY, PlanOptions.Refresh.ALL, 4, KEY);
          default -> PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, refresh, 4, KEY);
        };
    return PlanOptionsBuilder.from(options)
        .targeting(targets("targets", places))
        .deleting(PlanOptions.Deletes.LAYERED)
        .scoped(scope())
        .excluding(targets("excludes", places))
        .replacing(addresses("replace", places))
        .build();
  }

  /// Targets take nothing along, there.
  private Scope scope() {
    if (!json.path("targets").isArray()) return Scope.NEEDED;
    return json.path("targetDependents").asBoolean(false) ? Scope.DEPENDENTS : Scope.EXACT;
  }

  /// How the plan is carried out. Recordings that stop at their first failure do one step at a
  /// time.
  ApplyOptions applying() {
    boolean goesOn = json.path("continueOnError").asBoolean(false);
    return new ApplyOptions(
        goesOn ? 4 : 1,
        new StopSignal(),
        Limits.DEFAULT,
        KEY.secret(),
        goesOn ? ApplyOptions.OnFailure.CONTINUE : ApplyOptions.OnFailure.STOP,
        ApplyProgress.NONE);
  }

  private List<Target> targets(String field, UnaryOperator<String> places) {
    return strings(json.path(field)).stream().map(places).map(Target::parse).toList();
  }

  private List<InstanceAddress> addresses(String field, UnaryOperator<String> places) {
    return strings(json.path(field)).stream().map(places).map(InstanceAddress::parse).toList();
  }
}
