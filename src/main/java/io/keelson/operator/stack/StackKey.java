package io.keelson.operator.stack;

import io.fabric8.kubernetes.api.model.HasMetadata;

/// Names one Stack.
public record StackKey(String namespace, String name) {
  public static StackKey of(HasMetadata stack) {
    return new StackKey(stack.getMetadata().getNamespace(), stack.getMetadata().getName());
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
