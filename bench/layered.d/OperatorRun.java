import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.record.ResourceInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/// The operator in a JVM of its own on a real API server, and beside it the same API writes alone, by a native client.
final class OperatorRun {
  private static final String NAMESPACE = "bench";
  private static final int PARALLELISM = 10;
  private static final int MORE = 32;
  private static final int IDLE_SECONDS = 20;
  private static final int PATIENCE_SECONDS = 120;

  /// It gives memory back some seconds after work has ended.
  private static final int SETTLED_SECONDS = 30;

  private final MeasuredStack stack;
  private final Path folder;
  private final Cluster cluster;
  private final KubernetesClient client;
  private final NativeClient nativeClient;

  /// What was measured.
  ///
  /// @param declare creating the Resources or Components, from here
  /// @param restart from the start of another process, with everything applied, to its first word about the Stack
  /// @param small as many records as there are, each with its status, of the least size, by a native client at the
  ///     parallelism of the Stack
  /// @param ours copies of the operator's records by the same
  record Figures(
      double declare,
      Applied applied,
      double restart,
      NativeClient.Figures small,
      NativeClient.Figures ours) {}

  /// One operator that applied everything, and what it took.
  ///
  /// @param firstReport from the start of the operator's process to its first word about the Stack
  /// @param planning from that word to the begin of the apply: 1 s of settling, plan, approval
  /// @param apply from the Plan's phase Applying to Applied
  /// @param walk the part of it until the last operation was reported
  /// @param reporting from the phase Applied until the last Resource says Ready
  /// @param processor seconds of processor time of the operator's process, from its start until the last Resource
  ///     says Ready
  /// @param writes by verb and resource, from the start of the operator until the last Resource says Ready
  record Applied(
      double firstReport,
      double planning,
      double apply,
      double walk,
      double reporting,
      double processor,
      Map<String, Long> writes,
      Idle idle,
      double peakMiB) {}

  /// The operator with nothing to do.
  record Idle(double residentMiB, double cpuPercent, Map<String, Long> writes) {}

  private OperatorRun(
      MeasuredStack stack, Path folder, Cluster cluster, NativeClient nativeClient) {
    this.stack = stack;
    this.folder = folder;
    this.cluster = cluster;
    this.client = cluster.client();
    this.nativeClient = nativeClient;
  }

  static Figures measure(MeasuredStack stack, Path folder)
      throws IOException, InterruptedException, ExecutionException {
    // What cannot be built is said before anything is measured.
    var nativeClient = NativeClient.build(folder.resolve("native"));
    try (var cluster = Cluster.start(folder)) {
      return new OperatorRun(stack, folder, cluster, nativeClient).measure();
    }
  }

  private Figures measure() throws IOException, InterruptedException, ExecutionException {
    var objects = stack.objects(NAMESPACE);
    double declare = declare(objects);
    var kubeconfig = cluster.operatorKubeconfig(folder.resolve("operator.kubeconfig"));
    var applied = apply(kubeconfig, objects.size());
    double restart = restart(kubeconfig);
    var records = client.resources(ResourceInstance.class).inNamespace(NAMESPACE).list().getItems();
    var least = NativeClient.small(NAMESPACE, records.size());
    var small = nativeClient.write("small", kubeconfig, client, least, PARALLELISM);
    var ours = nativeClient.write("ours", kubeconfig, client, records, PARALLELISM);
    return new Figures(declare, applied, restart, small, ours);
  }

  private double declare(List<? extends HasMetadata> objects)
      throws InterruptedException, ExecutionException {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .create();
    stack.beside(NAMESPACE).forEach(each -> client.resource(each).create());
    double seconds =
        Cluster.inParallel(
            MORE,
            objects.stream().map(each -> task(() -> client.resource(each).create())).toList());
    client.resource(automatic()).create();
    return seconds;
  }

  private Applied apply(Path kubeconfig, int objectCount) throws IOException, InterruptedException {
    var before = cluster.writes();
    long started = System.nanoTime();
    try (var operator = OperatorProcess.start(folder, "operator", kubeconfig);
        var progress = Progress.watch(client, NAMESPACE, objectCount)) {
      operator.await(progress);
      return new Applied(
          progress.firstReport(started),
          progress.planning(),
          progress.apply(),
          progress.walk(),
          progress.reporting(),
          operator.processorSeconds(),
          cluster.writesSince(before),
          idle(operator),
          operator.peakMiB());
    }
  }

  private Stack automatic() {
    var spec = new StackSpec();
    spec.settle = "1s";
    spec.parallelism = PARALLELISM;
    spec.approval = new StackSpec.Approval();
    spec.approval.mode = StackSpec.ApprovalMode.Automatic;
    spec.providerConfigs = stack.providerConfigs();
    var object = new Stack();
    object.setMetadata(
        new ObjectMetaBuilder().withNamespace(NAMESPACE).withName(stack.name()).build());
    object.setSpec(spec);
    return object;
  }

  /// Starts the operator once more. It reports the change of the Stack that was made meanwhile: it writes nothing where
  /// nothing is new.
  private double restart(Path kubeconfig) throws IOException, InterruptedException {
    var changed =
        client
            .resources(Stack.class)
            .inNamespace(NAMESPACE)
            .withName(stack.name())
            .edit(
                each -> {
                  each.getSpec().settle = "2s";
                  return each;
                });
    long generation = changed.getMetadata().getGeneration();
    long started = System.nanoTime();
    try (var _ = OperatorProcess.start(folder, "restarted", kubeconfig)) {
      client
          .resource(changed)
          .waitUntilCondition(
              each -> Objects.equals(each.getStatus().observedGeneration, generation),
              PATIENCE_SECONDS,
              TimeUnit.SECONDS);
      return Program.secondsSince(started);
    }
  }

  private Idle idle(OperatorProcess operator) throws IOException, InterruptedException {
    Thread.sleep(SETTLED_SECONDS * 1000L);
    var before = cluster.writes();
    double alreadyUsed = operator.processorSeconds();
    long start = System.nanoTime();
    Thread.sleep(IDLE_SECONDS * 1000L);
    double used = operator.processorSeconds() - alreadyUsed;
    return new Idle(
        operator.residentMiB(),
        100 * used / Program.secondsSince(start),
        cluster.writesSince(before));
  }

  private static Callable<Void> task(Runnable work) {
    return () -> {
      work.run();
      return null;
    };
  }
}
