package io.keelson.operator.stack.store;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Carries out what people found out about objects of which nobody else can know whether they
/// exist.
public final class Resolutions {
  static final String RESOLVE = "keelson.dev/resolve";

  /// Whoever says so gives up the object of a record whose Stack does not exist.
  static final String FORGET = "forget";

  private static final String ABSENT = "absent";
  private static final String EXISTS = "exists=";

  private final Session session;

  public Resolutions(Session session) {
    this.session = session;
  }

  /// Follows every answer that can be used, and takes it off: it counts once, for what was asked.
  /// An answer where nothing was asked would count for a question that is still to come, so it is
  /// taken off, too.
  ///
  /// @return the instances about which one was followed: what is recorded of them may be out of
  ///   date
  /// @throws io.keelson.engine.state.StateStore.StoreFenced if this process may no longer write
  public SortedSet<InstanceAddress> carryOut() {
    var followed = new TreeSet<InstanceAddress>();
    for (var answer : session.records().annotations(RESOLVE).entrySet())
      if (carryOut(answer.getKey(), answer.getValue())) followed.add(answer.getKey());
    return followed;
  }

  private boolean carryOut(InstanceAddress at, String answer) {
    boolean asked = session.records().isUncertain(at);
    if (asked && !answer.equals(ABSENT)) return false;
    var store = session.records().store();
    if (asked) store.absent(at);
    store.withdraw(at, RESOLVE);
    return asked;
  }

  /// The ids of objects that exist as people say. They are looked at while planning, and the answer
  /// is taken off when the record has its object.
  public SortedMap<InstanceAddress, String> existing() {
    var existing = new TreeMap<InstanceAddress, String>();
    session
        .records()
        .annotations(RESOLVE)
        .forEach((at, answer) -> {
          if (isExisting(answer) && session.records().opensCreate(at))
            existing.put(at, answer.substring(EXISTS.length()).strip());
        });
    return existing;
  }

  /// Takes off the answers about these where nothing is asked any more.
  ///
  /// @throws io.keelson.engine.state.StateStore.StoreFenced if this process may no longer write
  public void followed(Set<InstanceAddress> settled) {
    session.records().annotations(RESOLVE).keySet().stream()
        .filter(at -> settled.contains(at) && !session.records().isUncertain(at))
        .forEach(at -> session.records().store().withdraw(at, RESOLVE));
  }

  private static boolean isExisting(String answer) {
    return answer.startsWith(EXISTS) && !answer.substring(EXISTS.length()).isBlank();
  }

  private Optional<String> answer(InstanceAddress at) {
    return Optional.ofNullable(session.records().annotations(RESOLVE).get(at));
  }

  /// The same problems; where a person is asked, with how to answer, and what is wrong with the
  /// answer there is.
  public List<Diagnostic> explained(List<Diagnostic> problems) {
    return problems.stream().map(this::explained).toList();
  }

  private Diagnostic explained(Diagnostic problem) {
    if (problem.code() != Code.OUTCOME_UNKNOWN
        || !(problem.subject() instanceof Subject.OfInstance(var at))) return problem;
    var name = session.records().name(at);
    if (name.isEmpty()) return problem;
    var wrong = answer(at).filter(each -> !isAnswer(each)).map(Resolutions::refusal);
    var how =
        " The record is ResourceInstance %s: kubectl annotate resourceinstance %s --overwrite %s=%s, or '%s=%s<id>' with the id that an import of the object takes."
            .formatted(name.get(), name.get(), RESOLVE, ABSENT, RESOLVE, EXISTS);
    return problem.detailed(problem.detail() + wrong.orElse("") + how);
  }

  private static boolean isAnswer(String answer) {
    return answer.equals(ABSENT) || isExisting(answer);
  }

  private static String refusal(String answer) {
    return " The answer '%s' cannot be used: it is neither %s nor %s<id>."
        .formatted(answer, ABSENT, EXISTS);
  }
}
