package io.keelson.engine.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.object.InstancePlanner.Existing;
import io.keelson.engine.object.InstancePlanner.Question;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.PlannedState.Promise;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The order of a replacement whose provider says that there cannot be two.
@Tag("R-PUL-4")
class ReplacementOrderTest {
  private static final InstanceAddress WEB = InstanceAddress.parse("server.web");
  private static final Schema SCHEMA =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                  "size", Attribute.of(Types.STRING, Presence.OPTIONAL))));

  private static Value server(Value id) {
    return Value.object(Map.of("id", id, "size", Value.text("small")));
  }

  private static ReplaceOrder order(Reason forced, ObjectState.Status status) {
    var type =
        new FakeType(
            "server",
            SCHEMA,
            new TreeSet<>(),
            new TreeSet<>(),
            CreateRecovery.FINDABLE,
            Promise.EXACT,
            true,
            true,
            new TreeSet<>());
    var provider =
        new FakeProvider(
            new FakeWorld(),
            new TreeMap<>(Map.of("server", type)),
            new JsonStateCodec(),
            Map.of(),
            _ -> {});
    var config =
        new ResourceConfig(
            WEB.resource(),
            Expression.constant(server(Value.nothing(Types.STRING))),
            new Repetition.Single(),
            List.of(),
            Lifecycle.PLAIN,
            Optional.empty(),
            0,
            List.of());
    var existing =
        new Existing(
            server(Value.text("s-1")), Bytes.NONE, Optional.empty(), status, SensitivePaths.NONE);
    var question =
        new Question(
            WEB,
            config,
            Scope.WITHOUT_NAMES,
            Optional.of(existing),
            forced,
            ReplaceOrder.CREATE_FIRST);
    var decided = new InstancePlanner(provider, SCHEMA).plan(question).given().orElseThrow();
    return ((Action.Replace) decided.action()).order();
  }

  @Test
  void oldObject_goesFirst_whateverItIsReplacedFor() {
    assertThat(order(Reason.BY_REQUEST, ObjectState.Status.READY))
        .isEqualTo(ReplaceOrder.DESTROY_FIRST);
    assertThat(order(Reason.NONE, ObjectState.Status.TAINTED))
        .isEqualTo(ReplaceOrder.DESTROY_FIRST);
  }

  @Test
  void oldObjectInAnotherSystem_isNotInTheWay() {
    assertThat(order(Reason.PROVIDER_CHANGED, ObjectState.Status.READY))
        .isEqualTo(ReplaceOrder.CREATE_FIRST);
  }
}
