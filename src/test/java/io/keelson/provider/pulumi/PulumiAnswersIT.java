package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.testing.ShortDeclarations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a Pulumi provider says of an object decides what is done with it.
class PulumiAnswersIT {
  private static final LifecycleDeclaration CREATE_FIRST =
      ShortDeclarations.lifecycle(true, false, List.of(), List.of());

  private PulumiBench bench;

  @BeforeEach
  void start() throws Exception {
    bench = new PulumiBench(Files.createTempDirectory(Path.of("/tmp"), "pu"));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private PluggedStack bare() {
    return new PluggedStack(bench.provider("bare", Map.of()));
  }

  @Test
  @Tag("R-PRG-3")
  void objectOfWhichThereCannotBeTwo_isDestroyedFirst() {
    var stack = bare().declare("bare_First.a", "{zone: z1}").converge();
    stack.declare("bare_First.a", "{zone: z2}");
    assertThat(stack.changes()).containsExactly("destroy-then-create bare_First.a");
    stack.converge();
    assertThat(bench.world().ids()).containsExactly("a-2");
  }

  @Test
  @Tag("R-PUL-4")
  void declaration_overrulesAProviderThatWouldDestroyFirst() {
    var stack = bare().declare("bare_First.a", "{zone: z1}", CREATE_FIRST).converge();
    stack.declare("bare_First.a", "{zone: z2}", CREATE_FIRST);
    assertThat(stack.changes()).containsExactly("create-then-destroy bare_First.a");
  }

  @Test
  @Tag("R-PRG-3")
  void keyThatReplaces_countsBesideADetailedDiff() {
    var stack = bare().declare("bare_Detail.a", "{zone: z1, size: 1}").converge();
    stack.declare("bare_Detail.a", "{zone: z1, size: 2}");
    assertThat(stack.changes()).containsExactly("create-then-destroy bare_Detail.a");
  }

  @Test
  @Tag("R-PRG-3")
  void objectThatIsTheSameToItsProvider_stays_whateverIsDeclared() {
    var stack = bare().declare("bare_Quiet.a", "{zone: z1}").converge();
    stack.declare("bare_Quiet.a", "{zone: z2}");
    assertThat(stack.changes()).isEmpty();
  }

  @Test
  @Tag("R-PRG-3")
  @Tag("R-PRG-4")
  void objectThatDiffersToItsProvider_isUpdated_althoughNothingElseIsDeclared() {
    var stack = bare().declare("bare_Loud.a", "{zone: z1}");
    stack.tryApply(new StopSignal());
    assertThat(stack.changes()).containsExactly("update bare_Loud.a");
    stack.tryApply(new StopSignal());
    assertThat(bench.world().object("a-1").path("updates").asInt()).isEqualTo(1);
  }

  @Test
  @Tag("R-PRG-3")
  void providerThatCannotTell_leavesItToTheInputs() {
    var stack = bare().declare("bare_Unknown.a", "{zone: z1}").converge();
    stack.declare("bare_Unknown.a", "{zone: z2}");
    assertThat(stack.changes()).containsExactly("update bare_Unknown.a");
  }

  @Test
  void providerThatCannotCompare_isAnError() {
    var stack = bare().declare("bare_NoDiff.a", "{zone: z1}");
    stack.tryApply(new StopSignal());
    assertThat(stack.tryPlan().diagnostics())
        .filteredOn(Diagnostic::isError)
        .singleElement()
        .satisfies(error -> assertThat(error.detail()).contains("does not know Diff"));
  }

  @Test
  @Tag("R-PRG-5")
  void nameThatTheProviderDraws_isTheSameInEachPlanAndInTheApply() {
    var stack = bare().declare("bare_Named.a", "{zone: z1}");
    var planned = PluggedStack.planned(stack.plan(), "bare_Named.a", "name");
    assertThat(planned).isEqualTo(PluggedStack.planned(stack.plan(), "bare_Named.a", "name"));
    stack.tryApply(new StopSignal());
    assertThat(Value.text(stack.text("bare_Named.a", "name"))).isEqualTo(planned);
  }

  @Test
  @Tag("R-PRG-5")
  void objectThatTakesThePlaceOfAnother_getsAnotherName() {
    var stack = bare().declare("bare_Named.a", "{zone: z1}");
    stack.tryApply(new StopSignal());
    var before = stack.text("bare_Named.a", "name");
    stack.declare("bare_Named.a", "{zone: z2}");
    assertThat(stack.changes()).containsExactly("create-then-destroy bare_Named.a");
    stack.tryApply(new StopSignal());
    assertThat(stack.text("bare_Named.a", "name")).startsWith("a-").isNotEqualTo(before);
  }

  @Test
  @Tag("R-PUL-21")
  void updateThatComesHalfway_keepsTheOldInputs_andIsTriedAgain() {
    var stack = bare().declare("bare_Keys.a", "{label: one}").converge();
    stack.declare("bare_Keys.a", "{label: two}");
    bench.world().fault("{\"op\": \"update\", \"name\": \"a\", \"partial\": true}");
    stack.tryApply(new StopSignal());
    assertThat(stack.text("bare_Keys.a", "etag")).isEqualTo("unfinished");
    assertThat(stack.instance("bare_Keys.a").current().orElseThrow().unfinished()).isTrue();

    bench.world().mend();
    assertThat(stack.changes()).containsExactly("update bare_Keys.a");
    stack.converge();
    assertThat(stack.text("bare_Keys.a", "label")).isEqualTo("two");
  }

  @Test
  @Tag("R-PUL-20")
  void readingThatSaysAnObjectIsNotFinished_isFollowedByAnUpdate() {
    var stack = bare().declare("bare_Keys.a", "{label: one}").converge();
    bench.world().fault("{\"op\": \"read\", \"name\": \"a\", \"partial\": true}");
    var plan = stack.plan();
    assertThat(plan.effective())
        .singleElement()
        .satisfies(change -> assertThat(change.action().word()).isEqualTo("update"));
  }

  @Test
  @Tag("R-PRG-2")
  void secretInput_isASecretOfTheObject() {
    var stack = bare().declare("bare_Keys.a", "{note: hush-hush}").converge();
    assertThat(stack.instance("bare_Keys.a").current().orElseThrow().sensitive().all())
        .extracting(Object::toString)
        .contains("note");
  }

  @Test
  void providerThatKnowsNeitherSecretsNorPreviews_isHandedPlainValues() {
    var stack =
        new PluggedStack(bench.provider("legacy", Map.of("key", Value.text("configured"))))
            .declare("legacy_Keys.a", "{note: hush-hush, label: one}");
    assertThat(PluggedStack.planned(stack.plan(), "legacy_Keys.a", "endpoint").isUnknown())
        .isTrue();
    stack.converge();
    assertThat(bench.world().object("a-1").at("/props/note").asText()).isEqualTo("hush-hush");
    assertThat(stack.instance("legacy_Keys.a").current().orElseThrow().sensitive().all())
        .extracting(Object::toString)
        .contains("note");
  }
}
