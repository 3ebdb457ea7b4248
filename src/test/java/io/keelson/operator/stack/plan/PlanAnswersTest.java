package io.keelson.operator.stack.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.reading.KeptAnswer;
import io.keelson.engine.state.Completion;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class PlanAnswersTest {
  private static final SortedSet<AttributePath> NOTHING = Collections.emptySortedSet();

  private final PlanAnswers answers = new PlanAnswers(new JsonStateCodec());

  private static KeptAnswer answer(String question, Value value) {
    var prior =
        new Prior(
            Value.object(Map.of("value", value, "none", Value.nothing(Types.NUMBER))),
            Bytes.of(new byte[] {0, -1, 7}),
            Optional.of(new RawState(3, Bytes.utf8("{\"id\":\"i-1\"}"))));
    return new KeptAnswer(
        question, Optional.of(prior), new TreeSet<>(List.of(AttributePath.of("value"))), List.of());
  }

  @Test
  void answers_comeBackAsTheyWere() {
    var all =
        List.of(
            answer("q1", Value.text("a \"b\" ü")),
            answer("q2", Value.map(Types.STRING, Map.of("k", Value.text("v")))),
            new KeptAnswer(
                "half",
                answer("", Value.text("a")).object(),
                NOTHING,
                Completion.UNFINISHED,
                List.of()),
            new KeptAnswer("gone", Optional.empty(), NOTHING, List.of()));

    var written = answers.write("declared", all).orElseThrow();

    assertThat(answers.read("declared", written)).isEqualTo(all);
  }

  @Test
  void answersForAnotherDeclaration_areNotUsed() {
    var written = answers.write("one", List.of(answer("q", Value.text("a")))).orElseThrow();

    assertThat(answers.read("two", written)).isEmpty();
  }

  @Test
  void whatIsNoAnswers_isNotUsed() {
    assertThat(answers.read("declared", Bytes.utf8("nonsense"))).isEmpty();
  }

  /// The warning is told again with the next answer.
  @Test
  void answerWithAWarning_isAskedForAgain() {
    var warned = answer("q", Value.text("a"));
    var warning = Diagnostic.warning(Code.PROVIDER_ERROR, Subject.stack(), "Old", "Mend it.");

    assertThat(
            answers.write(
                "declared",
                List.of(
                    new KeptAnswer(warned.question(), warned.object(), NOTHING, List.of(warning)))))
        .isEmpty();
  }

  @Test
  void answersThatAreTooLarge_areNotWritten() {
    var letters = new Random(1).ints(400_000, 'a', 'z');
    var text = new StringBuilder();
    letters.forEach(each -> text.append((char) each));

    assertThat(answers.write("declared", List.of(answer("q", Value.text(text.toString())))))
        .isEmpty();
    assertThat(
            answers.write(
                "declared", Collections.nCopies(6, answer("q", Value.text("a".repeat(1 << 20))))))
        .isEmpty();
  }
}
