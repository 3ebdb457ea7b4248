package io.keelson.engine.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What is stored of a trigger, and when another value replaces.
@Tag("R-PUL-14")
final class TriggerValueTest {
  private static final Bytes KEY = Bytes.utf8("key");

  private static String stored(Value value) {
    return TriggerValue.stored(value, KEY);
  }

  private static TriggerValue known(Value value) {
    return new TriggerValue.Known(stored(value));
  }

  @Test
  void anotherValue_replaces() {
    assertThat(known(Value.text("b")).replaces(stored(Value.text("a")))).isTrue();
    assertThat(known(Value.text("a")).replaces(stored(Value.text("a")))).isFalse();
    assertThat(new TriggerValue.Unknown().replaces(stored(Value.text("a")))).isTrue();
  }

  @Test
  void firstAndLastValue_replaceNothing() {
    var none = stored(Value.nothing(Types.STRING));

    assertThat(none).isEmpty();
    assertThat(known(Value.text("a")).replaces(none)).isFalse();
    assertThat(new TriggerValue.Known(none).replaces(stored(Value.text("a")))).isFalse();
    assertThat(new TriggerValue.Unknown().replaces(none)).isFalse();
  }

  /// A stack that lost its key must not lose its objects for that.
  @Test
  void valueUnderAnotherKey_replacesNothingAndIsWrittenAnew() {
    var before = TriggerValue.stored(Value.text("a"), Bytes.utf8("lost"));
    var now = known(Value.text("b"));

    assertThat(now.replaces(before)).isFalse();
    assertThat(now.kept(before)).isEqualTo(stored(Value.text("b")));
  }

  @Test
  void whatIsStored_doesNotShowTheValue() {
    var secret = Value.tuple(List.of(Value.text("hush-hush")));

    assertThat(stored(secret)).matches("[0-9a-f]{8}:[0-9a-f]{32}").doesNotContain("hush");
    assertThat(TriggerValue.stored(secret, Bytes.utf8("other"))).isNotEqualTo(stored(secret));
  }
}
