package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Provider;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// Refuses declared timeouts that the limit of a provider would cut short.
///
/// @rule R-PUL-40
final class TimeoutLimit {
  private static final AttributePath TIMEOUTS = AttributePath.parse("lifecycle.timeouts");

  private TimeoutLimit() {}

  static List<Diagnostic> problems(InstanceAddress at, Timeouts declared, Provider provider) {
    if (declared.declared().isEmpty()) return List.of();
    var most = provider.longestCall();
    return declared.declared().entrySet().stream()
        .filter(each -> each.getValue().compareTo(most) > 0)
        .map(each -> problem(at, each.getKey(), each.getValue(), provider))
        .toList();
  }

  private static Diagnostic problem(
      InstanceAddress at, String operation, Duration timeout, Provider provider) {
    return Diagnostic.error(
            Code.INVALID_CONFIG,
            Subject.of(at),
            "A timeout beyond the provider's limit",
            "%s is longer than any call of %s may take, which is %s. Declare less, or raise the limit (limits.call of its Provider) first."
                .formatted(text(timeout), provider.name(), text(provider.longestCall())))
        .at(TIMEOUTS.attribute(operation));
  }

  private static String text(Duration duration) {
    return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
