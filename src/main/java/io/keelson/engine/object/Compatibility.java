package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/// Checks that a value is a legal completion of a partly unknown planned one: more may be known,
/// but nothing that was known may have changed.
///
/// @rule R-CHK-11
/// @rule R-CHK-15
/// @rule R-CHK-63
public final class Compatibility {
  private final ProviderFault fault;
  private final List<Diagnostic> found = new ArrayList<>();

  private Compatibility(ProviderFault fault) {
    this.fault = fault;
  }

  /// What in `actual` breaks the promise of `planned`, one error for each bad path. Values without
  /// marks.
  public static List<Diagnostic> check(
      Schema schema, Subject subject, String provider, Value planned, Value actual) {
    if (planned.equals(actual)) return List.of();
    var fault = new ProviderFault(subject, provider, "Provider did not do what it planned");
    var check = new Compatibility(fault);
    check.object(schema.root(), planned, actual, AttributePath.ROOT);
    return Collections.unmodifiableList(check.found);
  }

  private void wrong(AttributePath path, String what) {
    found.add(fault.at(path, what));
  }

  /// Whether a check of parts finds nothing.
  private boolean fine(Consumer<Compatibility> check) {
    var inside = new Compatibility(fault);
    check.accept(inside);
    return inside.found.isEmpty();
  }

  /// @rule R-CHK-50
  private boolean presence(Value planned, Value actual, AttributePath path) {
    if (planned.isUnknown() || planned.isNull() == actual.isNull()) return true;
    wrong(path, planned.isNull() ? "it was planned as null, but is not" : "it became null");
    return false;
  }

  private void object(Block block, Value planned, Value actual, AttributePath path) {
    if (!presence(planned, actual, path) || actual.isNull()) return;
    block
        .attributes()
        .forEach((name, attribute) ->
            attribute(attribute, at(planned, name), at(actual, name), path.attribute(name)));
    block
        .blocks()
        .forEach((name, nested) ->
            nestedBlock(nested, at(planned, name), at(actual, name), path.attribute(name)));
  }

  private static Value at(Value object, String name) {
    if (object instanceof Mapping mapping) return mapping.attribute(name);
    var type = object.type() instanceof Type.ObjectOf known ? known.attribute(name) : null;
    return Value.unknown(type == null ? Types.DYNAMIC : type);
  }

  /// @rule R-CHK-62
  private void attribute(Attribute attribute, Value planned, Value actual, AttributePath path) {
    if (!attribute.sensitive()) value(planned, actual, path);
    else if (!fine(check -> check.value(planned, actual, path)))
      wrong(path, "the value of this sensitive attribute is not the planned one");
  }

  private void value(Value planned, Value actual, AttributePath path) {
    if (planned == actual) return;
    if (!TypeCheck.fits(actual.type(), planned.type())) {
      wrong(path, TypeCheck.difference(actual.type(), planned.type()));
      return;
    }
    switch (planned) {
      case Value.Unknown unknown -> {
        // An unknown result is told about elsewhere.
        if (unknown.notNull() && actual.isNull())
          wrong(path, "it became null, which the plan ruled out");
      }
      case Value.Null _ -> presence(planned, actual, path);
      default -> known(planned, actual, path);
    }
  }

  /// @rule R-CHK-53
  /// @rule R-CHK-54
  private void known(Value planned, Value actual, AttributePath path) {
    if (actual.isUnknown()) {
      wrong(path, "it was known, but is unknown now");
    } else if (presence(planned, actual, path)) {
      switch (planned) {
        case Sequence set when set.isSet() ->
            set(set, actual, path, (one, two) -> fine(check -> check.value(one, two, path)));
        case Sequence sequence -> elements(sequence, (Sequence) actual, path);
        case Mapping mapping -> entries(mapping, (Mapping) actual, path);
        default -> {
          if (!planned.matches(actual)) wrong(path, "its value is not the planned one");
        }
      }
    }
  }

  /// @rule R-CHK-55
  private void elements(Sequence planned, Sequence actual, AttributePath path) {
    for (int i = 0; i < planned.size() && i < actual.size(); i++)
      value(planned.get(i), actual.get(i), path.index(i));
    for (int i = actual.size(); i < planned.size(); i++) wrong(path.index(i), "it is missing");
    for (int i = planned.size(); i < actual.size(); i++) wrong(path.index(i), "it was not planned");
  }

  /// @rule R-CHK-55
  /// @rule R-CHK-56
  private void entries(Mapping planned, Mapping actual, AttributePath path) {
    for (String key : planned.keys()) {
      var value = actual.get(key);
      var at = planned.isObject() ? path.attribute(key) : path.key(key);
      if (value == null) wrong(at, "it is missing");
      else value(planned.attribute(key), value, at);
    }
    for (String key : actual.keys())
      if (!planned.has(key)) wrong(path.key(key), "it was not planned");
  }

  /// Elements that turn out equal may fall together, but none may come from nowhere.
  ///
  /// @rule R-CHK-57
  private void set(
      Sequence planned, Value actual, AttributePath path, BiPredicate<Value, Value> compatible) {
    if (!(actual instanceof Sequence set)) return;
    var lost =
        planned.elements().stream()
            .anyMatch(one -> set.elements().stream().noneMatch(two -> compatible.test(one, two)));
    var extra =
        set.elements().stream()
            .anyMatch(
                two -> planned.elements().stream().noneMatch(one -> compatible.test(one, two)));
    if (lost) wrong(path, "a planned element is missing in the set");
    if (extra) wrong(path, "the set has an element that was not planned");
    if (set.size() > planned.size() && !extra)
      wrong(path, "the set grew from " + planned.size() + " to " + set.size() + " elements");
  }

  private void nestedBlock(NestedBlock nested, Value planned, Value actual, AttributePath path) {
    Block block = nested.block();
    if (nested.nesting() == Nesting.SINGLE || nested.nesting() == Nesting.GROUP) {
      // R-CHK-61: blocks that were not known yet may turn out to be none.
      if (!planned.isUnknown() || !actual.isNull()) object(block, planned, actual, path);
      return;
    }
    if (planned.isUnknown() || planned.isNull() || actual.isUnknown() || actual.isNull()) return;
    switch (nested.nesting()) {
      case LIST -> blocks(block, (Sequence) planned, (Sequence) actual, path);
      case MAP -> blocks(block, (Mapping) planned, (Mapping) actual, path);
      default ->
          set(
              (Sequence) planned,
              actual,
              path,
              (one, two) -> fine(check -> check.object(block, one, two, path)));
    }
  }

  /// @rule R-CHK-58
  private void blocks(Block block, Sequence planned, Sequence actual, AttributePath path) {
    if (planned.size() != actual.size()) {
      wrong(path, planned.size() + " blocks were planned, but there are " + actual.size());
      return;
    }
    for (int i = 0; i < planned.size(); i++)
      object(block, planned.get(i), actual.get(i), path.index(i));
  }

  /// @rule R-CHK-59
  private void blocks(Block block, Mapping planned, Mapping actual, AttributePath path) {
    if (!planned.keys().equals(actual.keys())) {
      wrong(path, "the keys of its blocks are not the planned ones");
      return;
    }
    for (String key : planned.keys())
      object(block, planned.attribute(key), actual.attribute(key), path.key(key));
  }
}
