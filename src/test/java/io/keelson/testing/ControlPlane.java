package io.keelson.testing;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.keelson.testing.secrecy.SecretWatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A real etcd, kube-apiserver and kube-controller-manager, started by `dev/control-plane`.
///
/// They end when this object is closed, and also when this JVM ends in any other way.
public final class ControlPlane implements AutoCloseable {
  private static final Path SCRIPT = Path.of("dev", "control-plane").toAbsolutePath();
  private static final int SOMETHING_TO_INSTALL = 3;

  private final Path kubeconfig;
  private final Path kubectl;
  private final KubernetesClient client;
  private final ApiKinds kinds;
  private final SecretWatch secrets;
  private final AtomicInteger namespaces = new AtomicInteger();
  private final Map<String, Boolean> installed = new ConcurrentHashMap<>();

  private ControlPlane(Path kubeconfig, Path kubectl) {
    this.kubeconfig = kubeconfig;
    this.kubectl = kubectl;
    this.client = new KubernetesClientBuilder().withConfig(patient(config())).build();
    this.kinds = new ApiKinds(client);
    this.secrets = new SecretWatch(client);
  }

  /// Starts one. The first time on a machine this fetches or builds the binaries, which takes
  /// minutes; the progress goes to standard error.
  ///
  /// @param options more of `dev/control-plane start`
  /// @throws Unavailable if this machine lacks what it takes; the message says what to install
  public static ControlPlane start(String... options) {
    var parent = Long.toString(ProcessHandle.current().pid());
    var started =
        Command.of(SCRIPT.toString(), "start", "--with-parent", parent)
            .with(options)
            .showingProgress()
            .run();
    if (started.exitCode() == SOMETHING_TO_INSTALL) {
      throw new Unavailable(started.err().strip());
    }
    var kubeconfig = Path.of(started.orThrow().out().strip());
    var ours = Path.of(Command.of(SCRIPT.toString(), "path").run().out().strip(), "kubectl");
    return new ControlPlane(kubeconfig, Files.isExecutable(ours) ? ours : Path.of("kubectl"));
  }

  /// For a process that is to reach the API server; its contexts are `admin` (current) and `alice`.
  public Path kubeconfig() {
    return kubeconfig;
  }

  /// Where one that is audited writes what it was asked for.
  public Path auditLog() {
    return kubeconfig.resolveSibling("audit.log");
  }

  /// The kubectl that fits the API server: a path, or a name to be looked up.
  public Path kubectlProgram() {
    return kubectl;
  }

  /// The administrator's configuration, a new one each time.
  public Config config() {
    try {
      return Config.fromKubeconfig(Files.readString(kubeconfig));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // With many tests beside, the API server may take longer than a client waits by itself.
  private static Config patient(Config config) {
    config.setRequestTimeout(Math.toIntExact(TestNamespace.PATIENCE.toMillis()));
    return config;
  }

  /// Acts as the administrator.
  public KubernetesClient client() {
    return client;
  }

  /// What is written somewhere and is no object is looked through here.
  public SecretWatch secrets() {
    return secrets;
  }

  /// The objects of a namespace, and those of no namespace.
  ApiObjects objects(String namespace) {
    return new ApiObjects(client, kinds, namespace);
  }

  /// Installs something, unless it was installed here before; others who ask meanwhile wait.
  void installOnce(String name, Runnable installation) {
    installed.computeIfAbsent(
        name,
        _ -> {
          installation.run();
          return true;
        });
  }

  /// Runs kubectl as the administrator and returns when it has ended.
  public Command.Result kubectl(String... arguments) {
    return kubectl().with(arguments).run();
  }

  Command kubectl() {
    return Command.of(kubectl.toString(), "--kubeconfig", kubeconfig.toString());
  }

  /// Makes a namespace that no other test uses, with its `default` ServiceAccount.
  ///
  /// It stays when the test ends, so that a failure can be looked into and finalizers hold up
  /// nobody.
  public TestNamespace newNamespace(String prefix) {
    var name = prefix + "-" + namespaces.incrementAndGet();
    var namespace = new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
    client.namespaces().resource(namespace).create();
    var made = new TestNamespace(this, name);
    made.await("serviceaccount default", "it", account -> !account.isMissingNode());
    return made;
  }

  /// @throws AssertionError if a Secret was shown while it ran
  @Override
  public void close() {
    try {
      secrets.close();
    } finally {
      client.close();
      var folder = kubeconfig.resolveSibling("").toString();
      Command.of(SCRIPT.toString(), "stop", "--dir", folder).run().orThrow();
    }
  }

  /// This machine cannot run a control plane.
  public static final class Unavailable extends RuntimeException {
    private Unavailable(String whatToInstall) {
      super(whatToInstall);
    }
  }
}
