package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorResourceInitFailed;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Creates and updates that come halfway: the provider fails the call, and says what there is.
@Tag("R-PUL-21")
class PulumiHalfwayTest {
  private static final String THING = "fake_Thing.a";
  private static final String SECRET = "generated-word";

  @TempDir Path folder;
  private FakePulumi fake;
  private PluggedStack stack;

  @BeforeEach
  void open() {
    fake = new FakePulumi(folder);
    stack = fake.stack("{name: a}");
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private List<Diagnostic> apply() {
    var diagnostics = stack.tryApply(new StopSignal()).diagnostics();
    assertThat(diagnostics).allSatisfy(each -> assertThat(each.toString()).doesNotContain(SECRET));
    return diagnostics.stream().filter(Diagnostic::isError).toList();
  }

  private static ErrorResourceInitFailed.Builder made(String id, String properties) {
    return ErrorResourceInitFailed.newBuilder().setId(id).setProperties(Structs.struct(properties));
  }

  private void creating(ErrorResourceInitFailed.Builder made) {
    fake.on(
        PulumiRpc.CREATE,
        request -> {
          fake.things().create(request);
          throw Structs.halfway(made.build());
        });
  }

  private void updating(ErrorResourceInitFailed.Builder made) {
    fake.on(
        PulumiRpc.UPDATE,
        _ -> {
          throw Structs.halfway(made.build());
        });
  }

  @Test
  void objectOfACreate_isRecordedAsUnfinished_andUpdatedNext() {
    creating(made("thing-1", "{name: a}").addReasons("no disk").addReasons("no light"));

    assertThat(apply())
        .singleElement()
        .satisfies(error -> {
          assertThat(error.summary()).isEqualTo("The provider reported a problem");
          assertThat(error.detail()).isEqualTo("no disk\nno light");
        });
    assertThat(PluggedStack.stored(stack, THING).unfinished()).isTrue();
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");

    stack.converge();
    assertThat(fake.asked(PulumiRpc.UPDATE)).isOne();
    assertThat(fake.things().ids()).containsExactly("thing-1");
  }

  @Test
  void createThatGivesNoReason_saysWhatItsErrorSays() {
    creating(made("thing-1", "{name: a}"));

    assertThat(apply()).extracting(Diagnostic::detail).containsExactly("halfway");
  }

  @Test
  void reasonThatRepeatsASecretOfTheObject_isHidden() {
    creating(made("thing-1", "{name: a, token: %s}".formatted(SECRET)).addReasons("bad " + SECRET));

    assertThat(apply()).extracting(Diagnostic::detail).containsExactly("bad (sensitive value)");
  }

  @Test
  void objectOfACreateThatCannotBeRead_isKeptByItsId() {
    creating(made("thing-1", "{name: a, size: many}").addReasons("no disk"));

    assertThat(apply())
        .extracting(Diagnostic::summary)
        .containsExactlyInAnyOrder(
            "The provider reported a problem", "Provider produced a value of a wrong type");
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");
    assertThat(PluggedStack.stored(stack, THING).unfinished()).isTrue();
    stack.converge();
    assertThat(fake.things().ids()).containsExactly("thing-1");
  }

  @ParameterizedTest
  @EnumSource(names = {"UNKNOWN", "INTERNAL", "UNAVAILABLE", "DEADLINE_EXCEEDED"})
  void objectOfACreate_isRecordedWhateverTheCodeOfTheError(Status.Code code) {
    fake.on(
        PulumiRpc.CREATE,
        request -> {
          fake.things().create(request);
          throw Structs.halfway(code, made("thing-1", "{name: a}").addReasons("no disk").build());
        });

    assertThat(apply()).extracting(Diagnostic::detail).containsExactly("no disk");
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");
    assertThat(stack.instance(THING).open()).isEmpty();
  }

  @Test
  void objectOfACreateWithoutAnId_leavesTheOutcomeOpen() {
    creating(made("", "{name: a}").addReasons("no disk"));

    assertThat(apply())
        .anySatisfy(error -> {
          assertThat(error.code()).isEqualTo(Code.PROVIDER_CONTRACT);
          assertThat(error.summary()).isEqualTo("Provider produced an object without an id");
        })
        .anySatisfy(error -> assertThat(error.detail()).contains("no disk"));
    assertThat(stack.instance(THING).open()).isPresent();
    assertThat(stack.tryPlan().diagnostics())
        .extracting(Diagnostic::code)
        .contains(Code.OUTCOME_UNKNOWN);
    assertThat(fake.asked(PulumiRpc.CREATE)).isOne();
  }

  @Test
  void objectOfAnUpdate_keepsItsIdAndItsOldInputs_andIsUpdatedNext() {
    stack.converge().declare(THING, "{name: a, size: 2}");
    updating(made("", "{name: a, size: 2, endpoint: e}").addReasons("no disk"));

    assertThat(apply()).extracting(Diagnostic::detail).containsExactly("no disk");
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");
    assertThat(PluggedStack.stored(stack, THING).unfinished()).isTrue();

    fake.on(PulumiRpc.UPDATE, fake.things()::update);
    assertThat(stack.changes()).containsExactly("update " + THING);
    stack.converge();
    assertThat(fake.things().ids()).containsExactly("thing-1");
  }

  @Test
  void anotherIdOfAnUpdate_isNotTaken() {
    stack.converge().declare(THING, "{name: a, size: 2}");
    updating(made("thing-9", "{name: a, size: 2}").addReasons("no disk"));

    assertThat(apply()).hasSize(1);
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");
  }
}
