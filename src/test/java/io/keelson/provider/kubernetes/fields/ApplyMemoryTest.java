package io.keelson.provider.kubernetes.fields;

import static io.keelson.provider.kubernetes.fields.Yaml.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class ApplyMemoryTest {
  private static ApplyMemory memory(Value manifest, Value kept) {
    return ApplyMemory.of(manifest, kept, new TreeSet<>(), List.of(), true);
  }

  @Test
  void otherSpelling_isRestored() {
    var written = value("{cpu: 1000m, list: [{mode: null}], same: x}");
    var kept = value("{cpu: '1', list: [{mode: plain}], same: x}");

    var restored = memory(written, kept).restore(kept);

    assertThat(restored.matches(written)).isTrue();
  }

  @Test
  void changeOfARespelledField_isShownAndItsReturnForgiven() {
    var memory = memory(value("{cpu: 1000m}"), value("{cpu: '1'}"));

    assertThat(memory.restore(value("{cpu: '2'}"))).isEqualTo(value("{cpu: '2'}"));
    assertThat(memory.restore(value("{cpu: '1'}"))).isEqualTo(value("{cpu: 1000m}"));
  }

  /// It was not sent: what is there is the default, or somebody else's.
  @Test
  void whatIsThereInPlaceOfANull_isNoDrift() {
    var written = value("{apiVersion: apps/v1, spec: {replicas: null, list: [{mode: null}]}}");
    var memory = memory(written, value("{apiVersion: apps/v1, spec: {replicas: 1, list: [{}]}}"));

    var restored =
        ApplyMemory.decode(memory.encode())
            .restore(value("{apiVersion: apps/v1, spec: {replicas: 6, list: [{}]}}"));

    assertThat(restored.matches(written)).isTrue();
  }

  @Test
  void memory_survivesStorage() {
    var emptyMap = Value.map(Types.STRING, Map.<String, Value>of());
    var written = Value.object(Map.of("labels", emptyMap, "a.b/c", Value.number(1)));
    var kept =
        Value.object(Map.of("labels", Value.nothing(Types.DYNAMIC), "a.b/c", Value.text("1")));
    var hidden = new TreeSet<>(List.of(AttributePath.of("spec").attribute("a.b/c").index(3)));
    var staying =
        new StayingField(
            List.of("f:spec", "k:{\"name\":\"x\"}", "f:env"), new TreeSet<>(List.of("other")));
    var memory = ApplyMemory.of(written, kept, hidden, List.of(staying), false);

    var decoded = ApplyMemory.decode(memory.encode());

    assertThat(decoded.hidden()).isEqualTo(hidden);
    assertThat(decoded.waited()).isFalse();
    assertThat(decoded.staying()).containsExactly(staying.steps());
    assertThat(decoded.restore(kept).matches(written)).isTrue();
  }

  @Test
  void noPrivateData_isNoMemory() {
    assertThat(ApplyMemory.decode(Bytes.NONE)).isEqualTo(ApplyMemory.NONE);
  }
}
