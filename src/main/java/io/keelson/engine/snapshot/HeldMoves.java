package io.keelson.engine.snapshot;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// What cannot be planned because it cannot be told which object belongs where, and why.
final class HeldMoves {
  private final SortedMap<ResourceAddress, List<Diagnostic>> problems = new TreeMap<>();

  /// By resource; those without a problem of their own are left alone with others.
  SortedMap<ResourceAddress, List<Diagnostic>> problems() {
    return problems;
  }

  private List<Diagnostic> of(ResourceAddress resource) {
    return problems.computeIfAbsent(resource, _ -> new ArrayList<>());
  }

  private void hold(ResourceAddress resource, String summary, String detail) {
    of(resource).add(Diagnostic.error(Code.MOVED, Subject.of(resource), summary, detail));
  }

  /// What a move is about as a whole.
  static Subject subject(Move move) {
    return move.resource(move.from())
        .map(Subject::of)
        .orElseGet(() -> Subject.of(move.from().path(move.scope())));
  }

  /// Holds where an object is to move that is at an address which cannot be used: whether it is
  /// still declared there cannot be told.
  void cannotLeave(InstanceAddress from, InstanceAddress to) {
    hold(
        to.resource(),
        "Object cannot leave its address",
        "The object at "
            + from
            + " is to move to "
            + to
            + ", but what is said of "
            + from.resource()
            + " cannot be used, as another message says. Nothing is done with either"
            + " until that is mended.");
  }

  /// Leaves an object where it is that no record could hold at its new address.
  ///
  /// @rule R-LIM-9
  void cannotBeRecorded(InstanceAddress from, InstanceAddress to) {
    hold(
        from.resource(),
        "New address is too long",
        "The object at "
            + from
            + " is to move to an address of "
            + to.toString().length()
            + " characters, and an address may have at most "
            + InstanceAddress.LONGEST
            + ". Nothing is done with it. Use shorter keys where it moves to.");
  }

  /// Refuses an address that two objects may move to: it cannot be told which one is meant, so
  /// neither is touched.
  ///
  /// @param first where the one is recorded that has moved there
  /// @rule R-CMP-40
  void contended(Move move, InstanceAddress first, InstanceAddress from, InstanceAddress to) {
    var refused =
        Diagnostic.error(
            Code.MOVED,
            Subject.of(to.resource()),
            move.alias()
                ? "Several objects answer to former addresses"
                : "Two objects move to one address",
            first + " and " + from + " both exist, and " + claim(move, to));
    of(to.resource()).add(move.alias() ? refused.at(AttributePath.of("aliases")) : refused);
    of(from.resource());
    of(first.resource());
  }

  private static String claim(Move move, InstanceAddress to) {
    return (move.alias()
            ? "both may be what "
                + to
                + " was called before. Nothing is done with either. Keep the alias of"
            : "one statement moves each of them to "
                + to
                + ". Nothing is done with either. Keep the statement about")
        + " the one that is meant; the other one is destroyed then, unless something declares"
        + " it.";
  }

  /// Holds the targets of an alias while its object is still declared under the former address.
  ///
  /// @rule R-CMP-40
  void awaitsEnd(Move move, SortedSet<ResourceAddress> targets) {
    targets.forEach(this::of);
    of(targets.first())
        .add(
            Diagnostic.error(
                    Code.MOVED,
                    subject(new Move(move.scope(), move.to(), move.to(), true)),
                    "Former address is still declared",
                    "The stack still declares "
                        + move.text(move.from())
                        + ", which has an object. Nothing is made for "
                        + move.text(move.to())
                        + " before that is taken out, so that its object is taken over. If the"
                        + " two are to exist beside each other, remove the alias.")
                .at(AttributePath.of("aliases")));
  }
}
