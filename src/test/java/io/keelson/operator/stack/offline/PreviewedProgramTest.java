package io.keelson.operator.stack.offline;

import static io.keelson.testing.FakePrograms.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Types;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.api.RunSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentUse;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.stack.context.ComponentSource;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.operator.stack.declaration.ProviderConfigSource;
import io.keelson.operator.stack.declaration.VariableSource;
import io.keelson.testing.FakeSystems;
import io.keelson.testing.FakeType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A Component that names a program, from the manifest to the plan. The program is of the package
/// `parts`, and what it registers of the package `thing`.
final class PreviewedProgramTest {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String PROGRAM =
      "program: {providerConfigRef: {name: parts}, type: 'thing:app'}";

  private final JsonStateCodec codec = new JsonStateCodec();
  private final FakeSystems parts = new FakeSystems(new TreeMap<>(), codec);
  private final FakeSystems things =
      new FakeSystems(new TreeMap<>(Map.of("thing", thing())), codec);
  private String listed = "[things]";

  private static FakeType thing() {
    var attributes =
        Map.of(
            "id", Attribute.of(Types.STRING, Presence.COMPUTED),
            "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL));
    return new FakeType(
        "thing",
        Schema.of(0, new TreeMap<>(attributes)),
        new TreeSet<>(),
        new TreeSet<>(),
        CreateRecovery.FINDABLE);
  }

  @BeforeEach
  void programOfOneThing() {
    parts
        .programs()
        .add(
            "thing_app",
            session ->
                attribute(session.thing("back", Map.of("size", session.input("size"))), "id"));
  }

  private Preview preview() {
    return new Preview(
        new CelExpressions(),
        codec,
        new Providers(List.of()),
        new Installed(),
        new Written(),
        new NoDefinitions(),
        Limits.DEFAULT);
  }

  private Stack stack() throws JsonProcessingException {
    return YAML.readValue(
        "{metadata: {name: shop, namespace: team}, spec: {providerConfigs: %s}}".formatted(listed),
        Stack.class);
  }

  private static Preview.Members members(String fields) throws JsonProcessingException {
    var component =
        "{metadata: {name: web, namespace: team}, spec: {stack: shop, %s}}".formatted(fields);
    return new Preview.Members(List.of(), List.of(YAML.readValue(component, Component.class)));
  }

  private PlanOutcome plan(String fields) throws JsonProcessingException {
    VariableSource none = (_, _) -> Optional.empty();
    return preview()
        .plan(
            stack(),
            members(fields),
            none,
            RecordedStack.of(StackState.EMPTY),
            YAML.readValue(
                "{stack: shop, mode: Apply, refresh: Affected, scope: Needed}", RunSpec.class),
            List.of());
  }

  private static List<String> changes(PlanOutcome planned) {
    return planned.plan().effective().stream().map(PreviewedProgramTest::line).toList();
  }

  private static String line(Change change) {
    return change.action().word() + " " + change.object();
  }

  @Test
  @Tag("R-PRG-20")
  @Tag("R-PRG-25")
  void program_isRunAndWhatItRegistersIsPlannedWithTheProviderConfigOfItsPackage()
      throws Exception {
    listed = "[]";

    var planned = plan(PROGRAM + ", inputs: {size: 3}, providers: {thing: {name: things}}");

    assertThat(planned.diagnostics()).isEmpty();
    assertThat(changes(planned)).containsExactly("create component.web.thing.back");
    assertThat(parts.programs().runs()).containsExactly("planning component.web");
  }

  @Test
  @Tag("R-PRG-25")
  void packageThatNobodyNames_isOfTheProviderConfigThatTheStackLists() throws Exception {
    var planned = plan(PROGRAM);

    assertThat(planned.diagnostics()).isEmpty();
    assertThat(changes(planned)).containsExactly("create component.web.thing.back");
  }

  @Test
  @Tag("R-PRG-25")
  void packageWithoutAProviderConfig_isToldAndNothingIsPlanned() throws Exception {
    listed = "[]";

    var planned = plan(PROGRAM);

    assertThat(changes(planned)).isEmpty();
    assertThat(planned.diagnostics())
        .extracting(Diagnostic::detail)
        .anySatisfy(each -> assertThat(each).contains("set providers.thing of the Component"));
  }

  @Test
  @Tag("R-PRG-20")
  void programThatThePackageLacks_isTold() throws Exception {
    var problems =
        preview().check(stack(), members(PROGRAM.replace("thing:app", "thing:shop")), List.of());

    assertThat(problems).extracting(Diagnostic::code).containsExactly(Code.UNKNOWN_TYPE);
    assertThat(problems.getFirst().path()).hasToString("program.type");
    assertThat(problems.getFirst().detail())
        .startsWith(
            "The package 'parts', which is that of program.providerConfigRef, has no component"
                + " 'thing:shop'.")
        .doesNotContain("asked");
  }

  @Test
  @Tag("R-PRG-20")
  void inputThatTheProgramDoesNotTake_isToldWithoutRunningIt() throws Exception {
    var problems = preview().check(stack(), members(PROGRAM + ", inputs: {sise: 3}"), List.of());

    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst().path().toString()).startsWith("inputs.sise");
    assertThat(problems.getFirst().detail())
        .isEqualTo("The component has no input 'sise'. Did you mean 'size'?");
    assertThat(parts.programs().runs()).isEmpty();
  }

  private final class Installed implements ProviderPrograms {
    @Override
    public Program named(String provider) {
      return switch (provider) {
        case "parts" -> new Program.Usable("local/parts", "parts", _ -> parts);
        case "things" -> new Program.Usable("local/things", "thing", _ -> things);
        default -> throw new IllegalStateException("no Provider " + provider);
      };
    }

    @Override
    public Program from(String source) {
      throw new IllegalStateException("nothing is recorded");
    }

    @Override
    public Program ofType(String type) {
      throw new IllegalStateException("no definition is checked");
    }

    @Override
    public List<Implicit> implicit() {
      return List.of();
    }

    @Override
    public boolean knowsAll() {
      return true;
    }
  }

  /// Two ProviderConfigs, named as their Providers.
  private static final class Written implements ProviderConfigSource {
    @Override
    public Optional<ProviderConfig> config(String namespace, String name) {
      try {
        return Optional.of(
            YAML.readValue(
                ("{metadata: {name: %s, namespace: %s},"
                        + " spec: {providerRef: {name: %s}, config: {region: east}}}")
                    .formatted(name, namespace, name),
                ProviderConfig.class));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public boolean knowsAll() {
      return true;
    }

    @Override
    public Optional<VariableSource> secrets(ProviderConfig config) {
      return Optional.empty();
    }

    @Override
    public boolean tellsSecrets(ProviderConfig config) {
      return true;
    }
  }

  private static final class NoDefinitions implements ComponentSource {
    @Override
    public Resolution resolve(String namespace, ComponentUse.DefinitionRef wanted) {
      throw new IllegalStateException("a program has no definition");
    }

    @Override
    public Optional<Inside> inside(String revision, ComponentPath path) {
      throw new IllegalStateException("a program has no revision");
    }
  }
}
