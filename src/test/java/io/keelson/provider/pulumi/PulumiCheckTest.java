package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.proto.Pulumi.CheckFailure;
import io.keelson.provider.pulumi.proto.Pulumi.CheckResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What providers say of declared objects that they do not like, and how they say it wrongly.
class PulumiCheckTest {
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
    return fake.stack("{name: a, token: %s, ports: [{number: 1}]}".formatted(SECRET));
  }

  private List<Diagnostic> errors() {
    var errors = stack().tryPlan().diagnostics().stream().filter(Diagnostic::isError).toList();
    assertThat(fake.asked(PulumiRpc.CREATE)).isZero();
    assertThat(errors).allSatisfy(each -> assertThat(each.toString()).doesNotContain(SECRET));
    return errors;
  }

  private Diagnostic error() {
    assertThat(errors()).hasSize(1);
    return errors().getFirst();
  }

  private static CheckFailure failure(String property, String reason) {
    return CheckFailure.newBuilder().setProperty(property).setReason(reason).build();
  }

  private void answering(Struct inputs) {
    fake.on(PulumiRpc.CHECK, _ -> CheckResponse.newBuilder().setInputs(inputs).build());
  }

  @Test
  void allFailuresOfOneCheck_areToldWithTheirPlaces() {
    fake.on(
        PulumiRpc.CHECK,
        _ ->
            CheckResponse.newBuilder()
                .addFailures(failure("ports[0].number", "it is taken"))
                .addFailures(failure("tags[\"x.y\"]", "no such tag"))
                .addFailures(failure("", "something is wrong"))
                .addFailures(failure("token", SECRET + " is too short"))
                .build());

    var errors = errors();

    assertThat(errors)
        .extracting(each -> each.path().toString() + ": " + each.detail())
        .containsExactlyInAnyOrder(
            "ports[0].number: it is taken",
            "tags[\"x.y\"]: no such tag",
            ": something is wrong",
            "token: (sensitive value) is too short");
    assertThat(errors)
        .extracting(Diagnostic::summary)
        .containsOnly("The provider does not accept the configuration");
  }

  @Test
  void failureWithItsPlaceInTheText_isToldThere() {
    var reason = "wrong number. Examine values at 'a.ports[0].number'.";
    fake.on(
        PulumiRpc.CHECK, _ -> CheckResponse.newBuilder().addFailures(failure("", reason)).build());

    assertThat(error().path()).hasToString("ports[0].number");
  }

  @Test
  void checkThatFailsAsACall_isAProblemThatTheProviderReports() {
    fake.refuse(PulumiRpc.CHECK, "cannot encode " + SECRET);

    assertThat(error().summary()).isEqualTo("The provider reported a problem");
    assertThat(error().detail()).isEqualTo("cannot encode (sensitive value)");
    assertThat(error().code()).isEqualTo(Code.PROVIDER_ERROR);
  }

  @Test
  void checkThatIsUnknown_isSaidToBeMissing() {
    fake.without(PulumiRpc.CHECK);

    assertThat(error().summary()).isEqualTo("The provider lacks a feature");
    assertThat(error().detail()).contains("fake 1.0.0 does not know Check.");
  }

  @Test
  void checkThatAnswersNoInputs_changesNothing() {
    fake.on(PulumiRpc.CHECK, _ -> CheckResponse.getDefaultInstance());

    var stack = stack().converge();

    assertThat(stack.text("fake_Thing.a", "name")).isEqualTo("a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{KEY: none}                                            | of a kind that is not known",
        "{KEY: 1}                                               | of a kind that is not known",
        "{KEY: 1b47061264138c4ac30d75fd1eb44270}                | without its value",
        "{KEY: 5cf8f73096256a8f31e491e813e4eb8e, id: x}         | a resource without its URN",
        "{KEY: 803fd3297a5875dc03ca845dda5d2a98}                | bytes that are not there",
        "{KEY: c44067f5952c0a294b673a41bacd8c17, hash: [hunter2-hunter2]} | whose hash is no text"
      })
  void malformedSpecialObject_isABugOfTheProvider(String object, String reason) {
    answering(
        Structs.struct(
            "{name: a, any: {in: %s}}"
                .formatted(object.replace("KEY", "'" + Structs.SIGNATURE + "'"))));

    assertThat(error().code()).isEqualTo(Code.PROVIDER_CONTRACT);
    assertThat(error().summary()).isEqualTo("Provider produced a value of a wrong type");
    assertThat(error().path()).hasToString("any.in");
    assertThat(error().detail())
        .contains("The answer of provider \"fake 1.0.0\" is wrong at any.in: ")
        .contains(reason);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void numberThatIsNone_isABugOfTheProvider(double number) {
    answering(
        Structs.with(
            Structs.struct("{name: a}"),
            "size",
            Value.newBuilder().setNumberValue(number).build()));

    assertThat(error().summary()).isEqualTo("Provider produced a value of a wrong type");
    assertThat(error().path()).hasToString("size");
    assertThat(error().detail()).contains("infinity and not-a-number are not numbers here");
  }

  @Test
  void answerThatNestsTooDeeply_isABugOfTheProvider() {
    answering(Structs.with(Structs.struct("{name: a}"), "any", Structs.nested(200)));

    assertThat(error().summary()).isEqualTo("The provider did not answer");
    assertThat(error().detail())
        .contains("fake 1.0.0 was asked for Check, and answered something that is no message: ")
        .contains("nesting")
        .contains("Report it to those who make the provider.");
  }

  /// Whatever can be received can be recorded, with what the record adds to it, and read again.
  @Test
  void answerThatNestsAsDeeplyAsMessagesMay_isKept() {
    answering(Structs.with(Structs.struct("{name: a}"), "any", Structs.nested(31)));

    var stack = stack().converge();

    assertThat(stack.text("fake_Thing.a", "any")).contains("innermost");
    stack.declare("fake_Thing.a", "{name: b, token: %s}".formatted(SECRET)).converge();
    stack.remove("fake_Thing.a").converge();
    assertThat(fake.things().ids()).isEmpty();
  }

  @Test
  void inputOfAWrongType_isABugOfTheProvider() {
    answering(Structs.struct("{name: a, size: hunter2-hunter2}"));

    assertThat(error().path()).hasToString("size");
    assertThat(error().detail()).contains("it is a string, where the schema has number");
  }

  /// As generated code gives them where there is some.
  @Test
  void constantsOfTheSchema_areGivenToTheProvider() {
    var given = given();

    stack().plan();

    var ports = given.getFirst().getFieldsOrThrow("ports").getListValue();
    assertThat(ports.getValues(0).getStructValue().getFieldsMap())
        .containsEntry("proto", Value.newBuilder().setStringValue("tcp").build());
  }

  /// What is checked from now on.
  private List<Struct> given() {
    var given = new ArrayList<Struct>();
    fake.on(
        PulumiRpc.CHECK,
        request -> {
          given.add(request.getNews());
          return CheckResponse.newBuilder().setInputs(request.getNews()).build();
        });
    return given;
  }

  /// Some libraries take a secret that is not known for an empty one.
  @Test
  void secretThatIsNotKnown_isUnknown_andSecretOnceItIsKnown() {
    var stack = fake.stack("{name: a}");
    var user = "${sensitive(fake_Thing.a.endpoint)}";
    stack.declare("fake_Thing.b", "{name: b, tags: {x: '%s'}}".formatted(user));
    var given = given();

    stack.plan();
    assertThat(tag(given.getLast()).getStringValue()).isEqualTo(Structs.UNKNOWN);

    stack.converge();
    assertThat(tag(given.getLast()).getStructValue().getFieldsMap())
        .containsEntry("value", Value.newBuilder().setStringValue("thing-1.example").build());
  }

  private static Value tag(Struct inputs) {
    return inputs.getFieldsOrThrow("tags").getStructValue().getFieldsOrThrow("x");
  }
}
