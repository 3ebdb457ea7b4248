package io.keelson.operator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.record.ObjectRecord;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ObjectRecordsTest {
  private static final ObjectRecords.Place HERE = new ObjectRecords.Place("uid-1", 7, "");

  private final ObjectRecords records = new ObjectRecords(sealer(1));

  @Test
  @Tag("R-STATE-2")
  void object_comesBackAsItWas() throws Exception {
    var object =
        new ObjectState(
            "server",
            ObjectState.Status.TAINTED,
            new RawState(3, Bytes.utf8("{\"id\":\"i-1\",\"n\":null,\"list\":[1,\"a\",true]}")),
            SensitivePaths.NONE,
            Bytes.utf8("private"),
            Optional.of(new RawState(1, Bytes.utf8("{\"arn\":\"x\"}"))),
            ProviderKey.of("builtin"),
            new TreeSet<>(List.of(new Dependency(ResourceAddress.managed("server", "web"), true))),
            new Flags(
                true,
                true,
                true,
                "k:hash",
                Optional.of(Target.parse("component.net[\"eu\"].component.core")),
                Optional.of(Duration.ofMinutes(30))));

    assertThat(records.read(written(object), "other", HERE)).isEqualTo(object);
  }

  @Test
  void depthOfADependency_comesBack_andIsNotWrittenWhereItIsZero() throws Exception {
    var inside = ResourceAddress.parse("component.web.component.db.server.main");
    var object =
        object("{}")
            .withDependencies(
                new TreeSet<>(
                    List.of(
                        new Dependency(inside, true, 2),
                        new Dependency(ResourceAddress.managed("server", "web"), true))));

    var record = written(object);

    assertThat(Objects.requireNonNull(record.dependencies))
        .extracting(each -> each.depth)
        .containsExactly(null, 2);
    assertThat(records.read(record, "other", HERE)).isEqualTo(object);
  }

  @Test
  void objectOfAnOlderRecord_hasTheTypeThatTheRecordHadFirst() throws Exception {
    var record = written(object("{\"id\":\"i-1\"}"));
    record.type = null;

    assertThat(records.read(record, "other", HERE).type()).isEqualTo("other");
  }

  @Test
  void attributeOf30MillionLetters_comesBackAsItWas() throws Exception {
    var object = object("{\"id\":\"i-1\",\"text\":\"" + "x".repeat(30_000_000) + "\"}");

    assertThat(records.read(written(object), "other", HERE).equals(object)).isTrue();
  }

  @Test
  void sensitiveAttribute_isSealedAndComesBack() throws Exception {
    var object =
        object("{\"id\":\"i-1\",\"tags\":{\"a\":\"shown\",\"b\":\"hidden\"}}", "tags[\"b\"]");

    var record = written(object);

    assertThat(RecordJson.write(Objects.requireNonNull(record.state)))
        .contains("shown")
        .doesNotContain("hidden");
    assertThat(record.sealed).containsOnlyKeys("attributes");
    assertThat(records.read(record, "other", HERE)).isEqualTo(object);
  }

  @Test
  void objectThatIsSecretAsAWhole_isSealedAndComesBack() throws Exception {
    var object = object("{\"id\":\"hidden\",\"n\":null,\"tags\":{\"a\":\"hidden\"}}", "");

    var record = written(object);

    assertThat(RecordJson.write(Objects.requireNonNull(record.state))).doesNotContain("hidden");
    assertThat(records.read(record, "other", HERE)).isEqualTo(object);
  }

  @Test
  void sensitiveAttributeInsideAValueWithItsType_hidesTheWholeValue() throws Exception {
    var object =
        object(
            "{\"input\":{\"value\":{\"type\":\"hidden\"},\"type\":[\"object\",{\"type\":\"string\"}]}}",
            "input.type");

    var record = written(object);

    assertThat(RecordJson.write(Objects.requireNonNull(record.state))).doesNotContain("hidden");
    assertThat(records.read(record, "other", HERE)).isEqualTo(object);
  }

  @Test
  void numbersThatTheApiServerAlters_areTexts() throws Exception {
    var json =
        "{\"big\":123456789012345678901234567890,\"exact\":0.1234567890123456789,\"plain\":0.5,"
            + "\"small\":[12,1.10]}";
    var object = object(json);

    var record = written(object);

    assertThat(record.exactPaths).containsExactlyInAnyOrder("/big", "/exact", "/small/1");
    assertThat(RecordJson.write(Objects.requireNonNull(record.state))).contains("\"plain\":0.5");
    assertThat(records.read(record, "other", HERE)).isEqualTo(object);
  }

  @Test
  void largeState_isCompressed() throws Exception {
    var object = object("{\"text\":\"" + "x".repeat(200_000) + "\"}");

    var record = written(object);

    assertThat(record.state).isNull();
    assertThat(record.stateGz).hasSizeLessThan(10_000);
    assertThat(records.read(record, "other", HERE)).isEqualTo(object);
  }

  @Test
  void sealedPart_opensNowhereElseAndWithNoOtherKey() {
    var record = written(object("{\"secret\":\"hidden\"}", "secret"));

    for (var place :
        List.of(
            new ObjectRecords.Place("uid-2", 7, ""),
            new ObjectRecords.Place("uid-1", 8, ""),
            new ObjectRecords.Place("uid-1", 7, "00ff00ff")))
      assertThatThrownBy(() -> records.read(record, "other", place))
          .isInstanceOf(Sealer.CannotOpen.class);
    assertThatThrownBy(() -> new ObjectRecords(sealer(2)).read(record, "other", HERE))
        .isInstanceOf(Sealer.CannotOpen.class);
  }

  @Test
  @Tag("R-SENS-11")
  void whatCameFromASecret_isToldApart_andCountsAsSuchWhereARecordDoesNotTell() throws Exception {
    var password = AttributePath.of("password");
    var token = AttributePath.of("token");
    var all = new TreeSet<>(Set.of(password, token));
    var object = object("{\"password\":\"x\",\"token\":\"y\"}", "password", "token");
    var half =
        object.withAttributes(
            object.attributes(), SensitivePaths.of(all, new TreeSet<>(Set.of(token))));

    var record = written(half);
    assertThat(records.read(record, "other", HERE)).isEqualTo(half);

    assertThat(written(object).secretPaths).isEmpty();
    assertThat(records.read(written(object), "other", HERE)).isEqualTo(object);

    record.secretPaths = null;
    var before = records.read(record, "other", HERE);
    assertThat(before.sensitive()).isEqualTo(SensitivePaths.assumed(all));
    assertThat(written(before).secretPaths).isNull();
  }

  @Test
  @Tag("R-SENS-11")
  void keyOfWhatIsHidden_isNotRecorded() throws Exception {
    var object = object("{\"tags\":{\"hidden\":\"x\"}}", "tags", "tags[\"hidden\"]");

    var record = written(object);

    assertThat(record.sensitivePaths).containsExactly("tags");
    assertThat(RecordJson.write(Objects.requireNonNull(record.state))).doesNotContain("hidden");
    assertThat(records.read(record, "other", HERE)).isEqualTo(object);
  }

  private ObjectRecord written(ObjectState object) {
    var record = new ObjectRecord();
    records.write(object, HERE, record);
    return record;
  }

  private static ObjectState object(String json, String... sensitive) {
    var paths = new TreeSet<AttributePath>();
    Arrays.stream(sensitive).forEach(path -> paths.add(AttributePath.parse(path)));
    return new ObjectState(
        "server",
        ObjectState.Status.READY,
        new RawState(0, Bytes.utf8(json)),
        SensitivePaths.declared(paths),
        Bytes.NONE,
        Optional.empty(),
        ProviderKey.of("builtin"),
        new TreeSet<>(),
        Flags.NONE);
  }

  private static Sealer sealer(int fill) {
    var key = new byte[Sealer.KEY_LENGTH];
    Arrays.fill(key, (byte) fill);
    return new Sealer(Bytes.of(key), new SecureRandom());
  }
}
