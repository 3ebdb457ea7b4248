package io.keelson.cli.status;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.StatusDiagnostic;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.stack.declaration.Declarations;
import io.keelson.operator.stack.declaration.UsedComponents;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What is kept of a Resource or a Component.
///
/// @param object the name of the object
/// @param problems errors by what they are about, such as an instance
record Declared(
    Node.Kind kind,
    String address,
    String object,
    State state,
    String instances,
    Map<String, String> problems) {

  static Declared of(Resource resource) {
    var meta = resource.getMetadata();
    var status = resource.getStatus();
    var address = Declarations.address(resource).toString();
    if (status == null) return unreported(Node.Kind.Resource, address, meta);
    return new Declared(
        Node.Kind.Resource,
        Objects.requireNonNullElse(status.address, address),
        meta.getName(),
        State.of(status.conditions, meta.getGeneration(), status.observedGeneration),
        Objects.requireNonNullElse(status.instances, ""),
        problems(status.diagnostics));
  }

  static Declared of(Component component) {
    var meta = component.getMetadata();
    var status = component.getStatus();
    var address = UsedComponents.address(component).toString();
    if (status == null) return unreported(Node.Kind.Component, address, meta);
    return new Declared(
        Node.Kind.Component,
        Objects.requireNonNullElse(status.address, address),
        meta.getName(),
        State.of(status.conditions, meta.getGeneration(), status.observedGeneration),
        Objects.requireNonNullElse(status.instances, ""),
        problems(status.diagnostics));
  }

  private static Declared unreported(Node.Kind kind, String address, ObjectMeta meta) {
    return new Declared(
        kind, address, meta.getName(), State.of(null, meta.getGeneration(), null), "", Map.of());
  }

  /// The first error about each subject.
  static Map<String, String> problems(@Nullable List<StatusDiagnostic> diagnostics) {
    if (diagnostics == null) return Map.of();
    var problems = new TreeMap<String, String>();
    for (var each : diagnostics)
      if (each.severity == StatusDiagnostic.Severity.Error && each.subject != null)
        problems.putIfAbsent(each.subject, Instance.told(each));
    return Collections.unmodifiableMap(problems);
  }
}
