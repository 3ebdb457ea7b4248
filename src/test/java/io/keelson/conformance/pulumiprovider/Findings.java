package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Collects where the product does not do what a step expects.
public final class Findings {
  private final int step;
  private final List<Finding> all = new ArrayList<>();

  /// What is compared.
  public enum Aspect {
    RESULT,
    PLAN,
    RUN,
    PLAN_CALLS,
    /// A question of the operation, which is asked while planning or applying.
    ASKED,
    CALLS,
    CONFIGURE,
    STATE,
    WORLD,
    THROWN;

    /// Whether what exists afterwards is not what was recorded.
    boolean isOfState() {
      return this == STATE || this == WORLD;
    }
  }

  /// @param about the resource as scenarios name it; empty if it is the whole step
  /// @param call the method that is called; empty if it is about none
  public record Finding(int step, Aspect aspect, String about, String call, Difference what) {
    public JsonNode expected() {
      return what.expected();
    }

    public JsonNode actual() {
      return what.actual();
    }

    @Override
    public String toString() {
      return "step "
          + step
          + ": "
          + aspect
          + ": "
          + (about.isEmpty() ? "" : about + ": ")
          + (call.isEmpty() ? "" : call + ": ")
          + what;
    }
  }

  Findings(int step) {
    this.step = step;
  }

  void add(Aspect aspect, String about, String call, Difference difference) {
    all.add(new Finding(step, aspect, about, call, difference));
  }

  void add(Aspect aspect, String about, List<Difference> differences) {
    differences.forEach(each -> add(aspect, about, "", each));
  }

  void differs(Aspect aspect, String about, String expected, String actual) {
    if (!expected.equals(actual))
      add(
          aspect,
          about,
          "",
          new Difference("", TextNode.valueOf(expected), TextNode.valueOf(actual)));
  }

  /// A call that is made on one side alone.
  ///
  /// @param expected of the scenario; empty if it is one of the product
  void lone(Aspect aspect, Optional<Call> expected, Optional<Call> actual) {
    var call = expected.or(() -> actual).orElseThrow();
    add(
        aspect,
        call.about(),
        call.method(),
        new Difference(
            "",
            expected.map(Call::request).orElse(MissingNode.getInstance()),
            actual.map(Call::request).orElse(MissingNode.getInstance())));
  }

  List<Finding> all() {
    return Collections.unmodifiableList(all);
  }
}
