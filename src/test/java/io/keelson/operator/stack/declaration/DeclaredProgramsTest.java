package io.keelson.operator.stack.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Slot;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentUse;
import io.keelson.operator.stack.context.ComponentSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Components that name a program of a provider.
final class DeclaredProgramsTest {
  private static final String PROGRAM =
      "program: {providerConfigRef: {name: parts}, type: 'shop-parts:index:WebApp'}";

  /// Nobody may ask for definitions here, except of the one that is not there.
  private static final ComponentSource NO_DEFINITIONS =
      new ComponentSource() {
        @Override
        public Resolution resolve(String namespace, ComponentUse.DefinitionRef wanted) {
          return new Resolution.NotFound(wanted.name + " is not there.");
        }

        @Override
        public Optional<Inside> inside(String revision, ComponentPath path) {
          throw new IllegalStateException("a program has no revision");
        }
      };

  private final Map<String, String> types = new TreeMap<>();
  private final Map<String, StackDeclaration.Provider> declared = new TreeMap<>();

  DeclaredProgramsTest() {
    installed("parts", "shop_parts");
    installed("aws-eu", "aws");
  }

  private void installed(String name, String type) {
    types.put(name, type);
    declared.put(name, provider(type, Optional.empty()));
  }

  private static StackDeclaration.Provider provider(String type, Optional<Diagnostic> problem) {
    return new StackDeclaration.Provider(
        Value.object(Map.of()),
        Collections.emptySortedMap(),
        Optional.empty(),
        Optional.empty(),
        problem,
        Optional.of(type));
  }

  private ProviderConfigs configs() {
    return new ProviderConfigs(
        List.of("aws-eu"),
        Collections.emptySortedSet(),
        new TreeMap<>(declared),
        Collections.emptySortedMap(),
        new TreeMap<>(types),
        Collections.emptySortedSet(),
        Collections.emptySortedSet());
  }

  private static UsedComponents used(String fields) throws JsonProcessingException {
    var component =
        new YAMLMapper()
            .readValue(
                "{metadata: {name: web, namespace: team}, spec: {stack: shop, %s}}"
                    .formatted(fields),
                Component.class);
    return UsedComponents.of(List.of(component), NO_DEFINITIONS);
  }

  private DeclaredComponents.Read read(String fields) throws JsonProcessingException {
    return DeclaredComponents.read(used(fields), configs());
  }

  private Diagnostic refused(String fields) throws JsonProcessingException {
    var read = read(fields);

    assertThat(read.declared()).isEmpty();
    assertThat(read.frozen()).containsExactly(ComponentPath.ROOT.component("web"));
    assertThat(read.problems()).hasSize(1);
    assertThat(read.problems().getFirst().subject())
        .isEqualTo(Subject.of(ComponentPath.ROOT.component("web")));
    return read.problems().getFirst();
  }

  @Test
  @Tag("R-PRG-20")
  void program_isDeclaredWithASlotOfItsProviderAndOfEachPackage() throws Exception {
    var read = read(PROGRAM + ", inputs: {size: 1}, providers: {aws: {name: aws-eu}}");

    assertThat(read.problems()).isEmpty();
    assertThat(read.frozen()).isEmpty();
    var use = read.declared().getFirst();
    assertThat(use.name()).isEqualTo("web");
    assertThat(use.inputs()).containsExactly(Map.entry("size", Value.number(1)));
    assertThat(use.definition().program())
        .contains(
            new ComponentDeclaration.Program(DeclaredPrograms.OWN, "shop-parts:index:WebApp"));
    assertThat(use.definition().slots())
        .containsOnly(
            Map.entry(DeclaredPrograms.OWN, new Slot("shop_parts", false)),
            Map.entry("aws", new Slot("aws", true)));
    assertThat(use.providers())
        .containsOnly(Map.entry(DeclaredPrograms.OWN, "parts"), Map.entry("aws", "aws-eu"));
  }

  @Test
  @Tag("R-PRG-25")
  void packageWithAHyphen_isOfTheProviderWhoseTypesHaveNone() throws Exception {
    installed("azure", "azure_native");

    var use = read(PROGRAM + ", providers: {azure-native: {name: azure}}").declared().getFirst();

    assertThat(use.definition().slots())
        .containsEntry("azure-native", new Slot("azure_native", true));
    assertThat(use.providers()).containsEntry("azure-native", "azure");
  }

  @Test
  @Tag("R-PRG-25")
  void providerConfigOfAnotherNamespace_isOneThatTheStackReads() throws Exception {
    installed("platform/parts", "shop_parts");
    var program =
        "program: {providerConfigRef: {name: parts, namespace: platform}, type: shop_parts_WebApp}";

    assertThat(used(program).configs()).containsExactly(new ConfigName("platform", "parts"));
    assertThat(read(program).declared().getFirst().providers())
        .containsEntry(DeclaredPrograms.OWN, "platform/parts");
  }

  @Test
  @Tag("R-PRG-25")
  void packageThatTheComponentDoesNotName_isOfTheProviderConfigThatTheStackLists()
      throws Exception {
    var choice = new ProviderChoice(new Providers(List.of()), configs());

    assertThat(choice.standard(used(PROGRAM))).containsEntry("aws", "aws-eu");
    assertThat(choice.standard(used("definition: {name: web-app}"))).isEmpty();
  }

  @Test
  @Tag("R-PRG-20")
  void program_hasNoRevisionThatIsWaitedFor() throws Exception {
    var used = used(PROGRAM);

    assertThat(used.revisions()).isEmpty();
    assertThat(used.hasPrograms()).isTrue();
    assertThat(used.versions().of(ComponentPath.ROOT.component("web"))).isEmpty();
  }

  @Test
  @Tag("R-PRG-20")
  void providerConfigThatIsNotThere_isToldAtTheProgram() throws Exception {
    declared.remove("parts");
    types.remove("parts");

    var problem = refused(PROGRAM);

    assertThat(problem.code()).isEqualTo(Code.UNDECLARED);
    assertThat(problem.path()).hasToString("program.providerConfigRef");
    assertThat(problem.detail()).contains("'parts'");
  }

  @Test
  @Tag("R-PRG-25")
  void providerConfigOfAPackageThatIsNotThere_isToldAtTheProviders() throws Exception {
    var problem = refused(PROGRAM + ", providers: {aws: {name: aws-us}}");

    assertThat(problem.code()).isEqualTo(Code.UNDECLARED);
    assertThat(problem.path()).hasToString("providers[\"aws\"]");
    assertThat(problem.detail())
        .isEqualTo(
            "There is no ProviderConfig 'aws-us', which is to be that of the package aws. Did you"
                + " mean 'aws-eu'?");
  }

  @Test
  @Tag("R-PRG-20")
  void providerThatIsNotReady_isWaitedFor() throws Exception {
    var problem =
        Diagnostic.error(Code.PROVIDER_NOT_READY, Subject.part("provider", "parts"), "x", "x");
    declared.put("parts", provider("shop_parts", Optional.of(problem)));

    assertThat(refused(PROGRAM).code()).isEqualTo(Code.BROKEN_REFERENCE);
  }

  @Test
  @Tag("R-PRG-25")
  void packageOfTheProgramItself_isNamedOnce() throws Exception {
    var problem = refused(PROGRAM + ", providers: {shop-parts: {name: parts}}");

    assertThat(problem.summary()).isEqualTo("Package of the program itself");
    assertThat(problem.path()).hasToString("providers[\"shop-parts\"]");
  }

  @Test
  @Tag("R-PRG-20")
  void definitionBesideAProgram_isToldAndNothingIsPlanned() throws Exception {
    assertThat(refused(PROGRAM + ", definition: {name: web-app}").summary())
        .isEqualTo("Definition and program");
  }

  @Test
  @Tag("R-PRG-20")
  void neitherDefinitionNorProgram_isToldAndNothingIsPlanned() throws Exception {
    assertThat(refused("inputs: {}").summary()).isEqualTo("Neither definition nor program");
  }

  @Test
  void componentWithADefinition_isToldOfThatAsEver() throws Exception {
    assertThat(refused("definition: {name: web-app}").code()).isEqualTo(Code.NO_DEFINITION);
  }

  @Test
  void leftOutComponent_keepsItsProgram() throws Exception {
    var used = used(PROGRAM + ", inputs: {size: 1}");
    var component = used.uses().getFirst().component();

    LeftOut.strip(component, "There is no room.");

    assertThat(component.getSpec().inputs).isNull();
    assertThat(UsedComponents.of(List.of(component), NO_DEFINITIONS).configs())
        .containsExactly(new ConfigName("team", "parts"));
  }
}
