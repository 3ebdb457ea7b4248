package io.keelson.engine.config;

import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A number of a plan: what it is called, and what people are told of it. In the order in which
/// they are told.
public enum PlanNumber {
  /// Objects that are taken over, whatever else is done to them.
  IMPORT("to import"),
  ADD("to add"),
  CHANGE("to change"),
  REPLACE("to replace"),
  /// Deletions of what is no deposed object, and replaced by nothing.
  DESTROY("to destroy"),
  /// Deletions of deposed objects.
  DEPOSED("deposed to destroy"),
  /// Not part of [#ADD].
  RECREATE("to recreate"),
  FORGET("to forget"),
  /// Instances that get a new address, whatever else is done to them.
  MOVE("to move"),
  /// What nothing is wrong with, and nothing is done to.
  DEFERRED("left to a later plan"),
  /// Changes that destroy or drop something.
  DESTRUCTIVE("destructive"),
  /// Instances that leave the state or the world. A replace does not count.
  REMOVALS("to remove");

  /// What is done to objects, each thing by itself.
  public static final Set<PlanNumber> CHANGES =
      Collections.unmodifiableSet(EnumSet.range(IMPORT, MOVE));

  /// What `plan` has in rules over a plan as a whole, by name.
  public static final SortedMap<String, PlanNumber> IN_RULES =
      Collections.unmodifiableSortedMap(
          new TreeMap<>(
              Arrays.stream(values())
                  .filter(each -> each != IMPORT)
                  .collect(Collectors.toMap(PlanNumber::word, each -> each))));

  private final String phrase;

  PlanNumber(String phrase) {
    this.phrase = phrase;
  }

  /// The type of `plan` in rules over a plan as a whole.
  public static Type typeInRules() {
    var numbers = new TreeMap<String, Type>();
    IN_RULES.keySet().forEach(each -> numbers.put(each, Types.NUMBER));
    return Type.object(numbers);
  }

  /// Its name for programs and in rules, such as `add`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Such as `3 to add`.
  public String told(int count) {
    return count + " " + phrase;
  }
}
