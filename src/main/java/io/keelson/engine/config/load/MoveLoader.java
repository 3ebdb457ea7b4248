package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.Graph;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/// Reads the move statements of a stack, refuses those that contradict the declaration or each
/// other, and puts the rest into the order in which they are carried out.
///
/// What a refused statement names is frozen: nothing is made at the new address while the object is
/// at the old one, and nothing there is taken for an orphan.
///
/// @rule R-MOV-9
final class MoveLoader {
  private final Predicate<Move> stillDeclared;
  private final List<Statement> statements = new ArrayList<>();
  private final SortedSet<ResourceAddress> frozen = new TreeSet<>();
  private final List<Diagnostic> problems = new ArrayList<>();

  /// @param stillDeclared whether the object is declared where it moves away from, as far as that
  ///   can be told before keys have values
  MoveLoader(Predicate<Move> stillDeclared) {
    this.stillDeclared = stillDeclared;
  }

  /// A statement that could be read, with its place in the stack.
  private record Statement(int index, Move move) {
    String place() {
      return "moves[" + index + "]";
    }

    AttributePath path() {
      return AttributePath.of("moves").index(index);
    }

    /// Whether this one has to come first: it brings objects to where the other takes them from, or
    /// takes one instance out of a resource that the other moves as a whole.
    ///
    /// @rule R-MOV-5
    boolean precedes(Statement other) {
      return overlap(move.to(), move.isWhole(), other.move.from(), other.move.isWhole())
          || (!move.isWhole()
              && other.move.isWhole()
              && move.from().resource().equals(other.move.from().resource()));
    }

    private static boolean overlap(
        InstanceAddress one, boolean oneWhole, InstanceAddress two, boolean twoWhole) {
      return one.resource().equals(two.resource()) && (oneWhole || twoWhole || one.equals(two));
    }
  }

  /// The usable statements, each before those that may carry its objects further.
  List<Move> load(List<StackDeclaration.Move> written) {
    for (int i = 0; i < written.size(); i++) read(i, written.get(i));
    statements.removeIf(this::isWrong);
    refuseAmbiguous(Move::from, "Object moves to two addresses");
    refuseAmbiguous(Move::to, "Two objects move to one address");
    return ordered();
  }

  List<Diagnostic> problems() {
    return problems;
  }

  /// The resources that refused statements name.
  SortedSet<ResourceAddress> frozen() {
    return frozen;
  }

  private void read(int index, StackDeclaration.Move written) {
    var path = AttributePath.of("moves").index(index);
    var from = address(written.from(), path.attribute("from"));
    var to = address(written.to(), path.attribute("to"));
    if (from.isPresent() && to.isPresent()) {
      var move = new Move(from.get(), to.get());
      if (statements.stream().noneMatch(each -> each.move().equals(move)))
        statements.add(new Statement(index, move));
    } else {
      from.ifPresent(each -> frozen.add(each.resource()));
      to.ifPresent(each -> frozen.add(each.resource()));
    }
  }

  private Optional<InstanceAddress> address(String text, AttributePath path) {
    try {
      return Optional.of(InstanceAddress.parse(text));
    } catch (IllegalArgumentException e) {
      problems.add(
          Diagnostic.error(
                  Code.BAD_ADDRESS, Subject.stack(), "Not an address", e.getMessage() + ".")
              .at(path));
      return Optional.empty();
    }
  }

  private boolean isWrong(Statement statement) {
    var move = statement.move();
    if (move.from().equals(move.to())) {
      refuse(
          statement,
          "Move to the same address",
          move.from() + " is to move to where it is. Remove the statement.");
      return true;
    }
    if (move.from().resource().mode() == ResourceAddress.Mode.EPHEMERAL) {
      refuse(
          statement,
          "Move of an ephemeral resource",
          "Nothing is recorded of "
              + move.from().resource()
              + ", so nothing can move. Remove the statement.");
      return true;
    }
    if (isAnotherKind(move)) {
      refuse(
          statement,
          "Move to another kind of object",
          move
              + ": what is managed and what is only read do not become each other. Remove the"
              + " statement; to have a new object and let the old one be destroyed, that is"
              + " enough.");
      return true;
    }
    if (stillDeclared.test(move)) {
      problems.add(move.stillDeclared());
      freeze(move);
      return true;
    }
    return false;
  }

  /// Managed objects may become such of another type, if the provider of that takes them over; what
  /// is only read is nobody's to take over.
  ///
  /// @rule R-MOV-3
  /// @rule R-MOV-4
  private static boolean isAnotherKind(Move move) {
    var from = move.from().resource();
    var to = move.to().resource();
    boolean otherType = !from.type().equals(to.type());
    return from.mode() != to.mode() || otherType && from.mode() == ResourceAddress.Mode.DATA;
  }

  private void refuseAmbiguous(Function<Move, InstanceAddress> end, String summary) {
    var groups = new LinkedHashMap<Map.Entry<InstanceAddress, Boolean>, List<Statement>>();
    for (Statement each : statements)
      groups
          .computeIfAbsent(
              Map.entry(end.apply(each.move()), each.move().isWhole()), _ -> new ArrayList<>())
          .add(each);
    for (var group : groups.values()) {
      if (group.size() == 1) continue;
      refuse(
          group.getFirst(),
          summary,
          together(group) + ". Keep one of the statements: an address has one object.");
      group.forEach(each -> freeze(each.move()));
      statements.removeAll(group);
    }
  }

  private static String together(Collection<Statement> statements) {
    return String.join(
        ", ", statements.stream().map(each -> each.place() + " " + each.move()).toList());
  }

  private List<Move> ordered() {
    var graph = Graph.<Statement>builder();
    statements.forEach(graph::node);
    for (Statement one : statements)
      for (Statement two : statements)
        if (!one.equals(two) && one.precedes(two)) graph.edge(one, two);
    var all = graph.build();
    var circular = new TreeSet<Integer>();
    for (var cycle : all.cycles()) {
      refuse(
          cycle.getFirst(),
          "Moves go around in a circle",
          together(cycle)
              + ": each of them takes on what another one brings. Remove one of the statements.");
      cycle.forEach(each -> {
        freeze(each.move());
        circular.add(each.index());
      });
    }
    return all.only(each -> !circular.contains(each.index())).inOrder().stream()
        .map(Statement::move)
        .toList();
  }

  private void refuse(Statement statement, String summary, String detail) {
    problems.add(
        Diagnostic.error(Code.MOVED, Subject.stack(), summary, detail).at(statement.path()));
    freeze(statement.move());
  }

  private void freeze(Move move) {
    frozen.add(move.from().resource());
    frozen.add(move.to().resource());
  }
}
