package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.proto.Pulumi.UpdateResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Updates and deletes that end in an odd way, and what is recorded then.
class PulumiUpdateTest {
  private static final String THING = "fake_Thing.a";
  private static final String SECRET = "hunter2-hunter2";

  @TempDir Path folder;
  private FakePulumi fake;
  private PluggedStack stack;

  @BeforeEach
  void open() {
    fake = new FakePulumi(folder);
    stack = fake.stack("{name: a, token: %s}".formatted(SECRET)).converge();
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private PluggedStack grown() {
    return stack.declare(THING, "{name: a, token: %s, size: 2}".formatted(SECRET));
  }

  private List<Diagnostic> apply() {
    var diagnostics = stack.tryApply(new StopSignal()).diagnostics();
    assertThat(diagnostics).allSatisfy(each -> assertThat(each.toString()).doesNotContain(SECRET));
    return diagnostics.stream().filter(Diagnostic::isError).toList();
  }

  @Test
  void propertyThatAnUpdateLoses_isGone() {
    grown();
    fake.on(
        PulumiRpc.UPDATE,
        request -> {
          fake.things().update(request);
          return UpdateResponse.newBuilder()
              .setProperties(request.getNews().toBuilder().removeFields("token"))
              .build();
        });

    assertThat(apply()).isEmpty();
    assertThat(stack.text(THING, "endpoint")).isEqualTo("Null[type=string, marks=[]]");
    assertThat(stack.text(THING, "size")).isEqualTo("2");
    assertThat(PluggedStack.stored(stack, THING).sensitive().toString()).contains("token");
  }

  @Test
  void updateThatIsRefused_changesNothing_andIsTriedAgain() {
    grown();
    fake.refuse(PulumiRpc.UPDATE, "not now, " + SECRET);

    assertThat(apply())
        .singleElement()
        .satisfies(error -> {
          assertThat(error.summary()).isEqualTo("The provider reported a problem");
          assertThat(error.detail()).isEqualTo("not now, (sensitive value)");
        });
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");
    assertThat(stack.instance(THING).open()).isEmpty();

    fake.on(PulumiRpc.UPDATE, fake.things()::update);
    assertThat(stack.changes()).containsExactly("update " + THING);
    stack.converge();
    assertThat(fake.things().ids()).containsExactly("thing-1");
  }

  @Test
  void updateWhoseAnswerCannotBeRead_isFoundOutByLookingAgain() {
    grown();
    fake.on(
        PulumiRpc.UPDATE,
        request -> {
          fake.things().update(request);
          return UpdateResponse.newBuilder()
              .setProperties(Structs.struct("{name: a, size: many}"))
              .build();
        });

    assertThat(apply())
        .anySatisfy(error -> {
          assertThat(error.summary()).isEqualTo("Provider produced a value of a wrong type");
          assertThat(error.path()).hasToString("size");
        });
    stack.converge();
    assertThat(stack.text(THING, "size")).isEqualTo("2");
    assertThat(fake.things().ids()).containsExactly("thing-1");
  }

  @Test
  void processThatIsKilledDuringAnUpdate_isFoundOutByLookingAgain() {
    grown();
    fake.on(
        PulumiRpc.UPDATE,
        request -> {
          fake.things().update(request);
          throw fake.killed();
        });

    assertThat(apply())
        .anySatisfy(error ->
            assertThat(error.detail()).contains("fake 1.0.0 ended while it worked on Update"));
    fake.on(PulumiRpc.UPDATE, fake.things()::update);
    stack.converge();
    assertThat(stack.text(THING, "size")).isEqualTo("2");
    assertThat(fake.things().ids()).containsExactly("thing-1");
  }

  @Test
  void deleteOfSomethingThatIsGone_succeeds() {
    var plan = stack.remove(THING).plan();
    fake.things().vanish("thing-1");

    var outcome = stack.tryApply(plan, new StopSignal());

    assertThat(outcome.diagnostics()).isEmpty();
    assertThat(stack.instance(THING).current()).isEmpty();
    assertThat(fake.asked(PulumiRpc.DELETE)).isOne();
  }

  @Test
  void deleteThatIsRefused_keepsTheObjectRecorded() {
    stack.remove(THING);
    fake.refuse(PulumiRpc.DELETE, "in use by " + SECRET);

    assertThat(apply())
        .singleElement()
        .satisfies(error -> assertThat(error.detail()).isEqualTo("in use by (sensitive value)"));
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");

    fake.on(PulumiRpc.DELETE, fake.things()::delete);
    stack.converge();
    assertThat(fake.things().ids()).isEmpty();
    assertThat(stack.instance(THING).current()).isEmpty();
  }

  @Test
  void deleteThatIsUnknown_keepsTheObjectRecorded() {
    stack.remove(THING);
    fake.without(PulumiRpc.DELETE);

    assertThat(apply()).extracting(Diagnostic::summary).contains("The provider lacks a feature");
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");
  }
}
