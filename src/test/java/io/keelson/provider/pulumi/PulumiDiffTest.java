package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Struct;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.proto.Pulumi.CreateResponse;
import io.keelson.provider.pulumi.proto.Pulumi.DiffRequest;
import io.keelson.provider.pulumi.proto.Pulumi.DiffResponse;
import io.keelson.provider.pulumi.proto.Pulumi.PropertyDiff;
import io.keelson.provider.pulumi.proto.Pulumi.ReadRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ReadResponse;
import io.keelson.provider.pulumi.proto.Pulumi.UpdateRequest;
import io.keelson.provider.pulumi.proto.Pulumi.UpdateResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  private static LifecycleDeclaration replacingOn(String... paths) {
    return lifecycle(List.of(), List.of(paths));
  }

  private static LifecycleDeclaration ignoring(String... paths) {
    return lifecycle(List.of(paths), List.of());
  }

  private static LifecycleDeclaration lifecycle(List<String> ignored, List<String> replacing) {
    var plain = LifecycleDeclaration.PLAIN;
    return new LifecycleDeclaration(
        plain.createBeforeDestroy(),
        plain.deleteBeforeReplace(),
        plain.preventDestroy(),
        plain.destroy(),
        plain.onPartialCreate(),
        ignored,
        replacing,
        plain.sensitive(),
        plain.replaceTriggeredBy(),
        plain.replaceTrigger(),
        plain.deletedWith(),
        plain.timeouts(),
        plain.preconditions(),
        plain.postconditions());
  }

  /// Without previews nobody knows what becomes of an attribute that nothing is declared for.
  @Test
  @Tag("R-PUL-10")
  void changeOfAnotherAttributeThanThoseThatReplace_isAnUpdate() {
    stack.declare(THING, "{name: a, size: 2}", replacingOn("zone", "tags.k"));

    for (var diff :
        List.of(
            saying(DiffResponse.Changes.SOME).addDiffs("size"),
            saying(DiffResponse.Changes.SOME),
            saying(DiffResponse.Changes.UNKNOWN))) {
      answering(diff);
      assertThat(stack.changes()).as(diff.toString()).containsExactly("update " + THING);
    }
  }

  @Test
  @Tag("R-PUL-10")
  void changeOfAnAttributeThatReplaces_replacesTheObject_howeverItsProviderTellsIt() {
    stack.declare(THING, "{name: a, size: 2, tags: {k: v}}", replacingOn("tags.k"));

    for (var diff :
        List.of(
            saying(DiffResponse.Changes.SOME).addDiffs("tags"),
            saying(DiffResponse.Changes.SOME),
            saying(DiffResponse.Changes.UNKNOWN),
            saying(DiffResponse.Changes.SOME)
                .setHasDetailedDiff(true)
                .putDetailedDiff(
                    "tags.k", PropertyDiff.newBuilder().setKind(PropertyDiff.Kind.ADD).build()))) {
      answering(diff);
      assertThat(stack.changes())
          .as(diff.toString())
          .containsExactly("create-then-destroy " + THING);
    }
  }

  /// The provider chooses a zone, and adds a tag.
  private void makeWithExtras() {
    fake.on(
        PulumiRpc.CREATE,
        request ->
            CreateResponse.newBuilder()
                .setId("extra-1")
                .setProperties(Structs.struct("{name: b, zone: z, tags: {k: v, own: o}}"))
                .build());
    fake.on(
        PulumiRpc.READ,
        request ->
            ReadResponse.newBuilder()
                .setId(request.getId())
                .setProperties(request.getProperties())
                .setInputs(request.getInputs())
                .build());
    stack.declare("fake_Thing.b", "{name: b, tags: {k: v}}").tryApply(new StopSignal());
  }

  @Test
  @Tag("R-PUL-16")
  void whatIsIgnored_andNobodyHasDeclared_isNotToldAsDeclared() {
    makeWithExtras();
    for (var ignored :
        List.of(
            List.of("zone", "tags"), List.of("zone", "tags[*]"), List.of("*"), List.of("all"))) {
      var news = new ArrayList<Struct>();
      fake.on(
          PulumiRpc.DIFF,
          request -> {
            if (request.getName().equals("b")) news.add(request.getNews());
            return saying(DiffResponse.Changes.NONE).build();
          });
      stack.declare(
          "fake_Thing.b", "{name: b, tags: {k: w}}", ignoring(ignored.toArray(String[]::new)));

      assertThat(stack.tryPlan().diagnostics()).as(ignored.toString()).isEmpty();
      assertThat(news)
          .as(ignored.toString())
          .containsExactly(Structs.struct("{name: b, tags: {k: v}}"));
    }
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
    var read = new ArrayList<ReadRequest>();
    fake.on(
        PulumiRpc.READ,
        request -> {
          read.add(request);
          return ReadResponse.newBuilder()
              .setId(request.getId())
              .setProperties(request.getProperties())
              .setInputs(request.getInputs())
              .build();
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
    assertThat(read)
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
