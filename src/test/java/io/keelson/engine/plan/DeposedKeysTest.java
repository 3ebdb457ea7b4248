package io.keelson.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class DeposedKeysTest {
  private static final Value OBJECT = Value.text("the same again");

  private static DeposedKey choose(Set<DeposedKey> taken) {
    var at = InstanceAddress.parse("server.web");
    return DeposedKeys.choose(at, OBJECT, taken, Bytes.utf8("secret"));
  }

  @Test
  @Tag("R-PLAN-40")
  void key_isEightHexDigitsAndAlwaysTheSame() {
    assertThat(choose(Set.of()).toString()).matches("[0-9a-f]{8}");
    assertThat(choose(Set.of())).isEqualTo(choose(Set.of()));
  }

  @Test
  @Tag("R-STATE-5")
  void equalObjects_getDifferentKeys() {
    var taken = new TreeSet<DeposedKey>();
    for (int i = 0; i < 5; i++) assertThat(taken.add(choose(taken))).isTrue();
  }
}
