package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorResourceInitFailed;
import io.keelson.provider.pulumi.proto.Pulumi.ReadResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import io.keelson.testing.ShortDeclarations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What providers say of objects that they look for.
class PulumiReadTest {
  private static final String THING = "fake_Thing.a";
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

  private PluggedStack made() {
    return fake.stack("{name: a, token: %s}".formatted(SECRET)).converge();
  }

  private void answering(ReadResponse.Builder answer) {
    fake.on(PulumiRpc.READ, _ -> answer.build());
  }

  private static ReadResponse.Builder found(String id) {
    var object = Structs.struct("{name: a, token: %s}".formatted(SECRET));
    return ReadResponse.newBuilder().setId(id).setProperties(object).setInputs(object);
  }

  private static Diagnostic error(PluggedStack stack) {
    var errors = stack.tryPlan().diagnostics().stream().filter(Diagnostic::isError).toList();
    assertThat(errors).hasSize(1);
    assertThat(errors.toString()).doesNotContain(SECRET);
    return errors.getFirst();
  }

  @Test
  void emptyId_isAnObjectThatIsGone() {
    var stack = made();
    answering(ReadResponse.newBuilder());

    assertThat(stack.changes()).containsExactly("recreate " + THING);
  }

  @Test
  void emptyIdBesideProperties_isAnObjectThatIsGone() {
    var stack = made();
    answering(found(""));

    assertThat(stack.changes()).containsExactly("recreate " + THING);
  }

  @Test
  void otherId_isTheIdFromNowOn() {
    var stack = made();
    answering(found("thing-9"));

    assertThat(stack.changes()).isEmpty();
    stack.declare(THING, "{name: a, token: %s, size: 2}".formatted(SECRET));
    fake.on(
        PulumiRpc.UPDATE,
        request -> {
          assertThat(request.getId()).isEqualTo("thing-9");
          return fake.things().update(request);
        });
    fake.on(PulumiRpc.READ, request -> fake.things().read(request));
    answering(found("thing-9"));
    var outcome = stack.tryApply(new StopSignal());
    assertThat(outcome.diagnostics()).filteredOn(Diagnostic::isError).isEmpty();
    assertThat(stack.text(THING, "id")).isEqualTo("thing-9");
  }

  @Test
  void readThatIsRefused_failsThePlan() {
    var stack = made();
    fake.refuse(PulumiRpc.READ, "no access with " + SECRET);

    var error = error(stack);

    assertThat(error.summary()).isEqualTo("The provider reported a problem");
    assertThat(error.detail()).isEqualTo("no access with (sensitive value)");
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");
  }

  @Test
  void objectThatIsNotAsItShouldBe_isAWarning() {
    var stack = made();
    var seen =
        ErrorResourceInitFailed.newBuilder()
            .setId("thing-1")
            .setProperties(Structs.struct("{name: a, token: generated-word}"))
            .addReasons("it does not answer with generated-word");
    fake.on(
        PulumiRpc.READ,
        _ -> {
          throw Structs.halfway(seen.build());
        });

    var outcome = stack.tryPlan();

    assertThat(outcome.diagnostics()).noneMatch(Diagnostic::isError);
    assertThat(outcome.diagnostics())
        .extracting(Diagnostic::detail)
        .contains("it does not answer with (sensitive value)");
    assertThat(stack.changes()).containsExactly("update " + THING);
  }

  @Test
  void importOfSomethingWithoutProperties_findsNothing() {
    answering(ReadResponse.newBuilder().setId("x").setInputs(Structs.struct("{name: a}")));

    absent();
  }

  @Test
  void importOfSomethingWithAnEmptyId_findsNothing() {
    answering(found(""));

    absent();
  }

  private void absent() {
    var error = error(fake.stack("{name: a}").imported(THING, "x"));
    assertThat(error.code()).isEqualTo(Code.IMPORT);
    assertThat(fake.asked(PulumiRpc.CHECK)).isZero();
  }

  @Test
  void importWithoutInputs_cannotBeDone() {
    answering(found("x").clearInputs());

    var error = error(fake.stack("{name: a}").imported(THING, "x"));

    assertThat(error.summary()).isEqualTo("The provider cannot take objects over");
    assertThat(error.detail()).startsWith("fake 1.0.0 does not tell with which inputs");
  }

  @Test
  @Tag("R-PUL-40")
  void timeoutForReading_holdsForAnImportToo() {
    var asked = new ArrayList<Double>();
    fake.on(
        PulumiRpc.READ,
        request -> {
          asked.add(request.getTimeout());
          return found("x").build();
        });

    fake.stack("{name: a}")
        .declare(THING, "{name: a, token: %s}".formatted(SECRET), readWithin(Duration.ofSeconds(7)))
        .imported(THING, "x")
        .converge();

    assertThat(asked).isNotEmpty().containsOnly(7.0);
  }

  private static LifecycleDeclaration readWithin(Duration timeout) {
    return ShortDeclarations.within(
        new Timeouts(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(timeout)));
  }

  private void findingUnfinished() {
    var object = Structs.struct("{name: a, token: generated-word}");
    var seen =
        ErrorResourceInitFailed.newBuilder()
            .setId("x")
            .setProperties(object)
            .setInputs(object)
            .addReasons("it does not answer with generated-word");
    fake.on(
        PulumiRpc.READ,
        _ -> {
          throw Structs.halfway(seen.build());
        });
  }

  @Test
  @Tag("R-PRG-5")
  void importOfSomethingThatIsNotAsItShouldBe_takesItOver_andUpdatesIt() {
    findingUnfinished();

    var stack = fake.stack("{name: a, token: generated-word}").imported(THING, "x");

    assertThat(stack.tryPlan().diagnostics())
        .noneMatch(Diagnostic::isError)
        .extracting(Diagnostic::detail)
        .contains("it does not answer with (sensitive value)");
    assertThat(stack.tryApply(new StopSignal()).complete()).isTrue();
    assertThat(stack.changes()).containsExactly("update " + THING);
  }

  @Test
  @Tag("R-PRG-8")
  void objectOfOthersThatIsNotAsItShouldBe_isFoundWithAWarning() {
    findingUnfinished();

    var planned = lookingUp("x").tryPlan();

    assertThat(planned.diagnostics())
        .noneMatch(Diagnostic::isError)
        .extracting(Diagnostic::detail)
        .contains("it does not answer with (sensitive value)");
  }

  private PluggedStack lookingUp(String id) {
    return new PluggedStack(fake.provider())
        .declare("data.fake_Thing.found", "{id: %s}".formatted(id))
        .declare(THING, "{name: '${data.fake_Thing.found.name}'}");
  }

  @Test
  @Tag("R-PRG-8")
  void objectOfOthers_isLookedUpByItsIdAlone() {
    fake.on(
        PulumiRpc.READ,
        request -> {
          if (!request.getId().equals("thing-9")) return fake.things().read(request);
          assertThat(request.getUrn()).endsWith("::fake:index:Thing::found");
          assertThat(request.getProperties().getFieldsMap()).isEmpty();
          assertThat(request.getInputs().getFieldsMap()).isEmpty();
          return found("thing-9").build();
        });

    var stack = lookingUp("thing-9");

    assertThat(stack.changes()).containsExactly("create " + THING);
    assertThat(stack.converge().text(THING, "name")).isEqualTo("a");
  }

  @Test
  @Tag("R-PRG-8")
  void objectOfOthersThatIsNotThere_isAnError() {
    answering(found(""));

    var error = error(lookingUp("nothing"));

    assertThat(error.summary()).isEqualTo("There is no such object");
    assertThat(error.detail())
        .startsWith("fake 1.0.0 knows no object of this type")
        .contains("'nothing'");
    assertThat(error.subject()).hasToString("data.fake_Thing.found");
    assertThat(fake.asked(PulumiRpc.CHECK)).isZero();
  }

  @Test
  @Tag("R-PRG-8")
  void objectOfOthersWithoutProperties_isAnError() {
    answering(ReadResponse.newBuilder().setId("x"));

    assertThat(error(lookingUp("x")).summary()).isEqualTo("There is no such object");
  }

  @Test
  @Tag("R-PRG-8")
  void objectOfOthers_isToldByItsIdAlone() {
    var stack = new PluggedStack(fake.provider()).declare("data.fake_Thing.found", "{name: a}");

    assertThat(stack.problems()).hasSize(2);
    assertThat(stack.problems().toString()).contains("id", "name");
  }
}
