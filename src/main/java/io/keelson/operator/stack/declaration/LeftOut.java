package io.keelson.operator.stack.declaration;

import io.keelson.json.BoundedTree;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.state.Labels;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A Stack, Resource or Component for which there is no room is held without most of its content:
/// only its name stays, and what its end needs.
///
/// @rule R-LIM-7
public final class LeftOut {
  /// The name of the mark among the locals of a Stack; no local has it.
  private static final String MARK = "";

  /// A longer annotation is no digest, so it is left out.
  private static final int LONGEST = 256;

  private LeftOut() {}

  /// Why the rest of a Resource is not held; empty if it is.
  static Optional<String> why(Resource resource) {
    return BoundedTree.whyLeftOut(resource.getSpec().config);
  }

  /// Why the rest of a Component is not held; empty if it is.
  static Optional<String> why(Component component) {
    return BoundedTree.whyLeftOut(component.getSpec().inputs);
  }

  /// Why the rest of a Stack is not held; empty if it is.
  public static Optional<String> why(Stack stack) {
    var locals = stack.getSpec().locals;
    return locals == null ? Optional.empty() : BoundedTree.whyLeftOut(locals.get(MARK));
  }

  static void of(Resource resource, String why) {
    var spec = resource.getSpec();
    resource.getMetadata().setAnnotations(null);
    spec.config = BoundedTree.leftOut(why);
    spec.forEach = null;
    spec.enabled = null;
    spec.lifecycle = null;
    spec.imported = null;
    spec.dependsOn = null;
  }

  /// The provider configurations stay: they take no room, and say which providers the Component
  /// needs.
  static void of(Component component, String why) {
    var spec = component.getSpec();
    component.getMetadata().setAnnotations(null);
    spec.inputs = BoundedTree.leftOut(why);
    spec.forEach = null;
    spec.enabled = null;
    spec.lifecycle = null;
    spec.dependsOn = null;
    spec.aliases = null;
    spec.transforms = null;
  }

  private static boolean isApproval(Map.Entry<String, String> annotation) {
    return annotation.getKey().equals(Labels.APPROVE) && annotation.getValue().length() <= LONGEST;
  }

  /// The fields about destroying the Stack stay, and so do the annotation that approves that and
  /// the one that asks for a look.
  static void of(Stack stack, String why) {
    var spec = stack.getSpec();
    var kept = new TreeMap<String, String>();
    var meta = stack.getMetadata();
    if (meta.getAnnotations() != null) kept.putAll(meta.getAnnotations());
    kept.entrySet()
        .removeIf(each ->
            !isApproval(each) && !ReconcileRequests.isRequest(each.getKey(), each.getValue()));
    meta.setAnnotations(kept);
    meta.setLabels(null);
    meta.setOwnerReferences(null);
    spec.locals = Map.of(MARK, BoundedTree.leftOut(why));
    spec.variables = null;
    spec.moves = null;
    spec.removed = null;
    spec.imports = null;
    spec.outputs = null;
    spec.checks = null;
    spec.transforms = null;
  }
}
