package io.keelson.provider.pulumi.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Types;
import io.keelson.provider.plugin.schema.BrokenSchema;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Packages that are wrong, or more than there is room for.
class HostilePackageTest {
  private static final String REFERENCE = "{\"$ref\": \"#/types/%s\"}";

  private static String object(String token, String properties) {
    return """
    "%s": {"type": "object", "properties": {%s}}\
    """
        .formatted(token, properties);
  }

  private static long attributes(Attribute attribute) {
    return attribute.shape() instanceof Shape.Nested nested
        ? 1 + nested.attributes().values().stream().mapToLong(each -> attributes(each)).sum()
        : 1;
  }

  private static int levels(Attribute attribute) {
    return attribute.shape() instanceof Shape.Nested nested
        ? 1 + nested.attributes().values().stream().mapToInt(each -> levels(each)).max().orElse(0)
        : 0;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "{\"name\": \"a\"} {}",
        "{\"name\": \"a\", \"name\": \"b\"}",
        "{\"version\": \"1.0.0\"}",
        "{\"name\": \"a\", \"resources\": []}",
        "{\"name\": \"a\", \"meta\": 1}",
        "{\"name\": \"a\", \"provider\": {\"inputProperties\": {\"b\": 1}}}"
      })
  void whatIsNoPackage_isRefused(String json) {
    assertThatThrownBy(() -> PackageSchema.read(json))
        .isInstanceOf(BrokenSchema.class)
        .hasMessageStartingWith("the provider's schema of its ")
        .hasMessageContaining(" cannot be used: ");
  }

  @Test
  void hugePackage_isRefusedBeforeItIsRead() {
    var json = "x".repeat((64 << 20) + 1);

    assertThatThrownBy(() -> PackageSchema.read(json))
        .isInstanceOf(BrokenSchema.class)
        .hasMessage(
            "the provider's schema of its package cannot be used: it has 67108865 bytes, and"
                + " 67108864 are the most that are read");
  }

  @Test
  void moreResourcesThanAnybodyHas_areRefused() {
    var json =
        IntStream.rangeClosed(0, 250_000)
            .mapToObj(i -> "\"a:index:T" + i + "\":{}")
            .collect(Collectors.joining(",", "{\"name\":\"a\",\"resources\":{", "}}"));

    assertThatThrownBy(() -> PackageSchema.read(json))
        .isInstanceOf(BrokenSchema.class)
        .hasMessageEndingWith("it has more than 250000 resources");
  }

  @Test
  void deepPackage_isRefused() {
    var json = "{\"name\": \"a\", \"config\": " + "[".repeat(100_000) + "]".repeat(100_000) + "}";

    assertThatThrownBy(() -> PackageSchema.read(json)).isInstanceOf(BrokenSchema.class);
  }

  @Test
  void hugeResource_isRefusedAndTheOthersAreNot() {
    var schema =
        PackageSchema.read(
            """
            {"name": "a", "resources": {
              "a:index:Huge": {"description": "%s"}, "a:index:Small": {}}}\
            """
                .formatted("x".repeat(9 << 20)));

    assertThat(schema.resource("a_Small")).isPresent();
    assertThatThrownBy(() -> schema.resource("a_Huge"))
        .isInstanceOf(BrokenSchema.class)
        .hasMessageStartingWith("the provider's schema of resource type a:index:Huge");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[] | an object is needed",
        "{\"properties\": []} | 'properties' is no object",
        "{\"inputProperties\": {\"b\": \"string\"}} | 'b' is no object",
        "{\"properties\": {\"b\": {\"type\": \"array\", \"items\": 1}}} | 'items' is no object"
      })
  void brokenResource_isRefusedAndSaysWhy(String resource, String why) {
    var schema = Packages.withResource(resource, "");

    assertThatThrownBy(() -> schema.resource("sea_Vessel"))
        .isInstanceOf(BrokenSchema.class)
        .hasMessage(
            "the provider's schema of resource type sea:index/vessel:Vessel cannot be used: "
                + why);
  }

  @Test
  void typeThatHoldsItself_isDynamicWhereItBeginsAnew() {
    var types =
        object("a", "\"next\": " + REFERENCE.formatted("b") + ", \"name\": {\"type\": \"string\"}")
            + ","
            + object(
                "b",
                "\"back\": {\"type\": \"array\", \"items\": " + REFERENCE.formatted("a") + "}");

    var attribute = Packages.attribute(REFERENCE.formatted("a"), types);

    assertThat(attribute.type()).hasToString("object({name: string, next: object({back: any})})");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"$ref\": \"#/types/gone\"} | any",
        "{\"$ref\": \"#/types/gone\", \"type\": \"string\"} | string",
        "{\"$ref\": \"#/types/%zz\"} | any",
        "{\"$ref\": \"elsewhere\", \"type\": \"string\"} | any"
      })
  void referenceToNothing_isWhatIsSaidBesideIt(String described, String type) {
    assertThat(Packages.attribute(described, "").type()).hasToString(type);
  }

  @Test
  void deepType_isDynamicFromABoundOn() {
    var types =
        IntStream.range(0, 100)
            .mapToObj(i -> object("t" + i, "\"in\": " + REFERENCE.formatted("t" + (i + 1))))
            .collect(Collectors.joining(","));

    assertThat(levels(Packages.attribute(REFERENCE.formatted("t0"), types)))
        .isEqualTo(PropertyReader.MOST_LEVELS);
  }

  @Test
  void deepCollection_isDynamic() {
    var described = "{\"type\":\"array\",\"items\":".repeat(400) + "{}" + "}".repeat(400);

    assertThat(Packages.attribute(described, "").type()).isEqualTo(Types.DYNAMIC);
  }

  @Test
  void typesThatReferToEachOtherManyTimes_doNotGrowWithoutABound() {
    var types =
        IntStream.range(0, 30)
            .mapToObj(i ->
                object(
                    "t" + i,
                    IntStream.range(0, 10)
                        .mapToObj(p -> "\"p" + p + "\": " + REFERENCE.formatted("t" + (i + 1)))
                        .collect(Collectors.joining(","))))
            .collect(Collectors.joining(","));

    assertThat(attributes(Packages.attribute(REFERENCE.formatted("t0"), types)))
        .isBetween(10_000L, PropertyReader.MOST_ATTRIBUTES + 1L);
  }

  @Test
  void propertyThatIsNull_isNotThere() {
    var vessel =
        Packages.vessel(
            Packages.withResource(
                """
                {"inputProperties": {"gone": null, "it": {"type": "string"}}}\
                """,
                ""));

    assertThat(vessel.schema().root().attributes().keySet()).containsExactly("id", "it");
  }
}
