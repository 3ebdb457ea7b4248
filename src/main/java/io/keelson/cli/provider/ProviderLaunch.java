package io.keelson.cli.provider;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.api.provider.ProviderSpec;
import io.keelson.operator.status.Durations;
import io.keelson.operator.status.ServerMessage;
import io.keelson.provider.plugin.LaunchSource;
import io.keelson.provider.plugin.LostCreate;
import io.keelson.provider.plugin.install.InstalledProvider;
import io.keelson.provider.plugin.process.Launch;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How the program of a Provider is started.
///
/// @param installed the program
/// @param spec of the Provider
/// @param secrets what its environment refers to is read there each time
/// @param verification tells why the program is not the one that was verified
record ProviderLaunch(
    InstalledProvider installed,
    ProviderSpec spec,
    OperatorSecrets secrets,
    Supplier<Optional<String>> verification)
    implements LaunchSource {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration IDLE = Duration.ofMinutes(5);
  private static final Duration LONGEST_CALL = Duration.ofHours(4);

  @Override
  public Answer launch() {
    try {
      return new Answer.Known(now());
    } catch (MissingSecret e) {
      return new Answer.Missing(
          "spec.environment of the Provider cannot be read: " + e.getMessage() + ".");
    } catch (KubernetesClientException e) {
      return new Answer.Missing(
          "The Secrets that spec.environment of the Provider refers to cannot be read: "
              + ServerMessage.of(e));
    }
  }

  @Override
  public Optional<String> verify() {
    return verification.get();
  }

  private Launch now() {
    return new Launch(
        installed.address().namespace()
            + "/"
            + installed.address().type()
            + " "
            + installed.version(),
        installed.program(),
        environment(),
        hidden(),
        PATIENCE,
        longestCall(),
        memory(spec.limits == null ? null : spec.limits.memory));
  }

  private SortedMap<String, String> environment() {
    var environment = new TreeMap<String, String>();
    if (spec.environment != null)
      for (var each : spec.environment)
        environment.put(
            each.name,
            each.secretKeyRef != null
                ? secrets.variable(each.secretKeyRef)
                : each.value == null ? "" : each.value);
    return environment;
  }

  private SortedSet<String> hidden() {
    var names = new TreeSet<String>();
    if (spec.environment != null)
      spec.environment.stream()
          .filter(each -> each.secretKeyRef != null)
          .forEach(each -> names.add(each.name));
    return names;
  }

  /// After how long without a call its process is ended.
  static Duration idle(ProviderSpec spec) {
    return spec.limits == null || spec.limits.idle == null
        ? IDLE
        : Durations.parse(spec.limits.idle);
  }

  private Duration longestCall() {
    return spec.limits == null || spec.limits.call == null
        ? LONGEST_CALL
        : Durations.parse(spec.limits.call);
  }

  private static OptionalLong memory(@Nullable String limit) {
    if (limit == null) return OptionalLong.empty();
    var digits = limit.replaceAll("[^0-9]", "");
    long factor =
        switch (limit.substring(digits.length())) {
          case "Ki" -> 1L << 10;
          case "Mi" -> 1L << 20;
          case "Gi" -> 1L << 30;
          default -> 1;
        };
    return OptionalLong.of(Long.parseLong(digits) * factor);
  }

  /// @throws IllegalArgumentException if a mode is a word that this version does not know
  static SortedMap<String, LostCreate> recovery(ProviderSpec spec) {
    var recovery = new TreeMap<String, LostCreate>();
    if (spec.createRecovery != null)
      for (var each : spec.createRecovery) recovery.put(each.type, lostCreate(each));
    return recovery;
  }

  private static LostCreate lostCreate(ProviderSpec.Recovery declared) {
    if (declared.mode == null)
      throw new IllegalArgumentException(
          "the mode of %s in spec.createRecovery is a word that this version of the operator does not know; it knows Repeatable, Findable and Uncertain: update the operator, or write one of these"
              .formatted(declared.type));
    return switch (declared.mode) {
      case Repeatable -> new LostCreate.Repeat();
      case Findable -> new LostCreate.Import(Objects.requireNonNull(declared.importId));
      case Uncertain -> new LostCreate.Ask();
    };
  }
}
