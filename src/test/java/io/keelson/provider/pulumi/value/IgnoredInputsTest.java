package io.keelson.provider.pulumi.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.PathPattern;
import io.keelson.provider.pulumi.wire.Property;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What providers are told of inputs that are ignored.
@Tag("R-PUL-16")
class IgnoredInputsTest {
  private static Property text(String text) {
    return new Property.Text(text);
  }

  private static Property secret(Property value) {
    return new Property.Secret(value);
  }

  private static Property list(Property... elements) {
    return new Property.Elements(List.of(elements));
  }

  private static Property.Fields fields(Map<String, Property> fields) {
    return new Property.Fields(fields);
  }

  private static Property told(String pattern, Property now, Property before) {
    return IgnoredInputs.asBefore(
            List.of(PathPattern.parse(pattern)),
            fields(Map.of("a", now)),
            fields(Map.of("a", before)))
        .at("a");
  }

  @Test
  void whatWasThere_isAsItWas_andWhatWasNot_isNot() {
    var now = fields(Map.of("own", text("o"), "changed", text("new"), "other", text("x")));
    var before = fields(Map.of("changed", text("old"), "lost", text("l")));
    var reset = Map.of("changed", text("old"), "lost", text("l"));

    assertThat(told("a", now, before)).isEqualTo(before);
    assertThat(told("a[*]", now, before)).isEqualTo(fields(reset));
    assertThat(told("a.own", now, before))
        .isEqualTo(fields(Map.of("changed", text("new"), "other", text("x"))));
    assertThat(told("a[\"lost\"]", now, before).toString()).contains("lost=Text[text=l]");
    assertThat(told("b", now, before)).isEqualTo(now);
  }

  @Test
  void elements_areThoseOfBefore_ifThereAreAsMany() {
    var now = list(fields(Map.of("x", text("1"))), fields(Map.of("x", text("2"))));
    var before = list(fields(Map.of("x", text("3"))), fields(Map.of()));

    assertThat(told("a[*].x", now, before)).isEqualTo(before);
    assertThat(told("a[0].x", now, before))
        .isEqualTo(list(fields(Map.of("x", text("3"))), fields(Map.of("x", text("2")))));
    assertThat(told("a[*].x", now, list(text("3")))).isEqualTo(now);
  }

  @Test
  void whatWasInsideOfASecret_staysOne() {
    var before = secret(fields(Map.of("x", text("old"))));
    var plain = fields(Map.of("x", text("new")));

    assertThat(told("a.x", plain, before)).isEqualTo(fields(Map.of("x", secret(text("old")))));
    assertThat(told("a.x", secret(plain), before)).isEqualTo(before);
    assertThat(told("a.x", secret(plain), fields(Map.of("x", text("old"))))).isEqualTo(before);
    assertThat(told("a", plain, before)).isEqualTo(before);
  }

  @Test
  void whereNothingIsKnownOfBefore_nothingIsTakenOut() {
    var now = fields(Map.of("a", text("new")));

    assertThat(IgnoredInputs.asBefore(List.of(PathPattern.parse("*")), now, Property.Fields.EMPTY))
        .isEqualTo(now);
  }
}
