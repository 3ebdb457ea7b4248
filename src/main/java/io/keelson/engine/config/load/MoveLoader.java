package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.MovedName;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.Graph;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/// Reads the move statements of a stack, and the former addresses that its resources name, refuses
/// those that contradict the declaration or each other, and puts the rest into the order in which
/// they are carried out.
///
/// What a refused statement names is frozen: nothing is made at the new address while the object is
/// at the old one, and nothing there is taken for an orphan.
///
/// @rule R-MOV-9
final class MoveLoader {
  private final Move.Declared stack;
  private final List<Statement> statements = new ArrayList<>();
  private final Set<Move> made = new HashSet<>();
  private static final ResourceAddress.Mode EPHEMERAL = ResourceAddress.Mode.EPHEMERAL;

  private final SortedSet<ResourceAddress> frozen = new TreeSet<>();
  private final SortedSet<ComponentPath> frozenComponents = new TreeSet<>();
  private final Problems problems;

  /// @param stack with all of its components
  MoveLoader(Move.Declared stack, Problems problems) {
    this.stack = stack;
    this.problems = problems;
  }

  /// A statement that could be read.
  ///
  /// @param subject that makes it
  /// @param path where it does
  private record Statement(Subject subject, AttributePath path, Move move) {
    String place() {
      return move.alias() ? path + " of " + subject : path.toString();
    }
  }

  /// The usable statements, each before those that may carry its objects further.
  List<Move> load() {
    statements.removeIf(this::isWrong);
    refuseAmbiguous(Move::from, "Object moves to two addresses", _ -> false);
    refuseAmbiguous(Move::to, "Two objects move to one address", MoveLoader::isChain);
    return ordered();
  }

  /// Reads what the stack or a component says, and those that it declares.
  ///
  /// @param scope whose statements these are
  void read(ComponentPath scope, ComponentDeclaration declared) {
    var written = declared.moves();
    for (int i = 0; i < written.size(); i++)
      read(scope, AttributePath.of("moves").index(i), written.get(i));
    declared.resources().forEach(each -> readAliases(scope, each));
    declared.components().forEach(each -> readAliases(scope, each));
  }

  /// The resources that refused statements name.
  SortedSet<ResourceAddress> frozen() {
    return frozen;
  }

  /// The components that refused statements name.
  SortedSet<ComponentPath> frozenComponents() {
    return frozenComponents;
  }

  private void read(ComponentPath scope, AttributePath path, StackDeclaration.Move written) {
    var subject = Subject.stack().in(scope);
    var from = address(written.from(), subject, path.attribute("from"));
    var to = address(written.to(), subject, path.attribute("to"));
    if (from.isPresent() && to.isPresent())
      add(new Statement(subject, path, new Move(scope, from.get(), to.get(), false)));
    else {
      from.ifPresent(each -> freeze(scope, each));
      to.ifPresent(each -> freeze(scope, each));
    }
  }

  /// @rule R-CMP-40
  private void readAliases(ComponentPath scope, ResourceDeclaration resource) {
    var to = MovedName.of(resource.address().instance(new InstanceKey.None()));
    readAliases(scope, Subject.of(resource.address()), to, resource.aliases());
  }

  private void readAliases(ComponentPath scope, ComponentDeclaration.Component component) {
    var path = ComponentPath.ROOT.component(component.name());
    readAliases(scope, Subject.of(path), MovedName.parse(path.toString()), component.aliases());
  }

  private void readAliases(
      ComponentPath scope, Subject relative, MovedName to, List<String> aliases) {
    var subject = relative.in(scope);
    for (int i = 0; i < aliases.size(); i++) {
      var path = AttributePath.of("aliases").index(i);
      var from = address(aliases.get(i), subject, path);
      if (from.isEmpty()) freeze(scope, to);
      // What is rendered for names that changed may hold for one that did not.
      else if (!from.get().equals(to))
        add(new Statement(subject, path, new Move(scope, from.get(), to, true)));
    }
  }

  /// A statement that was made before is dropped, whoever repeats it.
  private void add(Statement statement) {
    var move = statement.move();
    if (made.add(new Move(move.scope(), move.from(), move.to(), false))) statements.add(statement);
  }

  private Optional<MovedName> address(String text, Subject subject, AttributePath path) {
    try {
      return Optional.of(MovedName.parse(text));
    } catch (IllegalArgumentException e) {
      problems.add(
          Diagnostic.error(Code.BAD_ADDRESS, subject, "Not an address", e.getMessage() + ".")
              .at(path));
      return Optional.empty();
    }
  }

  private boolean isWrong(Statement statement) {
    var move = statement.move();
    if (move.from().equals(move.to()))
      return refuse(
          statement,
          "Move to the same address",
          move.text(move.from()) + " is to move to where it is. Remove the statement.");
    if (move.isOfComponent() != move.to().resource().isEmpty())
      return refuse(
          statement,
          "Move to another kind of object",
          move
              + ": one is a component, the other is a resource. Name the resource in the component,"
              + " or remove the statement.");
    if (move.from().resource().map(ResourceAddress::mode).filter(EPHEMERAL::equals).isPresent())
      return refuse(
          statement,
          "Move of an ephemeral resource",
          "Nothing is recorded of "
              + move.text(move.from())
              + ", so nothing can move. Remove the statement.");
    if (isAnotherKind(move))
      return refuse(
          statement,
          "Move to another kind of object",
          move
              + ": what is managed and what is only read do not become each other. Remove the"
              + " statement; to have a new object and let the old one be destroyed, that is"
              + " enough.");
    // Whether a former address is in the way depends on what is recorded.
    if (!move.alias() && move.isStillDeclared(stack)) {
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
    if (move.isOfComponent()) return false;
    var from = move.from().resource().orElseThrow();
    var to = move.to().resource().orElseThrow();
    boolean otherType = !from.type().equals(to.type());
    return from.mode() != to.mode() || otherType && from.mode() == ResourceAddress.Mode.DATA;
  }

  private void refuseAmbiguous(
      Function<Move, MovedName> end, String summary, Predicate<List<Statement>> isClear) {
    var groups = new LinkedHashMap<String, List<Statement>>();
    for (Statement each : statements)
      groups
          .computeIfAbsent(each.move().text(end.apply(each.move())), _ -> new ArrayList<>())
          .add(each);
    for (var group : groups.values()) {
      if (group.size() == 1
          || group.stream().allMatch(each -> isOneOfSeveral(each, end))
          || isClear.test(group)) continue;
      var reported = new HashSet<Subject>();
      for (Statement each : group)
        if (reported.add(each.subject()))
          refuse(
              each,
              summary,
              together(group)
                  + ". Keep one of the statements: an address has one object. What the others say"
                  + " is not done then: an object at an address that nothing declares is"
                  + " destroyed.");
      group.forEach(each -> freeze(each.move()));
      statements.removeAll(group);
    }
  }

  /// Whether one of two takes on what the other one brings: all instances get another name, then
  /// one of them loses its key.
  private static boolean isChain(List<Statement> group) {
    var moves = group.stream().map(Statement::move).toList();
    return moves.size() == 2
        && moves.stream().anyMatch(Move::isWhole)
        && moves.stream().anyMatch(MoveLoader::losesItsKey);
  }

  private static boolean losesItsKey(Move move) {
    return !move.isWhole()
        && move.from().path(move.scope()).equals(move.to().path(move.scope()))
        && move.from().resource().equals(move.to().resource());
  }

  /// A resource may have had several names, one after the other.
  private static boolean isOneOfSeveral(Statement statement, Function<Move, MovedName> end) {
    var move = statement.move();
    return move.alias() && end.apply(move).equals(move.to());
  }

  private static String together(Collection<Statement> statements) {
    return String.join(
        ", ", statements.stream().map(each -> each.place() + " " + each.move()).toList());
  }

  private List<Move> ordered() {
    var graph = Graph.<Statement>builder();
    statements.forEach(graph::node);
    // An address that is still declared keeps its object, so nothing moves from it.
    var moving = statements.stream().filter(each -> !each.move().isStillDeclared(stack)).toList();
    var bySource = new HashMap<String, List<Statement>>();
    for (Statement each : moving)
      bySource
          .computeIfAbsent(each.move().outermost(each.move().from()), _ -> new ArrayList<>())
          .add(each);
    for (Statement one : moving)
      for (String outermost : one.move().outermost())
        for (Statement two : bySource.getOrDefault(outermost, List.of()))
          if (!one.equals(two) && one.move().precedes(two.move())) graph.edge(one, two);
    var all = graph.build();
    var circular = new HashSet<Statement>();
    for (var cycle : all.cycles()) {
      refuse(
          cycle.getFirst(),
          "Moves go around in a circle",
          together(cycle)
              + ": each of them takes on what another one brings. Remove one of the statements.");
      cycle.forEach(each -> {
        freeze(each.move());
        circular.add(each);
      });
    }
    return all.only(each -> !circular.contains(each)).inOrder().stream()
        .map(Statement::move)
        .toList();
  }

  /// Refuses a statement, which is true of it then.
  private boolean refuse(Statement statement, String summary, String detail) {
    problems.add(
        Diagnostic.error(Code.MOVED, statement.subject(), summary, detail).at(statement.path()));
    freeze(statement.move());
    return true;
  }

  private void freeze(Move move) {
    freeze(move.scope(), move.from());
    freeze(move.scope(), move.to());
  }

  private void freeze(ComponentPath scope, MovedName end) {
    var path = end.path(scope);
    end.resource()
        .ifPresentOrElse(local -> frozen.add(local.within(path)), () -> frozenComponents.add(path));
  }
}
