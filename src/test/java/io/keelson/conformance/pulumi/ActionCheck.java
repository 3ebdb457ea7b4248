package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.plan.Plan;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// Compares what is planned and done to each resource with what a step expects.
final class ActionCheck {
  private final PulumiExpectation expected;
  private final SortedSet<String> held;
  private final Findings findings;

  /// @param held the addresses that something is wrong with before anything is done
  ActionCheck(PulumiExpectation expected, SortedSet<String> held, Findings findings) {
    this.expected = expected;
    this.held = Collections.unmodifiableSortedSet(new TreeSet<>(held));
    this.findings = findings;
  }

  /// A preview that fails lists what it came to.
  void planned(Plan plan) {
    var actual = new OwnActions(plan).planned();
    var wanted = expected.plan();
    for (String address : addresses(wanted, actual)) {
      if (expected.previewFails() && !wanted.containsKey(address)) continue;
      if (held.contains(address)) continue;
      var action = actual.getOrDefault(address, PulumiAction.NONE);
      var want = wanted.getOrDefault(address, PulumiAction.NONE);
      if (!action.agreesWithPreview(want)) findings.differs(Aspect.PLAN, address, "", want, action);
    }
  }

  void done(Plan plan, ApplyOutcome outcome) {
    compare(new OwnActions(plan).done(outcome));
  }

  void nothingDone() {
    compare(Collections.emptySortedMap());
  }

  private void compare(SortedMap<String, PulumiAction> actual) {
    var wanted = expected.run();
    for (String address : addresses(wanted, actual)) {
      var action = actual.getOrDefault(address, PulumiAction.NONE);
      var want = wanted.getOrDefault(address, PulumiAction.NONE);
      // Refused while planning: that it ends with an error is all that both worlds tell of it.
      if (held.contains(address) && want.failed()) continue;
      if (held.contains(address)) action = action.failing();
      if (!action.agrees(want)) findings.differs(Aspect.RUN, address, "", want, action);
    }
  }

  private static SortedSet<String> addresses(
      SortedMap<String, PulumiAction> wanted, SortedMap<String, PulumiAction> actual) {
    var addresses = new TreeSet<>(wanted.keySet());
    addresses.addAll(actual.keySet());
    return addresses;
  }
}
