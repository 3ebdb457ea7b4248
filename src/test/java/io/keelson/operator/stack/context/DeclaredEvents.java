package io.keelson.operator.stack.context;

import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;

/// Events about what is declared.
public final class DeclaredEvents {
  private DeclaredEvents() {}

  public static StackEvent.OfDeclared seen(Stack stack) {
    return new StackEvent.OfStack(stack, false);
  }

  public static StackEvent.OfDeclared seen(Resource resource) {
    return new StackEvent.OfResource(resource, false);
  }

  public static StackEvent.OfDeclared gone(Stack stack) {
    return new StackEvent.OfStack(stack, true);
  }

  public static StackEvent.OfDeclared gone(Resource resource) {
    return new StackEvent.OfResource(resource, true);
  }
}
