package io.keelson.engine.planning.imports;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.config.Import;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.evaluation.RepetitionEvaluation;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The instances of one resource that are to take over objects, now that keys have values.
///
/// @param problems why the rest of the statements gives no targets; all errors
/// @rule R-IMP-1
public record ImportTargets(SortedMap<InstanceAddress, Target> all, List<Diagnostic> problems) {
  public ImportTargets {
    all = Collections.unmodifiableSortedMap(new TreeMap<>(all));
    problems = Collections.unmodifiableList(new ArrayList<>(problems));
  }

  /// One instance and what it takes over.
  ///
  /// @param limit what the plan that takes the object over may do to it
  /// @param scope in which `by` is evaluated
  /// @param path where the statement is written
  public record Target(
      InstanceAddress at, Import.By by, ImportLimit limit, Scope scope, AttributePath path) {
    /// @rule R-IMP-3
    public Diagnostic notExpanded() {
      return Diagnostic.error(
              Code.IMPORT,
              Subject.of(at),
              "Import target is not declared",
              "An object is to be taken over as "
                  + at
                  + ", but count, forEach or enabled gives no such instance. Mend the key, or take"
                  + " the import out.")
          .at(path.attribute("to"));
    }
  }

  public static ImportTargets of(List<Import> statements, StackScope scope, Limits limits) {
    var expanding = new Expanding(scope, limits);
    statements.forEach(expanding::add);
    return new ImportTargets(expanding.targets, expanding.problems);
  }

  /// The statements while they are expanded to targets.
  private static final class Expanding {
    private final StackScope scope;
    private final Limits limits;
    private final SortedMap<InstanceAddress, Target> targets = new TreeMap<>();
    private final List<Diagnostic> problems = new ArrayList<>();

    Expanding(StackScope scope, Limits limits) {
      this.scope = scope;
      this.limits = limits;
    }

    void add(Import statement) {
      var place = new Place(Subject.of(statement.to()), statement.path());
      switch (RepetitionEvaluation.of(statement.repetition(), scope, place, limits::objection)) {
        case Expansion.Outcome.Failed(var diagnostics) -> problems.addAll(diagnostics);
        case Expansion.Outcome.Expanded(var expansion) ->
            expansion.members().values().forEach(member -> add(statement, scope.within(member)));
      }
    }

    private void add(Import statement, Scope within) {
      var around = new ArrayList<InstanceKey>();
      for (var each : statement.around()) key(statement, each, within).ifPresent(around::add);
      if (around.size() < statement.around().size()) return;
      key(statement, statement.key(), within)
          .ifPresent(key -> add(statement, key.within(around), within));
    }

    /// @param written empty if there is no key
    private Optional<InstanceKey> key(
        Import statement, Optional<Expression> written, Scope within) {
      return written.isEmpty()
          ? Optional.of(new InstanceKey.None())
          : key(statement, written.get(), within);
    }

    /// @rule R-IMP-5
    private void add(Import statement, InstanceKey key, Scope within) {
      var at = statement.to().instance(key);
      var target = new Target(at, statement.by(), statement.limit(), within, statement.path());
      var other = targets.putIfAbsent(at, target);
      if (other == null) return;
      problem(
          Code.DUPLICATE,
          target,
          "Imported more than once",
          other.path()
              + " and "
              + statement.path()
              + " both say what "
              + at
              + " takes over. Nothing is planned for it until one of them is removed.");
    }

    private Optional<InstanceKey> key(Import statement, Expression expression, Scope within) {
      return switch (expression.evaluate(within)) {
        case Evaluated.Failed(var diagnostics) -> {
          problems.addAll(diagnostics);
          yield Optional.empty();
        }
        case Evaluated.Ok(var value) -> {
          var key = key(value);
          if (key.isEmpty())
            problems.add(
                Diagnostic.error(
                        Code.IMPORT,
                        Subject.of(statement.to()),
                        "Import target cannot be told",
                        "The key in the brackets is "
                            + what(value)
                            + "; give text or a whole number that is known before apply.")
                    .at(statement.path().attribute("to")));
          yield key;
        }
      };
    }

    /// @rule R-IMP-2
    private static Optional<InstanceKey> key(Value value) {
      if (value.marked()) return Optional.empty();
      return switch (value) {
        case Value.Text text -> Optional.of(new InstanceKey.Key(text.text()));
        case Value.Num num -> index(num).map(InstanceKey.Index::new);
        default -> Optional.empty();
      };
    }

    private static Optional<Integer> index(Value.Num num) {
      try {
        return Optional.of(num.number().intValueExact()).filter(each -> each >= 0);
      } catch (ArithmeticException e) {
        return Optional.empty();
      }
    }

    private static String what(Value value) {
      if (Marks.ephemeral(value.allMarks())) return "ephemeral";
      if (value.marked()) return "secret";
      if (value.isUnknown()) return "only known after apply";
      return value.isNull() ? "null" : "neither text nor an index";
    }

    private void problem(Code code, Target target, String summary, String detail) {
      problems.add(
          Diagnostic.error(code, Subject.of(target.at()), summary, detail)
              .at(target.path().attribute("to")));
    }
  }
}
