package io.keelson.operator.component;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.StatusDiagnostic;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.component.ComponentDefinitionStatus;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.operator.component.Acceptance.Verdict;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.requests.Patch;
import io.keelson.operator.requests.StatusWriter;
import io.keelson.operator.state.Labels;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Report.Progress;
import io.keelson.operator.status.ServerMessage;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Is called for each definition that [Acceptance] has to look at again, and publishes an accepted
/// one as a ComponentRevision. Sets its condition Ready: True with UpToDate, or with SchemasMissing
/// where types could not be checked; False with DefinitionNotFound, Installing or
/// ProgressingWithRetry while it waits; False with the reason of [Acceptance], such as
/// BreakingChange or VersionReused, if it is refused.
///
/// @rule R-CMP-50
final class DefinitionPublisher {
  private static final Logger LOG = LoggerFactory.getLogger(DefinitionPublisher.class);
  private static final int MOST_DIAGNOSTICS = 10;

  private final KubernetesClient client;
  private final Publications publications;
  private final Acceptance acceptance;
  private final StatusWriter statuses;

  DefinitionPublisher(
      KubernetesClient client,
      Fence fence,
      Publications publications,
      Acceptance acceptance,
      Clock clock) {
    this.client = client;
    this.publications = publications;
    this.acceptance = acceptance;
    this.statuses = new StatusWriter(client, fence, clock);
  }

  /// @return whether users of the definition find something new
  /// @throws KubernetesClientException if something could not be written
  boolean attend(ComponentDefinition definition) {
    if (definition.getMetadata().getDeletionTimestamp() != null) return false;
    var verdict = acceptance.of(definition);
    boolean news = allowed(definition);
    if (verdict instanceof Verdict.Accepted accepted) news |= publish(definition, accepted);
    tell(definition, verdict);
    return news;
  }

  private boolean publish(ComponentDefinition definition, Verdict.Accepted accepted) {
    boolean paused = Boolean.TRUE.equals(definition.getSpec().paused);
    var known =
        publications.revisions(DefinitionKey.of(definition)).stream()
            .filter(each -> each.digest().equals(accepted.digest()))
            .findFirst();
    if (known.isPresent()) return !paused && known.get().paused() && release(known.get());
    var revision = accepted.revision(definition);
    var meta = revision.getMetadata();
    meta.setLabels(Map.of("keelson.dev/definition", definition.getMetadata().getName()));
    meta.setAnnotations(annotations(paused));
    meta.setFinalizers(List.of(Labels.FINALIZER));
    return publications.observe(created(revision));
  }

  /// Creates a revision. If one of that name exists already it has the same content, as the name
  /// holds a hash of it; a forged one is not used.
  private ComponentRevision created(ComponentRevision revision) {
    try {
      return client.resource(revision).create();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) throw e;
      return Objects.requireNonNullElse(client.resource(revision).get(), revision);
    }
  }

  private static Map<String, String> annotations(boolean paused) {
    var annotations = new TreeMap<String, String>();
    // Argo CD ignores it: no Git repository has it, so it is neither drift nor to be pruned.
    annotations.put("argocd.argoproj.io/ignore-resource-updates", "true");
    if (paused) annotations.put(Published.PAUSED, "true");
    return annotations;
  }

  private boolean release(Published revision) {
    var annotations = new HashMap<String, @Nullable String>();
    annotations.put(Published.PAUSED, null);
    return patched(revision, Map.of("metadata", Map.of("annotations", annotations)));
  }

  /// Copies the allowed namespaces to the revisions, where they count when the definition is gone.
  private boolean allowed(ComponentDefinition definition) {
    var allowed = definition.getSpec().allowedNamespaces;
    boolean news = false;
    for (Published each : publications.revisions(DefinitionKey.of(definition)))
      if (!each.allowed().equals(allowed == null ? List.of() : allowed)) {
        var spec = new HashMap<String, @Nullable Object>();
        spec.put("allowedNamespaces", allowed);
        news |= patched(each, Map.of("spec", spec));
      }
    return news;
  }

  private boolean patched(Published revision, Map<String, ?> fields) {
    try {
      var live =
          client
              .resources(ComponentRevision.class)
              .inNamespace(revision.definition().namespace())
              .withName(revision.name());
      ComponentRevision patched = Patch.merge(fields).on(live);
      return publications.observe(patched);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) return false;
      throw e;
    }
  }

  private void tell(ComponentDefinition definition, Verdict verdict) {
    var conditions = statuses.conditions(definition);
    var status = status(definition);
    switch (verdict) {
      case Verdict.Accepted accepted -> {
        status.revision = accepted.name();
        status.diagnostics = shown(accepted.warnings());
        conditions.ready(
            Progress.DONE,
            accepted.unchecked().isEmpty()
                ? ConditionReason.UpToDate
                : ConditionReason.SchemasMissing,
            fine(definition) + unchecked(accepted.unchecked()));
      }
      case Verdict.Waits(var reason, var why) -> conditions.ready(Progress.GOING, reason, why);
      case Verdict.Refused refused -> {
        var why = refused.why() + " Nothing of it is published; who uses it keeps what there is.";
        status.diagnostics = shown(refused.problems());
        conditions.ready(Progress.STALLED, refused.reason(), why);
      }
    }
    statuses.tell(definition, status, conditions);
  }

  /// A new status, with the revision that was published last.
  private static ComponentDefinitionStatus status(ComponentDefinition definition) {
    var status = new ComponentDefinitionStatus();
    status.observedGeneration = definition.getMetadata().getGeneration();
    status.revision = definition.getStatus() == null ? null : definition.getStatus().revision;
    return status;
  }

  /// Says in the status that publishing failed and is tried again. Best effort: a refused status is
  /// only logged.
  void publishingFailed(ComponentDefinition definition, KubernetesClientException answer) {
    var why =
        "It could not be published, and is tried again; who uses it keeps what there is. The API"
            + " server answered: "
            + ServerMessage.of(answer);
    var conditions =
        statuses
            .conditions(definition)
            .ready(Progress.GOING, ConditionReason.ProgressingWithRetry, why);
    try {
      statuses.write(definition, status(definition), conditions);
    } catch (KubernetesClientException e) {
      LOG.debug("{}: the status could not be written either", DefinitionKey.of(definition), e);
    }
  }

  private static String unchecked(SortedSet<String> types) {
    return types.isEmpty()
        ? ""
        : " Types that begin with %s_ were not looked at: the cluster has no Provider of them that is ready, or several of which none is called so. They are looked at when it has one."
            .formatted(String.join("_, ", types));
  }

  private static String fine(ComponentDefinition definition) {
    return Boolean.TRUE.equals(definition.getSpec().paused)
        ? "It is published, and paused (spec.paused): nobody takes what was published since."
        : "It is published.";
  }

  private static @Nullable List<StatusDiagnostic> shown(List<Diagnostic> diagnostics) {
    var entries = Diagnostics.shown(diagnostics, MOST_DIAGNOSTICS);
    return entries.isEmpty() ? null : entries;
  }
}
