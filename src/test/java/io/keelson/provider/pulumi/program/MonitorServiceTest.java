package io.keelson.provider.pulumi.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.protobuf.Empty;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.keelson.engine.program.FunctionCalls;
import io.keelson.engine.program.ProgramRequest.Surroundings;
import io.keelson.engine.program.RegistrationAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What the monitor says to who asks it.
@Tag("R-PRG-26")
final class MonitorServiceTest {
  private static final Surroundings AROUND = new Surroundings("prod", "shop", true, 1, () -> false);
  private static final FunctionCalls NO_FUNCTIONS =
      (_, _, _) -> new RegistrationAnswer.Failed("none");

  /// A call whose connection may be closed by now.
  private static final class FakeCall extends ServerCall<Empty, Object> {
    private final MethodDescriptor<Empty, Object> method;
    private final boolean open;
    private final List<Status> ends = new ArrayList<>();

    FakeCall(MethodDescriptor<Empty, Object> method, boolean open) {
      this.method = method;
      this.open = open;
    }

    private void send() {
      if (!open) throw new RejectedExecutionException("event executor terminated");
    }

    @Override
    public void request(int messages) {}

    @Override
    public void sendHeaders(Metadata headers) {
      send();
    }

    @Override
    public void sendMessage(Object message) {
      send();
    }

    @Override
    public void close(Status status, Metadata trailers) {
      send();
      ends.add(status);
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public MethodDescriptor<Empty, Object> getMethodDescriptor() {
      return method;
    }
  }

  /// The end of a call about the deployment.
  private static List<Status> asked(Waiting waiting, boolean open) {
    var service = new MonitorService(new Session(AROUND, "token"), waiting, AROUND);
    @SuppressWarnings("unchecked")
    var method =
        (ServerMethodDefinition<Empty, Object>)
            service.definition().getMethod("pulumirpc.ResourceMonitor/GetDeploymentInfo");
    var call = new FakeCall(method.getMethodDescriptor(), open);
    var listener = method.getServerCallHandler().startCall(call, new Metadata());
    listener.onMessage(Empty.getDefaultInstance());
    listener.onHalfClose();
    return call.ends;
  }

  @Test
  void whoAsksAfterTheEnd_isRefused() {
    assertThat(asked(Waiting.forUser(NO_FUNCTIONS, _ -> {}), true))
        .extracting(Status::getCode)
        .containsExactly(Status.Code.FAILED_PRECONDITION);
  }

  /// The process of a program may end while that waits for an answer.
  @Test
  void answerToWhoIsGone_isDropped() {
    assertThatCode(() -> asked(Waiting.forUser(NO_FUNCTIONS, _ -> {}), false))
        .doesNotThrowAnyException();
  }
}
