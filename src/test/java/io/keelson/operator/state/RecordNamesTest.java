package io.keelson.operator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "server.web",
        "server.web[0]",
        "server.web[\"Ä/ü\"]",
        "server._x_",
        "component.web[\"eu.x\"].component.db.server.main[0]",
        "server.a_very_long_name_that_does_not_fit_into_the_name_of_any_object_at_all"
      })
  void recordName_isValidAndAlwaysTheSame(String address) {
    var at = InstanceAddress.parse(address);
    var name = RecordNames.ofInstance("shop", at, 0);

    assertThat(name).matches("[a-z]([-a-z0-9]*[a-z0-9])?").hasSizeLessThanOrEqualTo(63);
    assertThat(RecordNames.ofInstance("shop", at, 0)).isEqualTo(name);
    assertThat(name).matches("shop-.*-[a-z2-7]{13}");
  }

  @Test
  void differentInstances_haveDifferentNames() {
    assertThat(RecordNames.ofInstance("shop", InstanceAddress.parse("server.web[0]"), 0))
        .isNotEqualTo(
            RecordNames.ofInstance("shop", InstanceAddress.parse("server.web[\"0\"]"), 0));
    assertThat(RecordNames.ofInstance("a-b", InstanceAddress.parse("server.c"), 0))
        .isNotEqualTo(RecordNames.ofInstance("a", InstanceAddress.parse("server.b_c"), 0));
    assertThat(
            Stream.of(
                    "server.main[0]",
                    "component.web[\"eu.x\"].server.main[0]",
                    "component.web[\"us.x\"].server.main[0]",
                    "component.web[\"eu.x\"].component.db.server.main[0]")
                .map(InstanceAddress::parse)
                .map(each -> RecordNames.ofInstance("shop", each, 0)))
        .doesNotHaveDuplicates();
  }

  @Test
  void longStackName_isCutInTheMiddle() {
    var stack = "s" + "x".repeat(61) + "e";

    assertThat(RecordNames.ofKey(stack)).hasSizeLessThanOrEqualTo(63).startsWith("keelson-sx");
    assertThat(RecordNames.ofPlan(stack, 12345, "abcdef" + "0".repeat(58)))
        .hasSizeLessThanOrEqualTo(63)
        .endsWith("xe-12345-abcdef");
  }
}
