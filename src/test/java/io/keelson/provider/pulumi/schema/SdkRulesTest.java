package io.keelson.provider.pulumi.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.PathPattern;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.schema.SdkRules.Preset;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
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
                 "region": {"type": "string", "default": "home"},
                 "zone": {"type": "string"},
                 "size": {"type": "integer", "default": 3},
                 "crew": {"type": "integer", "replaceOnChanges": true},
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

  @Test
  void resource_saysWhatSdksKnowOfIt() {
    assertThat(VESSEL.component()).isTrue();
    assertThat(VESSEL.aliases()).containsExactly("sea:old/boat:Boat");
  }

  @Test
  void constantsAndDefaultsOfRequiredInputs_areFoundInsideOfCollectionsAsWell() {
    assertThat(VESSEL.rules().presets())
        .containsExactly(
            new Preset(PathPattern.parse("kind"), Value.text("Vessel")),
            new Preset(PathPattern.parse("ports[*].proto"), Value.text("tcp")),
            new Preset(PathPattern.parse("ports[*].unit"), Value.text("1")),
            new Preset(PathPattern.parse("region"), Value.text("home")));
  }

  @Test
  void defaultOfAnInputThatMayBeLeftOut_isTheProvidersToFillIn() {
    assertThat(VESSEL.rules().presets())
        .noneMatch(each -> each.at().equals(PathPattern.parse("size")));
  }

  private static Value port(Value unit) {
    return Value.object(Map.of("number", Value.number(BigDecimal.ONE), "unit", unit));
  }

  @Test
  void preset_isGivenInEachObjectThatIsThere() {
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
    assertThat(VESSEL.rules().filledIn(declared))
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
  void preset_isNotGivenWhereTheUserSaysSomething() {
    var declared =
        Value.object(Map.of("kind", Value.text("Boat"), "ports", Value.unknown(Types.DYNAMIC)));

    assertThat(VESSEL.rules().filledIn(declared)).isEqualTo(declared);
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
}
