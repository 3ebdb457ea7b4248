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

/// Notes what providers are asked.
final class WatchedCalls implements ClientInterceptor {
  private final List<Call> calls = new ArrayList<>();

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void sendMessage(Q message) {
        note(Optional.ofNullable(method.getBareMethodName()).orElse(""), (Message) message);
        super.sendMessage(message);
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
