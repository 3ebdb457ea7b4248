import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.ClusterConnection;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.api.record.ResourceInstanceStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

/// The operator in a JVM of its own on a real API server, and beside it the same API writes alone.
final class OperatorRun {
  private static final String NAMESPACE = "bench";
  private static final int PARALLELISM = 10;
  private static final int MORE = 32;
  private static final int IDLE_SECONDS = 20;

  /// It gives memory back some seconds after work has ended.
  private static final int SETTLED_SECONDS = 30;

  private final MeasuredStack stack;
  private final Path folder;
  private final Cluster cluster;
  private final KubernetesClient client;

  /// What was measured.
  ///
  /// @param declare creating the Resources or Components, from here
  /// @param firstReport from the start of the operator's process to its first word about the Stack
  /// @param planning from that word to the begin of the apply: 1 s of settling, plan, approval
  /// @param apply from the Plan's phase Applying to Applied
  /// @param walk the part of it until the last operation was reported
  /// @param reporting from the phase Applied until the last Resource says Ready
  /// @param bare the same writes alone, at the parallelism of the Stack
  /// @param bareMore with 32 at a time
  /// @param processor seconds of processor time of the operator's process, from its start until the last Resource
  ///     says Ready
  /// @param writes by verb and resource, from the start of the operator until the last Resource says Ready
  record Figures(
      double declare,
      double firstReport,
      double planning,
      double apply,
      double walk,
      double reporting,
      double bare,
      double bareMore,
      double peakMiB,
      double processor,
      Idle idle,
      Map<String, Long> writes) {}

  /// The operator with nothing to do.
  record Idle(double residentMiB, double cpuPercent, Map<String, Long> writes) {}

  private OperatorRun(MeasuredStack stack, Path folder, Cluster cluster) {
    this.stack = stack;
    this.folder = folder;
    this.cluster = cluster;
    this.client = cluster.client();
  }

  static Figures measure(MeasuredStack stack, Path folder)
      throws IOException, InterruptedException, ExecutionException {
    try (var cluster = Cluster.start(folder)) {
      return new OperatorRun(stack, folder, cluster).measure();
    }
  }

  private Figures measure() throws IOException, InterruptedException, ExecutionException {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .create();
    stack.beside(NAMESPACE).forEach(each -> client.resource(each).create());
    var objects = stack.objects(NAMESPACE);
    double declare =
        Cluster.inParallel(
            MORE,
            objects.stream().map(each -> task(() -> client.resource(each).create())).toList());
    client.resource(automatic()).create();

    var kubeconfig = cluster.operatorKubeconfig(folder.resolve("operator.kubeconfig"));
    var before = cluster.writes();
    Progress progress;
    Idle idle;
    Map<String, Long> writes;
    double peak;
    double processor;
    long started = System.nanoTime();
    var operator = startOperator(kubeconfig);
    try (var watching = Progress.watch(client, NAMESPACE, objects.size())) {
      progress = watching;
      watching.await(operator, folder.resolve("operator.err"));
      processor = processorSeconds(operator);
      writes = cluster.writesSince(before);
      idle = idle(operator);
      peak = Program.peakWithChildrenMiB(operator.toHandle());
    } finally {
      operator.destroy();
      operator.waitFor();
    }

    var records = client.resources(ResourceInstance.class).inNamespace(NAMESPACE).list().getItems();
    double bare;
    double bareMore;
    // With the operator's own account: nobody else may write its records, and so the rules of
    // admission are asked as often as they are for it.
    try (var writer = ClusterConnection.open(Config.fromKubeconfig(Files.readString(kubeconfig)))) {
      bare = bareWrites(writer, records, PARALLELISM);
      bareMore = bareWrites(writer, records, MORE);
    }
    return new Figures(
        declare,
        progress.firstReport(started),
        progress.planning(),
        progress.apply(),
        progress.walk(),
        progress.reporting(),
        bare,
        bareMore,
        peak,
        processor,
        idle,
        writes);
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

  private Process startOperator(Path kubeconfig) throws IOException {
    // A short path: there are sockets in it.
    var providers = Files.createTempDirectory("keelson").toString();
    var command =
        Program.jar(List.of("operator", "--health-port", "0", "--provider-folder", providers));
    var builder =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("operator.out").toFile())
            .redirectError(folder.resolve("operator.err").toFile());
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    var operator = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(operator::destroy));
    return operator;
  }

  private static double processorSeconds(Process operator) {
    return operator.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  private Idle idle(Process operator) throws IOException, InterruptedException {
    Thread.sleep(SETTLED_SECONDS * 1000L);
    var before = cluster.writes();
    double alreadyUsed = processorSeconds(operator);
    long start = System.nanoTime();
    Thread.sleep(IDLE_SECONDS * 1000L);
    double used = processorSeconds(operator) - alreadyUsed;
    return new Idle(
        Program.residentMiB(operator.pid()),
        100 * used / Program.secondsSince(start),
        cluster.writesSince(before));
  }

  /// Creates a copy of every record as it was born, then writes its status as it is now.
  private static double bareWrites(
      KubernetesClient writer, List<ResourceInstance> records, int parallelism)
      throws InterruptedException, ExecutionException {
    var work = new ArrayList<Callable<Void>>();
    for (ResourceInstance record : records) {
      var copy = new ResourceInstance();
      copy.setMetadata(
          new ObjectMetaBuilder()
              .withNamespace(NAMESPACE)
              .withName("p" + parallelism + "-" + record.getMetadata().getName())
              .withLabels(record.getMetadata().getLabels())
              .withFinalizers(record.getMetadata().getFinalizers())
              .build());
      copy.setSpec(record.getSpec());
      work.add(task(() -> createAndReport(writer, copy, record.getStatus())));
    }
    return Cluster.inParallel(parallelism, work);
  }

  private static void createAndReport(
      KubernetesClient writer, ResourceInstance copy, ResourceInstanceStatus status) {
    var created = writer.resource(copy).create();
    created.setStatus(status);
    writer.resource(created).updateStatus();
  }

  private static Callable<Void> task(Runnable work) {
    return () -> {
      work.run();
      return null;
    };
  }
}
