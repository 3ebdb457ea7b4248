package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Questions that one side asks and the other does not, with the reason for each: they are left out
/// of the comparison.
final class Turns {
  static final String READ_AGAIN =
      "an object that is taken over is read once more, as in Terraform";
  static final String ASKED_BEFORE_REPLACED =
      "a provider is asked what an update would give, before an option makes a replacement of it";
  static final String ASKED_THOUGH_REPLACED =
      "a provider is asked what has changed, also of what an option replaces (R-PUL-4)";
  static final String DRIFT = "what was read is compared here, and no provider is asked for it";

  static final String CHECKED =
      "who uses what is destroyed first is checked, as always, before it is compared";
  static final String ASKED_TWICE =
      "who uses what is destroyed first, and is only updated, is compared once";
  static final String ANOTHER_SYSTEM =
      "objects in another system are replaced, for somebody asks for it (R-PUL-61)";

  static final String LATE =
      "what a program registers when all values are known is planned, and done, in a run of its"
          + " own";

  static final String ROUNDS =
      "what uses a program is planned with what is not known of it, and anew when that has ended";

  static final String MISSING =
      "what is gone stays in the record as missing, and is made anew by the next plan (S-102)";

  static final String GOES_ANYWAY =
      "an old object goes anyway: nobody is asked whether it is replaced with what is destroyed"
          + " first (R-PUL-3)";

  private final boolean refreshing;
  private final Predicate<String> forgotten;
  private final Predicate<String> triggered;
  private Predicate<Call> ofOldObject = _ -> false;
  private boolean moved;
  private final SortedSet<String> reasons = new TreeSet<>();

  /// @param refreshing whether the step only reads
  /// @param forgotten whether a resource has no record there when all that is recorded is read
  /// @param triggered whether something of a program, if it is another one, replaces a resource
  Turns(boolean refreshing, Predicate<String> forgotten, Predicate<String> triggered) {
    this.refreshing = refreshing;
    this.forgotten = forgotten;
    this.triggered = triggered;
  }

  /// Whether a provider names another system now.
  boolean hasMoved() {
    return moved;
  }

  /// A provider names another system now.
  void moved() {
    moved = true;
    reasons.add(ANOTHER_SYSTEM);
  }

  /// Says which calls are about objects that were replaced before, and are still there.
  void old(Predicate<Call> calls) {
    ofOldObject = calls;
  }

  /// An object is gone, and its record is not.
  void missing() {
    reasons.add(MISSING);
  }

  /// A program has registered more while the plan was carried out: another run does the rest.
  void late() {
    reasons.add(LATE);
  }

  /// Why something was left out so far.
  SortedSet<String> reasons() {
    return Collections.unmodifiableSortedSet(reasons);
  }

  /// What is compared of the calls of a scenario about one resource.
  List<Call> expected(List<Call> calls) {
    var current =
        without(
            calls,
            i -> calls.get(i).method().equals("Diff") && ofOldObject.test(calls.get(i)),
            GOES_ANYWAY);
    var asked = without(current, i -> isOfDrift(current, i), DRIFT);
    var once = without(asked, i -> i == reads(asked) && isAskedTwice(asked(asked)), ASKED_TWICE);
    return without(once, i -> isOfAnotherSystem(once, i), ANOTHER_SYSTEM);
  }

  /// What is compared of our calls about one resource while planning.
  ///
  /// @param expected what is compared of the scenario's
  List<Call> own(List<Call> calls, List<Call> expected) {
    var recorded = without(calls, i -> i == 0 && isOfMissing(calls, expected), MISSING);
    int first = reads(recorded);
    var last = without(recorded, i -> i >= first && i < lastRound(recorded, first), ROUNDS);
    var known = without(last, i -> isOfOpenTrigger(last, i, expected), ROUNDS);
    var read = without(known, i -> i == 1 && isReadAgain(known.get(0), known.get(1)), READ_AGAIN);
    var once = without(read, i -> isBeforeReplaced(read, i), ASKED_BEFORE_REPLACED);
    var then = asked(expected);
    var compared = without(once, i -> i == reads(once) && isChecked(asked(once), then), CHECKED);
    int begin = reads(compared);
    return without(
        compared, i -> isThoughReplaced(asked(compared), i - begin, then), ASKED_THOUGH_REPLACED);
  }

  /// Whether something is read first that has no record there any more, and made anew on both
  /// sides.
  private boolean isOfMissing(List<Call> calls, List<Call> expected) {
    return begins(calls, "Read")
        && forgotten.test(calls.getFirst().about())
        && reads(calls) == 1
        && beginsAnew(asked(calls))
        && beginsAnew(expected);
  }

  private static boolean beginsAnew(List<Call> calls) {
    return !calls.isEmpty() && isCheckOfNew(calls.getFirst());
  }

  /// What comes after an object is read.
  private static List<Call> asked(List<Call> calls) {
    return calls.subList(reads(calls), calls.size());
  }

  /// How often an object is read before it is planned, which all rounds have in common.
  private static int reads(List<Call> calls) {
    int reads = 0;
    while (reads < calls.size() && calls.get(reads).method().equals("Read")) reads++;
    return reads;
  }

  /// Where the last round begins in which something is checked for the same object.
  ///
  /// @param first where the first one begins
  private static int lastRound(List<Call> calls, int first) {
    int last = first;
    for (int i = first + 1; i < calls.size(); i++)
      if (calls.get(first).method().equals("Check")
          && calls.get(i).method().equals("Check")
          && olds(calls.get(i)).equals(olds(calls.get(first)))
          && calls.get(last).request().toString().contains("$unknown")) last = i;
    return last;
  }

  /// Whether it is asked for a replacement in a round in which the trigger is not known, and there
  /// is none in the end. What does not refer to the program is not asked anew.
  private boolean isOfOpenTrigger(List<Call> calls, int i, List<Call> expected) {
    var asked = asked(calls);
    if (!begins(asked, "Check")
        || isCheckOfNew(asked.getFirst())
        || !triggered.test(asked.getFirst().about())
        || expected.stream().anyMatch(Turns::isCheckOfNew)) return false;
    var call = calls.get(i);
    return isCheckOfNew(call)
        || i > 0
            && isCheckOfNew(calls.get(i - 1))
            && call.method().equals("Create")
            && call.request().path("preview").asBoolean(false);
  }

  private static JsonNode olds(Call call) {
    return call.request().path("olds");
  }

  /// What was read is compared with what is declared.
  private boolean isOfDrift(List<Call> calls, int i) {
    return calls.get(i).method().equals("Diff")
        && (refreshing || i > 0 && calls.get(i - 1).method().equals("Read"));
  }

  /// There, the recorded inputs are compared with what is not known in them.
  private static boolean isChecked(List<Call> calls, List<Call> expected) {
    return begins(expected, "Diff") && begins(calls, "Check") && begins(rest(calls), "Diff");
  }

  private static boolean isAskedTwice(List<Call> calls) {
    return begins(calls, "Diff")
        && begins(rest(calls), "Check")
        && !calls.get(1).request().path("olds").isEmpty();
  }

  private static boolean begins(List<Call> calls, String method) {
    return !calls.isEmpty() && calls.getFirst().method().equals(method);
  }

  private static List<Call> rest(List<Call> calls) {
    return calls.subList(1, calls.size());
  }

  /// Inputs of an object in another system are checked once more before it is made anew.
  private boolean isOfAnotherSystem(List<Call> calls, int i) {
    return moved && i == reads(calls) && isCheckedAnew(asked(calls));
  }

  /// There, nobody is asked what has changed of an object that is replaced anyway.
  private static boolean isCheckedAnew(List<Call> calls) {
    return begins(calls, "Check") && calls.size() > 1 && isCheckOfNew(calls.get(1));
  }

  /// Of what a program wants replaced, not even the check of an update is asked there.
  private static boolean isThoughReplaced(List<Call> calls, int i, List<Call> expected) {
    boolean compared =
        begins(calls, "Check")
            && begins(rest(calls), "Diff")
            && calls.size() > 2
            && isCheckOfNew(calls.get(2));
    // What was made without inputs is checked so before it is compared, or replaced, too.
    boolean made =
        !expected.isEmpty()
            && isCheckOfNew(expected.getFirst())
            && !begins(rest(expected), "Diff")
            && !isCheckedAnew(expected);
    return compared && (i == 0 && made || i == 1 && (made || isCheckedAnew(expected)));
  }

  private static boolean isCheckOfNew(Call call) {
    return call.method().equals("Check") && call.request().path("olds").isEmpty();
  }

  /// The first call knows nothing but what is taken over, which may be said otherwise than by the
  /// id that the object has then.
  private static boolean isReadAgain(Call first, Call second) {
    return first.method().equals("Read")
        && second.method().equals("Read")
        && !first.request().has("properties")
        && second.request().has("properties");
  }

  private static boolean isBeforeReplaced(List<Call> calls, int i) {
    return calls.get(i).method().equals("Update")
        && i + 1 < calls.size()
        && isCheckOfNew(calls.get(i + 1));
  }

  private List<Call> without(List<Call> calls, IntPredicate left, String reason) {
    if (IntStream.range(0, calls.size()).anyMatch(left)) reasons.add(reason);
    var rest = new ArrayList<Call>();
    for (int i = 0; i < calls.size(); i++) if (!left.test(i)) rest.add(calls.get(i));
    return rest;
  }
}
