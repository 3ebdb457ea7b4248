package io.keelson.operator.stack;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.Operation;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// What people found out about objects whose creation has an unknown end, and say by an annotation
/// of the record.
final class Resolutions {
  static final String RESOLVE = "keelson.dev/resolve";

  private static final String ABSENT = "absent";

  private final Session session;

  Resolutions(Session session) {
    this.session = session;
  }

  /// Follows every answer that can be used, and takes it off: it counts once, for the create it was
  /// given for. An answer where nothing was asked would count for a create that is still to come,
  /// so it is taken off, too.
  ///
  /// @throws io.keelson.engine.state.StateStore.StoreFenced if this process may no longer write
  void carryOut(SortedMap<InstanceAddress, InstanceState> instances) {
    instances.forEach((at, state) -> answer(at).ifPresent(answer -> carryOut(at, state, answer)));
  }

  private void carryOut(InstanceAddress at, InstanceState state, String answer) {
    var store = session.records().store();
    if (isAsked(state)) {
      if (!answer.equals(ABSENT)) return;
      store.keep(at, Optional.of(state.notCreated()));
    }
    store.withdraw(at, RESOLVE);
  }

  private static boolean isAsked(InstanceState state) {
    return state.open().filter(open -> open.kind() == Operation.Kind.CREATE).isPresent();
  }

  private Optional<String> answer(InstanceAddress at) {
    return session.records().annotation(at, RESOLVE);
  }

  /// The same problems; where a person is asked, with how to answer, and what is wrong with the
  /// answer there is.
  List<Diagnostic> explained(List<Diagnostic> problems) {
    return problems.stream().map(this::explained).toList();
  }

  private Diagnostic explained(Diagnostic problem) {
    if (problem.code() != Code.OUTCOME_UNKNOWN
        || !(problem.subject() instanceof Subject.OfInstance(var at))) return problem;
    var name = session.records().name(at);
    if (name.isEmpty()) return problem;
    var wrong = answer(at).filter(each -> !each.equals(ABSENT)).map(each -> refusal(each, at));
    var how =
        " The record is ResourceInstance %s: kubectl annotate resourceinstance %s --overwrite %s=%s."
            .formatted(name.get(), name.get(), RESOLVE, ABSENT);
    return problem.detailed(problem.detail() + wrong.orElse("") + how);
  }

  private static String refusal(String answer, InstanceAddress at) {
    var why =
        answer.startsWith("exists=")
            ? "an object of type %s cannot be taken over yet, so destroy it if it exists"
                .formatted(at.resource().type())
            : "the only one there is says that the object does not exist: " + ABSENT;
    return " The answer '%s' cannot be used: %s.".formatted(answer, why);
  }
}
