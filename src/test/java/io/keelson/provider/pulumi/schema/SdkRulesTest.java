package io.keelson.provider.pulumi.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.PathPattern;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.schema.SdkRules.Constant;
import io.keelson.provider.pulumi.schema.SdkRules.Preset;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SdkRulesTest {
  private static final ResourceSchema VESSEL =
      Packages.vessel(
          Packages.withResource(
              """
              {"isComponent": true,
               "aliases": [{"type": "sea:old/boat:Boat"}, {"name": "other"}],
               "requiredInputs": ["kind", "region", "zone"],
               "inputProperties": {
                 "kind": {"type": "string", "const": "Vessel"},
                 "region": {"type": "string", "default": "home",
                   "defaultInfo": {"environment": ["SEA_REGION", "REGION"]}},
                 "zone": {"type": "string"},
                 "crew": {"type": "integer", "replaceOnChanges": true,
                   "defaultInfo": {"environment": ["SEA_CREW"]}},
                 "ports": {"type": "array", "items": {"$ref": "#/types/sea:index:Port"}}},
               "properties": {
                 "crew": {"type": "integer", "replaceOnChanges": true},
                 "ports": {"type": "array", "items": {"$ref": "#/types/sea:index:Port"}},
                 "zone": {"type": "string", "willReplaceOnChanges": true},
                 "token": {"type": "string", "secret": true}}}\
              """,
              """
              "sea:index:Port": {"type": "object", "required": ["proto"], "properties": {
                "proto": {"type": "string", "default": "tcp"},
                "number": {"type": "integer", "replaceOnChanges": true},
                "unit": {"type": "string", "const": "1"},
                "key": {"type": "string", "secret": true}}}\
              """));

  private static Optional<Value> crew(Map<String, String> environment) {
    return VESSEL.rules().defaults().stream()
        .filter(each -> each.at().toString().equals("crew"))
        .findFirst()
        .flatMap(each -> each.given(name -> Optional.ofNullable(environment.get(name))));
  }

  @Test
  void resource_saysWhatSdksKnowOfIt() {
    assertThat(VESSEL.component()).isTrue();
    assertThat(VESSEL.aliases()).containsExactly("sea:old/boat:Boat");
    assertThat(VESSEL.rules().secretOutputs()).containsExactly("token");
  }

  @Test
  void defaults_areFoundInsideOfCollectionsAsWell() {
    assertThat(VESSEL.rules().defaults())
        .containsExactlyInAnyOrder(
            new Preset(
                PathPattern.parse("region"),
                Types.STRING,
                Optional.of(Value.text("home")),
                List.of("SEA_REGION", "REGION")),
            new Preset(
                PathPattern.parse("crew"), Types.NUMBER, Optional.empty(), List.of("SEA_CREW")),
            new Preset(
                PathPattern.parse("ports[*].proto"),
                Types.STRING,
                Optional.of(Value.text("tcp")),
                List.of()));
  }

  @Test
  void constants_areFoundInsideOfCollectionsAsWell() {
    assertThat(VESSEL.rules().constants())
        .containsExactly(
            new Constant(PathPattern.parse("kind"), Value.text("Vessel")),
            new Constant(PathPattern.parse("ports[*].unit"), Value.text("1")));
  }

  private static Value port(Value unit) {
    return Value.object(Map.of("number", Value.number(BigDecimal.ONE), "unit", unit));
  }

  @Test
  void constant_isGivenInEachObjectThatIsThere() {
    var none = Value.nothing(Types.NUMBER);
    var declared =
        Value.object(
            Map.of(
                "kind",
                Value.nothing(Types.STRING),
                "zone",
                Value.nothing(Types.STRING),
                "ports",
                Value.tuple(List.of(port(none), port(none)))));

    var unit = Value.number(BigDecimal.ONE);
    assertThat(VESSEL.rules().withConstants(declared))
        .isEqualTo(
            Value.object(
                Map.of(
                    "kind",
                    Value.text("Vessel"),
                    "zone",
                    Value.nothing(Types.STRING),
                    "ports",
                    Value.tuple(List.of(port(unit), port(unit))))));
  }

  @Test
  void constant_isNotGivenWhereTheUserSaysSomething() {
    var declared =
        Value.object(Map.of("kind", Value.text("Boat"), "ports", Value.unknown(Types.DYNAMIC)));

    assertThat(VESSEL.rules().withConstants(declared)).isEqualTo(declared);
  }

  @Test
  void replaceOnChanges_isTakenAndWhatTheProviderDoesByItselfIsNot() {
    assertThat(VESSEL.rules().replaceOnChanges())
        .containsExactly(PathPattern.parse("crew"), PathPattern.parse("ports[*].number"));
  }

  @Test
  void requiredInputThatIsFilledIn_isNotDemanded() {
    assertThat(Packages.attribute(VESSEL, "kind"))
        .isEqualTo(Attribute.of(Types.STRING, Presence.OPTIONAL));
    assertThat(Packages.attribute(VESSEL, "region").presence()).isEqualTo(Presence.OPTIONAL);
    assertThat(Packages.attribute(VESSEL, "zone").presence()).isEqualTo(Presence.REQUIRED);
  }

  @Test
  void variableOfTheEnvironment_goesBeforeTheValue() {
    var region =
        new Preset(
            PathPattern.parse("region"),
            Types.STRING,
            Optional.of(Value.text("home")),
            List.of("A", "B"));
    var environment = Map.of("A", "", "B", "away");

    assertThat(region.given(name -> Optional.ofNullable(environment.get(name))))
        .contains(Value.text("away"));
    assertThat(region.given(_ -> Optional.empty())).contains(Value.text("home"));
  }

  @Test
  void variable_isReadAsTheTypeOfTheProperty() {
    assertThat(crew(Map.of("SEA_CREW", "12"))).contains(Value.number(BigDecimal.valueOf(12)));
    assertThat(crew(Map.of("SEA_CREW", "many"))).isEmpty();
    assertThat(crew(Map.of())).isEmpty();
  }
}
