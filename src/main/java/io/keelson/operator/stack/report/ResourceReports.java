package io.keelson.operator.stack.report;

import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Change;
import io.keelson.engine.state.InstanceState;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceStatus;
import io.keelson.operator.retry.Attempts;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.Declarations;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Events;
import io.keelson.operator.status.Report;
import io.keelson.operator.turn.FairPlaces;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/// Says on each Resource what the last plan of its Stack means for it.
public final class ResourceReports {
  private static final int MOST_DIAGNOSTICS = 10;
  private static final int AT_ONCE = 8;

  /// How many Resources get an event at a time: the rest is told by their conditions.
  private static final int MOST_EVENTS = 20;

  private static final String MANAGED = "What is declared is what exists.";
  private static final String EPHEMERAL =
      "It is open only while a plan is made or carried out, and recorded nowhere.";

  private final KubernetesClient client;
  private final FairPlaces writes;
  private final StackMemory memory;
  private final Clock clock;
  private final Events events;

  public ResourceReports(OperatorContext context, StackMemory memory, Events events) {
    this.client = context.client();
    this.writes = context.requests();
    this.memory = memory;
    this.clock = context.clock();
    this.events = events;
  }

  /// How one Resource is.
  private record Finding(
      Report.Progress progress,
      ConditionReason reason,
      String message,
      int ready,
      int declared,
      List<Diagnostic> diagnostics) {}

  /// @param about as it was when that was found: if it has changed since, nothing is said
  private record Told(Resource about, Finding finding) {}

  /// Says nothing about a Resource that has changed since it was planned: of what it declares now
  /// nothing is known yet.
  ///
  /// @param report what is said about the Stack
  /// @param unusable resources whose records cannot be used, and why
  void write(
      Planned planned, Report report, SortedMap<ResourceAddress, InstanceMemory.Problem> unusable) {
    var changes = new TreeMap<ResourceAddress, List<Change>>();
    for (Change change : planned.plan().changes().values())
      if (change.object().deposed().isEmpty())
        changes
            .computeIfAbsent(change.object().instance().resource(), _ -> new ArrayList<>())
            .add(change);
    var problems = new ResourceProblems(planned, report, unusable);
    var told = new ArrayList<Told>();
    for (Resource resource : memory.resources()) {
      var name = resource.getMetadata().getName();
      if (!StackMemory.fingerprint(resource).equals(planned.members().get(name))) continue;
      var address = Declarations.address(resource);
      var own = changes.getOrDefault(address, List.of());
      int read = address.instancesIn(planned.plan().data()).size();
      boolean ephemeral = Declarations.isEphemeral(resource);
      var found = problems.of(address, !own.isEmpty() || read > 0 || ephemeral);
      told.add(
          new Told(
              resource,
              Declarations.isData(resource)
                  ? ofData(planned, own, read, report, found)
                  : finding(own, report, found, ephemeral ? EPHEMERAL : MANAGED)));
    }
    write(told);
  }

  /// @param fine what is said where nothing is to be done
  private static Finding finding(
      List<Change> changes, Report report, ResourceProblems.Found problems, String fine) {
    int declared = (int) changes.stream().filter(each -> each.after().isPresent()).count();
    int ready = (int) changes.stream().filter(each -> !each.isEffective()).count();
    var diagnostics = problems.diagnostics();
    if (problems.report().isPresent()) {
      var told = problems.report().get();
      return new Finding(
          told.progress(), told.reason(), told.message(), ready, declared, diagnostics);
    }
    if (changes.stream().anyMatch(Change::isEffective))
      return new Finding(
          report.progress() == Report.Progress.DONE ? Report.Progress.GOING : report.progress(),
          report.reason(),
          report.message(),
          ready,
          declared,
          diagnostics);
    return new Finding(
        Report.Progress.DONE, ConditionReason.UpToDate, fine, ready, declared, diagnostics);
  }

  /// @param later its instances that are read while the plan is applied
  /// @param read how many were read for the plan
  private static Finding ofData(
      Planned planned,
      List<Change> later,
      int read,
      Report report,
      ResourceProblems.Found problems) {
    int declared = read + later.size();
    var diagnostics = problems.diagnostics();
    if (problems.report().isPresent()) {
      var told = problems.report().get();
      return new Finding(
          told.progress(), told.reason(), told.message(), read, declared, diagnostics);
    }
    if (later.isEmpty())
      return new Finding(
          Report.Progress.DONE,
          ConditionReason.UpToDate,
          "It was read.",
          read,
          declared,
          diagnostics);
    return new Finding(
        report.progress() == Report.Progress.DONE ? Report.Progress.GOING : report.progress(),
        report.reason(),
        whyLater(planned, later.getFirst()) + " " + report.message(),
        read,
        declared,
        diagnostics);
  }

  private static String whyLater(Planned planned, Change later) {
    var at = later.object().instance();
    var waitsFor = new TreeSet<String>();
    var needed = planned.snapshot().dependencies().stored(at.resource());
    for (Change change : planned.plan().effective())
      if (needed.stream()
          .anyMatch(each -> each.resource().equals(change.object().instance().resource())))
        waitsFor.add(change.object().instance().toString());
    return "It is read while the plan is applied: %s%s."
        .formatted(
            later.reason().sentence(),
            waitsFor.isEmpty() ? "" : " (" + String.join(", ", waitsFor) + ")");
  }

  /// Says that the Stack does not exist.
  public void stackNotFound(StackKey key) {
    var told = new ArrayList<Told>();
    for (Resource resource : memory.resources())
      told.add(
          new Told(
              resource,
              new Finding(
                  Report.Progress.STALLED,
                  ConditionReason.StackNotFound,
                  "There is no Stack '%s' in namespace '%s'. Apply it, or create this Resource again with the right spec.stack."
                      .formatted(key.name(), key.namespace()),
                  0,
                  0,
                  List.of())));
    write(told);
  }

  /// Says on those that were declared anew since they were last planned why they are not planned.
  void unplanned(ConditionReason reason, String message) {
    var told = new ArrayList<Told>();
    for (Resource resource : memory.resources())
      if (!isReported(resource))
        told.add(
            new Told(
                resource, new Finding(Report.Progress.WAITING, reason, message, 0, 0, List.of())));
    write(told);
  }

  /// Says on those that were declared anew since they were last planned that they are not planned
  /// before something else has ended.
  ///
  /// @param recorded what exists
  /// @return their names
  public List<String> queued(String message, SortedMap<InstanceAddress, InstanceState> recorded) {
    var told = new ArrayList<Told>();
    for (Resource resource : memory.resources()) {
      if (isReported(resource)) continue;
      int there = Declarations.address(resource).instancesIn(recorded).size();
      told.add(
          new Told(
              resource,
              new Finding(
                  Report.Progress.WAITING,
                  ConditionReason.Queued,
                  message,
                  there,
                  there,
                  List.of())));
    }
    write(told);
    return told.stream().map(each -> each.about().getMetadata().getName()).toList();
  }

  /// Whether something was said of what it declares now, other than that it waits.
  private static boolean isReported(Resource resource) {
    var status = resource.getStatus();
    if (status == null || !resource.getMetadata().getGeneration().equals(status.observedGeneration))
      return false;
    var ready = Conditions.find(status.conditions, Conditions.READY);
    return ready != null && !ConditionReason.Queued.name().equals(ready.getReason());
  }

  /// @throws KubernetesClientException if one could not be written; then others may be missing too
  private void write(List<Told> all) {
    var permits = new Semaphore(AT_ONCE);
    var failures = new ConcurrentLinkedQueue<KubernetesClientException>();
    var news = new ArrayList<Runnable>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Told told : all) {
        if (!failures.isEmpty()) break;
        if (!differs(told.about(), told.finding())) continue;
        trouble(told.about(), told.finding()).ifPresent(news::add);
        permits.acquireUninterruptibly();
        threads.execute(() -> {
          try {
            write(told.about(), told.finding());
          } catch (KubernetesClientException e) {
            failures.add(e);
          } finally {
            permits.release();
          }
        });
      }
    }
    if (!failures.isEmpty()) throw failures.remove();
    news.stream().limit(MOST_EVENTS).forEach(Runnable::run);
  }

  /// What goes wrong is told of the Resource that it is about, not of all that wait for it.
  private Optional<Runnable> trouble(Resource resource, Finding finding) {
    if (!finding.reason().isWarning() || finding.reason() == ConditionReason.DependencyNotReady)
      return Optional.empty();
    var before = resource.getStatus() == null ? null : resource.getStatus().conditions;
    return Optional.of(() -> events.news(resource, before, finding.reason(), finding.message()));
  }

  private boolean differs(Resource resource, Finding finding) {
    var json = client.getKubernetesSerialization();
    return !json.asJson(resource.getStatus()).equals(json.asJson(status(resource, finding)));
  }

  private ResourceStatus status(Resource resource, Finding finding) {
    var generation = resource.getMetadata().getGeneration();
    var before = resource.getStatus();
    var conditions =
        new Conditions(before == null ? null : before.conditions, clock.instant(), generation)
            .with(
                Conditions.READY,
                finding.progress() == Report.Progress.DONE,
                finding.reason(),
                finding.message());
    if (finding.progress() == Report.Progress.GOING)
      conditions.with(Conditions.RECONCILING, true, finding.reason(), finding.message());
    if (finding.progress() == Report.Progress.STALLED)
      conditions.with(Conditions.STALLED, true, finding.reason(), finding.message());
    var status = new ResourceStatus();
    status.observedGeneration = generation;
    status.conditions = conditions.list();
    status.address = Declarations.address(resource).toString();
    status.instances = finding.ready() + "/" + finding.declared();
    var counts = new TreeMap<String, Integer>();
    if (finding.ready() > 0) counts.put("Ready", finding.ready());
    if (finding.declared() > finding.ready())
      counts.put("Pending", finding.declared() - finding.ready());
    status.counts = counts.isEmpty() ? null : counts;
    var shown = Diagnostics.shown(finding.diagnostics(), MOST_DIAGNOSTICS);
    status.diagnostics = shown.isEmpty() ? null : shown;
    return status;
  }

  /// Whoever writes to it in between does not take the report away, unless what is declared has
  /// changed: then its event brings another look.
  private void write(Resource resource, Finding finding) {
    var attempts = new Attempts();
    var known = Optional.of(resource);
    while (known.isPresent() && !answered(known.get(), finding)) {
      attempts.pause();
      known = live(resource);
    }
  }

  /// @return false if somebody wrote to it since it was read
  private boolean answered(Resource resource, Finding finding) {
    var copy = client.getKubernetesSerialization().clone(resource);
    copy.setStatus(status(resource, finding));
    try (var _ = writes.enter(resource.getMetadata().getNamespace())) {
      memory.answered(in(copy).resource(copy).updateStatus());
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) return true;
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) throw e;
      return false;
    }
  }

  /// @return empty if it is gone, or declares something else now
  private Optional<Resource> live(Resource resource) {
    return Optional.ofNullable(in(resource).withName(resource.getMetadata().getName()).get())
        .filter(live -> StackMemory.fingerprint(live).equals(StackMemory.fingerprint(resource)));
  }

  private NonNamespaceOperation<
          Resource,
          KubernetesResourceList<Resource>,
          io.fabric8.kubernetes.client.dsl.Resource<Resource>>
      in(Resource resource) {
    return client.resources(Resource.class).inNamespace(resource.getMetadata().getNamespace());
  }
}
