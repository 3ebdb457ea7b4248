package io.keelson.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.keelson.apiserver.LateHttpClients;
import io.keelson.json.BoundedUntyped;
import io.keelson.operator.metrics.RequestMetrics;
import java.io.File;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Where the API server is: as `kubectl` finds it.
public final class ClusterConnection {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The kubeconfig; that of KUBECONFIG, or ~/.kube/config, if not given.")
  private @Nullable File kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "Context of the kubeconfig; the current one if not given.")
  private @Nullable String context;

  /// A client that is connected by its first request.
  KubernetesClient open() {
    return builder(config()).withHttpClientFactory(new LateHttpClients()).build();
  }

  /// @param metrics are told of each request
  KubernetesClient open(RequestMetrics metrics) {
    return open(config(), metrics);
  }

  private Config config() {
    return kubeconfig == null
        ? Config.autoConfigure(context)
        : Config.fromKubeconfig(context, kubeconfig);
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
        new ObjectMapper(JsonFactory.builder().streamReadConstraints(AS_DEEP_AS_THERE_IS).build())
            .registerModule(BoundedUntyped.module())
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    config.setRequestRetryBackoffLimit(REPEATS);
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withKubernetesSerialization(new KubernetesSerialization(mapper, true));
  }
}
