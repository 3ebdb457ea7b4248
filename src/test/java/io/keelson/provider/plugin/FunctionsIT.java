package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.function.FunctionAnswer;
import io.keelson.engine.provider.EphemeralAnswer;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.wire.EmptyObject;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Functions and ephemeral resources of the test provider.
class FunctionsIT {
  @TempDir Path folder;
  private PluginBench bench;
  private PluginProvider provider;

  @BeforeEach
  void open() {
    bench = new PluginBench(folder);
    provider = bench.provider("keelsontest", "2.0.0");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void function_takesAnyNumberOfFurtherArguments() {
    assertThat(call("join", Value.text("-"), Value.text("a"), Value.text("b"), Value.number(3)))
        .isEqualTo(returned(Value.text("a-b-3")));
  }

  @Test
  void numbersOfAnySize_areExact() {
    var large = new BigDecimal("123456789012345678901234567890.5");

    assertThat(call("add", Value.number(large), Value.number(1)))
        .isEqualTo(returned(Value.number(large.add(BigDecimal.ONE))));
  }

  @Test
  void unknownArgument_leavesTheResultOpenUnlessTheFunctionTakesIt() {
    assertThat(call("add", Value.unknown(Types.NUMBER), Value.number(1)))
        .isEqualTo(returned(Value.unknown(Types.NUMBER)));
    assertThat(call("is_unknown", Value.unknown(Types.STRING)))
        .isEqualTo(returned(Value.truth(true)));
  }

  @Test
  void nullArgument_isRefusedUnlessTheFunctionTakesIt() {
    assertThat(call("or_else", Value.nothing(Types.STRING), Value.text("b")))
        .isEqualTo(returned(Value.text("b")));
    assertThat(call("add", Value.nothing(Types.NUMBER), Value.number(1)))
        .isEqualTo(new FunctionAnswer.Refused(OptionalInt.of(0), "It must not be null."));
  }

  @Test
  void argumentThatIsWrong_isNamedByItsPosition() {
    assertThat(call("add", Value.number(1), Value.text("x")))
        .isInstanceOfSatisfying(
            FunctionAnswer.Refused.class, refused -> assertThat(refused.argument()).hasValue(1));
    assertThat(call("fail", Value.number(1), Value.text("x")))
        .isInstanceOfSatisfying(
            FunctionAnswer.Refused.class, refused -> assertThat(refused.argument()).hasValue(1));
    assertThat(call("add", Value.number(1))).isInstanceOf(FunctionAnswer.Refused.class);
    assertThat(call("add", Value.number(1), Value.number(1), Value.number(1)))
        .isInstanceOf(FunctionAnswer.Refused.class);
  }

  private FunctionAnswer call(String name, Value... arguments) {
    return provider.function(name).call(List.of(arguments));
  }

  private static FunctionAnswer returned(Value value) {
    return new FunctionAnswer.Returned(value);
  }

  @Test
  void ephemeralResource_isOpenedRenewedAndClosed() {
    var type = "keelsontest_token";
    var schema = provider.schemas().ephemeral(type).orElseThrow();
    var config = new TreeMap<>(((Mapping) EmptyObject.of(schema.root())).entries());
    config.put("name", Value.text("t"));
    config.put("renew_after", Value.text("1h"));
    var wanted = Unmarked.plain(Value.object(config));

    assertThat(provider.ephemerals().validate(type, wanted)).isEmpty();
    var opened = (EphemeralAnswer.Opened) provider.ephemerals().open(type, wanted);
    assertThat(((Mapping) opened.value()).attribute("value")).isInstanceOf(Value.Text.class);
    assertThat(opened.lease().renewAt().orElseThrow()).isAfter(Instant.EPOCH);
    var renewed = (EphemeralAnswer.Held) provider.ephemerals().renew(type, opened.lease());
    assertThat(provider.ephemerals().close(type, renewed.lease()))
        .isInstanceOf(EphemeralAnswer.Held.class);

    assertThat(bench.cloud().effects()).containsExactly("create t", "update t", "delete t");
  }
}
