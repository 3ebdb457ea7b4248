package io.keelson.provider.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider.Upgraded;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BuiltinProviderTest {
  private static final String TYPE = "terraform_data";
  private static final InstanceAddress AT = InstanceAddress.parse("terraform_data.a");
  private static final Value NONE = Value.nothing(Types.DYNAMIC);

  private final BuiltinProvider provider = new BuiltinProvider(() -> "id-1", new JsonStateCodec());
  private final Type.ObjectOf type = provider.schema(TYPE).orElseThrow().type();

  private Mapping object(Value id, Value input, Value output, Value triggers) {
    return Mapping.object(type, new Value[] {id, input, output, triggers});
  }

  private Mapping stored(Value input, Value triggers) {
    return object(Value.text("id-0"), input, input, triggers);
  }

  private PlannedState plan(Value prior, Value proposed) {
    var unmarked = Unmarked.plain(proposed);
    var request =
        new PlanRequest(
            TYPE, AT, prior, unmarked, unmarked, Bytes.NONE, Optional.empty(), List.of());
    return provider.plan(request).given().orElseThrow();
  }

  private Value apply(Value prior, Value planned) {
    var config = Unmarked.plain(Value.nothing(type));
    var request =
        new ApplyRequest(
            TYPE,
            AT,
            "op",
            prior,
            planned,
            config,
            Bytes.NONE,
            List.of(),
            Optional.empty(),
            () -> false);
    return ((ApplyAnswer.Returned) provider.apply(request)).value().orElseThrow();
  }

  private MoveAnswer move(String provider, String type, String json) {
    return this.provider.move(
        new MoveRequest(
            TYPE,
            AT,
            provider,
            type,
            new RawState(0, Bytes.utf8(json)),
            Bytes.NONE,
            Optional.empty(),
            Optional.empty()));
  }

  @Test
  @Tag("R-MOV-4")
  void nullResource_isTakenOverWithItsIdAndItsTriggers() {
    var answer =
        move(
            "mirror.example/hashicorp/null",
            "null_resource",
            "{\"id\":\"17\",\"triggers\":{\"a\":\"b\"}}");

    assertThat(answer)
        .isEqualTo(
            new MoveAnswer.Moved(
                Prior.of(
                    object(
                        Value.text("17"), NONE, NONE, Value.object(Map.of("a", Value.text("b"))))),
                List.of()));
  }

  @Test
  @Tag("R-MOV-4")
  void nullResourceWithoutTriggers_hasNone() {
    var answer =
        move(
            "registry.terraform.io/hashicorp/null",
            "null_resource",
            "{\"id\":\"17\",\"triggers\":null}");

    assertThat(answer)
        .isEqualTo(
            new MoveAnswer.Moved(Prior.of(object(Value.text("17"), NONE, NONE, NONE)), List.of()));
  }

  @Test
  @Tag("R-MOV-4")
  void anythingElse_isNotTakenOver() {
    assertThat(move("registry.terraform.io/hashicorp/time", "time_static", "{}"))
        .isInstanceOf(MoveAnswer.Failed.class);
    assertThat(move("registry.terraform.io/somebody/null", "null_resource", "{}"))
        .isInstanceOf(MoveAnswer.Failed.class);
    assertThat(move("registry.terraform.io/hashicorp/null", "null_resource", "{\"id\":[1]}"))
        .isInstanceOf(MoveAnswer.Failed.class);
  }

  @Test
  void create_plansUnknownIdAndAnUnknownOutputOfTheInputsType() {
    var input = Value.tuple(List.of(Value.text("x"), Value.number(1)));

    var planned = plan(Value.nothing(type), object(Value.nothing(Types.STRING), input, NONE, NONE));

    assertThat(planned.value())
        .isEqualTo(
            object(Value.unknownNotNull(Types.STRING), input, Value.unknown(input.type()), NONE));
    assertThat(planned.requiresReplace()).isEmpty();
  }

  @Test
  void createWithoutInput_plansNoOutput() {
    var planned = plan(Value.nothing(type), object(Value.nothing(Types.STRING), NONE, NONE, NONE));

    assertThat(planned.value())
        .isEqualTo(object(Value.unknownNotNull(Types.STRING), NONE, NONE, NONE));
  }

  @Test
  void changedInput_keepsTheIdAndMakesTheOutputUnknown() {
    var prior = stored(Value.text("x"), NONE);
    var proposed = object(Value.text("id-0"), Value.number(2), Value.text("x"), NONE);

    assertThat(plan(prior, proposed).value())
        .isEqualTo(object(Value.text("id-0"), Value.number(2), Value.unknown(Types.NUMBER), NONE));
  }

  @Test
  void inputThatBecomesNull_makesTheOutputUnknown() {
    var prior = stored(Value.text("x"), NONE);
    var proposed = object(Value.text("id-0"), NONE, Value.text("x"), NONE);

    var planned = plan(prior, proposed).value();

    assertThat(planned)
        .isEqualTo(object(Value.text("id-0"), NONE, Value.unknown(Types.DYNAMIC), NONE));
    assertThat(apply(prior, planned)).isEqualTo(stored(NONE, NONE));
  }

  @Test
  void unchangedInput_plansThePriorObject() {
    var prior = stored(Value.text("x"), Value.number(1));

    assertThat(plan(prior, prior).value()).isSameAs(prior);
  }

  @Test
  @Tag("R-PLAN-7")
  void changedTriggers_requireReplacement() {
    var prior = stored(Value.text("x"), Value.tuple(List.of()));
    var proposed = object(Value.text("id-0"), Value.text("x"), Value.text("x"), NONE);

    var planned = plan(prior, proposed);

    assertThat(planned.requiresReplace()).containsExactly(AttributePath.of("triggers_replace"));
    assertThat(((Mapping) planned.value()).attribute("id").isUnknown()).isTrue();
  }

  @Test
  void listInsteadOfTuple_isAChange() {
    var elements = List.of(Value.text("x"));
    var prior = stored(Value.tuple(elements), NONE);
    var list = Value.list(Types.STRING, elements);
    var proposed = object(Value.text("id-0"), list, Value.tuple(elements), NONE);

    assertThat(((Mapping) plan(prior, proposed).value()).attribute("output"))
        .isEqualTo(Value.unknown(list.type()));
  }

  @Test
  @Tag("R-CHK-8")
  void destroy_plansAndGivesNull() {
    var prior = stored(Value.text("x"), NONE);
    var none = Value.nothing(type);

    assertThat(plan(prior, none).value()).isEqualTo(none);
    assertThat(apply(prior, none)).isEqualTo(none);
  }

  @Test
  void create_givesANewIdAndTheOutput() {
    var input = Value.list(Types.STRING, List.of(Value.text("x")));
    var planned =
        object(Value.unknownNotNull(Types.STRING), input, Value.unknown(input.type()), NONE);

    assertThat(apply(Value.nothing(type), planned))
        .isEqualTo(object(Value.text("id-1"), input, input, NONE));
  }

  @Test
  @Tag("R-STATE-12")
  void storedStateThatDoesNotFit_isAProblemAtItsPlace() {
    var stored = new RawState(0, Bytes.utf8("{\"id\": 7}"));

    var answer = (Answer.Failed<?>) provider.upgrade(TYPE, stored);

    assertThat(answer.diagnostics())
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.path()).isEqualTo(AttributePath.of("id"));
          assertThat(problem.detail()).contains("a string is needed");
        });
  }

  @Test
  void storedState_comesBackWithItsTypes() {
    var value = stored(Value.set(Types.NUMBER, List.of(Value.number(1))), NONE);
    var stored = new RawState(0, new JsonStateCodec().encode(value, type));

    assertThat(provider.upgrade(TYPE, stored)).isEqualTo(Answer.of(new Upgraded(value, List.of())));
  }

  @Test
  void interruptedCreate_mayBeRepeated() {
    assertThat(provider.recovery(TYPE)).isEqualTo(CreateRecovery.REPEATABLE);
  }
}
