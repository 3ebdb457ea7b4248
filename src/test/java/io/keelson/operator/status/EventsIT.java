package io.keelson.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.keelson.testing.HandClock;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The events that an API server has after some were told.
@ExtendWith(OnControlPlane.class)
final class EventsIT {
  private static final String LONG_NAME = "a".repeat(199) + "." + "b".repeat(50);

  private final HandClock clock = new HandClock();
  private TestNamespace namespace;
  private ConfigMap about;

  @BeforeEach
  void makeSomething(TestNamespace own) {
    namespace = own;
    about = made("shop");
  }

  private ConfigMap made(String name) {
    var map = new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
    return namespace.client().configMaps().inNamespace(namespace.name()).resource(map).create();
  }

  private Events events() {
    return new Events(namespace.client(), clock);
  }

  private Stream<JsonNode> told() {
    var uid = about.getMetadata().getUid();
    return StreamSupport.stream(namespace.list("events").path("items").spliterator(), false)
        .filter(each -> each.at("/involvedObject/uid").asText().equals(uid));
  }

  @Test
  void event_saysWhatItIsAboutAndWhoReportsIt() {
    events().tell(about, ConditionReason.ApplyFailed, "It failed.");

    assertThat(told())
        .singleElement()
        .satisfies(event -> {
          assertThat(event.path("type").asText()).isEqualTo("Warning");
          assertThat(event.path("reason").asText()).isEqualTo("ApplyFailed");
          assertThat(event.path("message").asText()).isEqualTo("It failed.");
          assertThat(event.at("/involvedObject/kind").asText()).isEqualTo("ConfigMap");
          assertThat(event.path("reportingComponent").asText()).isEqualTo("keelson.dev/operator");
          assertThat(event.path("reportingInstance").asText())
              .isEqualTo("keelson-" + ProcessHandle.current().pid());
        });
  }

  @Test
  void sameNewsWithAnotherTime_areCounted() {
    var events = events();
    events.tell(about, ConditionReason.ApplyFailed, "Again at 2026-01-01T00:00:00Z.");
    clock.pass(Duration.ofMinutes(1));
    events.tell(about, ConditionReason.ApplyFailed, "Again at 2026-01-01T00:01:00Z.");

    assertThat(told())
        .singleElement()
        .satisfies(event -> {
          assertThat(event.path("count").asInt()).isEqualTo(2);
          assertThat(event.path("message").asText()).contains("00:01:00");
          assertThat(event.path("lastTimestamp")).isNotEqualTo(event.path("firstTimestamp"));
        });
  }

  @Test
  void sameNewsOfAnotherProcess_areCountedOn() {
    events().tell(about, ConditionReason.ApplyFailed, "It failed.");
    events().tell(about, ConditionReason.ApplyFailed, "It failed.");
    events().tell(about, ConditionReason.ApplyFailed, "It failed.");

    assertThat(told())
        .singleElement()
        .satisfies(event -> assertThat(event.path("count").asInt()).isEqualTo(3));
  }

  @Test
  void otherNews_areAnEventOfTheirOwn() {
    var events = events();
    events.tell(about, ConditionReason.ApplyFailed, "It failed.");
    events.tell(about, ConditionReason.ApplyFailed, "It failed in another way.");
    events.tell(about, ConditionReason.PlanFailed, "It failed.");

    assertThat(told()).hasSize(3);
  }

  @Test
  void eventThatIsGone_isMadeAgain() {
    var events = events();
    events.tell(about, ConditionReason.ApplyFailed, "It failed.");
    namespace.client().v1().events().inNamespace(namespace.name()).delete();
    events.tell(about, ConditionReason.ApplyFailed, "It failed.");

    assertThat(told())
        .singleElement()
        .satisfies(event -> assertThat(event.path("count").asInt()).isEqualTo(1));
  }

  @Test
  void objectWithALongName_hasEvents() {
    about = made(LONG_NAME);
    events().tell(about, ConditionReason.ApplyFailed, "It failed.");

    assertThat(told()).hasSize(1);
  }

  @Test
  void instance_isThePod() {
    assertThat(Events.instance(Map.of("POD_NAME", "keelson-7f"), 12)).isEqualTo("keelson-7f");
    assertThat(Events.instance(Map.of(), 12)).isEqualTo("keelson-12");
  }
}
