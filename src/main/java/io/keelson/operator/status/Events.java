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
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes Kubernetes events about objects. They repeat what the conditions say, so nothing is lost
/// with an event.
///
/// Events about one object with the same reason and message, apart from times in the message, are
/// counted in one event, whichever process writes them: its name follows from what it says. They
/// name the process that wrote last as `reportingInstance`.
public final class Events {
  private static final Logger LOG = LoggerFactory.getLogger(Events.class);
  private static final int LONGEST_MESSAGE = 1_024;
  private static final int LONGEST_NAME = 200;
  private static final int MOST_REMEMBERED = 256;
  private static final String INSTANCE = instance(System.getenv(), ProcessHandle.current().pid());

  /// What may not be before the dash that follows it.
  private static final Pattern UNFINISHED = Pattern.compile("[.-]+$");

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

  /// The Pod of an operator; outside of a cluster, its process.
  static String instance(Map<String, String> environment, long process) {
    var pod = environment.get("POD_NAME");
    return pod == null ? "keelson-" + process : pod;
  }

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
    var change =
        Map.of(
            "count",
            sent.count() + 1,
            "lastTimestamp",
            now(),
            "message",
            text,
            "reportingInstance",
            INSTANCE);
    return patched(about, sent.event(), change)
        .map(_ -> new SentEvent(sent.event(), sent.count() + 1));
  }

  /// @return the event as it is then; empty if it is gone
  private Optional<Event> patched(HasMetadata about, String event, Map<String, ?> change) {
    try {
      return Optional.ofNullable(
          client
              .v1()
              .events()
              .inNamespace(home(about))
              .withName(event)
              .patch(
                  PatchContext.of(PatchType.JSON_MERGE),
                  client.getKubernetesSerialization().asJson(change)));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) return Optional.empty();
      throw e;
    }
  }

  private SentEvent first(HasMetadata about, ConditionReason reason, String text) {
    var event = event(about, reason, text);
    var name = event.getMetadata().getName();
    try {
      client.v1().events().inNamespace(home(about)).resource(event).create();
      return new SentEvent(name, 1);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) throw e;
      return counted(about, name, text).orElseThrow(() -> e);
    }
  }

  /// Counts on in an event that another process has written, or this one long ago. The operator may
  /// not read events, but is told what it has patched.
  private Optional<SentEvent> counted(HasMetadata about, String event, String text) {
    return patched(about, event, Map.of("lastTimestamp", now()))
        .map(there -> there.getCount() == null ? 1 : there.getCount())
        .flatMap(count -> again(about, new SentEvent(event, count), text));
  }

  /// The same for the same object, reason and message.
  private static String name(HasMetadata about, ConditionReason reason, String text) {
    var name = about.getMetadata().getName();
    var begun = name.substring(0, Math.min(name.length(), LONGEST_NAME));
    var said = about.getMetadata().getUid() + " " + reason + " " + steady(text);
    return UNFINISHED.matcher(begun).replaceAll("")
        + "-"
        + UUID.nameUUIDFromBytes(said.getBytes(StandardCharsets.UTF_8));
  }

  private Event event(HasMetadata about, ConditionReason reason, String text) {
    var meta = about.getMetadata();
    return new EventBuilder()
        .withNewMetadata()
        .withName(name(about, reason, text))
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
        .withReportingInstance(INSTANCE)
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
