package io.keelson.provider.pulumi;

import static io.keelson.provider.pulumi.FakeMonitorClient.thing;
import static io.keelson.provider.pulumi.ProgramWorld.nothing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.Empty;
import com.google.protobuf.Struct;
import io.grpc.StatusRuntimeException;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.program.Lookup;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.proto.Pulumi.CallRequest;
import io.keelson.provider.pulumi.proto.Pulumi.CallResponse;
import io.keelson.provider.pulumi.proto.Pulumi.CheckFailure;
import io.keelson.provider.pulumi.proto.Pulumi.ReadResourceRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ReadResourceResponse;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceOutputsRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceCallRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceInvokeRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceInvokeResponse;
import io.keelson.provider.pulumi.proto.Pulumi.Urns;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What programs ask for beside what they register: objects of others, and methods.
class PulumiProgramCallsTest {
  private static final String SECRET = "hunter2-hunter2";

  @TempDir Path folder;
  private ProgramWorld world;

  @BeforeEach
  void open() {
    world = new ProgramWorld(folder);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static ReadResourceRequest.Builder reading(String parent, String id) {
    return ReadResourceRequest.newBuilder()
        .setType("fake:index:Thing")
        .setName("found")
        .setParent(parent)
        .setAcceptSecrets(true)
        .setId(id);
  }

  private static ReadResourceResponse read(
      FakeMonitorClient monitor, ReadResourceRequest.Builder request) {
    return monitor.call("ReadResource", request.build(), ReadResourceResponse.getDefaultInstance());
  }

  @Test
  @Tag("R-PRG-8")
  @Tag("R-PRG-26")
  void objectOfOthers_isReadByItsId() {
    var asked = new ArrayList<Lookup>();
    var answers = new ArrayList<ReadResourceResponse>();
    world
        .reading(lookup -> {
          asked.add(lookup);
          return new RegistrationAnswer.Made(
              Optional.empty(),
              Value.object(
                  new TreeMap<>(
                      Map.of(
                          "id", Value.text("there"),
                          "size", Value.nothing(Types.NUMBER),
                          "token", Value.text(SECRET).mark(Marks.secret("test")),
                          "endpoint", Value.text("e")))));
        })
        .program((monitor, _) -> {
          var web = monitor.component();
          var one = monitor.register(thing(web, "one")).getUrn();
          var request = reading(web, "there").addAdditionalSecretOutputs("endpoint");
          var found = read(monitor, request.addDependencies(one));
          answers.add(found);
          monitor.register(thing(web, "user").addDependencies(found.getUrn()));
          return nothing();
        });

    world.outputs();

    var key = Value.object(Map.of("id", Value.text("there")));
    var one = new TreeSet<>(asked.getFirst().needs());
    assertThat(asked).containsExactly(new Lookup(List.of(), "fake:index:Thing", "found", key, one));
    assertThat(one).extracting(ResourceAddress::name).containsExactly("one");
    assertThat(answers.getFirst().getUrn())
        .isEqualTo(ProgramWorld.COMPONENT.replace("::web", "$fake:index:Thing::found"));
    assertThat(answers.getFirst().getProperties().getFieldsMap())
        .containsOnly(
            Map.entry("token", Structs.secret(SECRET)), Map.entry("endpoint", Structs.secret("e")));
    assertThat(world.registered())
        .extracting(Registration::name, Registration::needs)
        .containsExactly(tuple("one", new TreeSet<>()), tuple("user", new TreeSet<>()));
  }

  @Test
  @Tag("R-PRG-26")
  void idThatIsNotKnownYet_isAskedForAsUnknown() {
    var known = new ArrayList<Boolean>();
    world
        .reading(lookup -> {
          known.add(lookup.key().whollyKnown());
          return new RegistrationAnswer.Made(Optional.empty(), lookup.key());
        })
        .program((monitor, _) -> {
          read(monitor, reading(monitor.component(), Structs.UNKNOWN));
          return nothing();
        });
    world.outputs();
    assertThat(known).containsExactly(false);
  }

  @Test
  @Tag("R-PRG-26")
  void objectThatIsNotThere_isNamed() {
    world
        .reading(_ -> new RegistrationAnswer.Failed("There is no such object."))
        .program((monitor, _) -> {
          read(monitor, reading(monitor.component(), "gone"));
          return nothing();
        });
    assertThat(world.failure())
        .singleElement()
        .satisfies(each ->
            assertThat(each.detail())
                .contains("'found' of the type fake:index:Thing with the id 'gone'")
                .contains("There is no such object."));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"no id", "a state", "twice", "registered", "registered before", "no parent"})
  @Tag("R-PRG-26")
  void readingThatMeansNothing_isRefused(String mistake) {
    world.program((monitor, _) -> {
      var web = monitor.component();
      switch (mistake) {
        case "no id" -> read(monitor, reading(web, ""));
        case "a state" ->
            read(monitor, reading(web, "x").setProperties(Structs.struct("{name: a}")));
        case "twice" -> {
          read(monitor, reading(web, "x"));
          read(monitor, reading(web, "y"));
        }
        case "registered" -> {
          read(monitor, reading(web, "x"));
          monitor.register(thing(web, "found"));
        }
        case "registered before" -> {
          monitor.register(thing(web, "found"));
          read(monitor, reading(web, "x"));
        }
        default -> read(monitor, reading("", "x"));
      }
      return nothing();
    });
    assertThat(world.failure().getFirst().detail()).contains("'found'");
  }

  /// The remedy for one that is read without a parent would lead nowhere.
  @Test
  @Tag("R-PRG-26")
  void otherStack_isToldToBeAnInput() {
    world.program((monitor, _) -> {
      read(
          monitor,
          reading("", "org/other/prod")
              .setType("pulumi:pulumi:StackReference")
              .setProperties(Structs.struct("{name: org/other/prod}")));
      return nothing();
    });
    assertThat(world.failure().getFirst().detail())
        .contains("is another stack", "Give the component an input for each of them")
        .doesNotContain("parent");
  }

  /// SDKs end programs that ask for it where it is empty.
  @Test
  @Tag("R-PRG-26")
  void programsAreToldAnOrganization() {
    var told = new ArrayList<String>();
    world.program((_, request) -> {
      told.add(request.getOrganization());
      return nothing();
    });
    world.outputs();
    assertThat(told).containsExactly("organization");
  }

  @Test
  @Tag("R-PRG-26")
  void outputsOfAComponentInside_areFoundByItsUrn() {
    var found = new ArrayList<Struct>();
    world.program((monitor, _) -> {
      var inner =
          monitor
              .register(
                  thing(monitor.component(), "in").setType("fake:index:Inner").setCustom(false))
              .getUrn();
      monitor.call(
          "RegisterResourceOutputs",
          RegisterResourceOutputsRequest.newBuilder()
              .setUrn(inner)
              .setOutputs(Structs.struct("{url: u}"))
              .build(),
          Empty.getDefaultInstance());
      found.add(
          monitor
              .invoke(
                  ResourceInvokeRequest.newBuilder()
                      .setTok("pulumi:pulumi:getResource")
                      .setArgs(Structs.with(Struct.getDefaultInstance(), "urn", inner)))
              .getReturn());
      return nothing();
    });
    world.outputs();
    assertThat(found.getFirst().getFieldsOrThrow("state").getStructValue())
        .isEqualTo(Structs.struct("{url: u}"));
  }

  /// A function that needs the component is called after what is in it so far; nothing that is
  /// registered can be.
  @Test
  @Tag("R-PRG-26")
  @Tag("R-DATA-2")
  void function_isCalledAfterWhatItNeeds() {
    var outside = ResourceAddress.managed("fake_Thing", "outside");
    world
        .need("zone", outside)
        .program((monitor, request) -> {
          var web = monitor.component();
          var inner = thing(web, "in").setType("fake:index:Inner").setCustom(false);
          var one = monitor.register(thing(web, "one")).getUrn();
          var in = monitor.register(inner).getUrn();
          monitor.register(thing(in, "two"));
          var zone = request.getInputDependenciesOrThrow("zone").getUrns(0);
          for (String urn : List.of(zone, one, in, web))
            monitor.invoke(
                ResourceInvokeRequest.newBuilder().setTok("fake:index:echo").addDependsOn(urn));
          return nothing();
        });
    world.outputs();
    assertThat(world.called())
        .extracting(needs -> needs.stream().map(ResourceAddress::name).toList())
        .containsExactly(List.of("outside"), List.of("one"), List.of("two"), List.of("one", "two"));
  }

  @Test
  @Tag("R-PRG-26")
  void functionThatIsNotCalledYet_isUnknownAsAWhole() {
    var answers = new ArrayList<ResourceInvokeResponse>();
    world.program((monitor, _) -> {
      answers.add(
          monitor.invoke(
              ResourceInvokeRequest.newBuilder()
                  .setTok("fake:index:echo")
                  .setArgs(Structs.with(Structs.struct("{a: 1}"), "b", Structs.UNKNOWN))));
      return nothing();
    });
    world.outputs();
    assertThat(answers.getFirst().getUnknown()).isTrue();
  }

  @Test
  @Tag("R-PRG-26")
  void functionAfterSomethingThatNobodyKnows_isRefused() {
    world.program((monitor, _) -> {
      monitor.component();
      monitor.invoke(
          ResourceInvokeRequest.newBuilder().setTok("fake:index:echo").addDependsOn("urn:x"));
      return nothing();
    });
    assertThat(world.failure().getFirst().detail())
        .contains("fake:index:echo")
        .contains("depends on something that this run of the program neither was told of");
  }

  private static CallResponse call(FakeMonitorClient monitor, String urn, String argument) {
    return monitor.call(
        "Call",
        ResourceCallRequest.newBuilder()
            .setTok("fake:index:Web/describe")
            .setArgs(Structs.with(Structs.reference(urn, ""), "greeting", argument))
            .putArgDependencies("thing", Urns.newBuilder().addUrns(urn).build())
            .build(),
        CallResponse.getDefaultInstance());
  }

  @Test
  @Tag("R-PRG-26")
  void method_isAskedWithTheMonitorOfItsProgram() {
    world.fake().on(PulumiRpc.HANDSHAKE, _ -> Structs.acceptsEverything());
    var asked = new ArrayList<CallRequest>();
    world
        .fake()
        .on(
            PulumiRpc.CALL,
            request -> {
              asked.add(request);
              try (var own = new FakeMonitorClient(request.getMonitorEndpoint())) {
                own.register(thing(ProgramWorld.COMPONENT, "of-the-method"));
              }
              return CallResponse.newBuilder()
                  .setReturn(Structs.with(Structs.struct("{}"), "text", Structs.UNKNOWN))
                  .putReturnDependencies("text", Urns.newBuilder().addUrns("u").build())
                  .build();
            });
    var answers = new ArrayList<CallResponse>();
    world.program((monitor, _) -> {
      answers.add(call(monitor, monitor.component(), SECRET));
      return nothing();
    });

    world.outputs();

    assertThat(asked)
        .singleElement()
        .satisfies(each -> {
          assertThat(each.getTok()).isEqualTo("fake:index:Web/describe");
          assertThat(each.getProject()).isEqualTo("prod");
          assertThat(each.getStack()).isEqualTo("shop");
          assertThat(each.getOrganization()).isEqualTo("organization");
          assertThat(each.getDryRun()).isTrue();
          assertThat(each.getParallel()).isEqualTo(10);
          assertThat(each.getAcceptsOutputValues()).isTrue();
          assertThat(each.getArgDependenciesMap()).containsOnlyKeys("thing");
          assertThat(each.getArgs())
              .isEqualTo(
                  Structs.with(Structs.reference(ProgramWorld.COMPONENT, ""), "greeting", SECRET));
        });
    assertThat(answers.getFirst().getReturnDependenciesMap()).containsOnlyKeys("text");
    assertThat(answers.getFirst().getReturn().getFieldsOrThrow("text"))
        .isEqualTo(Structs.text(Structs.UNKNOWN));
    assertThat(world.results())
        .singleElement()
        .satisfies(each -> assertThat(each.whollyKnown()).isFalse());
    assertThat(world.registered()).extracting(Registration::name).containsExactly("of-the-method");
  }

  @Test
  @Tag("R-PRG-26")
  void methodThatDoesNotAcceptAnArgument_saysSoToTheProgram() {
    world
        .fake()
        .on(
            PulumiRpc.CALL,
            _ ->
                CallResponse.newBuilder()
                    .addFailures(
                        CheckFailure.newBuilder().setProperty("greeting").setReason("it is rude"))
                    .build());
    var answers = new ArrayList<CallResponse>();
    world.program((monitor, _) -> {
      answers.add(call(monitor, monitor.component(), "x"));
      return nothing();
    });
    world.outputs();
    assertThat(answers.getFirst().getFailures(0).getReason()).isEqualTo("it is rude");
  }

  /// The provider that has the method is not the one that has the program, and learns of secrets by
  /// itself.
  @Test
  @Tag("R-PRG-26")
  @Tag("R-PRG-2")
  void secretArgumentOfAMethod_isNotRepeatedByItsProvider() {
    world
        .fake()
        .on(
            PulumiRpc.CALL,
            _ -> {
              throw Structs.refused("it does not like " + SECRET);
            });
    var refused = new ArrayList<String>();
    world.program((monitor, _) -> {
      var secret =
          ResourceCallRequest.newBuilder()
              .setTok("fake:index:Web/describe")
              .setArgs(
                  Structs.struct("{}").toBuilder().putFields("greeting", Structs.secret(SECRET)));
      try {
        monitor.call("Call", secret.build(), CallResponse.getDefaultInstance());
      } catch (StatusRuntimeException e) {
        refused.add(String.valueOf(e.getMessage()));
      }
      return nothing();
    });
    world.outputs();

    assertThat(refused)
        .singleElement()
        .satisfies(each -> assertThat(each).contains("it does not like").doesNotContain(SECRET));
  }

  @Test
  @Tag("R-PRG-26")
  void methodThatFails_isNamed() {
    world
        .fake()
        .on(
            PulumiRpc.CALL,
            _ -> {
              throw Structs.refused("the method fails");
            });
    world.program((monitor, _) -> {
      call(monitor, monitor.component(), "x");
      return nothing();
    });
    assertThat(world.failure())
        .singleElement()
        .satisfies(each ->
            assertThat(each.detail()).contains("fake:index:Web/describe", "the method fails"));
  }

  @Test
  @Tag("R-PRG-26")
  void methodWhoseRegistrationIsAwaited_hasAllTheTime() {
    var open = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    world
        .answering(registration -> {
          open.countDown();
          awaiting(goOn);
          return ProgramWorld.made(registration, Map.of());
        })
        .program((monitor, _) -> {
          call(monitor, monitor.component(), "x");
          return nothing();
        })
        .fake()
        .on(
            PulumiRpc.CALL,
            request -> {
              try (var own = new FakeMonitorClient(request.getMonitorEndpoint())) {
                own.register(thing(ProgramWorld.COMPONENT, "of-the-method"));
              }
              return CallResponse.getDefaultInstance();
            });
    var answer = CompletableFuture.supplyAsync(world::run);
    awaiting(open);
    world.fake().pass(FakePulumi.LONGEST_CALL.multipliedBy(3));
    world.fake().pass(Duration.ofMinutes(5));
    goOn.countDown();
    assertThat(answer.join()).isInstanceOf(ProgramAnswer.Ended.class);
  }

  @Test
  @Tag("R-PRG-26")
  void runThatIsStopped_givesItsMethodUp() {
    var stopped = new AtomicBoolean();
    var never = new CountDownLatch(1);
    world
        .stoppedWhen(stopped::get)
        .program((monitor, _) -> {
          call(monitor, monitor.component(), "x");
          return nothing();
        })
        .fake()
        .on(
            PulumiRpc.CALL,
            _ -> {
              stopped.set(true);
              awaiting(never);
              return CallResponse.getDefaultInstance();
            });
    assertThat(world.failure())
        .singleElement()
        .satisfies(each -> assertThat(each.detail()).contains("was told to end"));
    never.countDown();
  }

  private static void awaiting(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
