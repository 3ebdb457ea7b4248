package io.keelson.operator.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes Kubernetes events about objects. They repeat what the conditions say, so nothing is lost
/// with an event.
///
/// Events about one object with the same reason and message, apart from times in the message, are
/// counted in one event, as long as it is among the last that this process wrote.
public final class Events {
  private static final Logger LOG = LoggerFactory.getLogger(Events.class);
  private static final int LONGEST_MESSAGE = 1_024;
  private static final int MOST_REMEMBERED = 256;
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z");

  /// The namespace of events about objects that have none.
  private static final String CLUSTER = "default";

  private final KubernetesClient client;
  private final Clock clock;
  private final Map<EventKey, SentEvent> last =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<EventKey, SentEvent> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  /// Two events with the same key are one event that has happened twice.
  private record EventKey(String uid, ConditionReason reason, String message) {}

  /// An event in the cluster, with the count that it was last given.
  private record SentEvent(String event, int count) {}

  public Events(KubernetesClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /// Writes an event if the Ready condition of an object gets another reason, or another message
  /// with a reason that is a warning.
  ///
  /// @param before the conditions until now
  public void news(
      HasMetadata about, @Nullable List<Condition> before, ConditionReason reason, String message) {
    var ready = Conditions.find(before, Conditions.READY);
    boolean known =
        ready != null
            && reason.name().equals(ready.getReason())
            && (!reason.isWarning()
                || steady(Conditions.shortened(message)).equals(steady(ready.getMessage())));
    if (!known) tell(about, reason, message);
  }

  /// Writes an event about conditions that were written just now.
  ///
  /// @param now includes Ready
  public void news(HasMetadata about, @Nullable List<Condition> before, List<Condition> now) {
    var ready = Objects.requireNonNull(Conditions.find(now, Conditions.READY));
    news(about, before, ConditionReason.valueOf(ready.getReason()), ready.getMessage());
  }

  private static String steady(@Nullable String message) {
    return message == null ? "" : TIME.matcher(message).replaceAll("TIME");
  }

  /// @param about as the API server knows it: with its uid
  public synchronized void tell(HasMetadata about, ConditionReason reason, String message) {
    var text = shortened(message);
    var said = new EventKey(about.getMetadata().getUid(), reason, steady(text));
    try {
      var before = Optional.ofNullable(last.get(said)).flatMap(sent -> again(about, sent, text));
      last.put(said, before.isPresent() ? before.get() : first(about, reason, text));
    } catch (KubernetesClientException e) {
      LOG.debug("No event for {}: {}", about.getMetadata().getName(), e.getMessage());
    }
  }

  /// @return empty if the event is gone: Kubernetes does not keep events for long
  private Optional<SentEvent> again(HasMetadata about, SentEvent sent, String text) {
    var patch =
        client
            .getKubernetesSerialization()
            .asJson(Map.of("count", sent.count() + 1, "lastTimestamp", now(), "message", text));
    try {
      // The client reads an object before it patches it, and gives nothing if it is gone.
      var counted =
          client
              .v1()
              .events()
              .inNamespace(home(about))
              .withName(sent.event())
              .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
      return Optional.ofNullable(counted).map(_ -> new SentEvent(sent.event(), sent.count() + 1));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) return Optional.empty();
      throw e;
    }
  }

  private SentEvent first(HasMetadata about, ConditionReason reason, String text) {
    var event = event(about, reason, text);
    var made = client.v1().events().inNamespace(home(about)).resource(event).create();
    return new SentEvent(made.getMetadata().getName(), 1);
  }

  private Event event(HasMetadata about, ConditionReason reason, String text) {
    var meta = about.getMetadata();
    return new EventBuilder()
        .withNewMetadata()
        .withGenerateName(meta.getName() + "-")
        .withNamespace(home(about))
        .endMetadata()
        .withNewInvolvedObject()
        .withApiVersion(about.getApiVersion())
        .withKind(about.getKind())
        .withNamespace(meta.getNamespace())
        .withName(meta.getName())
        .withUid(meta.getUid())
        .endInvolvedObject()
        .withType(reason.isWarning() ? "Warning" : "Normal")
        .withReason(reason.name())
        .withMessage(text)
        .withNewSource()
        .withComponent("keelson")
        .endSource()
        .withReportingComponent("keelson.dev/operator")
        .withFirstTimestamp(now())
        .withLastTimestamp(now())
        .withCount(1)
        .build();
  }

  private static String home(HasMetadata about) {
    var namespace = about.getMetadata().getNamespace();
    return namespace == null ? CLUSTER : namespace;
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String shortened(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, LONGEST_MESSAGE - 1) + "…";
  }
}
