package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.program.Lookup;
import io.keelson.engine.program.Method;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.provider.MethodRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.testing.PulumiPlugins;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Programs in the languages that components of Pulumi are written in, each with its own SDK.
class PulumiProgramsIT {
  private static final String SECRET = "hunter2-hunter2";
  private static final ResourceAddress OUTSIDE = ResourceAddress.managed("aws_vpc", "main");

  private PulumiBench bench;

  @BeforeEach
  void start() throws Exception {
    bench = new PulumiBench(Files.createTempDirectory(Path.of("/tmp"), "pu"));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /// Takes everything, and answers as providers do.
  private record Engine(boolean planning, List<Registration> registered) implements Registrar {
    Engine(boolean planning) {
      this(planning, new CopyOnWriteArrayList<>());
    }

    @Override
    public RegistrationAnswer register(Registration registration) {
      registered.add(registration);
      var attributes = new TreeMap<String, Value>(((Mapping) registration.properties()).entries());
      attributes.put("id", computed(registration.name() + "-1"));
      switch (registration.token()) {
        case "random:index/randomPassword:RandomPassword" ->
            attributes.put("result", computed(SECRET).mark(Marks.secret("provider")));
        case "nodeparts:index:WebApp" ->
            attributes.put("url", computed("https://" + registration.name() + ".example"));
        case "keel:index:Thing" -> attributes.put("endpoint", computed("thing.example"));
        default -> {}
      }
      var type = registration.token().replaceAll("[^A-Za-z]", "_");
      return new RegistrationAnswer.Made(
          Optional.of(ResourceAddress.managed(type, registration.name())),
          Value.object(attributes));
    }

    private Value computed(String text) {
      return planning ? Value.unknown(Types.STRING) : Value.text(text);
    }

    @Override
    public RegistrationAnswer call(
        String token, Value arguments, SortedSet<ResourceAddress> needs) {
      throw new AssertionError("no function is called");
    }

    @Override
    public RegistrationAnswer read(Lookup lookup) {
      throw new AssertionError("nothing is read");
    }

    @Override
    public RegistrationAnswer call(Method method) {
      throw new AssertionError("no method is called");
    }

    Registration of(String name) {
      return registered.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }
  }

  private Provider provider(String name, String version) {
    return bench.provider(bench.program(name, PulumiPlugins.program(name, version)), Map.of());
  }

  private ProgramAnswer run(String name, String version, Engine engine, Value zone) {
    return run(provider(name, version), name, "web", engine, zone);
  }

  private static ProgramAnswer run(
      Provider provider, String name, String component, Engine engine, Value zone) {
    var needs = new TreeMap<String, SortedSet<ResourceAddress>>();
    needs.put("zone", new TreeSet<>(List.of(OUTSIDE)));
    return provider
        .programs()
        .run(
            new ProgramRequest(
                name + ":index:WebApp",
                ComponentInstance.parse("component." + component),
                Value.object(Map.of("zone", zone)),
                needs,
                new TreeSet<>(),
                new TreeSet<>(List.of("keel")),
                new ProgramRequest.Inherited(Optional.of(true), Optional.empty()),
                new ProgramRequest.Surroundings("prod", "shop", engine.planning(), 4, () -> false)),
            engine);
  }

  /// As [Engine], and methods are those of a provider.
  private record Talking(Engine engine, Provider provider, List<Value> said) implements Registrar {
    @Override
    public RegistrationAnswer register(Registration registration) {
      return engine.register(registration);
    }

    @Override
    public RegistrationAnswer call(
        String token, Value arguments, SortedSet<ResourceAddress> needs) {
      return engine.call(token, arguments, needs);
    }

    @Override
    public RegistrationAnswer read(Lookup lookup) {
      return engine.read(lookup);
    }

    @Override
    public RegistrationAnswer call(Method method) {
      if (!(provider.programs().call(method) instanceof ProgramAnswer.Ended(var result, _)))
        return new RegistrationAnswer.Failed("It fails.");
      said.add(result);
      return new RegistrationAnswer.Made(Optional.empty(), result);
    }
  }

  /// The one of the components that calls a method, unless it was left out.
  static Stream<Arguments> talking() {
    return PulumiPlugins.components().filter(each -> "nodeparts".equals(each.get()[0]));
  }

  private static ProgramRequest talker(Engine engine, Map<String, Value> inputs) {
    return new ProgramRequest(
        "nodeparts:index:Talker",
        ComponentInstance.parse("component.t"),
        Value.object(inputs),
        new TreeMap<>(),
        new TreeSet<>(),
        new TreeSet<>(),
        ProgramRequest.Inherited.NONE,
        new ProgramRequest.Surroundings("prod", "shop", engine.planning(), 4, () -> false));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("talking")
  @Tag("R-PRG-26")
  void program_callsAMethodOfWhatItHasRegistered(String name, String version) {
    var provider = provider(name, version);
    var engine = new Engine(false);
    var talking = new Talking(engine, provider, new CopyOnWriteArrayList<>());
    var inputs = Map.of("zone", Value.text("z1"), "greeting", Value.text(SECRET));

    var outputs = outputs(provider.programs().run(talker(engine, inputs), talking));

    var text = outputs.attribute("text");
    assertThat(text.unmark().value()).isEqualTo(Value.text(SECRET + ", https://t-app.example"));
    assertThat(Marks.sensitive(text.marks())).isTrue();
    assertThat(talking.said()).hasSize(1);
    assertThat(engine.of("t-heard").needs()).extracting(ResourceAddress::name).contains("t-app");
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("talking")
  @Tag("R-PRG-26")
  void method_isCalledWhilePlanning_withWhatIsKnown(String name, String version) {
    var provider = provider(name, version);
    var engine = new Engine(true);
    var talking = new Talking(engine, provider, new CopyOnWriteArrayList<>());
    var inputs = Map.of("zone", Value.text("z1"), "greeting", Value.text("hi"));

    var outputs = outputs(provider.programs().run(talker(engine, inputs), talking));

    assertThat(outputs.attribute("text").isUnknown()).isTrue();
    assertThat(talking.said()).noneMatch(Value::whollyKnown);
    var heard = (Mapping) engine.of("t-heard").properties();
    assertThat(heard.attribute("label").isUnknown()).isTrue();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("talking")
  @Tag("R-PRG-26")
  void method_isCalledForAUser_andAsksWhatItsComponentGives(String name, String version) {
    var provider = provider(name, version);
    var type = provider.dataSchema("nodeparts_WebApp_describe").orElseThrow().type();
    var given =
        Map.of(
            "self", Value.object(Map.of("url", Value.text("https://web.example"))),
            "greeting", Value.text("hi"));
    var values = new Value[type.size()];
    for (int i = 0; i < values.length; i++)
      values[i] = given.getOrDefault(type.name(i), Value.nothing(type.type(i)));

    var answer =
        provider.call(
            new MethodRequest(
                "nodeparts_WebApp_describe",
                InstanceAddress.parse("data.nodeparts_WebApp_describe.d"),
                ComponentInstance.parse("component.web"),
                Unmarked.plain(Mapping.object(type, values)),
                true,
                (token, _, _) -> new RegistrationAnswer.Failed("no function " + token)));

    assertThat(answer.given().map(found -> ((Mapping) found.value()).attribute("text")))
        .contains(Value.text("hi, https://web.example"));
  }

  private static Mapping outputs(ProgramAnswer answer) {
    if (!(answer instanceof ProgramAnswer.Ended(var outputs, _)))
      throw new AssertionError(answer.toString());
    return (Mapping) outputs;
  }

  @ParameterizedTest
  @MethodSource("io.keelson.testing.PulumiPlugins#components")
  @Tag("R-PRG-20")
  @Tag("R-PRG-21")
  @Tag("R-PRG-25")
  void program_registersTheSame_inEachLanguage(String name, String version) {
    var engine = new Engine(false);

    var outputs = outputs(run(name, version, engine, Value.text("z1")));

    assertThat(outputs.get("endpoint")).isEqualTo(Value.text("thing.example"));
    assertThat(outputs.get("url")).isEqualTo(Value.text("https://thing.example/web-pet-1"));
    var password = outputs.attribute("password");
    assertThat(Marks.sensitive(password.marks())).isTrue();
    assertThat(password.unmark().value()).isEqualTo(Value.text(SECRET));
    var thing = engine.of("web-thing");
    assertThat(thing.token()).isEqualTo("keel:index:Thing");
    assertThat(thing.in()).isEmpty();
    assertThat(thing.options().preventDestroy()).contains(true);
    assertThat(thing.needs())
        .extracting(ResourceAddress::name)
        .contains("web-pet", "web-pw", "main");
    assertThat(engine.of("web-pw").options().secretOutputs()).contains("result");
  }

  @ParameterizedTest
  @MethodSource("io.keelson.testing.PulumiPlugins#components")
  @Tag("R-PRG-20")
  void program_isPlanned_whileMuchIsUnknown(String name, String version) {
    var engine = new Engine(true);

    var outputs = outputs(run(name, version, engine, Value.unknown(Types.STRING)));

    assertThat(outputs.attribute("endpoint").isUnknown()).isTrue();
    assertThat(outputs.attribute("fixed").unmark().value()).isEqualTo(Value.text("fixed"));
    var thing = (Mapping) engine.of("web-thing").properties();
    assertThat(thing.attribute("zone").isUnknown()).isTrue();
    assertThat(thing.attribute("label").isUnknown()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("io.keelson.testing.PulumiPlugins#components")
  @Tag("R-PRG-26")
  void programs_runAtOnceInOneProcess_andEachRegistersItsOwn(String name, String version) {
    var provider = provider(name, version);
    var engines = new TreeMap<String, Engine>();
    for (int i = 0; i < 8; i++) engines.put("web" + i, new Engine(i % 2 == 0));
    var runs =
        engines.entrySet().stream()
            .map(each ->
                CompletableFuture.supplyAsync(
                    () -> run(provider, name, each.getKey(), each.getValue(), Value.text("z1"))))
            .toList();

    assertThat(runs)
        .allSatisfy(run -> assertThat(run.join()).isInstanceOf(ProgramAnswer.Ended.class));
    assertThat(engines)
        .allSatisfy((web, engine) ->
            assertThat(engine.registered())
                .hasSizeGreaterThan(2)
                .allSatisfy(each -> assertThat(each.name()).startsWith(web + "-")));
  }
}
