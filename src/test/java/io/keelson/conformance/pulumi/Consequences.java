package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.Finding.Aspect;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What follows from differences that are explained: a step ends otherwise where another call is
/// made, and what uses an object goes the way that this goes.
final class Consequences {
  private final PulumiExpectation expected;
  private final Relations relations;
  private final SortedMap<String, String> otherwise = new TreeMap<>();
  private final SortedMap<String, String> done = new TreeMap<>();
  private Optional<String> failed = Optional.empty();

  Consequences(PulumiExpectation expected, Relations relations) {
    this.expected = expected;
    this.relations = relations;
  }

  void explained(Finding finding, String row) {
    for (String address : finding.about()) {
      if (finding.aspect() == Aspect.RUN) done.put(address, row);
      if (finding.aspect() == Aspect.RUN || finding.aspect() == Aspect.OBJECT)
        otherwise.put(address, row);
    }
    if (finding.aspect() == Aspect.RUN && finding.text().endsWith(" !failed") && !expected.fails())
      failed = failed.or(() -> Optional.of(row));
  }

  /// The row that a finding follows from; empty if it follows from none.
  Optional<String> explaining(Finding finding) {
    return switch (finding.aspect()) {
      case RESULT -> expected.fails() ? ofWhatIsNotCalled() : failed;
      case RUN, OBJECT, SUPERSEDED ->
          afterUse(finding).or(() -> cutShort(finding)).or(() -> goesOn(finding));
      case PLAN -> afterUse(finding).or(() -> asItIsDone(finding));
      case ORDER, FREE, THROWN -> Optional.empty();
    };
  }

  /// Whether everything that fails there is done otherwise here.
  private Optional<String> ofWhatIsNotCalled() {
    var failing = expected.failing();
    return done.keySet().containsAll(failing)
        ? failing.stream().findFirst().map(done::get)
        : Optional.empty();
  }

  /// Whether everything that it is about uses what is otherwise by then.
  private Optional<String> afterUse(Finding finding) {
    return otherwise.entrySet().stream()
        .filter(each -> finding.about().stream().allMatch(at -> relations.needs(at, each.getKey())))
        .findFirst()
        .map(Map.Entry::getValue);
  }

  /// What is not planned is not done either, and that is explained.
  private Optional<String> asItIsDone(Finding finding) {
    return finding.text().endsWith(", was none")
        ? finding.about().stream().findFirst().map(done::get)
        : Optional.empty();
  }

  /// A step that fails only there leaves objects that go last.
  private Optional<String> goesOn(Finding finding) {
    return expected.fails() && finding.text().endsWith(": expected, is not left")
        ? ofWhatIsNotCalled()
        : Optional.empty();
  }

  /// A step that fails only here starts nothing more.
  private Optional<String> cutShort(Finding finding) {
    var text = finding.text();
    boolean notDone =
        finding.aspect() == Aspect.OBJECT
            || text.endsWith(", was none")
            || text.endsWith(": is left");
    return notDone ? failed : Optional.empty();
  }
}
