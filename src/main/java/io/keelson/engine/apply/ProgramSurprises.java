package io.keelson.engine.apply;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;

/// What a program is told while a plan is carried out that the plan showed otherwise. Providers
/// that need not foresee values exactly may do that: what the program registers then is no change
/// of its mind.
///
/// @rule R-PRG-4
/// @rule R-PRG-22
final class ProgramSurprises {
  private static final int MOST_NAMED = 10;

  private final SortedSet<String> otherwise = new ConcurrentSkipListSet<>();

  /// Notes what it is given.
  ///
  /// @param planned what it was given while planning, and what it gave then
  /// @param outputs the names of what it gives
  void given(Value planned, Value now, Collection<String> outputs) {
    if (!(planned instanceof Mapping before) || !(now instanceof Mapping after)) return;
    for (String name : after.keys())
      if (!outputs.contains(name))
        told(
            "its input '" + name + "'",
            Optional.ofNullable(before.get(name)),
            after.attribute(name));
  }

  /// Notes what it is told of something that it has registered.
  ///
  /// @param what is meant, for messages
  void told(String what, Optional<Value> planned, Value now) {
    if (planned.filter(before -> !RegisteredAgain.agrees(before, now)).isPresent())
      otherwise.add(what);
  }

  /// Says who is at fault where a program registers something else than was planned.
  ///
  /// @param program how the subject calls it, such as `the program`
  /// @param what it registers, and what becomes of that; whole sentences
  Diagnostic blame(Subject subject, String program, String what) {
    if (otherwise.isEmpty())
      return Diagnostic.error(
          Code.PROGRAM,
          subject,
          "T" + program.substring(1) + " has changed its mind",
          what + " A program has to register the same for the same inputs.");
    return Diagnostic.error(
        Code.INCONSISTENT_FINAL_PLAN,
        subject,
        FinalPlan.SURPRISED,
        what
            + " The plan showed "
            + otherwise.stream().limit(MOST_NAMED).collect(Collectors.joining(" and "))
            + " to "
            + program
            + " otherwise than it has come, which a provider that need not foresee values exactly"
            + " may do: this is no bug.");
  }
}
