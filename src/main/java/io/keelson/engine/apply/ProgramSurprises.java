package io.keelson.engine.apply;

import static java.util.stream.Collectors.joining;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;

/// What a program is told while a plan is carried out that the plan showed otherwise, or could not
/// show yet, and what it is told of no object of. Providers that need not foresee values exactly
/// may do that, and a part of a plan leaves out the rest: what the program registers then, or that
/// it comes to no end, is not its fault.
///
/// @rule R-PRG-4
/// @rule R-PRG-22
final class ProgramSurprises {
  private static final int MOST_NAMED = 10;

  private final SortedSet<String> otherwise = new ConcurrentSkipListSet<>();
  private final SortedSet<String> unknown = new ConcurrentSkipListSet<>();
  private final SortedSet<String> leftOut = new ConcurrentSkipListSet<>();

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
    if (planned.filter(before -> !before.whollyKnown()).isPresent()) unknown.add(what);
    if (planned.filter(before -> !RegisteredAgain.agrees(before, now)).isPresent())
      otherwise.add(what);
  }

  /// Notes something that it is told is not there, since the plan leaves it out.
  ///
  /// @param about its address
  /// @return what it is told
  String leftOut(String about) {
    leftOut.add(about);
    return absent(about, "it");
  }

  private static String absent(String what, String it) {
    return what
        + " is not there, and this plan leaves "
        + it
        + " out. Plan without targets and exclusions, or make the whole component a target.";
  }

  /// Why it has failed: what it says itself, and what it needs that the plan leaves out. An SDK
  /// hands on only that something is not there, and ends with what it waits for.
  ///
  /// @param component of the program
  List<Diagnostic> failure(ComponentPath component, List<Diagnostic> why) {
    var all = new ArrayList<>(Diagnostic.about(Subject.of(component), why));
    boolean said = leftOut.stream().allMatch(each -> isNamed(each, why));
    if (!said)
      all.add(
          Diagnostic.error(
              Code.PROGRAM,
              Subject.of(component),
              "The plan leaves out what the program needs",
              "Its program has not come to its end. Of what it has registered, "
                  + absent(listed(leftOut), "that")));
    return all;
  }

  private static boolean isNamed(String each, List<Diagnostic> why) {
    return why.stream().anyMatch(one -> one.detail().contains(absent(each, "it")));
  }

  private static String listed(Collection<String> all) {
    return all.stream().limit(MOST_NAMED).collect(joining(" and "));
  }

  /// Says who is at fault where a program registers something else than was planned.
  ///
  /// @param program how the subject calls it, such as `the program`
  /// @param what it registers, and what becomes of that; whole sentences
  Diagnostic blame(Subject subject, String program, String what) {
    if (otherwise.isEmpty()) return decided(subject, program, what);
    return Diagnostic.error(
        Code.INCONSISTENT_FINAL_PLAN,
        subject,
        FinalPlan.SURPRISED,
        what
            + " The plan showed "
            + listed(otherwise)
            + " to "
            + program
            + " otherwise than it has come, which a provider that need not foresee values exactly"
            + " may do: this is no bug.");
  }

  /// Nothing was shown otherwise to it; it may not have been told everything.
  ///
  /// @rule R-PRG-23
  private Diagnostic decided(Subject subject, String program, String what) {
    return unknown.isEmpty()
        ? Diagnostic.error(
            Code.PROGRAM,
            subject,
            "T" + program.substring(1) + " has changed its mind",
            what + " A program has to register the same for the same inputs.")
        : Diagnostic.error(
            Code.PROGRAM,
            subject,
            "T" + program.substring(1) + " depends on values that were not known",
            what
                + " While planning it was not told all of "
                + listed(unknown)
                + ", so it may have decided by that, which is no bug of it. The plan after this run"
                + " knows more.");
  }
}
