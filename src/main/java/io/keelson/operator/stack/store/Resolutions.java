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

/// Carries out the answers of people about objects of which nobody else can know whether they
/// exist.
public final class Resolutions {
  static final String RESOLVE = "keelson.dev/resolve";

  /// The answer that gives up the object of a record whose Stack does not exist.
  static final String FORGET = "forget";

  private static final String ABSENT = "absent";
  private static final String EXISTS = "exists=";

  private final Session session;

  public Resolutions(Session session) {
    this.session = session;
  }

  /// Carries out every answer that can be used, and removes it, as it counts once. An answer where
  /// nothing was asked would count for a later question, so it is removed, too.
  ///
  /// @return the instances about which an answer was carried out: their records may be out of date
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

  /// The ids of objects that exist according to answers. They are looked for while planning, and
  /// the answer is removed when the record has its object.
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

  /// Removes the answers about these instances where nothing is asked any more.
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

  /// The same problems; those that ask a person also tell how to answer, and what is wrong with an
  /// answer that was given.
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
