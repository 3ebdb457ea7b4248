package io.keelson.engine.object;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.object.InstancePlanner.Decided;
import io.keelson.engine.object.InstancePlanner.Existing;
import io.keelson.engine.object.InstancePlanner.Question;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Decides about declared instances, and what was decided in one round of a plan is not decided
/// again in the next: the same question has the same answer. Of each instance the last question is
/// known. What has failed is asked again, as its provider may have thrown something.
///
/// @rule R-PRG-20
public final class Decisions {
  private final Map<InstanceAddress, Made> made = new ConcurrentHashMap<>();
  private final boolean remembers;

  private record Made(Asked asked, Answer<Decided> answer) {}

  /// All that a decision depends on.
  ///
  /// @param declared the configuration as evaluated, with its marks: it stands for what the
  ///   question has of declarations and of other values
  private record Asked(
      Provider provider,
      Lifecycle lifecycle,
      Value declared,
      Optional<Existing> existing,
      Reason forced,
      ReplaceOrder order,
      Bytes approved) {
    static Asked of(Provider provider, Question question, Value declared) {
      return new Asked(
          provider,
          question.config().lifecycle(),
          declared,
          question.existing(),
          question.forced(),
          question.order(),
          question.approved());
    }
  }

  private Decisions(boolean remembers) {
    this.remembers = remembers;
  }

  /// For a plan that asks once about each instance.
  public static Decisions ofOneRound() {
    return new Decisions(false);
  }

  /// For a plan that is made in rounds.
  public static Decisions ofRounds() {
    return new Decisions(true);
  }

  /// What the planner decides.
  ///
  /// @param declared the configuration as the question evaluates it
  public Answer<Decided> by(InstancePlanner planner, Question question, Value declared) {
    if (!remembers) return planner.plan(question, declared);
    var asked = Asked.of(planner.provider(), question, declared);
    var known = made.get(question.at());
    if (known != null && known.asked().equals(asked)) return known.answer();
    var answer = planner.plan(question, declared);
    if (answer instanceof Answer.Given) made.put(question.at(), new Made(asked, answer));
    return answer;
  }

  /// What the planner decides about what is declared.
  public Answer<Decided> by(InstancePlanner planner, Question question) {
    return Answer.of(planner.evaluate(question)).then(declared -> by(planner, question, declared));
  }
}
