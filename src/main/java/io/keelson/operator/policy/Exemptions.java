package io.keelson.operator.policy;

import io.keelson.engine.address.Glob;
import io.keelson.engine.config.PolicyConfig.Exemption;
import io.keelson.operator.api.policy.PolicySpec;
import io.keelson.operator.stack.context.StackKey;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/// The instances whose violations of a policy are only reported, up to a day.
///
/// @rule R-POL-5
final class Exemptions {
  private Exemptions() {}

  /// One exemption as it is written.
  ///
  /// @param stack the Stack in that namespace; empty for all of them
  /// @param end the first moment at which it does not hold any more
  record Dated(String namespace, Optional<String> stack, Instant end, Exemption exemption) {
    private boolean isInForce(StackKey key, Instant now) {
      return namespace.equals(key.namespace())
          && stack.filter(each -> !each.equals(key.name())).isEmpty()
          && now.isBefore(end);
    }
  }

  static List<Dated> of(PolicySpec spec) {
    return spec.exempt == null ? List.of() : spec.exempt.stream().map(Exemptions::of).toList();
  }

  private static Dated of(PolicySpec.Exempt each) {
    var addresses = each.addresses == null ? List.of("**") : each.addresses;
    return new Dated(
        each.namespace,
        Optional.ofNullable(each.stack),
        end(each.until),
        new Exemption(addresses.stream().map(Glob::new).toList(), each.until, each.reason));
  }

  /// The end of a day. A day that does not exist counts as over: the API server refuses it, but a
  /// file may have it.
  private static Instant end(String until) {
    try {
      return LocalDate.parse(until).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    } catch (DateTimeParseException e) {
      return Instant.EPOCH;
    }
  }

  /// The exemptions that a Stack has now.
  static List<Exemption> inForce(List<Dated> all, StackKey stack, Instant now) {
    return all.stream().filter(each -> each.isInForce(stack, now)).map(Dated::exemption).toList();
  }
}
