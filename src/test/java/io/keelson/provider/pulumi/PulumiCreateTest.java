package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Struct;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.proto.Pulumi.CreateResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Creates that end in an odd way: nothing that was made is lost, and nothing is made twice.
class PulumiCreateTest {
  private static final String THING = "fake_Thing.a";
  private static final String SECRET = "hunter2-hunter2";

  @TempDir Path folder;
  private FakePulumi fake;
  private PluggedStack stack;

  @BeforeEach
  void open() {
    fake = new FakePulumi(folder);
    stack = fake.stack("{name: a, token: %s}".formatted(SECRET));
  }

  @AfterEach
  void close() {
    fake.close();
  }

  /// Creates the thing, and answers these properties.
  private void answering(String properties) {
    answering(Structs.struct(properties));
  }

  private void answering(Struct properties) {
    fake.on(
        PulumiRpc.CREATE,
        request -> fake.things().create(request).toBuilder().setProperties(properties).build());
  }

  private List<Diagnostic> apply() {
    ApplyOutcome outcome = stack.tryApply(new StopSignal());
    assertThat(outcome.diagnostics())
        .allSatisfy(each -> assertThat(each.toString()).doesNotContain(SECRET));
    return outcome.diagnostics().stream().filter(Diagnostic::isError).toList();
  }

  /// Nobody knows what there is: the record stays open, and nothing is made again.
  private void assertOpen() {
    assertThat(stack.instance(THING).open()).isPresent();
    assertThat(stack.instance(THING).current()).isEmpty();
    assertThat(stack.tryPlan().diagnostics())
        .filteredOn(Diagnostic::isError)
        .extracting(Diagnostic::code)
        .containsOnly(Code.OUTCOME_UNKNOWN);
    assertThat(fake.asked(PulumiRpc.CREATE)).isOne();
  }

  /// The object is known by its id, looked at, and updated.
  private void assertKept() {
    assertThat(stack.instance(THING).open()).isEmpty();
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");
    assertThat(PluggedStack.stored(stack, THING).unfinished()).isTrue();
    stack.converge();
    assertThat(stack.text(THING, "endpoint")).isEqualTo("thing-1.example");
    assertThat(fake.asked(PulumiRpc.CREATE)).isOne();
  }

  @Test
  void emptyId_leavesTheOutcomeOpen() {
    fake.on(PulumiRpc.CREATE, _ -> CreateResponse.getDefaultInstance());

    assertThat(apply())
        .anySatisfy(error -> {
          assertThat(error.code()).isEqualTo(Code.PROVIDER_CONTRACT);
          assertThat(error.summary()).isEqualTo("Provider produced an object without an id");
          assertThat(error.detail())
              .contains("provider \"fake 1.0.0\"")
              .contains("it is empty, so the object cannot be found again")
              .endsWith("This is a bug of the provider, to be reported there.");
        });
    assertOpen();
  }

  @Test
  void idThatAnotherObjectHas_isRecordedForBoth() {
    stack.converge().declare("fake_Thing.b", "{name: b}");
    fake.on(
        PulumiRpc.CREATE,
        request -> fake.things().create(request).toBuilder().setId("thing-1").build());

    assertThat(apply()).isEmpty();
    assertThat(stack.text("fake_Thing.b", "id")).isEqualTo("thing-1");
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");
  }

  @Test
  void otherInputsThanWereSent_areRecordedAsTheyCameBack() {
    answering("{name: other, size: 7}");

    assertThat(apply()).isEmpty();
    assertThat(stack.text(THING, "name")).isEqualTo("other");
    assertThat(stack.text(THING, "size")).isEqualTo("7");
    assertThat(stack.text(THING, "id")).isEqualTo("thing-1");
  }

  @Test
  void somethingUnknownInTheAnswer_isABugOfTheProvider() {
    answering("{name: a, endpoint: %s}".formatted(Structs.UNKNOWN));

    assertThat(apply())
        .anySatisfy(error -> {
          assertThat(error.summary()).isEqualTo("Provider produced a value of a wrong type");
          assertThat(error.detail())
              .contains("something in it is unknown, although the object exists");
        });
    assertKept();
  }

  @Test
  void valueOfAWrongType_isABugOfTheProvider() {
    answering("{name: a, size: %s}".formatted(SECRET));

    assertThat(apply())
        .anySatisfy(error -> {
          assertThat(error.code()).isEqualTo(Code.PROVIDER_CONTRACT);
          assertThat(error.path()).hasToString("size");
          assertThat(error.detail()).contains("it is a string, where the schema has number");
        });
    assertKept();
  }

  @Test
  void fileWhereATextIsExpected_isABugOfTheProvider() {
    answering(
        "{name: {'%s': c44067f5952c0a294b673a41bacd8c17, text: x}}".formatted(Structs.SIGNATURE));

    assertThat(apply())
        .anySatisfy(error -> {
          assertThat(error.code()).isEqualTo(Code.PROVIDER_CONTRACT);
          assertThat(error.path()).hasToString("name");
        });
    assertThat(fake.asked(PulumiRpc.CREATE)).isOne();
  }

  @Test
  void processThatIsKilledInTheMiddle_leavesTheOutcomeOpen() {
    fake.on(
        PulumiRpc.CREATE,
        request -> {
          fake.things().create(request);
          throw fake.killed();
        });

    assertThat(apply())
        .anySatisfy(error -> {
          assertThat(error.summary()).isEqualTo("The provider ended during a call");
          assertThat(error.detail())
              .contains("fake 1.0.0 ended while it worked on Create (UNAVAILABLE")
              .contains("Its process was ended by signal 9.");
        });
    assertOpen();
  }

  @Test
  void createThatIsRefused_makesNothing_andMayBeTriedAgain() {
    fake.refuse(PulumiRpc.CREATE, "no room for " + SECRET);

    assertThat(apply())
        .singleElement()
        .satisfies(error -> {
          assertThat(error.summary()).isEqualTo("The provider reported a problem");
          assertThat(error.detail()).isEqualTo("no room for (sensitive value)");
        });
    assertThat(stack.instance(THING).open()).isEmpty();
    assertThat(stack.instance(THING).current()).isEmpty();
    fake.on(PulumiRpc.CREATE, fake.things()::create);
    stack.converge();
    assertThat(fake.things().ids()).containsExactly("thing-1");
  }

  @Test
  void createThatIsUnknown_makesNothing() {
    fake.without(PulumiRpc.CREATE);

    assertThat(apply()).extracting(Diagnostic::summary).contains("The provider lacks a feature");
    assertThat(stack.instance(THING).open()).isEmpty();
  }

  @Test
  void secretInputThatComesBackBare_staysSecret() {
    answering("{name: a, token: %1$s, any: {token: 1}}".formatted(SECRET));

    assertThat(apply()).isEmpty();
    var stored = PluggedStack.stored(stack, THING);
    assertThat(stored.sensitive().toString()).contains("token");
  }

  @Test
  void secretThatTheSchemaDoesNotName_isKeptAsOne() {
    answering(
        "{name: a, endpoint: {'%s': 1b47061264138c4ac30d75fd1eb44270, value: generated-word}}"
            .formatted(Structs.SIGNATURE));

    assertThat(apply()).isEmpty();
    assertThat(PluggedStack.stored(stack, THING).sensitive().toString()).contains("endpoint");
  }

  @Test
  void propertyThatTheSchemaDoesNotHave_isKeptForTheProvider_andNotShown() {
    answering("{name: a, __meta: {version: 3}}");

    assertThat(apply()).isEmpty();
    var stored = PluggedStack.stored(stack, THING);
    assertThat(stored.attributes().json().toString()).doesNotContain("__meta");
    assertThat(
            stored.privateData().toString()
                + new String(stored.privateData().toArray(), StandardCharsets.UTF_8))
        .contains("__meta");
  }

  @Test
  void fileWithAPath_isNeverReadHere() throws Exception {
    var file = Files.writeString(folder.resolve("passwords"), "of the host");
    answering(
        "{name: a, file: {'%s': c44067f5952c0a294b673a41bacd8c17, path: '%s', hash: abc}}"
            .formatted(Structs.SIGNATURE, file));

    assertThat(apply()).isEmpty();
    assertThat(stack.text(THING, "file")).contains("assetHash", "abc").doesNotContain("passwords");
    assertThat(stack.text(THING, "file")).doesNotContain("of the host");
  }
}
