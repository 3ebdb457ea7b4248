package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.proto.Pulumi.DiffRequest;
import io.keelson.provider.pulumi.proto.Pulumi.DiffResponse;
import io.keelson.provider.pulumi.proto.Pulumi.PropertyDiff;
import io.keelson.provider.pulumi.proto.Pulumi.UpdateRequest;
import io.keelson.provider.pulumi.proto.Pulumi.UpdateResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What providers say of an object beside what is declared for it, also where they contradict
/// themselves.
class PulumiDiffTest {
  private static final String THING = "fake_Thing.a";

  @TempDir Path folder;
  private FakePulumi fake;
  private PluggedStack stack;

  @BeforeEach
  void open() {
    fake = new FakePulumi(folder);
    stack = fake.stack("{name: a, size: 1}").converge();
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private static DiffResponse.Builder saying(DiffResponse.Changes changes) {
    return DiffResponse.newBuilder().setChanges(changes);
  }

  private void answering(DiffResponse.Builder diff) {
    fake.on(PulumiRpc.DIFF, _ -> diff.build());
  }

  private void declare(int size) {
    stack.declare(THING, "{name: a, size: %d}".formatted(size));
  }

  /// As in Pulumi's engine, which asks first whether anything changes.
  @Test
  void noChange_winsAgainstKeysThatReplace() {
    answering(
        saying(DiffResponse.Changes.NONE)
            .addReplaces("size")
            .setHasDetailedDiff(true)
            .putDetailedDiff(
                "size",
                PropertyDiff.newBuilder().setKind(PropertyDiff.Kind.UPDATE_REPLACE).build()));
    declare(2);

    assertThat(stack.changes()).isEmpty();
  }

  @Test
  void keyThatReplaces_countsBesideADetailedDiffThatDoesNot() {
    answering(
        saying(DiffResponse.Changes.SOME)
            .addReplaces("size")
            .setHasDetailedDiff(true)
            .putDetailedDiff(
                "size", PropertyDiff.newBuilder().setKind(PropertyDiff.Kind.UPDATE).build()));
    declare(2);

    assertThat(stack.changes()).containsExactly("create-then-destroy " + THING);
  }

  @Test
  void detailWithoutTheWordThatThereIsOne_doesNotCount() {
    answering(
        saying(DiffResponse.Changes.SOME)
            .putDetailedDiff(
                "size",
                PropertyDiff.newBuilder().setKind(PropertyDiff.Kind.UPDATE_REPLACE).build()));
    declare(2);

    assertThat(stack.changes()).containsExactly("update " + THING);
  }

  @Test
  void outputThatReplaces_replacesTheObject() {
    answering(saying(DiffResponse.Changes.SOME).addReplaces("endpoint"));

    replaced();
  }

  @Test
  void keyThatNoAttributeHas_replacesTheObject() {
    answering(saying(DiffResponse.Changes.SOME).addReplaces("__internal.x[0]"));

    replaced();
  }

  @Test
  void keyThatIsNoPath_replacesTheObject() {
    answering(saying(DiffResponse.Changes.SOME).addReplaces("]["));

    replaced();
  }

  private void replaced() {
    declare(2);
    var plan = stack.plan();
    assertThat(plan.effective())
        .singleElement()
        .satisfies(change -> assertThat(change.action().word()).isEqualTo("create-then-destroy"));
    fake.on(PulumiRpc.DIFF, _ -> saying(DiffResponse.Changes.UNKNOWN).build());
    stack.converge();
    assertThat(fake.things().ids()).hasSize(1);
  }

  @Test
  void providerThatCannotTell_leavesItToTheInputs_andNeverReplaces() {
    answering(saying(DiffResponse.Changes.UNKNOWN).addReplaces("size"));

    assertThat(stack.changes()).isEmpty();
    declare(2);
    assertThat(stack.changes()).containsExactly("update " + THING);
    stack.converge();
    assertThat(fake.things().ids()).containsExactly("thing-1");
  }

  @Test
  void changeWithoutADifference_isAnUpdate() {
    answering(saying(DiffResponse.Changes.SOME));

    assertThat(stack.changes()).containsExactly("update " + THING);
  }

  @Test
  void diffThatIsUnknown_isAnError() {
    fake.without(PulumiRpc.DIFF);
    declare(2);

    assertThat(stack.tryPlan().diagnostics())
        .filteredOn(Diagnostic::isError)
        .singleElement()
        .satisfies(error -> {
          assertThat(error.summary()).isEqualTo("The provider lacks a feature");
          assertThat(error.detail()).contains("fake 1.0.0 does not know Diff.");
        });
  }

  @Test
  void diffThatIsRefused_isAnError() {
    fake.refuse(PulumiRpc.DIFF, "cannot compare");

    assertThat(stack.tryPlan().diagnostics())
        .filteredOn(Diagnostic::isError)
        .extracting(Diagnostic::detail)
        .containsExactly("cannot compare");
  }

  /// As generated code asks for it where there is some: the provider only says that it changes.
  @Test
  void changeWhereTheSchemaReplaces_replacesTheObject() {
    answering(saying(DiffResponse.Changes.SOME).addDiffs("zone"));
    stack.declare(THING, "{name: a, size: 1, zone: b}");

    assertThat(stack.changes()).containsExactly("create-then-destroy " + THING);
  }

  @Test
  void changeInsideWhereTheSchemaReplaces_replacesTheObject() {
    answering(
        saying(DiffResponse.Changes.SOME)
            .setHasDetailedDiff(true)
            .putDetailedDiff(
                "ports[0].base",
                PropertyDiff.newBuilder().setKind(PropertyDiff.Kind.UPDATE).build()));

    assertThat(stack.changes()).containsExactly("create-then-destroy " + THING);
  }

  @Test
  void changeBesideWhereTheSchemaReplaces_isAnUpdate() {
    answering(
        saying(DiffResponse.Changes.SOME)
            .addDiffs("ports")
            .setHasDetailedDiff(true)
            .putDetailedDiff(
                "ports[0].number",
                PropertyDiff.newBuilder().setKind(PropertyDiff.Kind.UPDATE).build()));

    assertThat(stack.changes()).containsExactly("update " + THING);
  }

  @Test
  void noChange_winsAgainstTheSchema() {
    answering(saying(DiffResponse.Changes.NONE).addDiffs("zone"));
    stack.declare(THING, "{name: a, size: 1, zone: b}");

    assertThat(stack.changes()).isEmpty();
  }

  @Test
  void schemaThatReplaces_countsForAProviderThatCannotTell() {
    answering(saying(DiffResponse.Changes.UNKNOWN));
    stack.declare(THING, "{name: a, size: 1, zone: b}");

    assertThat(stack.changes()).containsExactly("create-then-destroy " + THING);
  }

  /// A file may be large, and a provider has it, or is told it when it is to write it.
  @Test
  @Tag("R-PRG-1")
  void assets_areComparedByTheirHashes() {
    var compared = new ArrayList<DiffRequest>();
    var updates = new ArrayList<UpdateRequest>();
    fake.on(
            PulumiRpc.DIFF,
            request -> {
              compared.add(request);
              return saying(DiffResponse.Changes.SOME).build();
            })
        .on(
            PulumiRpc.UPDATE,
            request -> {
              updates.add(request);
              return UpdateResponse.newBuilder().setProperties(request.getNews()).build();
            });
    stack
        .declare("fake_Thing.b", "{name: b, file: {stringAsset: first}}")
        .tryApply(new StopSignal());
    stack
        .declare("fake_Thing.b", "{name: b, file: {stringAsset: second}}")
        .tryApply(new StopSignal());

    assertThat(compared)
        .filteredOn(each -> each.getName().equals("b"))
        .isNotEmpty()
        .allSatisfy(
            each -> assertThat(each.toString()).contains("hash").doesNotContain("first", "second"));
    assertThat(updates)
        .filteredOn(each -> each.getName().equals("b"))
        .isNotEmpty()
        .allSatisfy(each -> {
          assertThat(each.getNews().toString()).contains("second");
          assertThat(each.getOlds().toString()).contains("hash").doesNotContain("first");
          assertThat(each.getOldInputs().toString()).contains("hash").doesNotContain("first");
        });
  }
}
