package io.keelson.engine.config.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Slot;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.scenario.ScenarioConfig;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonValues;
import io.keelson.json.LiteralYaml;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a new revision of a definition may change, and what its author is told of the rest.
@Tag("R-CMP-53")
final class ContractTest {
  private static final CelExpressions EXPRESSIONS = new CelExpressions();
  private static final Schema SERVER =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                  "image", Attribute.of(Types.STRING, Presence.OPTIONAL))));

  /// What every definition here can name.
  private static final String REST =
      """
        ephemeral.token.ci: {}
        server.main: {image: a}
      """;

  /// A definition without errors, of lines below `definition.app`.
  private static Contract contract(String definition) {
    return contract(definition, "");
  }

  private static Contract contract(String definition, String others) {
    var body = "definition.app:\n" + definition.indent(2) + REST;
    var declared = declared(body + "component.app: {definition: app}\n" + others);
    var used = declared.components().getFirst().definition();
    var loaded =
        new StackLoader(EXPRESSIONS, _ -> Optional.of(SERVER))
            .load(declared.using(List.of(use(used)), new TreeMap<>()));
    assertThat(loaded.diagnostics()).isEmpty();
    var path = ComponentPath.ROOT.component("app");
    var compiled = Objects.requireNonNull(loaded.config().components().get(path)).body();
    return Contract.of(used, compiled, EXPRESSIONS);
  }

  private static StackDeclaration declared(String yaml) {
    try {
      return ScenarioConfig.declaration(
          ((Mapping) LiteralYaml.value(yaml + "\nvariable.given: any")).entries());
    } catch (JsonValues.NotAValue e) {
      throw new IllegalArgumentException(e);
    }
  }

  /// A use that gives something to everything that has to be given, which nobody evaluates.
  private static ComponentDeclaration.Component use(ComponentDeclaration definition) {
    var inputs = new TreeMap<String, Value>();
    for (var each : definition.variables())
      if (each.standIn().isEmpty()) inputs.put(each.name(), Value.text("${variable.given}"));
    return new ComponentDeclaration.Component(
        "app",
        definition,
        inputs,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }

  private static String broken(Contract was, Contract is) {
    return was.brokenBy(is, "2.0.0").stream()
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }

  private static String broken(String was, String is) {
    return broken(contract(was), contract(is));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          # what was                                  | what is
          variable.a: {type: string}                  | variable.a: {type: string, default: x}
          variable.a: {type: string, nullable: false} | variable.a: {type: string}
          variable.a: {type: string, default: x}      | variable.a: {type: string, default: y}
          variable.a: {type: string, default: x}      | variable.a: {type: string, default: x, nullable: false}
          variable.a: {type: string}                  | variable.a: {type: string, default: x, nullable: false}
          variable.a: {type: number}                  | variable.a: {type: string}
          variable.a: {type: string}                  | variable.a: {}
          variable.a: {type: string, sensitive: true} | variable.a: {type: string}
          variable.a: {type: string}                  | variable.a: {type: string, sensitive: true}
          variable.a: {type: string}                  | variable.a: {type: string, ephemeral: true}
          local.a: 1                                  | variable.a: {type: string, default: x}
          local.a: 1                                  | "output.a: ${server.main.id}"
          output.a: {value: x, sensitive: true}       | output.a: x
          "output.a: ${server.main.image}"            | "output.a: ${server.main.id}"
          """)
  void whatAsksNothingOfThoseWhoUseIt_breaksNothing(String was, String is) {
    assertThat(broken(was, is)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "variable.a: {type: number, default: 1}",
        "variable.a:\n  type: number\n  default: 1\n  validations:\n  - {condition: \"${variable.a"
            + " > 0}\", errorMessage: No.}"
      })
  void validations_areNotJudged(String is) {
    assertThat(broken("variable.a: {type: number, default: 1}", is)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          # what was                                  | what is                     | what is told
          variable.a: {type: string}                  | local.a: 1                  | variable.a: Breaking change: It is gone: uses that set it would be refused. Keep it, or publish this as 2.0.0.
          local.a: 1                                  | variable.a: {type: string}  | variable.a: Breaking change: It is new and has no default: no use that is there sets it. Give it a default, or publish this as 2.0.0.
          variable.a: {type: string}                  | variable.a: {type: number}  | variable.a: type: Breaking change: Its type takes less: it was string and is number. What is given to it may not fit any more. Take what was taken, or publish this as 2.0.0.
          variable.a: {type: string, default: x}      | variable.a: {type: string}  | variable.a: default: Breaking change: It had a default and has none: uses that do not set it would be refused. Keep a default, or publish this as 2.0.0.
          variable.a: {type: string}                  | variable.a: {type: string, nullable: false} | variable.a: nullable: Breaking change: It took null and does not any more, and there is no default to take its place. Let it be nullable, or give it a default, or publish this as 2.0.0.
          variable.a: {type: string, default: x}      | variable.a: {type: string, nullable: false} | variable.a: default: Breaking change: It had a default and has none: uses that do not set it would be refused. Keep a default, or publish this as 2.0.0.
          variable.a: {type: string, ephemeral: true} | variable.a: {type: string}  | variable.a: ephemeral: Breaking change: It was ephemeral and is not: ephemeral values that are given to it would be refused wherever they are stored. Keep it ephemeral, or publish this as 2.0.0.
          output.a: x                                 | local.a: 1                  | output.a: Breaking change: It is gone: whatever reads it would fail. Keep it, or publish this as 2.0.0.
          "output.a: ${server.main.id}"               | output.a: 1                 | output.a: value: Breaking change: It has another type: it was string and is number. Whatever reads it may fail. Keep the type, or publish this as 2.0.0.
          output.a: x                                 | output.a: {value: x, sensitive: true} | output.a: sensitive: Breaking change: It was shown and is sensitive: outputs that are made of it and do not say so would fail. Add another output for what is sensitive, or publish this as 2.0.0.
          """)
  void promiseThatIsBroken_isToldWithWhatWasAndIs(String was, String is, String message) {
    assertThat(broken(was, is)).isEqualTo(message);
  }

  @Test
  void renamedVariable_breaksTwoPromises() {
    assertThat(broken("variable.a: {type: string}", "variable.b: {type: string}"))
        .contains(
            "variable.a: Breaking change: It is gone", "variable.b: Breaking change: It is new");
  }

  /// Directly, through a local, through a component in it, and where only one arm is hidden.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "${variable.key}",
        "${local.key}",
        "${component.inner.out}",
        "${component.many[\"x\"].out}",
        "${variable.use ? variable.key : 'none'}"
      })
  void outputThatIsMadeOfSomethingHidden_isJudgedByWhatItIsMadeOf(String output) {
    var rest =
        """
        variable.use: {type: bool, default: true}
        local.key: "${variable.key}"
        component.inner: {definition: inner, inputs: {text: "${variable.key}"}}
        component.many: {definition: inner, forEach: {x: 1}, inputs: {text: "${variable.key}"}}
        output.a: '%s'
        """
            .formatted(output.replace("'", "''"));
    var inner =
        """
        definition.inner:
          variable.text: {type: string}
          output.out: "${variable.text}"
        """;
    var unmarked = contract("variable.key: {type: string}\n" + rest, inner);

    assertThat(
            broken(
                unmarked,
                contract("variable.key: {type: string, sensitive: true}\n" + rest, inner)))
        .contains("output.a: sensitive: Breaking change: It was shown and is sensitive");
    assertThat(
            broken(
                unmarked,
                contract("variable.key: {type: string, ephemeral: true}\n" + rest, inner)))
        .contains("output.a: value: Breaking change: It could be stored and is made of something");
  }

  @Test
  void outputBesideSomethingHidden_isNotJudgedByIt() {
    var rest =
        """
        local.all: {open: "${variable.name}", hidden: "${variable.key}"}
        variable.name: {type: string}
        output.a: "${local.all.open}"
        """;

    assertThat(
            broken(
                "variable.key: {type: string}\n" + rest,
                "variable.key: {type: string, sensitive: true}\n" + rest))
        .isEmpty();
  }

  @Test
  void outputOfAnEphemeralResource_cannotBeStoredAnyMore() {
    assertThat(broken("output.a: \"${server.main.id}\"", "output.a: \"${ephemeral.token.ci.id}\""))
        .startsWith("output.a: value: Breaking change: It could be stored");
  }

  private static Contract filled(Map<String, Slot> slots) {
    SortedMap<String, Slot> sorted = new TreeMap<>(slots);
    return new Contract(new TreeMap<>(), new TreeMap<>(), sorted);
  }

  @Test
  void slots_mayBeAddedIfOptionalAndBecomeOptional() {
    var was = filled(Map.of("aws", new Slot("aws", false)));

    assertThat(
            broken(was, filled(Map.of("aws", new Slot("aws", true), "dns", new Slot("dns", true)))))
        .isEmpty();
  }

  @Test
  void slotsThatAskForMore_areTold() {
    var was = filled(Map.of("a", new Slot("aws", false), "b", new Slot("aws", true)));

    assertThat(
            broken(was, filled(Map.of("b", new Slot("aws", false), "c", new Slot("dns", false)))))
        .isEqualTo(
            """
            slot.a: Breaking change: It is gone: uses that fill it would be refused. Keep it, or \
            publish this as 2.0.0.
            slot.b: optional: Breaking change: It was optional and has to be filled: uses that \
            leave it empty would be refused. Keep it optional, or publish this as 2.0.0.
            slot.c: Breaking change: It is new and has to be filled: no use that is there fills \
            it. Make it optional, or publish this as 2.0.0.\
            """);
    assertThat(
            broken(
                was, filled(Map.of("a", new Slot("azurerm", false), "b", new Slot("aws", true)))))
        .isEqualTo(
            "slot.a: provider: Breaking change: It was for 'aws' and is for 'azurerm': what fills"
                + " it would not fit. Keep the provider, and add a slot for the other one, or"
                + " publish this as 2.0.0.");
  }
}
