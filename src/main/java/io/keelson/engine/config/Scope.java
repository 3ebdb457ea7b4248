package io.keelson.engine.config;

import io.keelson.engine.value.Evaluated;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Where references get their values: instances planned or applied so far, variables, locals,
/// `each` and `count`.
public interface Scope {
  /// Gives no name a value: for what has been found to name nothing.
  Scope WITHOUT_NAMES =
      root -> {
        throw new IllegalStateException("not checked: " + root);
      };

  /// The value of a root. A resource is an object; with `count` a tuple of objects in index order;
  /// with `forEach` an object of objects by key.
  ///
  /// Asked only for roots the expression's checker let pass. Fails where the root's own value could
  /// not be made, such as a local whose expression failed.
  ///
  /// @rule R-UNK-8
  Evaluated resolve(Root root);

  /// Asked before each expression of a tree: an evaluation that nobody waits for any more ends
  /// here.
  ///
  /// @throws java.util.concurrent.CancellationException if it is to end
  default void goOn() {}

  /// Asked for each value that an expression has made, before it is kept.
  ///
  /// @param characters about as many as it takes when it is written down
  /// @return why it may not be kept; empty if it may
  default Optional<String> objection(long characters) {
    return Optional.empty();
  }

  /// The order in which locals are evaluated: what one needs comes before it. If each was evaluated
  /// inside of the one that needs it, a long chain would take more room than a thread's stack has.
  final class LocalOrder {
    private final SortedMap<String, Expression> locals;
    private final Predicate<String> isKnown;

    /// @param isKnown whether one has been evaluated, or is just now
    public LocalOrder(SortedMap<String, Expression> locals, Predicate<String> isKnown) {
      this.locals = locals;
      this.isKnown = isKnown;
    }

    /// Evaluates a local, if it is declared and not known yet, after all that it needs.
    ///
    /// @param evaluation makes it known
    public void upTo(String name, Consumer<String> evaluation) {
      if (!isMissing(name)) return;
      // Each is met once, whatever is said to be known of it then.
      var met = new HashSet<String>(List.of(name));
      var waiting = new ArrayDeque<String>(List.of(name));
      while (!waiting.isEmpty())
        needed(waiting.getLast(), met)
            .ifPresentOrElse(waiting::addLast, () -> evaluation.accept(waiting.removeLast()));
    }

    private Optional<String> needed(String name, Set<String> met) {
      var expression = locals.get(name);
      if (expression == null) return Optional.empty();
      for (Reference each : expression.references())
        if (each.root() instanceof Root.Local(var need) && isMissing(need) && met.add(need))
          return Optional.of(need);
      return Optional.empty();
    }

    private boolean isMissing(String name) {
      return locals.containsKey(name) && !isKnown.test(name);
    }
  }
}
