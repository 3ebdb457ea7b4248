package io.keelson.operator.stack.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.TransformDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Reads what only another version of the API server lets pass.
final class DeclarationsTest {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final ResourceAddress WEB = ResourceAddress.managed("terraform_data", "web");

  private static Declarations.Read read(String fields) throws JsonProcessingException {
    var stack = YAML.readValue("{metadata: {name: shop, namespace: team}, spec: {}}", Stack.class);
    var resource =
        YAML.readValue(
            "{metadata: {name: web}, spec: {stack: shop, type: terraform_data%s}}"
                .formatted(fields),
            Resource.class);
    return Declarations.read(
        stack,
        List.of(resource),
        new TreeMap<>(),
        new ProviderChoice(new Providers(List.of()), ProviderConfigs.NONE));
  }

  @Test
  void modeThatThisVersionDoesNotKnow_isRefusedAndNothingIsPlannedForIt() throws Exception {
    var read = read(", mode: Borrowed");

    assertThat(read.frozen()).containsExactly(WEB);
    assertThat(read.problems()).extracting(Diagnostic::summary).containsExactly("Unknown mode");
    assertThat(read.problems().getFirst().path()).hasToString("mode");
  }

  @Test
  void optionThatThisVersionDoesNotKnow_isRefusedAndNothingIsPlannedForIt() throws Exception {
    var read = read(", mode: Managed, lifecycle: {onPartialCreate: Repair}");

    assertThat(read.frozen()).containsExactly(WEB);
    assertThat(read.problems().getFirst().path()).hasToString("lifecycle.onPartialCreate");
  }

  @Test
  void limitOfAnImportThatThisVersionDoesNotKnow_isRefusedAndNothingIsPlannedForIt()
      throws Exception {
    var read = read(", mode: Managed, import: {id: a, allow: Tags}");

    assertThat(read.frozen()).containsExactly(WEB);
    assertThat(read.problems().getFirst().path()).hasToString("import.allow");
  }

  @Test
  void modeThatTheApiServerFillsIn_isManaged() throws Exception {
    var read = read(", mode: Managed");

    assertThat(read.problems()).isEmpty();
    assertThat(read.frozen()).isEmpty();
  }

  @Test
  void importByIdAndByIdentity_isToldAndFindsNothing() throws Exception {
    var read = read(", mode: Managed, import: {id: a, identity: {name: a}, allow: Any}");

    assertThat(read.problems())
        .extracting(Diagnostic::summary)
        .containsExactly("Import by id and by identity");
    assertThat(read.problems().getFirst().path()).hasToString("import.identity");
    assertThat(read.declaration().imports())
        .extracting(StackDeclaration.Import::by)
        .containsExactly(new StackDeclaration.Import.By.Identity(Value.nothing(Types.DYNAMIC)));
  }

  @Test
  void importByIdentity_isReadAsItIsWritten() throws Exception {
    var read = read(", mode: Managed, import: {identity: {name: a}, allow: InPlace}");

    assertThat(read.problems()).isEmpty();
    assertThat(read.declaration().imports())
        .extracting(StackDeclaration.Import::by)
        .containsExactly(
            new StackDeclaration.Import.By.Identity(Value.object(Map.of("name", Value.text("a")))));
    assertThat(read.declaration().imports())
        .extracting(StackDeclaration.Import::limit)
        .containsExactly(ImportLimit.IN_PLACE);
  }

  private static Declarations.Read ofStack(String spec) throws JsonProcessingException {
    return Declarations.read(
        YAML.readValue(
            "{metadata: {name: shop, namespace: team}, spec: %s}".formatted(spec), Stack.class),
        List.of(),
        new TreeMap<>(),
        new ProviderChoice(new Providers(List.of()), ProviderConfigs.NONE));
  }

  @Test
  @Tag("R-TRF-1")
  void transformOfAStack_isReadAsItIsWritten() throws Exception {
    var read =
        ofStack(
            "{transforms: [{types: [a_*], addresses: [a.b], set: {tags.team: shop, size: null},"
                + " default: {tags.x: 1}, lifecycle: {destroy: false}}]}");

    assertThat(read.problems()).isEmpty();
    assertThat(read.declaration().transforms())
        .containsExactly(
            new TransformDeclaration(
                List.of("a_*"),
                List.of("a.b"),
                new TreeMap<>(
                    Map.of("tags.team", Value.text("shop"), "size", Value.nothing(Types.DYNAMIC))),
                new TreeMap<>(Map.of("tags.x", Value.number(1))),
                new ComponentDeclaration.Inherited(
                    Optional.empty(), Optional.of(false), Optional.empty()),
                true));
  }

  @Test
  @Tag("R-TRF-1")
  void transformWithAValueThatCannotBeRead_isNotWhole() throws Exception {
    var deep = "[".repeat(200) + "]".repeat(200);

    var read = ofStack("{transforms: [{set: {size: %s}}]}".formatted(deep));

    assertThat(read.problems().getFirst().path().toString())
        .startsWith("transforms[0].set[\"size\"]");
    assertThat(read.declaration().transforms()).noneMatch(TransformDeclaration::whole);
  }
}
