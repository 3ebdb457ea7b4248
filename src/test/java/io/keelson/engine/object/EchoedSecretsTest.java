package io.keelson.engine.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.object.InstancePlanner.Existing;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-SENS-2")
class EchoedSecretsTest {
  private static final Schema SCHEMA =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "input", Attribute.of(Types.STRING, Presence.OPTIONAL),
                  "output", Attribute.of(Types.STRING, Presence.COMPUTED),
                  "size", Attribute.of(Types.STRING, Presence.OPTIONAL))));

  private static final Value SECRET = Value.text("s3cret").mark(Marks.sensitive("variable.pw"));

  @Test
  void outputThatRepeatsASecretInput_isSecretToo() {
    var marked = mark(SECRET, Value.text("s3cret"));

    assertThat(Sensitivity.paths(marked).all()).containsExactly(AttributePath.of("output"));
  }

  @Test
  void secretInsideAnObject_isFoundWhereItIsRepeated() {
    var config = Value.object(Map.of("pw", SECRET, "user", Value.text("u")));
    var output =
        Value.object(
            Map.of(
                "user", Value.text("u"),
                "all", Value.tuple(List.of(Value.text("x"), Value.text("s3cret")))));

    assertThat(Sensitivity.paths(mark(config, output)).all())
        .containsExactly(AttributePath.of("output").attribute("all").index(1));
  }

  @Test
  void shortSecretThatIsRepeatedAsAKey_hidesTheMap() {
    var pin = Value.text("NKJB").mark(Marks.secret("variable.pin"));
    var output = Value.map(Types.STRING, Map.of("NKJB", Value.text("here")));

    assertThat(Sensitivity.paths(mark(pin, output)).secret())
        .containsExactly(AttributePath.of("output"));
  }

  @Test
  void otherValues_andWhatTheUserSet_areNoSecrets() {
    var config =
        Value.object(
            Map.of(
                "input", SECRET,
                "comment", Value.text("s3cret"),
                "output", Value.nothing(Types.DYNAMIC)));
    var planned =
        Value.object(
            Map.of(
                "input", Value.text("s3cret"),
                "comment", Value.text("s3cret"),
                "output", Value.text("other")));

    assertThat(EchoedSecrets.mark(planned, config.unmark())).isEqualTo(planned);
  }

  @Test
  void objectFoundLater_isSecretWhereItsConfigurationWas_andWhereThatIsRepeated() {
    var secret = new TreeSet<>(List.of(AttributePath.of("input")));

    assertThat(
            Sensitivity.paths(
                    Sensitivity.found(
                        SCHEMA,
                        object("s3cret", "s3cret"),
                        SensitivePaths.declared(secret),
                        Unmarked.NOTHING))
                .all())
        .containsExactly(AttributePath.of("input"), AttributePath.of("output"));
  }

  /// Somebody has changed the secret, and the provider repeats what it is by now.
  @Test
  void secretThatIsAnotherOneByNow_isSecretWhereItIsRepeated() {
    var input = new TreeSet<>(List.of(AttributePath.of("input")));

    assertThat(
            Sensitivity.observed(
                    SCHEMA,
                    object("changed", "changed"),
                    object("s3cret", "none"),
                    SensitivePaths.of(input, input),
                    Unmarked.NOTHING)
                .secret())
        .containsExactly(AttributePath.of("input"), AttributePath.of("output"));
  }

  @Test
  void whatWasThereInPlainBefore_isNoSecretBecauseSomethingElseChanged() {
    var input = new TreeSet<>(List.of(AttributePath.of("input")));
    var last = sized("z", "z", "small");

    assertThat(
            Sensitivity.observed(
                    SCHEMA,
                    sized("z", "z", "large"),
                    last,
                    SensitivePaths.of(input, input),
                    Unmarked.NOTHING)
                .all())
        .containsExactly(AttributePath.of("input"));
    assertThat(
            Sensitivity.observed(
                    SCHEMA,
                    sized("z", "z", "z"),
                    last,
                    SensitivePaths.of(input, input),
                    Unmarked.NOTHING)
                .secret())
        .containsExactly(AttributePath.of("input"), AttributePath.of("size"));
  }

  /// The map has a key with the text of the secret inside of it, and had it before.
  @Test
  void secretInsideOfWhatWasThereInPlain_staysSecret() {
    var secret = new TreeSet<>(List.of(AttributePath.of("output").key("pw")));
    var output = Value.map(Types.STRING, Map.of("z", Value.text("here"), "pw", Value.text("z")));

    assertThat(
            Sensitivity.observed(
                    SCHEMA,
                    Value.object(Map.of("input", Value.text("now"), "output", output)),
                    Value.object(Map.of("input", Value.text("then"), "output", output)),
                    SensitivePaths.of(secret, secret),
                    Unmarked.NOTHING)
                .secret())
        .containsExactly(AttributePath.of("output").key("pw"));
  }

  @Test
  void whatTheProviderItselfWasToldInSecret_isSecretWhereItIsRepeated_butNotWhereTheUserSaysIt() {
    var configuration =
        Value.object(Map.of("token", Value.text("s3cret").mark(Marks.secret("token"))));
    var config = Unmarked.plain(object("s3cret", "s3cret"));

    var all =
        Sensitivity.marked(
            SCHEMA, object("s3cret", "user:s3cret"), only("input"), configuration.unmark());
    assertThat(Sensitivity.paths(all).secret()).containsExactly(AttributePath.of("output"));
    assertThat(
            Sensitivity.paths(
                    Sensitivity.marked(SCHEMA, config.value(), config, configuration.unmark()))
                .all())
        .isEmpty();
  }

  /// That a value is called sensitive says nothing about objects that have the same by chance.
  @Test
  void whatTheProviderWasToldAsSensitive_isShownWhereItIsRepeated() {
    var configuration =
        Value.object(Map.of("region", Value.text("eu-west-1").mark(Marks.sensitive("r"))));

    var object =
        Sensitivity.marked(SCHEMA, object("a", "eu-west-1"), only("input"), configuration.unmark());
    assertThat(Sensitivity.paths(object).all()).isEmpty();
  }

  private static Unmarked only(String attribute) {
    return Unmarked.plain(
        ((Mapping) object("set", "set"))
            .mapValues(
                (name, value) -> name.equals(attribute) ? value : Value.nothing(value.type())));
  }

  private static Value object(String input, String output) {
    return sized(input, output, "small");
  }

  private static Value sized(String input, String output, String size) {
    return Value.object(
        Map.of(
            "input", Value.text(input),
            "output", Value.text(output),
            "size", Value.text(size)));
  }

  private static Value mark(Value input, Value output) {
    var config =
        Value.object(Map.of("input", input, "output", Value.nothing(Types.DYNAMIC))).unmark();
    var planned = Value.object(Map.of("input", input.unmark().value(), "output", output));
    return EchoedSecrets.mark(planned, config);
  }

  private static Value kept(Value declared, Value there) {
    var object = server(there);
    var secret = new TreeSet<>(List.of(AttributePath.of("input")));
    var before =
        new Existing(
            object,
            Bytes.NONE,
            Optional.empty(),
            ObjectState.Status.READY,
            SensitivePaths.of(secret, secret));
    return Sensitivity.keepEchoes(before, object, server(declared).unmark());
  }

  private static Value server(Value input) {
    return Value.object(
        Map.of(
            "input", input,
            "output", Value.nothing(Types.STRING),
            "size", Value.nothing(Types.STRING)));
  }

  /// The object has it until its provider takes what is declared instead.
  @Test
  @Tag("R-SENS-11")
  void formerSecret_isOneAsLongAsItIsThere() {
    var former = Value.text("s3cret");

    assertThat(Sensitivity.paths(kept(Value.text("plain"), former)).secret())
        .containsExactly(AttributePath.of("input"));
    assertThat(Sensitivity.paths(kept(Value.nothing(Types.STRING), former)).secret())
        .containsExactly(AttributePath.of("input"));

    assertThat(Sensitivity.paths(kept(former, former)).all()).isEmpty();
  }
}
