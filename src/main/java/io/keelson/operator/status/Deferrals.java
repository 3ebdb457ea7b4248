package io.keelson.operator.status;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.DeferralCause;
import io.keelson.engine.plan.Plan;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What is said about the parts of a stack that a plan leaves to a later one.
public final class Deferrals {
  private static final int MOST_NAMED = 5;

  private Deferrals() {}

  /// The parts that are left to a later plan, and why; empty if there are none. Parts that a
  /// provider defers come first, because the others wait for them.
  public static Optional<String> of(Plan plan) {
    var all = plan.deferred();
    if (all.isEmpty()) return Optional.empty();
    var named =
        all.entrySet().stream()
            .sorted(Comparator.comparing(each -> !isRoot(each.getValue())))
            .limit(MOST_NAMED)
            .map(Deferrals::told)
            .collect(Collectors.joining("; "));
    int more = all.size() - MOST_NAMED;
    return Optional.of(
        "Left to a later plan: " + named + (more > 0 ? "; and " + more + " more" : "") + ".");
  }

  /// The sentence about one resource and its instances.
  public static Optional<String> of(Plan plan, ResourceAddress resource) {
    return of(plan, subject -> subject.about().equals(Optional.of(resource)));
  }

  /// The sentence about the parts of the Stack that are asked for.
  public static Optional<String> of(Plan plan, Predicate<Subject> about) {
    var own =
        plan.deferred().entrySet().stream()
            .filter(each -> about.test(each.getKey()))
            .limit(MOST_NAMED)
            .map(Deferrals::told)
            .collect(Collectors.joining("; "));
    return own.isEmpty()
        ? Optional.empty()
        : Optional.of("It is left to a later plan of the Stack: " + own + ".");
  }

  private static boolean isRoot(DeferralCause cause) {
    return cause instanceof DeferralCause.ByProvider;
  }

  private static String told(Map.Entry<Subject, DeferralCause> each) {
    return each.getKey() + ": " + each.getValue().sentence();
  }
}
