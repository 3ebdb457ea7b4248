package io.keelson.cli;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.File;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which kubeconfig, and which of its contexts: as `kubectl` finds them.
final class Kubeconfig {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The kubeconfig; that of KUBECONFIG, or ~/.kube/config, if not given.")
  private @Nullable File file;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "Context of the kubeconfig; the current one if not given.")
  private @Nullable String context;

  /// What it says, with whom its user acts as.
  ///
  /// @throws Unusable if there is no such file or context
  Config config() {
    var config = read(file, context);
    var current = config.getCurrentContext();
    // The client would take the current one, which may be another cluster.
    if (context != null && (current == null || !context.equals(current.getName())))
      throw new Unusable(
          "There is no context '%s' in the kubeconfig, which has: %s."
              .formatted(
                  context,
                  config.getContexts().stream()
                      .map(NamedContext::getName)
                      .collect(Collectors.joining(", "))));
    user(config).ifPresent(user -> impersonate(user, config));
    return config;
  }

  /// What the parser says is not told: it quotes the file, in which there are secrets.
  private static Config read(@Nullable File file, @Nullable String context) {
    if (file != null && !file.isFile())
      throw new Unusable("There is no file '" + file + "' with a kubeconfig.");
    try {
      return file == null ? Config.autoConfigure(context) : Config.fromKubeconfig(context, file);
    } catch (RuntimeException e) {
      throw new Unusable(
          (file == null ? "What KUBECONFIG names, or ~/.kube/config," : "The file '" + file + "'")
              + " cannot be read as a kubeconfig.",
          e);
    }
  }

  /// The user of the current context; empty without a kubeconfig.
  private static Optional<AuthInfo> user(Config config) {
    var file = config.getFileWithAuthInfo();
    var current = config.getCurrentContext();
    if (file == null || current == null) return Optional.empty();
    return KubeConfigUtils.parseConfig(file).getUsers().stream()
        .filter(each -> Objects.equals(each.getName(), current.getContext().getUser()))
        .map(NamedAuthInfo::getUser)
        .filter(Objects::nonNull)
        .findFirst();
  }

  /// The client leaves these fields of a kubeconfig out, and would act as the user themselves.
  private static void impersonate(AuthInfo user, Config config) {
    if (user.getAsUid() != null)
      throw new Unusable(
          "The user of the kubeconfig has as-uid, and that cannot be sent to the API server. Remove"
              + " it, or choose a context without it.");
    if (user.getAs() != null) config.setImpersonateUsername(user.getAs());
    if (user.getAsGroups() != null)
      config.setImpersonateGroups(user.getAsGroups().toArray(String[]::new));
    if (user.getAsUserExtra() != null) config.setImpersonateExtras(user.getAsUserExtra());
  }

  /// It does not say which cluster is meant.
  static final class Unusable extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Unusable(String message) {
      super(message);
    }

    private Unusable(String message, RuntimeException cause) {
      super(message, cause);
    }
  }
}
