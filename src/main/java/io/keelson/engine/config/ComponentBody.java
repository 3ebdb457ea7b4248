package io.keelson.engine.config;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/// What is in a component, compiled once for all of its uses. Everything in it is relative: it
/// names its own variables, locals, resources and components.
///
/// @param frozen addresses that count as declared though their declaration cannot be used
/// @param components by name, those that can be used
/// @param frozenComponents names of those that cannot
/// @param frozenOutputs names of those that cannot be evaluated
/// @rule R-CMP-3
public record ComponentBody(
    SortedMap<String, Variable> variables,
    SortedMap<String, Expression> locals,
    SortedMap<ResourceAddress, ResourceConfig> resources,
    SortedSet<ResourceAddress> frozen,
    SortedMap<String, ComponentConfig> components,
    SortedSet<String> frozenComponents,
    SortedMap<String, OutputConfig> outputs,
    SortedSet<String> frozenOutputs,
    SortedMap<String, CheckConfig> checks) {
  public ComponentBody {
    variables = Collections.unmodifiableSortedMap(new TreeMap<>(variables));
    locals = Collections.unmodifiableSortedMap(new TreeMap<>(locals));
    resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
    frozen = Collections.unmodifiableSortedSet(new TreeSet<>(frozen));
    components = Collections.unmodifiableSortedMap(new TreeMap<>(components));
    frozenComponents = Collections.unmodifiableSortedSet(new TreeSet<>(frozenComponents));
    outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    frozenOutputs = Collections.unmodifiableSortedSet(new TreeSet<>(frozenOutputs));
    checks = Collections.unmodifiableSortedMap(new TreeMap<>(checks));
  }

  /// Of a component in which nothing is declared.
  public static final ComponentBody EMPTY =
      new ComponentBody(
          new TreeMap<>(),
          new TreeMap<>(),
          new TreeMap<>(),
          new TreeSet<>(),
          new TreeMap<>(),
          new TreeSet<>(),
          new TreeMap<>(),
          new TreeSet<>(),
          new TreeMap<>());

  /// This body with outputs that come after further resources and components.
  ///
  /// @rule R-PRG-20
  public ComponentBody givingAfter(List<Root> others) {
    var later = new TreeMap<>(outputs);
    later.replaceAll((_, output) -> output.after(others));
    return new ComponentBody(
        variables,
        locals,
        resources,
        frozen,
        components,
        frozenComponents,
        later,
        frozenOutputs,
        checks);
  }

  /// This body with other checks.
  public ComponentBody checking(SortedMap<String, CheckConfig> others) {
    return new ComponentBody(
        variables,
        locals,
        resources,
        frozen,
        components,
        frozenComponents,
        outputs,
        frozenOutputs,
        others);
  }

  /// One variable of a component: what may be given to it.
  ///
  /// @param type of its value; dynamic if any will do
  /// @param completion fills in what a given value leaves out of objects
  /// @param standIn the default, of the type; empty if a value has to be given
  /// @param nullable whether null may be given; the default takes its place otherwise
  /// @param sensitive whether the value is never shown
  /// @param ephemeral whether the value is never stored
  /// @param validations what has to hold of it; they name variables only
  public record Variable(
      String name,
      Type type,
      UnaryOperator<Value> completion,
      Optional<Value> standIn,
      boolean nullable,
      boolean sensitive,
      boolean ephemeral,
      List<CheckRule> validations) {
    public Variable {
      validations = Collections.unmodifiableList(new ArrayList<>(validations));
    }

    /// What marks its value, whatever is given.
    ///
    /// @rule R-WO-3
    public SortedSet<Mark> marks() {
      var source = "variable." + name;
      var marks = Marks.NONE;
      if (sensitive) marks = Marks.union(marks, Marks.sensitive(source));
      if (ephemeral) marks = Marks.union(marks, Marks.ephemeral(source));
      return marks;
    }

    /// What is said of an input that cannot be given to it.
    ///
    /// @param reason what is wrong with the value, without the value
    public String unfit(String reason) {
      return "The input '"
          + name
          + "' of the component takes "
          + type
          + ", and "
          + reason
          + ". Correct the input.";
    }

    /// What the variable is worth if this is given to it: the default for null where null is no
    /// value, everything else completed and converted; or why it cannot be given.
    ///
    /// @rule R-VAL-1
    /// @rule R-CMP-5
    public Conversion accept(Value given) {
      if (given.isNull() && !nullable)
        return standIn
            .<Conversion>map(Conversion.Converted::new)
            .orElseGet(() ->
                new Conversion.NotConvertible(
                    AttributePath.ROOT, "null is no value for it, and it has no default"));
      if (given.isUnknown()) {
        var known = type == Types.DYNAMIC ? given.type() : type;
        return new Conversion.Converted(Value.unknown(known).mark(given.marks()));
      }
      return completion.apply(given).convert(type);
    }
  }
}
