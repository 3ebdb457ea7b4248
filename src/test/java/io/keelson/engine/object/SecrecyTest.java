package io.keelson.engine.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("R-SENS-5")
class SecrecyTest {
  private static final Value CONFIG =
      Value.object(
          Map.of(
              "password", Value.text("hunter2-and-more").mark(Marks.secret("variable.p")),
              "pin", Value.text("k7").mark(Marks.secret("variable.p")),
              "port", Value.number(80).mark(Marks.sensitive("port")),
              "tags",
                  Value.map(Types.STRING, Map.of("deep-key", Value.text("x")))
                      .mark(Marks.secret("variable.p")),
              "name", Value.text("web")));

  private static Diagnostic shown(String detail, String path) {
    var problem =
        Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), detail, detail)
            .at(AttributePath.parse(path));
    return Secrecy.of(CONFIG).in(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          wrong: hunter2-and-more!         | wrong: (sensitive value)!
          only 2-and-more is left of it    | only (sensitive value) is left of it
          and hunter2- begins it           | and (sensitive value) begins it
          aHVudGVyMi1hbmQtbW9yZQ==         | (sensitive value)==
          value 80 is too low, not 8080    | value (sensitive value) is too low, not 8080
          "k7" is short, k70 is not        | "(sensitive value)" is short, k70 is not
          tag deep-key of web is not there | tag (sensitive value) of web is not there
          nothing of it                    | nothing of it
          """)
  void sensitiveTextsAndTheirParts_areTakenOut(String said, String expected) {
    var problem = shown(said, "name");

    assertThat(problem.detail()).isEqualTo(expected);
    assertThat(problem.summary()).isEqualTo(expected);
  }

  @Test
  void whatIsHiddenAlready_isNotHiddenOnceMore() {
    var secret = Value.text("a-sensitive-word").mark(Marks.secret("variable.p"));
    var problem =
        Diagnostic.error(
            Code.PROVIDER_ERROR,
            Subject.stack(),
            "Refused",
            "token (sensitive value), a-sensitive-word");

    assertThat(Secrecy.of(secret).in(problem).detail())
        .isEqualTo("token (sensitive value), (sensitive value)");
  }

  @Test
  void endlessMessage_isCut() {
    assertThat(shown("x".repeat(1_000_000), "name").detail()).hasSize(100_000);
  }

  @ParameterizedTest
  @CsvSource({
    "tags[\"deep-key\"],tags",
    "tags,tags",
    "config.tags[\"deep-key\"].x,config.tags",
    "name,name",
    "config.name,config.name",
    "nowhere.deep,nowhere.deep",
    "nowhere.hunter2-and-more.deep,nowhere",
    "name[\"see hunter2-\"],name"
  })
  void path_endsWhereItLeadsIntoSomethingSensitive(String path, String expected) {
    assertThat(shown("x", path).path()).isEqualTo(AttributePath.parse(expected));
  }

  @Test
  void nothingSensitive_leavesEveryWord() {
    var problem = Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "a", "80 k7");

    assertThat(Secrecy.of(Value.text("80")).in(problem)).isEqualTo(problem);
  }
}
