package io.keelson.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.Utils;
import io.keelson.apiserver.LateHttpClients;
import io.keelson.json.BoundedUntyped;
import io.keelson.operator.api.ApiJson;
import io.keelson.operator.metrics.RequestMetrics;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/// Where the API server is, and who asks it: as `kubectl` finds them.
public final class ClusterConnection {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Mixin private Kubeconfig kubeconfig = new Kubeconfig();

  @Option(
      names = "--as",
      paramLabel = "USER",
      description =
          "Act as this user, such as system:serviceaccount:NAMESPACE:NAME. You need the right to"
              + " impersonate them.")
  private @Nullable String user;

  @Option(
      names = "--as-group",
      paramLabel = "GROUP",
      description = "Act as a member of this group; goes with --as. Repeatable.")
  private @Nullable List<String> groups;

  /// A client that is connected by its first request.
  KubernetesClient open() {
    return builder(config()).withHttpClientFactory(new LateHttpClients()).build();
  }

  /// A client for which the kubeconfig is read when it is first asked anything.
  KubernetesClient openLate() {
    return LateClient.of(this::open);
  }

  private Config config() {
    var config = kubeconfig.config();
    if (user != null) config.setImpersonateUsername(user);
    if (groups != null) config.setImpersonateGroups(groups.toArray(String[]::new));
    // The client would send nothing then, and act as the user themselves.
    if (hasAttributes(config) && Utils.isNullOrEmpty(config.getImpersonateUsername()))
      throw new ParameterException(
          spec.commandLine(),
          "There are groups or extras to act with (--as-group, or as-groups and as-user-extra in"
              + " the kubeconfig), and no user to act as: add --as USER.");
    return config;
  }

  private static boolean hasAttributes(Config config) {
    return Utils.isNotNullOrEmpty(config.getImpersonateGroups())
        || Utils.isNotNullOrEmpty(config.getImpersonateExtras());
  }

  private static final int REPEATS = 3;

  /// The API server takes objects that are 10,000 levels deep. One of them must not keep all others
  /// of a list from being read; what is too deep is refused where it is declared.
  private static final StreamReadConstraints AS_DEEP_AS_THERE_IS =
      StreamReadConstraints.builder().maxNestingDepth(20_000).build();

  /// A client that lives with newer objects than it knows: an unknown field is ignored, and a
  /// number keeps its digits. A request that gets no usable answer is repeated for less than a
  /// second; who needs more patience goes on, and can tell people about it.
  public static KubernetesClient open(Config config) {
    return builder(config).build();
  }

  /// The same, with its requests counted.
  public static KubernetesClient open(Config config, RequestMetrics metrics) {
    return builder(config)
        .withHttpClientBuilderConsumer(
            http -> http.addOrReplaceInterceptor(RequestMetrics.NAME, metrics))
        .build();
  }

  /// The same before it is opened.
  public static KubernetesClientBuilder builder(Config config) {
    var mapper =
        ApiJson.withoutManagedFields(
                new ObjectMapper(
                    JsonFactory.builder().streamReadConstraints(AS_DEEP_AS_THERE_IS).build()))
            .registerModule(BoundedUntyped.module())
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    config.setRequestRetryBackoffLimit(REPEATS);
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withKubernetesSerialization(new KubernetesSerialization(mapper, true));
  }

  /// A client that is made by the first call: where nobody asks it anything, the kubeconfig is not
  /// read.
  private static final class LateClient implements InvocationHandler {
    private final Supplier<KubernetesClient> making;
    private @Nullable KubernetesClient made;

    private LateClient(Supplier<KubernetesClient> making) {
      this.making = making;
    }

    /// @param making what it throws is thrown by the first call
    static KubernetesClient of(Supplier<KubernetesClient> making) {
      var port = KubernetesClient.class;
      return port.cast(
          Proxy.newProxyInstance(
              port.getClassLoader(), new Class<?>[] {port}, new LateClient(making)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      try {
        return method.getName().equals("close") && !isMade()
            ? null
            : method.invoke(made(), arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    private synchronized boolean isMade() {
      return made != null;
    }

    private synchronized KubernetesClient made() {
      var known = made;
      if (known == null) {
        known = making.get();
        made = known;
      }
      return known;
    }
  }
}
