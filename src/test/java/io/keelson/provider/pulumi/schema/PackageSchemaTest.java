package io.keelson.provider.pulumi.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Documentation.Note;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PackageSchemaTest {
  private static final String PORT =
      """
      "sea:index/Port:Port": {"type": "object", "required": ["number"], "properties": {
        "number": {"type": "integer"}, "proto": {"type": "string"}}}\
      """;

  private static final PackageSchema SEA =
      PackageSchema.read(
          """
          {"name": "sea", "version": "1.2.0",
           "config": {"required": ["account"], "variables": {
             "account": {"type": "string"}, "region": {"type": "integer"}}},
           "provider": {"description": "The sea.", "requiredInputs": ["region"],
             "inputProperties": {
               "region": {"type": "string"}, "key": {"type": "string", "secret": true}}},
           "resources": {"sea:index/vessel:Vessel": {
             "description": "<b>Floats</b>.\\n", "deprecationMessage": "Fly.",
             "inputProperties": {
               "zone": {"type": "string", "description": "Where."},
               "size": {"type": "integer"},
               "note": {"type": "string"},
               "hint": {"type": "string", "secret": true}},
             "requiredInputs": ["zone"],
             "properties": {
               "zone": {"type": "string"},
               "size": {"type": "integer"},
               "token": {"type": "string", "secret": true}},
             "required": ["zone", "size", "token"]}},
           "functions": {
             "sea:index/getLookup:getLookup": {
               "description": "Looks.",
               "inputs": {"required": ["zone"], "properties": {
                 "zone": {"type": "string"}, "depth": {"type": "number"}}},
               "outputs": {"properties": {
                 "zone": {"type": "string"}, "address": {"type": "string"}}}},
             "sea:index/ports:ports": {
               "outputs": {"type": "array", "items": {"type": "string"}}},
             "sea:index:Vessel/sink": {"inputs": {"properties": {"__self__": {}}}}}}\
          """);

  private static Map<String, Attribute> vessel() {
    return SEA.resource("sea_Vessel").orElseThrow().schema().root().attributes();
  }

  @Test
  void package_saysWhatItIs() {
    assertThat(SEA.name()).isEqualTo("sea");
    assertThat(SEA.version()).isEqualTo("1.2.0");
    assertThat(SEA.bytes()).isGreaterThan(1_000);
    assertThat(SEA.resourceTypes()).containsExactly("sea_Vessel");
  }

  @ParameterizedTest
  @CsvSource({
    "zone,REQUIRED",
    "size,OPTIONAL_COMPUTED",
    "note,OPTIONAL",
    "token,COMPUTED",
    "id,COMPUTED"
  })
  void inputsAndOutputs_areOneAttributeEach(String name, Presence presence) {
    assertThat(vessel()).hasSize(6);
    assertThat(vessel().get(name)).extracting(Attribute::presence).isEqualTo(presence);
  }

  @Test
  @Tag("R-PRG-2")
  void secretProperty_isSensitive() {
    assertThat(
            vessel().entrySet().stream()
                .filter(each -> each.getValue().sensitive())
                .map(Map.Entry::getKey))
        .containsExactly("hint", "token");
  }

  @Test
  void ownId_isTheOneThatIsThere() {
    var declared =
        Packages.withResource(
            """
            {"inputProperties": {"id": {"type": "string"}}}\
            """,
            "");

    assertThat(Packages.attribute(Packages.vessel(declared), "id"))
        .isEqualTo(Attribute.of(Types.STRING, Presence.OPTIONAL_COMPUTED));
  }

  @Test
  void typeThatIsNotThere_isNone() {
    assertThat(SEA.resource("sea:index/vessel:Vessel")).isEmpty();
    assertThat(SEA.function("sea_Vessel")).isEmpty();
    assertThat(SEA.resourceDocumentation("sea_Harbour").parts()).isEmpty();
  }

  @Test
  void schema_isReadOnce() {
    assertThat(SEA.resource("sea_Vessel").orElseThrow())
        .isSameAs(SEA.resource("sea_Vessel").orElseThrow());
  }

  @Test
  void configuration_isTheProvidersAndThenThePackages() {
    var attributes = SEA.provider().root().attributes();

    assertThat(attributes)
        .containsOnly(
            Map.entry("account", Attribute.of(Types.STRING, Presence.REQUIRED)),
            Map.entry("region", Attribute.of(Types.STRING, Presence.REQUIRED)),
            Map.entry("key", Attribute.of(Types.STRING, Presence.OPTIONAL).asSensitive()));
    assertThat(SEA.providerDocumentation().own().text()).isEqualTo("The sea.");
  }

  @Test
  void function_takesInputsAndComputesOutputs() {
    var function = SEA.function("sea_getLookup").orElseThrow();

    assertThat(function.single()).isFalse();
    assertThat(function.schema().root().attributes())
        .containsOnly(
            Map.entry("zone", Attribute.of(Types.STRING, Presence.REQUIRED)),
            Map.entry("depth", Attribute.of(Types.NUMBER, Presence.OPTIONAL)),
            Map.entry("address", Attribute.of(Types.STRING, Presence.COMPUTED)));
  }

  @Test
  void functionOfOneValue_hasItAsItsResult() {
    var function = SEA.function("sea_ports").orElseThrow();

    assertThat(function.single()).isTrue();
    assertThat(function.schema().root().attributes())
        .containsOnly(
            Map.entry("result", Attribute.of(Type.list(Types.STRING), Presence.COMPUTED)));
  }

  @Test
  void method_isNoFunction() {
    assertThat(SEA.functionTypes()).containsExactly("sea_getLookup", "sea_ports");
  }

  @Test
  void documentation_isOfTypesAndTheirParts() {
    var documentation = SEA.resourceDocumentation("sea_Vessel");

    assertThat(documentation.own()).isEqualTo(new Note("Floats.", "Fly."));
    assertThat(documentation.of("zone").text()).isEqualTo("Where.");
    assertThat(SEA.dataDocumentation("sea_getLookup").own().text()).isEqualTo("Looks.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":\"boolean\"} | bool",
        "{\"type\":\"integer\"} | number",
        "{\"type\":\"number\"} | number",
        "{\"type\":\"string\",\"plain\":true} | string",
        "{\"type\":\"array\",\"items\":{\"type\":\"string\"}} | list(string)",
        "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}} | map(number)",
        "{\"type\":\"object\"} | map(string)",
        "{\"$ref\":\"#/types/sea:index%2FKind:Kind\"} | string",
        "{\"oneOf\":[{\"type\":\"string\"},{\"$ref\":\"#/types/sea:index%2FKind:Kind\"}]} | string",
        "{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"number\"}]} | any",
        "{\"$ref\":\"pulumi.json#/Any\"} | any",
        "{\"$ref\":\"pulumi.json#/Archive\"} | any",
        "{\"$ref\":\"#/resources/sea:index%2Fvessel:Vessel\"} | any",
        "{\"$ref\":\"/aws/v3.30.0/schema.json#/types/aws:iam:Role\"} | any",
        "{\"type\":\"array\",\"items\":{\"$ref\":\"pulumi.json#/Any\"}} | any",
        "{\"type\":\"newer\"} | any",
        "{} | any"
      })
  void type_isTheEnginesThatHoldsIt(String described, String type) {
    var kind =
        """
        "sea:index/Kind:Kind": {"type": "string", "enum": [{"value": "a"}]}\
        """;

    assertThat(Packages.attribute(described, kind).type()).hasToString(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SINGLE | %s",
        "LIST | {\"type\":\"array\",\"items\":%s}",
        "MAP | {\"type\":\"object\",\"additionalProperties\":%s}"
      })
  void objects_haveAttributesOfTheirOwn(Nesting nesting, String described) {
    var attribute =
        Packages.attribute(
            described.formatted("{\"$ref\":\"#/types/sea:index%2FPort:Port\"}"), PORT);

    assertThat(attribute.shape()).isInstanceOf(Shape.Nested.class);
    var nested = (Shape.Nested) attribute.shape();
    assertThat(nested.nesting()).isEqualTo(nesting);
    assertThat(nested.attributes())
        .containsOnly(
            Map.entry("number", Attribute.of(Types.NUMBER, Presence.REQUIRED)),
            Map.entry("proto", Attribute.of(Types.STRING, Presence.OPTIONAL_COMPUTED)));
  }

  @Test
  void objectsInCollectionsOfCollections_areDynamic() {
    var described =
        """
        {"type": "array", "items": {"type": "array", "items": {
          "$ref": "#/types/sea:index%2FPort:Port"}}}\
        """;

    assertThat(Packages.attribute(described, PORT).type()).isEqualTo(Types.DYNAMIC);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"type\": \"integer\"", "\"$ref\": \"#/types/sea:index/Port:Port\""})
  void sidesOfOtherTypes_areDynamic(String output) {
    var resource =
        """
        {"inputProperties": {"it": {"type": "string"}}, "properties": {"it": {%s}}}\
        """
            .formatted(output);
    var vessel = Packages.vessel(Packages.withResource(resource, PORT));

    assertThat(Packages.attribute(vessel, "it").type()).isEqualTo(Types.DYNAMIC);
  }

  @Test
  void sidesOfOtherObjects_areOneWithTheAttributesOfBoth() {
    var resource =
        """
        {"inputProperties": {"it": {"$ref": "#/types/sea:index:Port"}},
         "properties": {"it": {"$ref": "#/types/sea:index:PortResponse"}}}\
        """;
    var types =
        """
        "sea:index:Port": {"type": "object", "required": ["number"], "properties": {
          "number": {"type": "integer"}}},
        "sea:index:PortResponse": {"type": "object", "properties": {
          "number": {"type": "integer"}, "open": {"type": "boolean"}}}\
        """;
    var vessel = Packages.vessel(Packages.withResource(resource, types));

    assertThat(Packages.attribute(vessel, "it").shape())
        .isInstanceOfSatisfying(
            Shape.Nested.class,
            nested ->
                assertThat(nested.attributes())
                    .containsOnly(
                        Map.entry("number", Attribute.of(Types.NUMBER, Presence.REQUIRED)),
                        Map.entry("open", Attribute.of(Types.BOOL, Presence.COMPUTED))));
  }

  @Test
  @Tag("R-PRG-2")
  void secretInsideWhatIsDynamic_makesAllOfItSensitive() {
    var union =
        """
        {"oneOf": [{"type": "string"}, {"$ref": "#/types/sea:index:Door"}]}\
        """;
    var types =
        """
        "sea:index:Door": {"type": "object", "properties": {
          "lock": {"type": "array", "items": {"$ref": "#/types/sea:index:%s"}}}},
        "sea:index:Lock": {"type": "object", "properties": {
          "code": {"type": "string", "secret": true}}},
        "sea:index:Latch": {"type": "object", "properties": {"code": {"type": "string"}}}\
        """;

    var locked = Packages.attribute(union, types.formatted("Lock"));
    assertThat(locked.type()).isEqualTo(Types.DYNAMIC);
    assertThat(locked.sensitive()).isTrue();
    assertThat(Packages.attribute(union, types.formatted("Latch")).sensitive()).isFalse();
  }

  @Test
  @Tag("R-PRG-2")
  void secretInsideAnObject_isSensitiveThere() {
    var types =
        """
        "sea:index:Lock": {"type": "object", "properties": {
          "name": {"type": "string"}, "code": {"type": "string", "secret": true}}}\
        """;
    var lock =
        Packages.attribute(
            """
            {"$ref": "#/types/sea:index:Lock"}\
            """,
            types);

    assertThat(lock.sensitive()).isFalse();
    var attributes = ((Shape.Nested) lock.shape()).attributes();
    assertThat(Objects.requireNonNull(attributes.get("code")).sensitive()).isTrue();
    assertThat(Objects.requireNonNull(attributes.get("name")).sensitive()).isFalse();
  }

  @Test
  @Tag("R-PRG-20")
  void component_hasItsInputsAndOutputs_andNoId() {
    var schema =
        PackageSchema.read(
            """
            {"name": "sea", "resources": {"sea:index:Fleet": {"isComponent": true,
              "inputProperties": {"size": {"type": "integer"}, "both": {"type": "string"}},
              "requiredInputs": ["size"],
              "properties": {"url": {"type": "string"}, "both": {"type": "string"}}}}}\
            """);
    var fleet = schema.program("sea_Fleet").orElseThrow();
    assertThat(schema.program("sea:index:Fleet")).contains(fleet);
    assertThat(fleet.schema().root().attributes().keySet()).containsExactly("both", "size", "url");
    assertThat(Objects.requireNonNull(fleet.schema().root().attributes().get("both")).presence())
        .isEqualTo(Presence.OPTIONAL_COMPUTED);
    assertThat(SEA.program("sea_Vessel")).isEmpty();
  }

  @Test
  @Tag("R-PRG-6")
  void tokens_haveNames_ofResourcesAndFunctions() {
    assertThat(SEA.typeOf("sea:index/vessel:Vessel")).contains("sea_Vessel");
    assertThat(SEA.typeOf("sea:index/getLookup:getLookup")).contains("sea_getLookup");
    assertThat(SEA.typeOf("sea:index:Raft")).isEmpty();
  }

  @Test
  @Tag("R-PRG-8")
  void resourceType_isADataSourceThatTakesTheId() {
    var schema =
        Packages.withResource(
            """
            {"inputProperties": {"zone": {"type": "string"}}, "requiredInputs": ["zone"],
             "properties": {"zone": {"type": "string"}, "token": {"type": "string", "secret": true},
                            "at": {"$ref": "#/types/sea:index:Place"}}}\
            """,
            """
            "sea:index:Place": {"type": "object", "properties": {"pier": {"type": "string"}},
                                "required": ["pier"]}\
            """);

    var data = schema.data("sea_Vessel").orElseThrow();

    assertThat(data.type()).isEqualTo(Packages.vessel(schema).schema().type());
    assertThat(data.root().attributes())
        .extractingFromEntries(each -> each.getValue().presence())
        .containsExactly(
            Presence.COMPUTED, Presence.REQUIRED, Presence.COMPUTED, Presence.COMPUTED);
    assertThat(Objects.requireNonNull(data.root().attributes().get("token")).sensitive()).isTrue();
  }

  @Test
  @Tag("R-PRG-8")
  void componentType_isNoDataSource() {
    var schema = Packages.withResource("{\"isComponent\": true}", "");

    assertThat(schema.data("sea_Vessel")).isEmpty();
  }
}
