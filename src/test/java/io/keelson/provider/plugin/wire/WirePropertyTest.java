package io.keelson.provider.plugin.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import io.keelson.engine.value.ValueArbitraries;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class WirePropertyTest {
  record Typed(Type type, Value value) {}

  @Provide
  Arbitrary<Typed> any() {
    return ValueArbitraries.types(3)
        .flatMap(type -> ValueArbitraries.any(type).map(value -> new Typed(type, value)));
  }

  @Provide
  Arbitrary<Typed> known() {
    return ValueArbitraries.types(3)
        .flatMap(type -> ValueArbitraries.known(type).map(value -> new Typed(type, value)));
  }

  @Property
  void valueInMessagePack_comesBackWithoutItsRefinements(@ForAll("any") Typed typed)
      throws MalformedValue {
    var bytes = MsgpackWriter.write(typed.value(), typed.type());

    var back = MsgpackReader.read(bytes, typed.type());

    if (!typed.type().hasDynamic()) assertThat(back).isEqualTo(unrefined(typed.value()));
    // Elements of any type that turn out to be of one are told so: once, and never again.
    assertThat(MsgpackReader.read(MsgpackWriter.write(back, typed.type()), typed.type()))
        .isEqualTo(back);
  }

  @Property
  void knownValueInJson_comesBack(@ForAll("known") Typed typed) throws MalformedValue {
    var json = WireJson.write(typed.value(), typed.type());

    var back = WireJson.read(json, typed.type());

    if (!typed.type().hasDynamic()) assertThat(back).isEqualTo(typed.value());
    assertThat(WireJson.read(WireJson.write(back, typed.type()), typed.type())).isEqualTo(back);
  }

  @Property
  void bothEncodings_tellTheSameValue(@ForAll("known") Typed typed) throws MalformedValue {
    var packed = MsgpackReader.read(MsgpackWriter.write(typed.value(), typed.type()), typed.type());
    var json = WireJson.read(WireJson.write(typed.value(), typed.type()), typed.type());

    assertThat(packed).isEqualTo(json);
  }

  /// Bytes that are cut off or changed are refused, or another value: nothing else may happen.
  @Property
  void damagedBytes_areRefusedOrAnotherValue(
      @ForAll("any") Typed typed, @ForAll int at, @ForAll byte other) {
    var bytes = MsgpackWriter.write(typed.value(), typed.type());
    int position = Math.floorMod(at, bytes.length);
    var changed = bytes.clone();
    changed[position] = other;

    readOrRefuse(changed, typed.type());
    readOrRefuse(Arrays.copyOf(bytes, position), typed.type());
  }

  private static void readOrRefuse(byte[] bytes, Type type) {
    try {
      assertThat(MsgpackReader.read(bytes, type)).isNotNull();
    } catch (MalformedValue e) {
      assertThat(e.reason()).isNotEmpty();
    }
  }

  private static Value unrefined(Value value) {
    return switch (value) {
      case Value.Unknown unknown -> Value.unknown(unknown.type());
      case Sequence sequence ->
          sequence.withElements(
              sequence.elements().stream().map(WirePropertyTest::unrefined).toList());
      case Mapping mapping -> mapping.mapValues((_, each) -> unrefined(each));
      case Value.Null _, Value.Text _, Value.Num _, Value.Truth _ -> value;
    };
  }
}
