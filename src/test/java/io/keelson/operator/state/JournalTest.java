package io.keelson.operator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.operator.api.record.JournalEntry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class JournalTest {
  private final Journal journal =
      new Journal(new JournalEntry.Holder(), Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

  @Test
  void operation_comesBackAsItWas() {
    var declared =
        new Declared(
            Optional.of(new ProviderKey("cloud", Optional.of("platform/main"), "east")),
            new TreeSet<>(
                List.of(
                    new Dependency(ResourceAddress.managed("network", "main"), true),
                    new Dependency(ResourceAddress.managed("region", "eu"), false))),
            new Flags(
                true,
                true,
                true,
                "k:hash",
                Optional.of(Target.parse("component.net[\"eu\"].component.core")),
                Optional.of(Duration.ofMinutes(30))),
            SensitivePaths.declared(new TreeSet<>(List.of(AttributePath.parse("env[\"TOKEN\"]")))));
    var operation =
        new Operation(
            "op-1",
            Operation.Kind.CREATE,
            Optional.of(new DeposedKey("0a1b2c3d")),
            "digest",
            Optional.of("here"),
            Duration.ofHours(4),
            declared);

    assertThat(Journal.operation(journal.entry(operation, 7))).isEqualTo(operation);
  }

  @Test
  void depthOfADependency_isWrittenOnlyWhereItIsNotZero() {
    var root = new Dependency(ResourceAddress.managed("network", "main"), true);
    var direct = new Dependency(ResourceAddress.parse("component.web.network.main"), true, 1);
    var indirect =
        new Dependency(ResourceAddress.parse("component.web.component.db.region.eu"), false, 2);

    assertThat(written(root).dependencyDepths).isNull();
    assertThat(written(root, direct, indirect).dependencyDepths)
        .isEqualTo(
            Map.of("component.web.network.main", 1, "component.web.component.db.region.eu", 2));
    assertThat(Journal.operation(written(root, direct, indirect)).declared().dependencies())
        .containsExactlyInAnyOrder(root, direct, indirect);
  }

  private JournalEntry written(Dependency... dependencies) {
    var declared =
        new Declared(
            Optional.of(ProviderKey.of("cloud")),
            new TreeSet<>(List.of(dependencies)),
            Flags.NONE,
            SensitivePaths.NONE);
    return journal.entry(
        new Operation(
            "op-1",
            Operation.Kind.CREATE,
            Optional.empty(),
            "digest",
            Optional.empty(),
            Duration.ZERO,
            declared),
        7);
  }

  @Test
  void entryOfAnEarlierVersion_saysNothingOfTheDeclaration() {
    var entry = new JournalEntry();
    entry.operationId = "op-1";
    entry.action = "Create";

    assertThat(Journal.operation(entry).declared()).isEqualTo(Declared.NONE);
  }
}
