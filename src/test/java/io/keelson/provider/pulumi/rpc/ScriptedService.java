package io.keelson.provider.pulumi.rpc;

import com.google.protobuf.Message;
import io.grpc.HandlerRegistry;
import io.grpc.ServerMethodDefinition;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCalls;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The service of a provider that answers each call as a test says. A call without an answer is
/// unimplemented.
public final class ScriptedService extends HandlerRegistry {
  private final Map<String, ServerMethodDefinition<?, ?>> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();

  /// Answers a call in this way from now on.
  ///
  /// @param answer may throw a [StatusRuntimeException]
  public <Q extends Message, A extends Message> void on(
      PulumiRpc<Q, A> rpc, Function<Q, A> answer) {
    answers.put(
        rpc.method().getFullMethodName(),
        ServerMethodDefinition.create(
            rpc.method(),
            ServerCalls.asyncUnaryCall((request, observer) -> {
              asked.add(rpc.toString());
              try {
                observer.onNext(answer.apply(request));
                observer.onCompleted();
              } catch (StatusRuntimeException e) {
                observer.onError(e);
              }
            })));
  }

  /// Does not know a call any more.
  public void forget(PulumiRpc<?, ?> rpc) {
    answers.remove(rpc.method().getFullMethodName());
  }

  /// How often a call has come that had an answer.
  public long asked(PulumiRpc<?, ?> rpc) {
    return asked.stream().filter(rpc.toString()::equals).count();
  }

  @Override
  public @Nullable ServerMethodDefinition<?, ?> lookupMethod(
      String name, @Nullable String authority) {
    return answers.get(name);
  }
}
