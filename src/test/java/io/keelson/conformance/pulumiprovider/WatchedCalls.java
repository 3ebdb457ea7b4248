package io.keelson.conformance.pulumiprovider;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.MethodDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Notes what providers are asked, and leads their components to the monitor that a step has.
final class WatchedCalls implements ClientInterceptor {
  private final List<Call> calls = new ArrayList<>();
  private volatile UnaryOperator<Message> leading = UnaryOperator.identity();

  /// @param way of each request from now on
  void lead(UnaryOperator<Message> way) {
    leading = way;
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void sendMessage(Q message) {
        note(Optional.ofNullable(method.getBareMethodName()).orElse(""), (Message) message);
        @SuppressWarnings("unchecked")
        var led = (Q) leading.apply((Message) message);
        super.sendMessage(led);
      }
    };
  }

  private synchronized void note(String method, Message message) {
    Call.sent(method, WireJson.of(message)).ifPresent(calls::add);
  }

  /// What was asked since the last time.
  synchronized List<Call> take() {
    var taken = List.copyOf(calls);
    calls.clear();
    return taken;
  }
}
