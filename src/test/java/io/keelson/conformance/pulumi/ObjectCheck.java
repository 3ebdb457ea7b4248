package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Compares what exists after a step with what it expects, object by object.
final class ObjectCheck {
  private final PulumiRecords records;
  private final PulumiStep step;
  private final List<PulumiResource> declared;
  private final StackState before;
  private final StackState state;
  private final Findings findings;

  /// @param declared what the program is, and what it was
  ObjectCheck(
      PulumiRecords records,
      PulumiStep step,
      List<PulumiResource> declared,
      StackState before,
      StackState state,
      Findings findings) {
    this.records = records;
    this.step = step;
    this.declared = Collections.unmodifiableList(new ArrayList<>(declared));
    this.before = before;
    this.state = state;
    this.findings = findings;
  }

  void compare() {
    var wanted = step.expected().objects();
    var live = live();
    var all = new TreeSet<>(wanted.keySet());
    all.addAll(live.keySet());
    for (String address : all) {
      var want = wanted.get(address);
      var object = live.get(address);
      if (want == null || object == null)
        findings.differs(Aspect.OBJECT, address, "", there(want != null), there(object != null));
      else compare(address, want, object);
    }
    superseded();
  }

  private static String there(boolean there) {
    return there ? "an object" : "none";
  }

  /// What the world is known to have lost is recorded on (DEV-9), but not live.
  private SortedMap<String, ObjectState> live() {
    var live = new TreeMap<String, ObjectState>();
    state
        .instances()
        .forEach((at, instance) -> {
          if (!isMissing(instance))
            instance.current().ifPresent(object -> live.put(PulumiNames.of(at), object));
        });
    return live;
  }

  private static boolean isMissing(InstanceState instance) {
    return instance.drift() instanceof Drift.Missing;
  }

  private void compare(String address, JsonNode wanted, ObjectState object) {
    var value = (Mapping) records.value(object);
    differs(address, "id", wanted.get("id").textValue(), PulumiProvider.id(value));
    differs(address, "inputs", given(wanted.path("inputs")), shown(records.inputs(object), object));
    var outputs = new TreeMap<>(value.entries());
    outputs.remove("id");
    differs(
        address, "outputs", given(wanted.path("outputs")), shown(Value.object(outputs), object));
    differs(
        address, "protect", wanted.path("protect").asBoolean(), object.flags().preventDestroy());
    differs(
        address,
        "retainOnDelete",
        wanted.path("retainOnDelete").asBoolean(),
        object.flags().skipDestroy());
    differs(address, "unfinished", status(wanted), object.status().name());
    dependencies(address, wanted, object);
  }

  private static String status(JsonNode wanted) {
    return wanted.path("unfinished").isEmpty() ? "READY" : "UNFINISHED";
  }

  private void differs(String address, String part, Object expected, Object actual) {
    findings.differs(Aspect.OBJECT, address, part, expected, actual);
  }

  private static String given(JsonNode values) {
    return PulumiValues.write(PulumiValues.withoutNulls((Mapping) PulumiValues.read(values)));
  }

  private static String shown(Mapping object, ObjectState stored) {
    return PulumiValues.write(
        PulumiValues.showingSecrets(
            PulumiValues.withoutNulls(object), AttributePath.ROOT, stored.sensitive().all()));
  }

  /// Options name dependencies here that the engine does not count as such; what is gone is named
  /// until the next plan of its user (DEV-9); and a component is all that is inside (R-CMP-11).
  private void dependencies(String address, JsonNode wanted, ObjectState object) {
    var expected = new TreeSet<>(PulumiStep.strings(wanted.path("dependencies")));
    for (PulumiResource component : step.components())
      if (expected.remove(component.address()))
        step.inside(component).forEach(each -> expected.add(each.address()));
    expected.remove(address);
    expected.removeIf(each -> declared.stream().anyMatch(one -> isComponent(one, each)));
    var direct = new TreeSet<String>();
    for (Dependency each : object.dependencies())
      if (each.direct()) direct.add(PulumiNames.of(each.resource()));
    var more = namedHere(address, wanted);
    direct.removeIf(
        each -> !expected.contains(each) && (more.contains(each) || isFormerName(each, expected)));
    if (!direct.equals(expected)) differs(address, "dependencies", expected, direct);
  }

  private static boolean isComponent(PulumiResource resource, String address) {
    return resource.isComponent() && resource.address().equals(address);
  }

  /// What moves is named under both names until its user is applied again (DEV-16).
  private boolean isFormerName(String address, Collection<String> expected) {
    return declared.stream()
        .anyMatch(each -> expected.contains(each.address()) && each.aliases().contains(address));
  }

  private SortedSet<String> namedHere(String address, JsonNode wanted) {
    var named = new TreeSet<String>();
    if (wanted.has("deletedWith")) named.add(wanted.get("deletedWith").textValue());
    for (PulumiResource resource : declared)
      if (resource.address().equals(address)) named.addAll(resource.namedByOptions());
    for (StackState each : List.of(before, state))
      each.instances()
          .forEach((at, instance) -> {
            if (isMissing(instance)) named.add(PulumiNames.of(at));
          });
    return named;
  }

  private void superseded() {
    var wanted = step.expected().superseded();
    var actual = new TreeSet<String>();
    state
        .instances()
        .forEach((at, instance) ->
            deposed(instance).forEach(id -> actual.add(PulumiNames.of(at) + " " + id)));
    var all = new TreeSet<>(wanted);
    all.addAll(actual);
    for (String each : all)
      if (wanted.contains(each) != actual.contains(each))
        findings.add(
            Aspect.SUPERSEDED,
            List.of(each.split(" ", -1)[0]),
            each + (wanted.contains(each) ? ": expected, is not left" : ": is left"));
  }

  private List<String> deposed(InstanceState instance) {
    return instance.deposed().values().stream()
        .map(object -> PulumiProvider.id(records.value(object)))
        .toList();
  }
}
