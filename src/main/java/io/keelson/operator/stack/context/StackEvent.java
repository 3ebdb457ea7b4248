package io.keelson.operator.stack.context;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Run;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.plan.PlanApproval;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.state.Labels;
import java.util.Optional;

/// What is heard of one Stack: of each kind of object that belongs to it, that an object was seen,
/// in a version that may be known already, or that it is gone.
public sealed interface StackEvent {
  /// The Stack that it is about.
  StackKey stack();

  /// Whether a Stack of which nothing is known yet is to be attended to because of it.
  default boolean isReasonToBegin() {
    return true;
  }

  /// About what is declared.
  sealed interface OfDeclared extends StackEvent {}

  record OfStack(Stack object, boolean gone) implements OfDeclared {
    @Override
    public StackKey stack() {
      return StackKey.of(object);
    }
  }

  record OfResource(Resource object, boolean gone) implements OfDeclared {
    @Override
    public StackKey stack() {
      return beside(object, object.getSpec().stack);
    }
  }

  record OfComponent(Component object, boolean gone) implements OfDeclared {
    @Override
    public StackKey stack() {
      return beside(object, object.getSpec().stack);
    }
  }

  record OfRecord(ResourceInstance object, boolean gone) implements StackEvent {
    @Override
    public StackKey stack() {
      return beside(object, object.getSpec().stack);
    }
  }

  record OfRun(Run object, boolean gone) implements StackEvent {
    @Override
    public StackKey stack() {
      return beside(object, object.getSpec().stack);
    }
  }

  /// A person may have decided about a plan.
  record OfApproval(PlanApproval object, boolean gone) implements StackEvent {
    @Override
    public StackKey stack() {
      return beside(object, object.getSpec().stack);
    }
  }

  /// About the Secret with the key of the Stack.
  ///
  /// @param leaving whether it is being deleted: then it may be all that is left of a Stack
  record OfKey(StackKey stack, boolean gone, boolean leaving) implements StackEvent {
    /// Empty for a Secret that says of no Stack that it is its own.
    public static Optional<StackEvent> of(Secret key, boolean gone) {
      boolean leaving = key.getMetadata().getDeletionTimestamp() != null;
      return Optional.ofNullable(key.getMetadata().getLabels())
          .flatMap(labels -> Optional.ofNullable(labels.get(Labels.STACK)))
          .map(stack -> new OfKey(beside(key, stack), gone, leaving));
    }

    @Override
    public boolean isReasonToBegin() {
      return leaving && !gone;
    }
  }

  private static StackKey beside(HasMetadata object, String stack) {
    return new StackKey(object.getMetadata().getNamespace(), stack);
  }
}
