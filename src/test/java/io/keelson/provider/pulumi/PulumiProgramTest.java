package io.keelson.provider.pulumi;

import static io.keelson.provider.pulumi.FakeMonitorClient.thing;
import static io.keelson.provider.pulumi.ProgramWorld.nothing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import com.google.protobuf.Struct;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.proto.Pulumi.ConstructResponse;
import io.keelson.provider.pulumi.proto.Pulumi.Parameterization;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterPackageRequest;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterPackageResponse;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceOutputsRequest;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceRequest;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceInvokeRequest;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs that make components, and what they may ask for.
class PulumiProgramTest {
  private static final String SECRET = "hunter2-hunter2";
  private static final ResourceAddress OUTSIDE = ResourceAddress.managed("aws_vpc", "main");

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

  /// A program that registers itself and one thing, which a test changes.
  private ProgramWorld registering(UnaryOperator<RegisterResourceRequest.Builder> change) {
    return world.program((monitor, _) -> {
      monitor.register(change.apply(thing(monitor.component(), "web-thing")));
      return nothing();
    });
  }

  private static Value secret(String text) {
    return Value.text(text).mark(Marks.secret("test"));
  }

  @Test
  @Tag("R-PRG-20")
  void program_isAskedWithItsInputs_andRegistersWhatIsInside() {
    world
        .input("note", secret(SECRET))
        .input(
            "list", Value.list(Types.STRING, List.of(Value.text("a"), Value.unknown(Types.STRING))))
        .need("list", OUTSIDE)
        .program((monitor, _) -> {
          var web = monitor.component();
          var made =
              monitor.register(
                  thing(web, "web-thing").setObject(Structs.struct("{name: a, size: 1}")));
          return ConstructResponse.newBuilder()
              .setUrn(web)
              .setState(
                  Structs.with(Structs.struct("{count: 2}"), "url", "https://" + made.getId()));
        });

    var outputs = world.outputs();

    assertThat(outputs.toString()).contains("https://web-thing-1").contains("2");
    var request = world.request();
    assertThat(request.getDryRun()).isTrue();
    assertThat(request.getType()).isEqualTo("fake:index:Web");
    assertThat(request.getName()).isEqualTo("web");
    assertThat(request.getAcceptsOutputValues()).isTrue();
    var inputs = request.getInputs().getFieldsMap();
    assertThat(inputs.get("zone")).isEqualTo(Structs.text("z1"));
    // The provider takes no output values.
    assertThat(inputs.get("note")).isEqualTo(Structs.secret(SECRET));
    var vpc = "urn:pulumi:shop::prod::keelson:index:aws_vpc::main";
    assertThat(request.getInputDependenciesMap())
        .containsEntry("zone", Urns.getDefaultInstance())
        .containsEntry("list", Urns.newBuilder().addUrns(vpc).build());
    assertThat(request.getDependenciesList()).containsExactly(vpc);
    assertThat(world.registered())
        .singleElement()
        .satisfies(thing -> {
          assertThat(thing.token()).isEqualTo("fake:index:Thing");
          assertThat(thing.name()).isEqualTo("web-thing");
          assertThat(thing.in()).isEmpty();
          assertThat(thing.options()).isEqualTo(Registration.Options.NONE);
        });
  }

  @Test
  @Tag("R-PRG-20")
  void inputs_areOutputValues_whereThereIsSomethingToSay() {
    world.fake().on(PulumiRpc.HANDSHAKE, _ -> Structs.acceptsEverything());
    world
        .input("key", Value.text(SECRET))
        .input("note", Value.text("n"))
        .need("note", OUTSIDE)
        .input(
            "list", Value.list(Types.STRING, List.of(Value.text("a"), Value.unknown(Types.STRING))))
        .program((monitor, _) -> nothing());

    world.outputs();

    var vpc = "urn:pulumi:shop::prod::keelson:index:aws_vpc::main";
    var inputs = world.request().getInputs().getFieldsMap();
    assertThat(inputs.get("zone")).isEqualTo(Structs.text("z1"));
    assertThat(inputs.get("key")).isEqualTo(Structs.output(Optional.of(SECRET), true, List.of()));
    assertThat(inputs.get("note")).isEqualTo(Structs.output(Optional.of("n"), false, List.of(vpc)));
    assertThat(world.request().getInputs().getFieldsOrThrow("list").getListValue().getValuesList())
        .containsExactly(Structs.text("a"), Structs.output(Optional.empty(), false, List.of()));
  }

  @Test
  @Tag("R-PRG-21")
  void urns_areChainedAsPulumiDoes_andOnlyTheParentHasTheToken() {
    var urns = new ArrayList<String>();
    world.program((monitor, request) -> {
      var web = monitor.component();
      urns.add(web);
      var inner =
          monitor
              .register(thing(web, "web inner").setType("fake:index:Inner").setCustom(false))
              .getUrn();
      urns.add(inner);
      var deep = monitor.register(thing(inner, "web-deep")).getUrn();
      urns.add(deep);
      urns.add(monitor.register(thing(deep, "web-deepest")).getUrn());
      urns.add(
          monitor
              .register(
                  thing(inner, "web-part")
                      .setType("parts:index:Web")
                      .setCustom(false)
                      .setRemote(true))
              .getUrn());
      return nothing();
    });

    world.outputs();

    var scope = "urn:pulumi:shop::prod::";
    assertThat(urns)
        .containsExactly(
            scope + "fake:index:Web::web",
            scope + "fake:index:Web$fake:index:Inner::web inner",
            scope + "fake:index:Web$fake:index:Inner$fake:index:Thing::web-deep",
            scope
                + "fake:index:Web$fake:index:Inner$fake:index:Thing$fake:index:Thing::web-deepest",
            scope + "fake:index:Web$fake:index:Inner$parts:index:Web::web-part");
    assertThat(world.request().getParent()).startsWith(scope + "pulumi:pulumi:Stack::shop-");
    assertThat(world.registered())
        .extracting(Registration::in)
        .containsOnly(List.of(new Registration.Group("web_inner", List.of())));
    assertThat(world.registered())
        .extracting(Registration::kind)
        .containsExactly(
            Registration.Kind.RESOURCE, Registration.Kind.RESOURCE, Registration.Kind.PROGRAM);
  }

  @Test
  @Tag("R-PRG-21")
  void instance_hasANameOfItsOwn() {
    world.at("component.shop.component.web[\"eu\"]").program((_, _) -> nothing());
    world.outputs();
    assertThat(world.request().getName()).isEqualTo("shop-web-eu");
  }

  @Test
  @Tag("R-PRG-21")
  void needs_areTheAddressesBehindUrns() {
    world
        .need("zone", OUTSIDE)
        .program((monitor, request) -> {
          var web = monitor.component();
          var one = monitor.register(thing(web, "one")).getUrn();
          var outside = request.getDependencies(0);
          monitor.register(
              thing(web, "two")
                  .addDependencies(one)
                  .addDependencies(web)
                  .putPropertyDependencies("name", Urns.newBuilder().addUrns(outside).build()));
          return nothing();
        });
    world.outputs();
    assertThat(world.registered().get(1).needs())
        .containsExactly(OUTSIDE, ResourceAddress.managed("fake_Thing", "one"));
  }

  /// SDKs do not name a parent among what is needed, but it is there first, and goes last.
  @Test
  @Tag("R-PRG-21")
  void resourceThatIsAParent_isNeeded() {
    world.program((monitor, request) -> {
      var one = monitor.register(thing(monitor.component(), "one")).getUrn();
      monitor.register(thing(one, "two"));
      return nothing();
    });

    world.outputs();

    assertThat(world.registered().get(1).needs())
        .containsExactly(ResourceAddress.managed("fake_Thing", "one"));
  }

  @Test
  @Tag("R-PRG-25")
  void options_areTheEngines() {
    registering(thing ->
        thing
            .setProtect(true)
            .setRetainOnDelete(true)
            .setDeleteBeforeReplaceDefined(true)
            .addIgnoreChanges("tags")
            .addReplaceOnChanges("name")
            .addAdditionalSecretOutputs("token")
            .setImportId("i-1")
            .setReplacementTrigger(Structs.text("t"))
            .addAliasUrns(ProgramWorld.COMPONENT.replace("::web", "$fake:index:Old::web-thing"))
            .addAliasUrns("urn:pulumi:other::prod::fake:index:Thing::x")
            .addAliases(Structs.alias("was", false))
            .addAliases(Structs.alias("outside", true))
            .setHooks(RegisterResourceRequest.Hooks.getDefaultInstance())
            .setCustomTimeouts(
                RegisterResourceRequest.CustomTimeouts.newBuilder()
                    .setCreate("1h2m3.5s")
                    .setUpdate("0s")));
    world.outputs();
    assertThat(world.registered().getFirst().options())
        .isEqualTo(
            new Registration.Options(
                Optional.of(true),
                Optional.of(false),
                Optional.of(false),
                List.of("tags"),
                List.of("name"),
                List.of("token"),
                List.of("fake:index:Old::web-thing", "was"),
                Optional.of("i-1"),
                Optional.empty(),
                new TreeSet<>(),
                Optional.of(Value.text("t")),
                new Registration.Timeouts(
                    Optional.of(Duration.ofMillis(3_723_500)),
                    Optional.empty(),
                    Optional.empty())));
  }

  @Test
  @Tag("R-PRG-25")
  void inheritedOptions_areSaidToTheProgram() {
    world
        .inherited(new ProgramRequest.Inherited(Optional.of(true), Optional.of(false)))
        .program((_, _) -> nothing());
    world.outputs();
    assertThat(world.request().getProtect()).isTrue();
    assertThat(world.request().getRetainOnDelete()).isTrue();
  }

  /// SDKs hand on some of them, and the engine of Pulumi the rest: to whatever has a parent.
  @Test
  @Tag("R-PRG-25")
  void optionsOfAParent_holdForWhatSaysNothingItself() {
    world
        .need("zone", OUTSIDE)
        .program((monitor, request) -> {
          var web = monitor.component();
          var group =
              monitor
                  .register(
                      thing(web, "group")
                          .setType("fake:index:Group")
                          .setCustom(false)
                          .setRetainOnDelete(true)
                          .setDeletedWith(request.getDependencies(0)))
                  .getUrn();
          var one = monitor.register(thing(group, "one").setProtect(true)).getUrn();
          monitor.register(thing(one, "two"));
          monitor.register(
              thing(group, "app").setType("parts:index:Web").setCustom(false).setRemote(true));
          monitor.register(thing(web, "three"));
          return nothing();
        });

    world.outputs();

    assertThat(world.registered())
        .extracting(each -> each.name() + ": " + handedOn(each.options()))
        .containsExactly(
            "one: Optional[true] Optional[false] Optional[aws_vpc.main]",
            "two: Optional[true] Optional[false] Optional[aws_vpc.main]",
            "app: Optional.empty Optional[false] Optional[aws_vpc.main]",
            "three: Optional.empty Optional.empty Optional.empty");
  }

  private static String handedOn(Registration.Options options) {
    return options.preventDestroy() + " " + options.destroy() + " " + options.deletedWith();
  }

  private void refuses(UnaryOperator<RegisterResourceRequest.Builder> change, String... words) {
    registering(change);
    var failure = world.failure();
    assertThat(failure.getFirst().detail()).contains("'web-thing'").contains(words);
    assertThat(failure).hasSizeGreaterThan(1);
    assertThat(world.registered()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"transforms", "hooks", "stateMigrations", "pluginDownloadURL"})
  @Tag("R-PRG-25")
  void optionThatIsNotThere_isRefusedByItsName(String option) throws Exception {
    var hooks = RegisterResourceRequest.Hooks.parseFrom(new byte[] {10, 1, 'h'});
    refuses(
        thing ->
            switch (option) {
              case "transforms" -> thing.addTransforms(ByteString.copyFromUtf8("x"));
              case "hooks" -> thing.setHooks(hooks);
              case "stateMigrations" -> thing.addStateMigrations(ByteString.copyFromUtf8("x"));
              default -> thing.setPluginDownloadUrl("https://example");
            },
        "'" + option + "'");
  }

  @Test
  @Tag("R-PRG-25")
  void durationThatIsNone_isRefused() {
    refuses(
        thing ->
            thing.setCustomTimeouts(
                RegisterResourceRequest.CustomTimeouts.newBuilder().setDelete("soon")),
        "customTimeouts");
  }

  @Test
  @Tag("R-PRG-25")
  void packageThatWasNotRegistered_isRefused() {
    refuses(thing -> thing.setPackageRef("somewhere"), "package");
  }

  @Test
  @Tag("R-PRG-25")
  void providersOfTheProgram_areRefused() {
    refuses(thing -> thing.setType("pulumi:providers:aws"), "ProviderConfig", "'providers'");
  }

  @Test
  @Tag("R-PRG-25")
  void providerThatWasNotGiven_isRefused_andTheGivenOneIsNot() {
    world.provider("fake");
    world.program((monitor, request) -> {
      var given = request.getProvidersOrThrow("fake");
      monitor.register(thing(monitor.component(), "web-thing").setProvider(given));
      return nothing();
    });
    world.outputs();
    assertThat(world.registered()).hasSize(1);

    registering(thing -> thing.setProvider("urn:pulumi:shop::prod::pulumi:providers:fake::x::1"));
    assertThat(world.failure().getFirst().detail()).contains("was not given");
    assertThat(world.registered()).hasSize(1);
  }

  @Test
  @Tag("R-PRG-26")
  void foreignParent_isRefused() {
    refuses(thing -> thing.setParent("urn:pulumi:shop::prod::fake:index:Web::other"), "parent");
  }

  @Test
  @Tag("R-PRG-26")
  void noParent_isRefused() {
    refuses(thing -> thing.setParent(""), "no parent");
  }

  @Test
  @Tag("R-PRG-26")
  void sessionsTokenOfAnotherRun_isRefused() {
    var before = new AtomicReference<String>();
    world.program((_, request) -> {
      before.set(request.getParent());
      return nothing();
    });
    world.outputs();
    refuses(thing -> thing.setParent(before.get()), "parent");
  }

  @Test
  @Tag("R-PRG-26")
  void resourceBesideTheComponent_isRefused() {
    world.program((monitor, request) -> {
      monitor.register(thing(request.getParent(), "web-thing"));
      return nothing();
    });
    assertThat(world.failure().getFirst().detail()).contains("beside the component");
    assertThat(world.registered()).isEmpty();
  }

  @Test
  @Tag("R-PRG-21")
  void componentsWhoseNamesBecomeOne_areRefused() {
    world.program((monitor, _) -> {
      var web = monitor.component();
      for (String name : List.of("a b", "a_b"))
        monitor.register(thing(web, name).setType("fake:index:Inner").setCustom(false));
      return nothing();
    });
    assertThat(world.failure().getFirst().detail()).contains("'a_b'").contains("another name");
  }

  @Test
  @Tag("R-PRG-20")
  void sameNameTwice_isTheEnginesToTell() {
    var answers = new ArrayList<RegisterResourceResponse>();
    world
        .answering(registration ->
            world.registered().size() > 1
                ? new RegistrationAnswer.Failed("it is registered twice")
                : ProgramWorld.made(registration, Map.of()))
        .program((monitor, _) -> {
          var web = monitor.component();
          answers.add(monitor.register(thing(web, "one")));
          answers.add(monitor.register(thing(web, "one")));
          assertThatThrownBy(
                  () -> monitor.register(thing(web, "one").setSupportsResultReporting(false)))
              .hasMessageContaining("it is registered twice");
          return nothing();
        });
    world.outputs();
    assertThat(answers)
        .extracting(RegisterResourceResponse::getResult)
        .containsExactly(
            RegisterResourceResponse.Result.SUCCESS, RegisterResourceResponse.Result.FAIL);
    assertThat(answers.getLast().getObject()).isEqualTo(Struct.getDefaultInstance());
  }

  @Test
  @Tag("R-PRG-20")
  void answer_isWhatTheProgramTakes() {
    var attributes = new TreeMap<String, Value>();
    attributes.put("id", Value.unknown(Types.STRING));
    attributes.put("name", Value.text("a"));
    attributes.put("size", Value.nothing(Types.NUMBER));
    attributes.put("token", secret(SECRET));
    attributes.put("endpoint", Value.unknown(Types.STRING));
    var answers = new ArrayList<RegisterResourceResponse>();
    world
        .answering(registration -> ProgramWorld.made(registration, attributes))
        .program((monitor, _) -> {
          var web = monitor.component();
          answers.add(monitor.register(thing(web, "one")));
          answers.add(
              monitor.register(
                  thing(web, "two").setSupportsPartialValues(false).setAcceptSecrets(false)));
          return nothing();
        });
    world.outputs();

    var whole = answers.getFirst();
    assertThat(whole.getId()).isEmpty();
    assertThat(whole.getObject().getFieldsMap())
        .containsOnly(
            Map.entry("name", Structs.text("a")),
            Map.entry("token", Structs.secret(SECRET)),
            Map.entry("endpoint", Structs.text(Structs.UNKNOWN)));
    assertThat(answers.get(1).getObject().getFieldsMap())
        .containsOnly(
            Map.entry("name", Structs.text("a")), Map.entry("token", Structs.text(SECRET)));
  }

  @Test
  @Tag("R-PRG-26")
  void features_areThoseThatAreThere() {
    var supported = new ArrayList<String>();
    world.program((monitor, _) -> {
      var info = monitor.deployment();
      assertThat(info.getProject()).isEqualTo("prod");
      assertThat(info.getStack()).isEqualTo("shop");
      assertThat(info.getDryRun()).isTrue();
      assertThat(info.getSupportedFeaturesValueList()).containsExactly(0, 1, 2, 3, 4, 5, 6, 9, 14);
      for (String each :
          List.of(
              "secrets",
              "outputValues",
              "replaceWith",
              "transforms",
              "resourceHooks",
              "timeTravel")) if (monitor.supports(each)) supported.add(each);
      return nothing();
    });
    world.outputs();
    assertThat(supported).containsExactly("secrets", "outputValues", "replaceWith");
  }

  @Test
  @Tag("R-PRG-26")
  void functions_areCalled_andResourcesOfTheRunLookedUp() {
    var results = new ArrayList<Struct>();
    world.program((monitor, _) -> {
      var one = monitor.register(thing(monitor.component(), "one")).getUrn();
      results.add(
          monitor
              .invoke(
                  ResourceInvokeRequest.newBuilder()
                      .setTok("fake:index:echo")
                      .setArgs(Structs.struct("{a: 1}")))
              .getReturn());
      results.add(
          monitor
              .invoke(
                  ResourceInvokeRequest.newBuilder()
                      .setTok("pulumi:pulumi:getResource")
                      .setArgs(Structs.with(Struct.getDefaultInstance(), "urn", one)))
              .getReturn());
      return nothing();
    });
    world.outputs();
    assertThat(results.getFirst()).isEqualTo(Structs.struct("{a: 1}"));
    assertThat(results.getLast().getFieldsOrThrow("id")).isEqualTo(Structs.text("one-1"));
  }

  @Test
  @Tag("R-PRG-26")
  void failureOfTheProgram_isToldWithoutSecrets() {
    world
        .input("key", Value.text(SECRET))
        .program((_, _) -> {
          throw Structs.refused("cannot use " + SECRET);
        });
    var failure = world.failure();
    assertThat(failure).singleElement().extracting(Diagnostic::code).isEqualTo(Code.PROVIDER_ERROR);
    assertThat(failure.toString()).contains("cannot use").doesNotContain(SECRET);
  }

  @Test
  @Tag("R-PRG-20")
  void outputThatDoesNotFit_isTheProvidersFault() {
    world.program((_, _) -> nothing().setState(Structs.struct("{count: many}")));
    assertThat(world.failure())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.PROVIDER_CONTRACT);
          assertThat(each.detail()).contains("count").doesNotContain("many");
        });
  }

  @Test
  @Tag("R-PRG-20")
  void unknownOutput_isRightOnlyWhilePlanning() {
    world.program((_, _) ->
        nothing().setState(Structs.with(Struct.getDefaultInstance(), "url", Structs.UNKNOWN)));
    assertThat(world.outputs().whollyKnown()).isFalse();
    assertThat(world.applying().failure().getFirst().detail()).contains("url").contains("unknown");
    assertThat(world.request().getDryRun()).isFalse();
  }

  @Test
  @Tag("R-PRG-26")
  void processThatEnds_isLost() {
    world.program((monitor, _) -> {
      monitor.component();
      throw world.fake().killed();
    });
    assertThat(world.failure())
        .singleElement()
        .satisfies(
            each -> assertThat(each.summary()).isEqualTo("The provider ended during a call"));
  }

  @Test
  @Tag("R-PRG-26")
  void programThatGrowsForEver_isGivenUp() {
    world.program((monitor, _) -> {
      var web = monitor.component();
      for (int i = 0; ; i++) monitor.register(thing(web, "thing-" + i));
    });
    assertThat(world.failure())
        .singleElement()
        .satisfies(each -> assertThat(each.detail()).contains("more than 1000"));
    assertThat(world.registered()).hasSize(999);
  }

  @Test
  @Tag("R-LIM-4")
  void valueThatNestsTooDeeply_isRefused_andSaidSo() {
    registering(
        each -> each.setObject(Structs.with(Structs.struct("{}"), "any", Structs.nested(60))));
    assertThat(world.failure())
        .extracting(Diagnostic::detail)
        .anySatisfy(each ->
            assertThat(each)
                .isEqualTo(
                    "'web-thing' of the type fake:index:Thing has a value that is nested more than"
                        + " 30 levels deep, which no provider can be told. Make it flatter, or give"
                        + " it as JSON."));
  }

  @Test
  @Tag("R-PRG-26")
  void programThatSendsWithoutEnd_isGivenUp() {
    var large = Structs.with(Structs.struct("{size: 1}"), "name", "x".repeat(15 << 20));
    world.program((monitor, _) -> {
      var web = monitor.component();
      for (int i = 0; ; i++) monitor.register(thing(web, "thing-" + i).setObject(large));
    });
    assertThat(world.failure())
        .singleElement()
        .satisfies(each -> assertThat(each.detail()).contains("more than 64 MiB"));
    assertThat(world.registered()).hasSize(4);
  }

  @Test
  @Tag("R-PRG-26")
  void runThatIsStopped_givesItsProgramUp() {
    var stopped = new AtomicBoolean();
    var never = new CountDownLatch(1);
    world
        .stoppedWhen(stopped::get)
        .program((monitor, _) -> {
          monitor.component();
          stopped.set(true);
          awaiting(never);
          return nothing();
        });
    assertThat(world.failure())
        .singleElement()
        .satisfies(each -> assertThat(each.detail()).contains("was told to end"));
    never.countDown();
  }

  @Test
  @Tag("R-PRG-26")
  void silentProgram_isGivenUp() {
    var never = new CountDownLatch(1);
    var begun = new CountDownLatch(1);
    world.program((_, _) -> {
      begun.countDown();
      awaiting(never);
      return nothing();
    });
    var answer = CompletableFuture.supplyAsync(world::run);
    awaiting(begun);
    world.fake().pass(FakePulumi.LONGEST_CALL);
    world.fake().pass(Duration.ofMinutes(5));
    await()
        .until(() -> {
          world.fake().pass(Duration.ofMinutes(5));
          return answer.isDone();
        });
    never.countDown();
    assertThat(((ProgramAnswer.Failed) answer.join()).diagnostics().getFirst().detail())
        .contains("program had registered nothing")
        .contains("limits.call");
  }

  @Test
  @Tag("R-PRG-26")
  void programWhoseRegistrationIsAwaited_hasAllTheTime() {
    var open = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    world
        .answering(registration -> {
          open.countDown();
          awaiting(goOn);
          return ProgramWorld.made(registration, Map.of());
        })
        .program((monitor, _) -> {
          monitor.register(thing(monitor.component(), "one"));
          return nothing();
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
  void registrationAfterTheEnd_reachesNobody() {
    var late = new CountDownLatch(1);
    var told = new CompletableFuture<Throwable>();
    world.program((monitor, request) -> {
      var web = monitor.component();
      Thread.ofVirtual()
          .start(() -> {
            awaiting(late);
            try (var again = new FakeMonitorClient(request)) {
              again.register(thing(web, "late"));
              told.complete(new AssertionError("it was answered"));
            } catch (StatusRuntimeException e) {
              told.complete(e);
            }
          });
      return nothing();
    });
    world.outputs();
    late.countDown();
    assertThat(Status.fromThrowable(told.join()).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(world.registered()).isEmpty();
  }

  @Test
  @Tag("R-PRG-26")
  void whatOnlyWholePrograms_mayDo_isRefusedWithWhatToDo() {
    world.program((monitor, _) -> {
      assertThatThrownBy(() ->
              monitor.call(
                  "RegisterPackage",
                  RegisterPackageRequest.newBuilder()
                      .setName("terraform-provider")
                      .setParameterization(Parameterization.getDefaultInstance())
                      .build(),
                  RegisterPackageResponse.getDefaultInstance()))
          .hasMessageContaining("'parameterization'");
      assertThatThrownBy(() ->
              monitor.call(
                  "RegisterResourceOutputs",
                  RegisterResourceOutputsRequest.newBuilder().setUrn("foreign").build(),
                  Empty.getDefaultInstance()))
          .hasMessageContaining("did not register");
      return nothing();
    });
    assertThat(world.failure()).hasSize(2);
  }

  @Test
  @Tag("R-PRG-26")
  void packageWithoutParameters_isAnsweredWithAReference() {
    world.program((monitor, _) -> {
      var ref =
          monitor
              .call(
                  "RegisterPackage",
                  RegisterPackageRequest.newBuilder().setName("fake").setVersion("1.0.0").build(),
                  RegisterPackageResponse.getDefaultInstance())
              .getRef();
      monitor.register(thing(monitor.component(), "one").setPackageRef(ref));
      monitor.call(
          "SignalAndWaitForShutdown", Empty.getDefaultInstance(), Empty.getDefaultInstance());
      return nothing();
    });
    world.outputs();
    assertThat(world.registered()).hasSize(1);
  }

  @Test
  @Tag("R-PRG-25")
  void fileByItsPath_isRefused() {
    refuses(thing -> thing.setObject(Structs.file("/etc/passwd")), "file by its path");
  }

  @Test
  @Tag("R-PRG-21")
  void dependencyOnWhatNobodyKnows_isRefused() {
    refuses(thing -> thing.addDependencies("urn:pulumi:shop::prod::a:b:C::d"), "depends on");
  }

  @Test
  @Tag("R-PRG-25")
  void deletedWith_isAnAddress_orRefused() {
    world.program((monitor, _) -> {
      var web = monitor.component();
      var one = monitor.register(thing(web, "one")).getUrn();
      monitor.register(thing(web, "two").setDeletedWith(one));
      return nothing();
    });
    world.outputs();
    assertThat(world.registered().get(1).options().deletedWith())
        .contains(ResourceAddress.managed("fake_Thing", "one"));

    registering(thing -> thing.setDeletedWith("elsewhere"));
    assertThat(world.failure().getFirst().detail()).contains("'deletedWith'");
  }

  @Test
  @Tag("R-PRG-25")
  void replaceWith_isAddresses_orRefused() {
    world.program((monitor, _) -> {
      var web = monitor.component();
      var one = monitor.register(thing(web, "one")).getUrn();
      var two = monitor.register(thing(web, "two")).getUrn();
      monitor.register(thing(web, "three").addReplaceWith(two).addReplaceWith(one));
      return nothing();
    });
    world.outputs();
    assertThat(world.registered().get(2).options().replaceWith())
        .containsExactly(
            ResourceAddress.managed("fake_Thing", "one"),
            ResourceAddress.managed("fake_Thing", "two"));

    registering(thing -> thing.addReplaceWith("elsewhere"));
    assertThat(world.failure().getFirst().detail()).contains("'replaceWith'", "no resource");

    registering(thing -> thing.addReplaceWith(ProgramWorld.COMPONENT));
    assertThat(world.failure().getFirst().detail()).contains("'replaceWith'", "no resource");
  }

  @Test
  @Tag("R-PRG-20")
  void referenceToWhatIsOnlyPlanned_isUnknown() {
    registering(thing -> thing.setObject(Structs.reference("urn:pulumi:shop::prod::a:b:C::d", "")));
    world.outputs();
    assertThat(world.registered().getFirst().properties().whollyKnown()).isFalse();
  }

  @Test
  @Tag("R-PRG-26")
  void inputsThatTheProgramDoesNotAccept_areNamed() {
    world.program((_, _) -> {
      throw Structs.inputError("zone", "there is no such zone");
    });
    assertThat(world.failure())
        .singleElement()
        .satisfies(
            each -> assertThat(each.detail()).contains("input 'zone': there is no such zone"));
  }

  @Test
  @Tag("R-PRG-26")
  void programThatAnswersNothing_isLacking() {
    world.fake().without(PulumiRpc.CONSTRUCT);
    assertThat(world.failure())
        .singleElement()
        .satisfies(each -> assertThat(each.detail()).contains("does not know Construct"));
  }

  @Test
  @Tag("R-PRG-26")
  void engineThatThrows_isNotTheProgramsFault() {
    world
        .answering(_ -> {
          throw new IllegalStateException("a bug");
        })
        .program((monitor, _) -> {
          monitor.register(thing(monitor.component(), "one"));
          return nothing();
        });
    assertThatThrownBy(world::run).hasMessage("a bug");
  }

  private static void awaiting(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
