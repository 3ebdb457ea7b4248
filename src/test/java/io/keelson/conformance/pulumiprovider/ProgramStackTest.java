package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Value;
import io.keelson.json.ExactJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What a stack declares for a program, and where a step has none.
class ProgramStackTest {
  private static final JsonNode RECORDED = json("{\"region\": \"east\", \"more\": \"x\"}");

  private static JsonNode json(String text) {
    try {
      return ExactJson.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Optional<Value> config(String inputs) {
    var provider =
        "{\"type\": \"pulumi:providers:keel\", \"name\": \"p\", \"inputs\": %s}".formatted(inputs);
    var configurations = new TreeMap<>(Map.of("p", new ProgramEntry(json(provider))));
    var step = new ProviderStep(2, json("{\"op\": \"refresh\", \"expect\": {}}"));
    var stack =
        new ProgramStack(
            step,
            pack -> {
              throw new IllegalArgumentException(pack);
            },
            title -> title.equals("pulumi:providers:keel::p") ? RECORDED : json("{}"));
    return Optional.ofNullable(stack.declaration(configurations).providers().get("p"))
        .map(each -> each.config());
  }

  @Test
  void configurationOfWhatIsNotDeclared_isAsItWas() {
    assertThat(config("{\"region\": \"${a.zone}\", \"account\": \"${a.id}\"}"))
        .contains(Value.object(new TreeMap<>(Map.of("region", Value.text("east")))));

    assertThat(config("{\"region\": \"west\"}"))
        .contains(Value.object(new TreeMap<>(Map.of("region", Value.text("west")))));
  }

  private static StackDeclaration declared(String resources) {
    var step = "{\"op\": \"update\", \"expect\": {}, \"resources\": [%s]}".formatted(resources);
    var stack =
        new ProgramStack(
            new ProviderStep(1, json(step)),
            pack -> {
              throw new IllegalArgumentException(pack);
            },
            title -> json("{}"));
    return stack.declaration(new TreeMap<>());
  }

  private static final String WEB =
      """
      {"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": %s,
       "options": {"provider": "p", "import": "x"}},
      {"type": "pulumi:providers:keel", "name": "p", "inputs": {"region": "east"}}
      """;

  @Test
  void providerOfAComponent_isOneOfItsOwnPackage() {
    var web = declared(WEB.formatted("{}"));
    assertThat(web.components().getFirst().providers()).containsExactly(Map.entry("keel", "p"));
    assertThat(web.imports()).isEmpty();
  }

  @Test
  void componentGoesWithAnother() {
    var outer =
        """
        {"kind": "remote", "type": "parts:index:Web", "name": "outer", "inputs": {}},
        {"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {},
         "options": {"deletedWith": "outer"}}
        """;
    assertThat(declared(outer).components().stream().map(each -> each.inherited().deletedWith()))
        .containsExactly(Optional.empty(), Optional.of("component.outer"));
  }

  @Test
  void argumentOfAProvider_isWrittenWhereItIsUsed() {
    var web = declared(WEB.formatted("{\"zone\": \"${p.region}\", \"label\": \"${p.id}\"}"));
    assertThat(web.components().getFirst().inputs())
        .containsEntry("zone", Value.text("east"))
        .containsEntry("label", Value.text("pulumi:providers:keel::p"));
  }

  @Test
  void secretAsset_isAnAsset() {
    var web = declared(WEB.formatted("{\"zone\": {\"$secret\": {\"$asset\": \"one\"}}}"));
    assertThat(web.variables().values().stream().map(each -> each.unmark().value()))
        .contains(Value.object(new TreeMap<>(Map.of("stringAsset", Value.text("one")))));
  }

  @Test
  void secretInsideOfASecret_isOnlyThat() {
    var web = declared(WEB.formatted("{\"zone\": {\"$secret\": {\"k\": [{\"$secret\": \"y\"}]}}}"));
    assertThat(web.variables().values().stream().map(each -> each.unmark().value()))
        .contains(Value.object(new TreeMap<>(Map.of("k", Value.tuple(List.of(Value.text("y")))))));
  }

  @Test
  void bracesOfNoReference_areText() {
    var web =
        declared(WEB.formatted("{\"zone\": \"$${x}\", \"label\": \"${x}\", \"note\": \"${\"}"));
    assertThat(web.components().getFirst().inputs())
        .containsEntry("zone", Value.text("$$${x}"))
        .containsEntry("label", Value.text("$${x}"))
        .containsEntry("note", Value.text("$${"));
    var secret = declared(WEB.formatted("{\"zone\": {\"$secret\": \"${x}\"}}"));
    assertThat(secret.variables().values().stream().map(each -> each.unmark().value()))
        .contains(Value.text("${x}"));
  }

  @Test
  void urnOfAProvider_isKnown_andNoImportIsOfOne() {
    var web =
        declared(
            WEB.formatted("{\"zone\": \"${p.urn}\"}")
                .replace(
                    "\"inputs\": {\"region\"",
                    "\"options\": {\"import\": \"y\"}, \"inputs\": {\"region\""));
    assertThat(web.components().getFirst().inputs())
        .containsEntry("zone", Value.text("urn:pulumi:test::test::pulumi:providers:keel::p"));
    assertThat(web.imports()).isEmpty();
  }
}
