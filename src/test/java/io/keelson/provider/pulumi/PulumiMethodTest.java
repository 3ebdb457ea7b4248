package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.StatusRuntimeException;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.MethodRequest;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.proto.Pulumi.CallRequest;
import io.keelson.provider.pulumi.proto.Pulumi.CallResponse;
import io.keelson.provider.pulumi.proto.Pulumi.CheckFailure;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceCallRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceInvokeRequest;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Methods of components that a user calls.
@Timeout(60)
class PulumiMethodTest {
  private static final String TYPE = "fake_Web_describe";
  private static final String URN = "urn:pulumi:test::test::fake:index:Web::web";
  private static final String SIGNATURE = "4dabf18193072939515e22adb298388d";
  private static final String SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";
  private static final String SECRET = "do-not-tell-this";

  private final List<CallRequest> asked = new ArrayList<>();
  private FakePulumi fake;

  @BeforeEach
  void start(@TempDir Path folder) {
    fake = new FakePulumi(folder).on(PulumiRpc.HANDSHAKE, _ -> Structs.acceptsEverything());
  }

  @AfterEach
  void stop() {
    fake.close();
  }

  private void answering(Function<CallRequest, CallResponse.Builder> answer) {
    fake.on(
        PulumiRpc.CALL,
        request -> {
          asked.add(request);
          return answer.apply(request).build();
        });
  }

  private static CallResponse.Builder text(String text) {
    return CallResponse.newBuilder().setReturn(Structs.struct("{text: '" + text + "'}"));
  }

  private static Value web(Value url) {
    return Value.object(Map.of("url", url));
  }

  private static com.google.protobuf.Value word(String text) {
    return com.google.protobuf.Value.newBuilder().setStringValue(text).build();
  }

  private Answer<FoundData> call(String component, Value self, Value greeting, boolean planning) {
    var provider = fake.provider();
    var type = provider.dataSchema(TYPE).orElseThrow().type();
    var values = new Value[type.size()];
    for (int i = 0; i < values.length; i++)
      values[i] =
          switch (type.name(i)) {
            case "self" -> self;
            case "greeting" -> greeting;
            default -> Value.nothing(type.type(i));
          };
    return provider.call(
        new MethodRequest(
            TYPE,
            InstanceAddress.parse("data." + TYPE + ".d"),
            ComponentInstance.parse(component),
            Mapping.object(type, values).unmark(),
            planning,
            PulumiMethodTest::function));
  }

  /// `fake:index:look` says what it is given, and there is no other.
  private static RegistrationAnswer function(
      String token, Value arguments, SortedSet<ResourceAddress> needs) {
    return token.equals("fake:index:look")
        ? new RegistrationAnswer.Made(Optional.empty(), arguments)
        : new RegistrationAnswer.Failed("There is no " + token + ".");
  }

  private FoundData found(Value self, Value greeting) {
    return call("component.web", self, greeting, false).given().orElseThrow();
  }

  private List<Diagnostic> failure() {
    return switch (call(
        "component.web", web(Value.text("u")), Value.text(SECRET).mark(Marks.secret("s")), true)) {
      case Answer.Failed(var why) -> why;
      case Answer<FoundData> other -> throw new AssertionError(other.toString());
    };
  }

  @Test
  @Tag("R-PRG-26")
  void method_isADataSourceThatNamesItsComponent() {
    var schema = fake.provider().dataSchema(TYPE).orElseThrow();
    assertThat(schema.type().names()).containsExactly("greeting", "self", "text", "token");
    assertThat(schema.receiver())
        .hasValueSatisfying(each -> {
          assertThat(each.attribute()).isEqualTo("self");
          assertThat(each.type()).isEqualTo("fake_Web");
        });
  }

  @Test
  @Tag("R-PRG-26")
  void method_isAskedWithItsComponent() {
    answering(_ -> text("hello"));

    var found = call("component.web[\"a\"]", web(Value.text("u")), Value.text("hi"), true);

    assertThat(found.given())
        .hasValueSatisfying(each -> {
          assertThat(((Mapping) each.value()).get("text")).isEqualTo(Value.text("hello"));
          assertThat(((Mapping) each.value()).get("greeting")).isEqualTo(Value.text("hi"));
          assertThat(each.secret()).isEmpty();
        });
    var urn = URN + "-a";
    assertThat(asked)
        .singleElement()
        .satisfies(each -> {
          assertThat(each.getTok()).isEqualTo("fake:index:Web/describe");
          assertThat(each.getDryRun()).isTrue();
          assertThat(each.getProject()).isEqualTo("test");
          assertThat(each.getStack()).isEqualTo("test");
          assertThat(each.getOrganization()).isEqualTo("organization");
          assertThat(each.getArgs().getFieldsOrThrow("greeting").getStringValue()).isEqualTo("hi");
          assertThat(each.getArgs().getFieldsOrThrow("__self__").getStructValue().getFieldsMap())
              .containsEntry("urn", word(urn))
              .containsEntry("name", word("web-a"))
              .containsEntry("type", word("fake:index:Web"));
          assertThat(each.getArgDependenciesMap()).containsOnlyKeys("__self__", "greeting");
          assertThat(each.getArgDependenciesOrThrow("__self__").getUrnsList()).containsExactly(urn);
        });
  }

  @Test
  @Tag("R-PRG-26")
  void method_learnsWhatItsComponentGives() {
    answering(request -> {
      try (var monitor = new FakeMonitorClient(request.getMonitorEndpoint())) {
        assertThat(monitor.deployment().getDryRun()).isFalse();
        var state =
            monitor
                .invoke(
                    ResourceInvokeRequest.newBuilder()
                        .setTok("pulumi:pulumi:getResource")
                        .setArgs(Structs.struct("{urn: '" + URN + "'}")))
                .getReturn();
        return text(
            state
                .getFieldsOrThrow("state")
                .getStructValue()
                .getFieldsOrThrow("url")
                .getStringValue());
      }
    });
    assertThat(((Mapping) found(web(Value.text("u1")), Value.text("hi")).value()).get("text"))
        .isEqualTo(Value.text("u1"));
  }

  @Test
  @Tag("R-PRG-26")
  @Tag("R-PRG-2")
  void resultOfASecretArgument_isSecret() {
    answering(_ -> text("x"));
    assertThat(found(web(Value.text("u")), Value.text(SECRET).mark(Marks.secret("s"))).secret())
        .contains(AttributePath.of("text"));
    var greeting = asked.getFirst().getArgs().getFieldsOrThrow("greeting").getStructValue();
    assertThat(greeting.getFieldsOrThrow(SIGNATURE).getStringValue()).isEqualTo(SECRET_SIGNATURE);
    assertThat(greeting.getFieldsOrThrow("value").getStringValue()).isEqualTo(SECRET);
  }

  @Test
  @Tag("R-PRG-26")
  @Tag("R-PRG-2")
  void secretOutputOfTheComponent_makesNoSecretOfTheResult() {
    answering(_ -> text("x"));
    assertThat(found(web(Value.text(SECRET).mark(Marks.secret("s"))), Value.text("hi")).secret())
        .doesNotContain(AttributePath.of("text"));
  }

  @Test
  @Tag("R-PRG-26")
  void argumentThatIsNotAccepted_isNamed_withoutSecrets() {
    answering(_ ->
        CallResponse.newBuilder()
            .addFailures(
                CheckFailure.newBuilder().setProperty("greeting").setReason("rude: " + SECRET)));
    assertThat(failure())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.path()).isEqualTo(AttributePath.of("greeting"));
          assertThat(each.detail()).contains("rude").doesNotContain(SECRET);
        });
  }

  @Test
  @Tag("R-PRG-26")
  void methodThatFails_isToldWithoutSecrets() {
    fake.refuse(PulumiRpc.CALL, "the method fails: " + SECRET);
    assertThat(failure())
        .singleElement()
        .satisfies(
            each -> assertThat(each.detail()).contains("the method fails").doesNotContain(SECRET));
  }

  @Test
  @Tag("R-PRG-26")
  void methodThatRegisters_isRefused() {
    answering(request -> {
      try (var monitor = new FakeMonitorClient(request.getMonitorEndpoint())) {
        monitor.register(FakeMonitorClient.thing(URN, "extra"));
      } catch (StatusRuntimeException e) {
        assertThat(e).hasMessageContaining("only a method can that the program of a component");
      }
      return text("x");
    });
    assertThat(failure())
        .singleElement()
        .satisfies(each -> assertThat(each.detail()).contains("Let a component call it"));
  }

  @Test
  @Tag("R-PRG-26")
  void methodThatCallsAFunction_isGivenItsResult() {
    answering(request -> {
      try (var monitor = new FakeMonitorClient(request.getMonitorEndpoint())) {
        var result =
            monitor.invoke(
                ResourceInvokeRequest.newBuilder()
                    .setTok("fake:index:look")
                    .setArgs(Structs.struct("{zone: 'north'}")));
        return text(result.getReturn().getFieldsOrThrow("zone").getStringValue());
      }
    });
    assertThat(((Mapping) found(web(Value.text("u")), Value.text("hi")).value()).get("text"))
        .isEqualTo(Value.text("north"));
  }

  @Test
  @Tag("R-PRG-26")
  void methodThatCallsAFunctionThatIsNotThere_learnsThat() {
    answering(request -> {
      try (var monitor = new FakeMonitorClient(request.getMonitorEndpoint())) {
        monitor.invoke(ResourceInvokeRequest.newBuilder().setTok("fake:index:gone"));
        return text("x");
      } catch (StatusRuntimeException e) {
        return text(String.valueOf(e.getStatus().getDescription()));
      }
    });
    assertThat(
            String.valueOf(
                ((Mapping) found(web(Value.text("u")), Value.text("hi")).value()).get("text")))
        .contains("The function fake:index:gone gives no result: There is no fake:index:gone.");
  }

  @Test
  @Tag("R-PRG-26")
  void methodThatCallsAMethod_isRefused() {
    answering(request -> {
      try (var monitor = new FakeMonitorClient(request.getMonitorEndpoint())) {
        monitor.call(
            "Call",
            ResourceCallRequest.newBuilder().setTok("fake:index:Web/describe").build(),
            CallResponse.getDefaultInstance());
      } catch (StatusRuntimeException e) {
        assertThat(e).hasMessageContaining("Let a component call it");
      }
      return text("x");
    });
    assertThat(failure())
        .singleElement()
        .satisfies(each -> assertThat(each.detail()).contains("Let a component call it"));
  }
}
