package io.keelson.operator.stack;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.api.Stack;
import io.keelson.operator.status.ConditionReason;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells Kubernetes when a Stack has come to something, once for each time. What is said is what
/// its Ready condition says; losing an event loses nothing else.
final class StackEvents {
  private static final Logger LOG = LoggerFactory.getLogger(StackEvents.class);
  private static final int LONGEST_MESSAGE = 1_024;

  /// Steps on the way: an event for each would only hide the others.
  private static final Set<ConditionReason> PASSING =
      EnumSet.of(ConditionReason.MembersChanged, ConditionReason.Planning);

  private final KubernetesClient client;
  private final Clock clock;

  StackEvents(KubernetesClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  void tell(Stack stack, Report report) {
    if (PASSING.contains(report.reason())) return;
    var meta = stack.getMetadata();
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    var event =
        new EventBuilder()
            .withNewMetadata()
            .withGenerateName(meta.getName() + "-")
            .withNamespace(meta.getNamespace())
            .endMetadata()
            .withNewInvolvedObject()
            .withApiVersion(stack.getApiVersion())
            .withKind(stack.getKind())
            .withNamespace(meta.getNamespace())
            .withName(meta.getName())
            .withUid(meta.getUid())
            .endInvolvedObject()
            .withType(report.progress() == Report.Progress.STALLED ? "Warning" : "Normal")
            .withReason(report.reason().name())
            .withMessage(shortened(report.message()))
            .withNewSource()
            .withComponent("keelson")
            .endSource()
            .withReportingComponent("keelson.dev/operator")
            .withFirstTimestamp(now)
            .withLastTimestamp(now)
            .withCount(1)
            .build();
    try {
      client.v1().events().inNamespace(meta.getNamespace()).resource(event).create();
    } catch (KubernetesClientException e) {
      LOG.debug("No event for {}: {}", meta.getName(), e.getMessage());
    }
  }

  private static String shortened(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, LONGEST_MESSAGE - 1) + "…";
  }
}
