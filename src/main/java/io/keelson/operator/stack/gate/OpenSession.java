package io.keelson.operator.stack.gate;

import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.store.SealingKey;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import org.jspecify.annotations.Nullable;

/// The session with the records of a Stack: opened when it is needed, and used while it is for the
/// same Stack object with the same account and key. Used by one thread; others may only ask
/// [#lacksKey].
public final class OpenSession implements AutoCloseable {
  private final OperatorContext context;
  private final InstanceMemory instances;
  private final SealingKey sealingKey;
  private @Nullable Session session;
  private volatile boolean lacksKey;

  public OpenSession(OperatorContext context, InstanceMemory instances, SealingKey sealingKey) {
    this.context = context;
    this.instances = instances;
    this.sealingKey = sealingKey;
  }

  /// @throws SealingKey.Unusable if the Stack's key is not there, or not one that it can use
  Session of(Stack stack) throws SealingKey.Unusable {
    var open = session;
    if (open != null && open.isFor(stack) && open.hasItsKey()) return open;
    close();
    try {
      open = Session.open(stack, context, instances, sealingKey);
    } catch (SealingKey.Unusable e) {
      lacksKey = true;
      throw e;
    }
    instances.distrust();
    session = open;
    lacksKey = false;
    return open;
  }

  /// Null if no session is open.
  public @Nullable Session current() {
    return session;
  }

  /// Whether the key of the Stack is gone, or does not open all that it should.
  public boolean lacksKey() {
    return lacksKey
        || instances.problems().values().stream()
            .anyMatch(problem -> problem.reason() == ConditionReason.SealingKeyLost);
  }

  /// Closes the session of a Stack that is gone, and forgets its records.
  public void letGo() {
    if (session == null) return;
    close();
    instances.forget();
  }

  @Override
  public void close() {
    if (session != null) session.close();
    session = null;
  }
}
