package io.keelson.operator.stack.declaration;

import io.fabric8.kubernetes.client.CustomResource;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentSpec;
import io.keelson.operator.state.Labels;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What is held of the spec of a Stack, Resource or Component for which there is no room: what
/// names it, and what its end needs.
///
/// @rule R-LIM-7
public sealed interface LeftOut {
  /// A longer annotation is no digest, so it is left out.
  int LONGEST_APPROVAL = 256;

  /// Why the rest is not held.
  String why();

  /// Why the rest of an object is not held; empty if it is.
  static Optional<String> why(CustomResource<?, ?> held) {
    return held.getSpec() instanceof LeftOut part ? Optional.of(part.why()) : Optional.empty();
  }

  /// Takes away what is not held of a Resource.
  static void strip(Resource resource, String why) {
    resource.getMetadata().setAnnotations(null);
    resource.setSpec(new OfResource(resource.getSpec(), why));
  }

  /// Takes away what is not held of a Component. The provider configurations stay: they take no
  /// room, and say which providers it needs.
  static void strip(Component component, String why) {
    component.getMetadata().setAnnotations(null);
    component.setSpec(new OfComponent(component.getSpec(), why));
  }

  /// Takes away what is not held of a Stack. The annotation that approves its end stays, and so
  /// does the one that asks for a look.
  static void strip(Stack stack, String why) {
    var meta = stack.getMetadata();
    var kept = new TreeMap<String, String>();
    if (meta.getAnnotations() != null) kept.putAll(meta.getAnnotations());
    kept.entrySet()
        .removeIf(each ->
            !isApproval(each) && !ReconcileRequests.isRequest(each.getKey(), each.getValue()));
    meta.setAnnotations(kept);
    meta.setLabels(null);
    meta.setOwnerReferences(null);
    stack.setSpec(new OfStack(stack.getSpec(), why));
  }

  private static boolean isApproval(Map.Entry<String, String> annotation) {
    return annotation.getKey().equals(Labels.APPROVE)
        && annotation.getValue().length() <= LONGEST_APPROVAL;
  }

  /// Of a Resource.
  final class OfResource extends ResourceSpec implements LeftOut {
    private final String why;

    private OfResource(ResourceSpec whole, String why) {
      this.why = why;
      stack = whole.stack;
      type = whole.type;
      name = whole.name;
      mode = whole.mode;
      providerConfigRef = whole.providerConfigRef;
      count = whole.count;
      aliases = whole.aliases;
    }

    @Override
    public String why() {
      return why;
    }
  }

  /// Of a Component.
  final class OfComponent extends ComponentSpec implements LeftOut {
    private final String why;

    private OfComponent(ComponentSpec whole, String why) {
      this.why = why;
      stack = whole.stack;
      name = whole.name;
      definition = whole.definition;
      program = whole.program;
      providers = whole.providers;
      count = whole.count;
    }

    @Override
    public String why() {
      return why;
    }
  }

  /// Of a Stack: all that says how it is destroyed.
  final class OfStack extends StackSpec implements LeftOut {
    private final String why;

    private OfStack(StackSpec whole, String why) {
      this.why = why;
      suspend = whole.suspend;
      settle = whole.settle;
      removalGrace = whole.removalGrace;
      interval = whole.interval;
      parallelism = whole.parallelism;
      deletes = whole.deletes;
      onFailure = whole.onFailure;
      approval = whole.approval;
      driftPolicy = whole.driftPolicy;
      deletion = whole.deletion;
      maxRemovals = whole.maxRemovals;
      serviceAccountName = whole.serviceAccountName;
      providerConfigs = whole.providerConfigs;
    }

    @Override
    public String why() {
      return why;
    }
  }
}
