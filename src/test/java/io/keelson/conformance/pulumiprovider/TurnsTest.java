package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.json.ExactJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which questions are left out of the comparison, and which are not.
class TurnsTest {
  private static final String OPEN =
      "{\"olds\": {\"label\": \"a\"}, \"news\": {\"label\": {\"$unknown\": \"string\"}}}";
  private static final String KNOWN =
      "{\"olds\": {\"label\": \"a\"}, \"news\": {\"label\": \"a\"}}";

  private final Turns turns = new Turns(false, _ -> false, _ -> false);

  private static Call call(String method, String request) {
    try {
      return new Call(method, "keel:index:Thing::b", ExactJson.JSON.readTree(request));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Call check(String request) {
    return call("Check", request);
  }

  @Test
  void earlierRounds_areLeftOut_andReadingIsNot() {
    var read = call("Read", "{\"id\": \"b-1\"}");
    var diff = call("Diff", "{}");
    var last = List.of(read, check(KNOWN), diff);
    var rounds = List.of(read, check(OPEN), diff, call("Update", "{}"), check(KNOWN), diff);
    assertThat(turns.own(rounds, last)).isEqualTo(last);
    assertThat(turns.reasons()).containsExactly(Turns.ROUNDS);
    assertThat(turns.own(rounds.subList(1, rounds.size()), last))
        .isEqualTo(last.subList(1, last.size()));
  }

  @Test
  void whatWasKnown_isComparedAsOftenAsItIsAsked() {
    var twice = List.of(call("Read", "{\"id\": \"b-1\"}"), check(KNOWN), check(KNOWN));
    assertThat(turns.own(twice, twice)).isEqualTo(twice);
    var other =
        List.of(check(OPEN), check(KNOWN.replace("\"olds\": {\"label\"", "\"olds\": {\"n\"")));
    assertThat(turns.own(other, other)).isEqualTo(other);
    assertThat(turns.reasons()).isEmpty();
  }

  private static ProgramEntry provider(String inputs) {
    try {
      return new ProgramEntry(
          ExactJson.JSON.readTree(
              "{\"type\": \"pulumi:providers:bare\", \"name\": \"p\", \"inputs\": %s}"
                  .formatted(inputs)));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void firstNameOfASystem_isNoOtherOne() {
    var unnamed = provider("{\"region\": \"east\"}");
    var one = provider("{\"account\": \"1\"}");
    assertThat(one.isElsewhere(unnamed)).isFalse();
    assertThat(one.isElsewhere(one)).isFalse();

    assertThat(provider("{\"account\": \"2\"}").isElsewhere(one)).isTrue();
    assertThat(unnamed.isElsewhere(one)).isTrue();
  }

  @Test
  void whatIsReadFirst_isComparedBeforeItIsReplaced() {
    var read = call("Read", "{\"id\": \"b-1\"}");
    var anew = check("{\"olds\": {}, \"news\": {\"label\": \"a\"}}");
    var diff = call("Diff", "{}");
    var replaced = List.of(read, check(KNOWN), anew);
    var compared = List.of(read, check(KNOWN), diff, anew);
    assertThat(turns.own(compared, replaced)).isEqualTo(replaced);
    assertThat(turns.own(compared.subList(1, 4), replaced.subList(1, 3)))
        .isEqualTo(replaced.subList(1, 3));
    assertThat(turns.reasons()).containsExactly(Turns.ASKED_THOUGH_REPLACED);

    assertThat(turns.own(compared, compared)).isEqualTo(compared);
    var updated = List.of(read, check(KNOWN), diff);
    assertThat(turns.own(updated, replaced)).isEqualTo(updated);
  }

  @Test
  void whatWasMadeWithoutInputs_isCheckedTwiceBeforeItIsReplaced() {
    var empty = check("{\"olds\": {}, \"news\": {}}");
    var foreseen = call("Create", "{\"preview\": true}");
    var replaced = List.of(empty, empty, foreseen);
    var compared = List.of(empty, call("Diff", "{}"), empty, foreseen);
    assertThat(turns.own(compared, replaced)).isEqualTo(replaced);
    assertThat(turns.reasons()).containsExactly(Turns.ASKED_THOUGH_REPLACED);

    var once = List.of(empty, foreseen);
    assertThat(turns.own(compared, once)).isEqualTo(once);
    assertThat(turns.own(once, replaced)).isEqualTo(once);
  }

  @Test
  void whatIsReadFirst_isAskedOnceOfWhatItUses() {
    var read = call("Read", "{\"id\": \"b-1\"}");
    var diff = call("Diff", "{}");
    var once = List.of(read, check(KNOWN), diff);
    // Right after it is read, it is compared with what was found.
    assertThat(turns.expected(List.of(read, diff, diff, check(KNOWN), diff))).isEqualTo(once);
    assertThat(turns.reasons()).containsExactly(Turns.DRIFT, Turns.ASKED_TWICE);
  }

  @Test
  void whatIsGone_isReadOnceMoreBeforeItIsMadeAnew() {
    var read = call("Read", "{\"id\": \"b-1\"}");
    var anew = List.of(check("{\"olds\": {}, \"news\": {\"label\": \"a\"}}"), call("Create", "{}"));
    var reading = List.of(read, anew.get(0), anew.get(1));
    var forgetful = new Turns(false, "keel:index:Thing::b"::equals, _ -> false);
    assertThat(forgetful.own(reading, anew)).isEqualTo(anew);
    assertThat(forgetful.reasons()).containsExactly(Turns.MISSING);

    assertThat(turns.own(reading, anew)).isEqualTo(reading);
    assertThat(forgetful.own(reading, reading)).isEqualTo(reading);
    var kept = List.of(read, check(KNOWN));
    assertThat(forgetful.own(kept, anew)).isEqualTo(kept);
  }

  @Test
  void whatAProgramMightReplace_isForeseenUntilThatHasEnded() {
    var kept = List.of(check(KNOWN), call("Diff", "{}"));
    var anew = check("{\"olds\": {}, \"news\": {\"label\": \"a\"}}");
    var foreseen = call("Create", "{\"preview\": true}");
    var open = List.of(kept.get(0), kept.get(1), anew, foreseen);
    var triggered = new Turns(false, _ -> false, "keel:index:Thing::b"::equals);
    assertThat(triggered.own(open, kept)).isEqualTo(kept);
    assertThat(triggered.reasons()).containsExactly(Turns.ROUNDS);

    assertThat(turns.own(open, kept)).isEqualTo(open);
    var replaced = List.of(kept.get(0), anew, foreseen);
    assertThat(triggered.own(replaced, replaced)).isEqualTo(replaced);
    var made = List.of(anew, foreseen);
    assertThat(triggered.own(made, kept)).isEqualTo(made);
    var done = List.of(kept.get(0), kept.get(1), anew, call("Create", "{}"));
    assertThat(triggered.own(done, kept)).isEqualTo(List.of(done.get(0), done.get(1), done.get(3)));
  }

  @Test
  void oldObject_isNotComparedThere() {
    var current = call("Diff", "{\"id\": \"b-2\"}");
    var old = call("Diff", "{\"id\": \"b-1\"}");
    var read = call("Read", "{\"id\": \"b-1\"}");
    assertThat(turns.expected(List.of(current, old))).isEqualTo(List.of(current, old));
    turns.old(each -> each.request().path("id").asText().equals("b-1"));
    assertThat(turns.expected(List.of(current, old))).isEqualTo(List.of(current));
    assertThat(turns.reasons()).containsExactly(Turns.GOES_ANYWAY);
    assertThat(turns.expected(List.of(read))).isEqualTo(List.of(read));
    assertThat(turns.own(List.of(old), List.of())).isEqualTo(List.of(old));
  }
}
