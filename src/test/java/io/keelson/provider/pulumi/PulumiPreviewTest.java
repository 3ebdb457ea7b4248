package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.proto.Pulumi.CreateResponse;
import io.keelson.provider.pulumi.proto.Pulumi.HandshakeResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What providers say would come of a plan, where it is wrong.
class PulumiPreviewTest {
  private static final String THING = "fake_Thing.a";

  @TempDir Path folder;
  private FakePulumi fake;

  @BeforeEach
  void open() {
    fake = new FakePulumi(folder);
    fake.on(
        PulumiRpc.HANDSHAKE, _ -> HandshakeResponse.newBuilder().setAcceptSecrets(true).build());
  }

  @AfterEach
  void close() {
    fake.close();
  }

  /// Says that this would come of it, whatever comes of it then.
  private PluggedStack foreseeing(String properties) {
    fake.on(
        PulumiRpc.CREATE,
        request ->
            request.getPreview()
                ? CreateResponse.newBuilder().setProperties(Structs.struct(properties)).build()
                : fake.things().create(request));
    return fake.stack("{name: a}");
  }

  private static List<Diagnostic> errors(List<Diagnostic> diagnostics) {
    return diagnostics.stream().filter(Diagnostic::isError).toList();
  }

  @Test
  void processThatOnlyForesaw_goesOnInTheNextRun_andOneThatMadeSomethingDoesNot() {
    var provider = (PulumiProvider) fake.provider();
    var stack = new PluggedStack(provider).declare(THING, "{name: a}");
    stack.plan();
    provider.begin();
    stack.plan();
    assertThat(fake.asked(PulumiRpc.CONFIGURE)).isEqualTo(1);

    stack.converge();
    provider.begin();
    stack.plan();
    assertThat(fake.asked(PulumiRpc.CONFIGURE)).isEqualTo(2);
  }

  @Test
  void objectThatIsForeseen_isMadeOnce() {
    var stack = fake.stack("{name: a}").converge();

    assertThat(fake.things().ids()).containsExactly("thing-1");
    assertThat(stack.text(THING, "endpoint")).isEqualTo("thing-1.example");
  }

  @Test
  void valueThatIsForeseenAndComesBackOtherwise_isRecordedAsItIs() {
    var stack = foreseeing("{name: a, endpoint: foreseen}");
    assertThat(PluggedStack.planned(stack.plan(), THING, "endpoint"))
        .isEqualTo(Value.text("foreseen"));

    var outcome = stack.tryApply(new StopSignal());

    assertThat(errors(outcome.diagnostics())).isEmpty();
    assertThat(stack.text(THING, "endpoint")).isEqualTo("thing-1.example");
  }

  @Test
  void idThatIsForeseenAndDrawnEachTime_isNotKnownYet() {
    var drawn = new AtomicInteger();
    fake.on(
        PulumiRpc.CREATE,
        request ->
            request.getPreview()
                ? CreateResponse.newBuilder()
                    .setId("foreseen-" + drawn.incrementAndGet())
                    .setProperties(request.getProperties())
                    .build()
                : fake.things().create(request));
    var stack = fake.stack("{name: a}");
    assertThat(PluggedStack.planned(stack.plan(), THING, "id").isUnknown()).isTrue();

    var outcome = stack.tryApply(new StopSignal());

    assertThat(errors(outcome.diagnostics())).isEmpty();
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");
  }

  @Test
  void valueOfAWrongTypeThatIsForeseen_failsThePlan() {
    var errors = errors(foreseeing("{name: a, size: many}").tryPlan().diagnostics());

    assertThat(errors)
        .singleElement()
        .satisfies(error -> {
          assertThat(error.code()).isEqualTo(Code.PROVIDER_CONTRACT);
          assertThat(error.path()).hasToString("size");
        });
    assertThat(fake.things().ids()).isEmpty();
  }

  @Test
  void previewThatIsRefused_failsThePlan() {
    fake.refuse(PulumiRpc.CREATE, "no quota");

    assertThat(errors(fake.stack("{name: a}").tryPlan().diagnostics()))
        .extracting(Diagnostic::detail)
        .containsExactly("no quota");
  }

  /// It changes nothing, so it may be asked for again.
  @Test
  void previewWhoseProcessIsKilled_isAskedForAgain() {
    var killed = new AtomicBoolean();
    fake.on(
        PulumiRpc.CREATE,
        request -> {
          if (killed.compareAndSet(false, true)) throw fake.killed();
          return fake.things().create(request);
        });

    assertThat(fake.stack("{name: a}").changes()).containsExactly("create " + THING);
    assertThat(killed).isTrue();
    assertThat(fake.things().ids()).isEmpty();
  }
}
