package io.keelson.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.javaoperatorsdk.operator.Operator;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StateCodec;
import io.keelson.operator.component.Definitions;
import io.keelson.operator.component.Publications;
import io.keelson.operator.component.kind.ComponentKinds;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.lease.Leadership;
import io.keelson.operator.lease.ProcessLiveness;
import io.keelson.operator.lease.RunningProcess;
import io.keelson.operator.metrics.OperatorMetrics;
import io.keelson.operator.metrics.StackFacts;
import io.keelson.operator.policy.Policies;
import io.keelson.operator.policy.PolicyWatch;
import io.keelson.operator.provider.ConfigReports;
import io.keelson.operator.provider.InstalledProviders;
import io.keelson.operator.provider.ProviderInstallations;
import io.keelson.operator.provider.ProviderInstaller;
import io.keelson.operator.provider.ProviderReports;
import io.keelson.operator.queue.FairPlaces;
import io.keelson.operator.requests.Attempts;
import io.keelson.operator.stack.context.Census;
import io.keelson.operator.stack.context.DeclaredSizes;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.PlanningPlaces;
import io.keelson.operator.stack.context.ReadingPace;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.status.StatusRefusals;
import io.keelson.operator.trace.Traces;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The running operator: makes the watches, the runners and the reconcilers, stands by for the
/// lease, and then works until it ends. While it does not have the lease it starts nothing. It sets
/// no condition itself.
public final class KeelsonOperator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeelsonOperator.class);
  private static final Duration CONTROLLER_END = Duration.ofSeconds(5);

  /// How long calls that were asked to stop may take until they have ended and are recorded.
  private static final Duration AFTER_STOP = Duration.ofSeconds(30);

  /// How many requests write records and reports, or list members of Stacks, at once. More would
  /// wait in the API server and delay the requests of everybody.
  private static final int REQUESTS = 32;

  /// The thread for starting. Starting waits for informers, which need the common pool themselves,
  /// and that has a single thread where there are two processors.
  private static final Executor OWN_THREAD =
      task -> Thread.ofPlatform().name("operator-start").start(task);

  private final KubernetesClient client;
  private final Options options;
  private final Parts parts;
  private final Fence fence;
  private final ProcessLiveness liveness;
  private final Optional<Leadership> leadership;
  private final NamedNamespaces namespaces;
  private final StatusRefusals refusals = new StatusRefusals();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private @Nullable Health health;
  private final OperatorMetrics metrics;
  private volatile @Nullable Stacks stacks;
  private @Nullable ProviderInstallations installations;
  private @Nullable PolicyWatch policyWatch;
  private @Nullable Definitions definitions;
  private @Nullable ComponentKinds kinds;
  private volatile @Nullable Watches watches;
  private volatile @Nullable Operator controllers;
  private volatile boolean prepared;
  private volatile boolean closing;

  /// How to run.
  ///
  /// @param leaseNamespace where the lease is; empty to run without election, as the only one
  /// @param namespaces to work for; none means all
  /// @param hold whether nothing is applied
  /// @param readsPerSecond how many real objects are read to find drift, in all Stacks together
  /// @param limits of what a Resource, a Stack and a namespace may declare
  /// @param mostDeclared bytes of memory for the Stacks and Resources of one namespace
  /// @param healthPort 0 for a free one
  /// @param patience how long operations may go on at the end, before providers are asked to stop
  public record Options(
      Optional<String> leaseNamespace,
      Set<String> namespaces,
      boolean hold,
      int readsPerSecond,
      Limits limits,
      long mostDeclared,
      int healthPort,
      Duration patience) {}

  /// What the operator is made of beside Kubernetes.
  ///
  /// @param installer gets the providers of the cluster
  /// @param own the providers that need no configuration, as definitions are checked with them
  /// @param metrics those that the client tells of its requests
  /// @param traces closed together with the operator
  public record Parts(
      ExpressionCompiler expressions,
      StateCodec codec,
      OperatorContext.ProviderFactory providers,
      ProviderInstaller installer,
      Providers own,
      OperatorMetrics metrics,
      Traces traces) {}

  public KeelsonOperator(KubernetesClient client, Options options, Parts parts) {
    this.client = client;
    this.options = options;
    this.parts = parts;
    this.metrics = parts.metrics();
    this.namespaces = new NamedNamespaces(client, options.namespaces());
    this.liveness = new ProcessLiveness(RunningProcess.describe(System.getenv()), client);
    this.fence = options.leaseNamespace().isEmpty() ? Fence.open() : new Fence(System::nanoTime);
    this.leadership =
        options
            .leaseNamespace()
            .map(namespace ->
                new Leadership(client, namespace, liveness, fence, metrics.lease()::changedHands));
  }

  /// Starts, and returns at once.
  public void start() throws IOException {
    metrics.lease().lease(Leadership.LEASE, fence::holds);
    metrics.namespaces().of(this::stackFacts);
    health = new Health(options.healthPort(), this::unready, namespaces::warning, metrics);
    namespaces.start();
    var leads = leadership.map(Leadership::acquired).orElseGet(CompletableFuture::allOf);
    // The parts are made while the lease is asked for.
    var work =
        CompletableFuture.supplyAsync(this::prepare, OWN_THREAD)
            .thenCompose(prepared -> leads.thenRunAsync(() -> work(prepared), OWN_THREAD));
    var _ =
        work.whenComplete((_, broken) -> {
          if (broken != null) fail(broken);
        });
    leadership.ifPresent(Leadership::start);
  }

  /// Completes exceptionally when the operator is broken and cannot go on.
  public CompletableFuture<Void> ended() {
    return ended;
  }

  private void fail(Throwable broken) {
    // A start that the end of the operator interrupts is not a failure.
    if (closing) return;
    LOG.error("The operator cannot work", broken);
    ended.completeExceptionally(broken);
  }

  /// Makes all parts, and starts none of them.
  private Operator prepare() {
    var installed = new InstalledProviders();
    var policies = new Policies(parts.expressions(), Policies.labelsIn(client), Clock.systemUTC());
    var publications = new Publications();
    var running = new Stacks(context(installed, policies, publications));
    stacks = running;
    policyWatch = new PolicyWatch(client, fence, policies, running::wakeAll, Clock.systemUTC());
    var accepting = definitions(installed, publications, running);
    definitions = accepting;
    var configs = new ConfigReports(client, fence, installed, Clock.systemUTC());
    var installing =
        new ProviderInstallations(
            client,
            parts.installer(),
            installed,
            new ProviderReports(client, fence, Clock.systemUTC()),
            () -> {
              configs.tellAll();
              accepting.typesChanged();
              running.wakeAll();
            });
    installations = installing;
    kinds =
        new ComponentKinds(
            client, fence, options.namespaces(), metrics.watches(), Clock.systemUTC());
    watches =
        new Watches(client, options.namespaces(), policyWatch, accepting, kinds, metrics.watches());
    var operator = controllers(installing, configs);
    prepared = true;
    return operator;
  }

  /// What all Stacks share.
  private OperatorContext context(
      InstalledProviders installed, Policies policies, Publications publications) {
    var planning =
        new PlanningPlaces(Runtime.getRuntime().maxMemory(), metrics.queues().waits("planning"));
    var requests = new FairPlaces(REQUESTS, metrics.queues().waits("requests"));
    metrics.queues().depth("planning", planning::queued);
    metrics.queues().depth("requests", requests::queued);
    return new OperatorContext(
        client,
        parts.expressions(),
        parts.codec(),
        this::measured,
        installed,
        liveness,
        fence,
        Clock.systemUTC(),
        new SecureRandom(),
        options.hold(),
        new ReadingPace(options.readsPerSecond(), ReadingPace.Jitter.SPREAD),
        new Census(options.limits()),
        new DeclaredSizes(options.mostDeclared()),
        planning,
        requests,
        policies,
        cluster(),
        publications,
        refusals,
        metrics,
        parts.traces());
  }

  private Definitions definitions(
      InstalledProviders installed, Publications publications, Stacks users) {
    return new Definitions(
        client,
        fence,
        options.namespaces(),
        publications,
        parts.expressions(),
        parts.own(),
        installed,
        users::wakeAll,
        Clock.systemUTC());
  }

  /// The kinds that the framework serves.
  private Operator controllers(ProviderInstallations installing, ConfigReports configs) {
    var operator =
        new Operator(settings ->
            settings
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                .withMetrics(metrics.reconciles())
                .withInformerStoppedHandler((watch, why) ->
                    ControllerWatches.broken(watch, why)
                        .ifPresent(broken -> watchEnded(watch, broken)))
                .withReconciliationTerminationTimeout(CONTROLLER_END)
                .withStopOnInformerErrorDuringStartup(false));
    operator.register(new ProviderReconciler(installing));
    operator.register(
        new ProviderConfigReconciler(configs),
        controller -> {
          if (!options.namespaces().isEmpty()) controller.settingNamespaces(options.namespaces());
        });
    return operator;
  }

  /// Ends the operator with a watch that has worked. One that could not even begin would end it at
  /// each start, and nobody's Stacks would be worked on: it only makes the operator unready.
  private void watchEnded(SharedIndexInformer<?> watch, IllegalStateException broken) {
    if (watch.hasSynced()) fail(broken);
    else LOG.error("The operator cannot get ready", broken);
  }

  /// Starts the watches first: the controllers return only when the API server has answered them
  /// all.
  private void work(Operator prepared) {
    if (closing) return;
    Objects.requireNonNull(installations).observeAll();
    // Otherwise a Stack could be planned without its policies.
    Objects.requireNonNull(policyWatch).observeAll();
    Objects.requireNonNull(definitions).observeAll();
    Objects.requireNonNull(watches).start(Objects.requireNonNull(stacks));
    Objects.requireNonNull(kinds).start();
    controllers = prepared;
    prepared.start();
    ControllerTimers.keepThread(prepared);
    ControllerWatches.count(prepared, metrics.watches());
  }

  /// The identity of the cluster: records that have another one were copied from another cluster.
  /// An API server that is starting may refuse the operator and have no namespaces yet, so every
  /// failure is tried again.
  private String cluster() {
    var attempts = new Attempts();
    while (!closing) {
      var why = "there is none";
      try {
        var namespace = client.namespaces().withName("kube-system").get();
        if (namespace != null) return namespace.getMetadata().getUid();
      } catch (KubernetesClientException e) {
        why = e.getMessage();
      }
      LOG.warn(
          "The cluster cannot be identified, and nothing is planned or applied before it is: the"
              + " namespace kube-system cannot be read, for which the operator needs the verb get"
              + " on namespaces. Trying again. The answer was: {}",
          why);
      attempts.pause();
    }
    throw new IllegalStateException("the operator is ending");
  }

  private Providers measured(StackKey stack, String uid, KubernetesClient account) {
    var own = parts.providers().make(stack, uid, account);
    return new Providers(own.all().stream().map(metrics.providers()::measured).toList());
  }

  /// Only the leader knows what its Stacks are like now.
  private List<StackFacts> stackFacts() {
    var all = stacks;
    return all == null || !fence.holds() ? List.of() : all.facts();
  }

  /// Why the operator is not ready; empty if it is. A process that stands by is ready as soon as it
  /// could work. A namespace that is missing does not keep it from working for the others.
  private Optional<String> unready() {
    if (!prepared) return Optional.of("it is starting");
    if (!leadership.map(Leadership::isAnswered).orElse(true))
      return Optional.of("the API server does not answer about the lease");
    var lost = lostWatches(namespaces.missing());
    return lost.isEmpty()
        ? refusals.told()
        : Optional.of("no watch of " + String.join(", ", lost) + ", so news of these are missed");
  }

  private SortedSet<String> lostWatches(Set<String> except) {
    var lost = new TreeSet<String>();
    var own = watches;
    if (own != null) lost.addAll(own.lost(except));
    var framework = controllers;
    if (framework != null) lost.addAll(ControllerWatches.lost(framework, except));
    return lost;
  }

  /// The port that health and metrics are served on.
  public int healthPort() {
    return Objects.requireNonNull(health, "not started").port();
  }

  /// Starts nothing new, lets running operations end, gives the lease back. Operations that take
  /// long are stopped: this process may soon be killed, and then their outcome would be unknown.
  @Override
  public void close() {
    closing = true;
    namespaces.close();
    if (policyWatch != null) policyWatch.close();
    if (definitions != null) definitions.close();
    if (kinds != null) kinds.close();
    if (watches != null) watches.close();
    if (controllers != null) {
      controllers.stop();
      ControllerTimers.end(controllers);
    }
    if (stacks != null) end(stacks);
    if (installations != null) installations.close();
    leadership.ifPresent(Leadership::close);
    if (health != null) health.close();
    metrics.close();
    parts.traces().close();
  }

  private void end(Stacks running) {
    running.end();
    if (running.awaitEnd(options.patience())) return;
    LOG.info(
        "Operations still run after {} s: their providers are asked to stop",
        options.patience().toSeconds());
    parts.installer().stop();
    if (!running.awaitEnd(AFTER_STOP))
      LOG.warn("Operations do not end: what became of them is found out at the next start");
  }
}
