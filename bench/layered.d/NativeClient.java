import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.api.record.ResourceInstanceSpec;
import io.keelson.operator.api.record.ResourceInstanceStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// The same API writes by a client that does nothing else and is no JVM: what the API server takes. Its sources, in
/// Go, are in `writer`.
final class NativeClient {
  private static final Path SOURCES = Path.of("bench/layered.d/writer").toAbsolutePath();

  private final Path folder;
  private final Path program;

  private NativeClient(Path folder, Path program) {
    this.folder = folder;
    this.program = program;
  }

  /// What was written.
  ///
  /// @param largestBytes the length of the largest record in JSON, with its status
  /// @param seconds from the first request to the last answer
  record Figures(int records, int largestBytes, double seconds) {}

  /// Builds it into `folder`, where its input and output go as well.
  static NativeClient build(Path folder) throws IOException, InterruptedException {
    var program = folder.resolve("writer");
    var command =
        List.of(
            "env", "CGO_ENABLED=0", "go", "build", "-C", SOURCES.toString(), "-trimpath",
            "-buildvcs=false", "-o", program.toString(), ".");
    if (!Program.isOnPath("go"))
      throw new IllegalStateException(
          "The client that the operator is compared with is built from source, which needs Go: install Go 1.26 or"
              + " newer (https://go.dev/dl), or measure with --engine-only.");
    Program.run(folder, "writer-build", List.of(0), command);
    return new NativeClient(folder, program);
  }

  /// Creates copies of the records as they were born, `parallelism` at a time, each of which then gets its status.
  ///
  /// @param name of the copies, before the names of the records; also of the files
  Figures write(
      String name, Path kubeconfig, KubernetesClient client, List<ResourceInstance> records, int parallelism)
      throws IOException, InterruptedException {
    var file = folder.resolve(name + ".jsonl");
    var serialization = client.getKubernetesSerialization();
    try (var lines = Files.newBufferedWriter(file)) {
      for (ResourceInstance record : records)
        lines.append(serialization.asJson(copy(name, record))).append('\n');
    }
    var command =
        List.of(program.toString(), kubeconfig.toString(), file.toString(), Integer.toString(parallelism));
    var written = Program.run(folder, name, List.of(0), command);
    return new ObjectMapper().readValue(written.output(), Figures.class);
  }

  private static ResourceInstance copy(String name, ResourceInstance record) {
    var of = record.getMetadata();
    var copy = new ResourceInstance();
    copy.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(of.getNamespace())
            .withName(name + "-" + of.getName())
            .withLabels(of.getLabels())
            .withFinalizers(of.getFinalizers())
            .build());
    copy.setSpec(record.getSpec());
    copy.setStatus(record.getStatus());
    return copy;
  }

  /// Records with the least that the CRD accepts, and a status that says anything at all.
  static List<ResourceInstance> small(String namespace, int size) {
    return IntStream.range(0, size).mapToObj(i -> small(namespace, LayeredStack.name(i))).toList();
  }

  private static ResourceInstance small(String namespace, String name) {
    var spec = new ResourceInstanceSpec();
    spec.stack = "small";
    spec.type = "terraform_data";
    spec.address = spec.type + "." + name;
    var status = new ResourceInstanceStatus();
    status.phase = "Ready";
    var record = new ResourceInstance();
    record.setMetadata(
        new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    record.setSpec(spec);
    record.setStatus(status);
    return record;
  }
}
