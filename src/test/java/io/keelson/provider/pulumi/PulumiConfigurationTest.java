package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Struct;
import io.grpc.Status;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.proto.Pulumi.CheckFailure;
import io.keelson.provider.pulumi.proto.Pulumi.CheckResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ConfigureResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Configurations that a provider does not take, or takes in an odd way.
class PulumiConfigurationTest {
  private static final String SECRET = "hunter2-hunter2";

  @TempDir Path folder;
  private FakePulumi fake;

  @BeforeEach
  void open() {
    fake = new FakePulumi(folder);
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private PluggedStack stack() {
    var arguments = Map.<String, Value>of("region", Value.text("r1"), "key", Value.text(SECRET));
    return new PluggedStack(fake.provider(arguments)).declare("fake_Thing.a", "{name: a}");
  }

  private Diagnostic error() {
    return only(stack().tryPlan().diagnostics());
  }

  private static Diagnostic only(List<Diagnostic> diagnostics) {
    var errors = diagnostics.stream().filter(Diagnostic::isError).toList();
    assertThat(errors).hasSize(1);
    return errors.getFirst();
  }

  @Test
  void argumentThatIsNotAccepted_isToldWithItsPath() {
    var failure =
        CheckFailure.newBuilder().setProperty("region").setReason("no region is r1").build();
    fake.on(PulumiRpc.CHECK_CONFIG, _ -> CheckResponse.newBuilder().addFailures(failure).build());

    var error = error();

    assertThat(error.summary()).isEqualTo("The provider does not accept the configuration");
    assertThat(error.detail()).isEqualTo("no region is r1");
    assertThat(error.path()).hasToString("region");
    assertThat(fake.asked(PulumiRpc.CONFIGURE)).isZero();
  }

  @Test
  void secretThatARefusalRepeats_isHidden() {
    fake.refuse(PulumiRpc.CONFIGURE, "the key " + SECRET + " is wrong");

    var error = error();

    assertThat(error.summary()).isEqualTo("The provider reported a problem");
    assertThat(error.detail()).startsWith("the key ").endsWith(" is wrong").doesNotContain("hunt");
    assertThat(fake.things().ids()).isEmpty();
  }

  @Test
  void secretThatACheckRepeats_isHidden() {
    var failure = CheckFailure.newBuilder().setProperty("key").setReason("not " + SECRET).build();
    fake.on(PulumiRpc.CHECK_CONFIG, _ -> CheckResponse.newBuilder().addFailures(failure).build());

    assertThat(error().detail()).startsWith("not ").doesNotContain("hunt");
  }

  @Test
  void providerThatChecksNoConfiguration_isConfiguredWithWhatIsGiven() {
    fake.without(PulumiRpc.CHECK_CONFIG);

    assertThat(configuredWith().getFieldsMap()).containsKeys("region", "key");
  }

  @Test
  void checkThatAnswersNoInputs_changesNothing() {
    fake.on(PulumiRpc.CHECK_CONFIG, _ -> CheckResponse.getDefaultInstance());

    assertThat(configuredWith().getFieldsMap()).containsKeys("region", "key");
  }

  private Struct configuredWith() {
    var seen = new AtomicReference<>(Struct.getDefaultInstance());
    fake.on(
        PulumiRpc.CONFIGURE,
        request -> {
          seen.set(request.getArgs());
          return ConfigureResponse.getDefaultInstance();
        });
    stack().converge();
    return seen.get();
  }

  @Test
  void providerThatCannotBeConfigured_lacksAFeature() {
    fake.without(PulumiRpc.CONFIGURE);

    var error = error();

    assertThat(error.summary()).isEqualTo("The provider lacks a feature");
    assertThat(error.detail()).startsWith("fake 1.0.0 does not know Configure.");
  }

  private void holdUntil(CountDownLatch release) {
    fake.on(
        PulumiRpc.CONFIGURE,
        _ -> {
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw Status.CANCELLED.asRuntimeException();
        });
  }

  @Test
  void configurationThatTakesTooLong_isLostWithItsProcess() {
    var release = new CountDownLatch(1);
    holdUntil(release);
    var stack = stack();
    var outcome =
        CompletableFuture.supplyAsync(
            () -> stack.tryPlan().diagnostics(), Thread::startVirtualThread);
    await("it is being configured").until(() -> fake.asked(PulumiRpc.CONFIGURE) == 1);

    fake.pass(FakePulumi.LONGEST_CALL.plusSeconds(1));
    await("it is asked to stop, and goes on")
        .until(() -> {
          fake.pass(Duration.ofMinutes(1));
          return outcome.isDone();
        });
    release.countDown();

    var error = only(outcome.join());
    assertThat(error.summary()).isEqualTo("The provider does not start");
    assertThat(error.detail()).contains("was asked for Configure, and no answer came");
  }
}
