package io.keelson.provider.pulumi;

import static io.keelson.testing.ShortDeclarations.hiding;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Empty;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.keelson.engine.graph.StopSignal;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.plugin.process.ProviderProcess;
import io.keelson.provider.pulumi.proto.Pulumi.HandshakeResponse;
import io.keelson.provider.pulumi.proto.Pulumi.LogRequest;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import io.keelson.testing.DebuggedLog;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What providers say to their host while they work.
class PulumiLogTest {
  private static final String SECRET = "hunter2-hunter2";
  private static final int LARGEST = 1 << 20;

  @TempDir Path folder;
  private final AtomicReference<String> engine = new AtomicReference<>("");
  private final DebuggedLog log = new DebuggedLog(ProviderProcess.class);
  private FakePulumi fake;

  @BeforeEach
  void open() {
    fake = new FakePulumi(folder);
    fake.on(
        PulumiRpc.HANDSHAKE,
        request -> {
          engine.set(request.getEngineAddress());
          return HandshakeResponse.newBuilder().setAcceptSecrets(true).build();
        });
  }

  @AfterEach
  void close() {
    fake.close();
    log.close();
  }

  /// What became of the message: empty if the host took it.
  private Optional<Status.Code> say(String message) {
    var channel = NettyChannelBuilder.forTarget(engine.get()).usePlaintext().build();
    try {
      var said =
          LogRequest.newBuilder()
              .setSeverity(LogRequest.Severity.ERROR)
              .setMessage(message)
              .build();
      var method =
          PulumiRpc.method(
              "pulumirpc.Engine",
              "Log",
              LogRequest.getDefaultInstance(),
              Empty.getDefaultInstance());
      ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, said);
      return Optional.empty();
    } catch (StatusRuntimeException e) {
      return Optional.of(e.getStatus().getCode());
    } finally {
      channel.shutdownNow();
    }
  }

  private PluggedStack saying(String message, AtomicReference<Optional<Status.Code>> became) {
    fake.on(
        PulumiRpc.CREATE,
        request -> {
          became.set(say(message));
          return fake.things().create(request);
        });
    return fake.stack("{name: a, token: %s}".formatted(SECRET));
  }

  @Test
  void errorThatIsOnlyLogged_failsNothing_andIsLogged() {
    var became = new AtomicReference<Optional<Status.Code>>(Optional.empty());
    var stack = saying("the flux is low", became);

    var outcome = stack.tryApply(new StopSignal());

    assertThat(outcome.diagnostics()).isEmpty();
    assertThat(outcome.complete()).isTrue();
    assertThat(became.get()).isEmpty();
    assertThat(log.messages()).contains("provider fake 1.0.0 printed: the flux is low");
  }

  @Test
  void secretThatIsLogged_isHidden() {
    var became = new AtomicReference<Optional<Status.Code>>(Optional.empty());

    saying("creating with token " + SECRET, became).converge();

    assertThat(log.messages())
        .contains("provider fake 1.0.0 printed: creating with token (sensitive value)")
        .noneMatch(each -> each.contains(SECRET));
  }

  /// Its provider is not told that it is a secret.
  @Test
  @Tag("R-PUL-42")
  void inputThatAnOptionHides_isHidden_alsoWhereItIsLogged() {
    var became = new AtomicReference<Optional<Status.Code>>(Optional.empty());

    saying("creating " + SECRET, became)
        .declare("fake_Thing.a", "{name: %s}".formatted(SECRET), hiding(List.of("name"), List.of()))
        .converge();

    assertThat(log.messages())
        .contains("provider fake 1.0.0 printed: creating (sensitive value)")
        .noneMatch(each -> each.contains(SECRET));
  }

  @Test
  void messageAboveTheLimit_isRefused_andFailsNothing() {
    var became = new AtomicReference<Optional<Status.Code>>(Optional.empty());

    saying("x".repeat(LARGEST + 1), became).converge();

    assertThat(became.get()).contains(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(fake.things().ids()).containsExactly("thing-1");
  }
}
