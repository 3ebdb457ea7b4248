package io.keelson.operator.stack.declaration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.keelson.engine.config.load.VariableLoader;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.StackVariable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class VariablesTest {
  private static Secret secret(String notSecret) {
    return new SecretBuilder()
        .withNewMetadata()
        .withName("db")
        .addToAnnotations(VariableSource.NOT_SECRET, notSecret)
        .endMetadata()
        .addToStringData("username", "shop")
        .addToStringData("password", "hunter2")
        .build();
  }

  private static Value variable(String key, String notSecret) {
    var values = reading(key, ClusterVariables.data(secret(notSecret))).values();
    return Objects.requireNonNull(values.get(key));
  }

  /// Reads a key of a Secret as a variable of the same name.
  private static VariableLoader.Loaded reading(String key, VariableSource.Data data) {
    var reference = new StackVariable.KeyReference();
    reference.name = "db";
    reference.key = key;
    var variable = new StackVariable();
    variable.name = key;
    variable.valueFrom = new StackVariable.ValueSource();
    variable.valueFrom.secretKeyRef = reference;
    var stack = new Stack();
    stack.getMetadata().setNamespace("shop");
    stack.setSpec(new StackSpec());
    stack.getSpec().variables = new ArrayList<>();
    stack.getSpec().variables.add(variable);
    return Variables.read(stack, (_, _) -> Optional.of(data), new CelExpressions());
  }

  /// A text of them would be other bytes, and nobody would see it.
  @Test
  void bytesThatAreNoText_areToldAndNotChanged() {
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .endMetadata()
            .addToData("store", base64(new byte[] {(byte) 0xfe, (byte) 0xed, 0, (byte) 0xff}))
            .addToData("overwritten", base64(new byte[] {(byte) 0xff}))
            .addToStringData("overwritten", "text")
            .addToData("lines", "Z3LDvMOf\r\nZQ==\n")
            .build();
    var data = ClusterVariables.data(secret);

    assertThat(data.texts()).containsOnly(entry("overwritten", "text"), entry("lines", "grüße"));
    var read = reading("store", data);
    assertThat(read.missing()).containsExactly("store");
    assertThat(read.problems())
        .singleElement()
        .asString()
        .startsWith(
            "variable.store: Variable has no value: Secret 'db' has bytes under the key 'store'"
                + " that are no text in UTF-8")
        .contains("mode: Data", "base64");
  }

  @Test
  void binaryDataOfAConfigMap_isReadWhereItIsText() {
    var data =
        ClusterVariables.data(
            new ConfigMapBuilder()
                .addToData("plain", "a")
                .addToBinaryData("text", base64("b".getBytes(StandardCharsets.UTF_8)))
                .addToBinaryData("image", base64(new byte[] {(byte) 0x89, 'P', 'N', 'G'}))
                .build());

    assertThat(data.texts()).containsOnly(entry("plain", "a"), entry("text", "b"));
    assertThat(data.binary()).containsExactly("image");
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Test
  @Tag("R-SENS-11")
  void onlyKeysThatTheSecretItselfLetsOut_areNoSecrets() {
    assertThat(variable("username", "host, username")).isEqualTo(Value.text("shop"));
    assertThat(Marks.secret(variable("password", "host, username").marks())).isTrue();
    assertThat(Marks.secret(variable("username", "").marks())).isTrue();
    assertThat(Marks.secret(variable("username", "user").marks())).isTrue();
  }

  /// Reads an output as a variable.
  private static VariableLoader.Loaded reading(Outputs source) {
    var variable = new StackVariable();
    variable.name = "net";
    variable.valueFrom = new StackVariable.ValueSource();
    variable.valueFrom.stackOutput = new StackVariable.OutputReference();
    variable.valueFrom.stackOutput.name = "network";
    variable.valueFrom.stackOutput.output = "vpc";
    variable.type = "list(number)";
    var stack = new Stack();
    stack.getMetadata().setNamespace("shop");
    stack.setSpec(new StackSpec());
    stack.getSpec().variables = new ArrayList<>(List.of(variable));
    return Variables.read(stack, source, new CelExpressions());
  }

  /// What only gives outputs.
  private interface Outputs extends VariableSource {
    @Override
    default Optional<Data> data(String kind, String name) {
      return Optional.empty();
    }

    @Override
    Shared output(StackVariable.OutputReference reference) throws Denied, Absent;
  }

  @Test
  void output_keepsItsTypeAndWhatIsSecretStaysSo() {
    var list = Value.tuple(List.of(Value.number(1), Value.text("2")));

    var open = reading(_ -> new VariableSource.Shared(list, false));
    var secret = reading(_ -> new VariableSource.Shared(list, true));

    assertThat(open.problems()).isEmpty();
    assertThat(open.values().get("net"))
        .isEqualTo(Value.list(Types.NUMBER, List.of(Value.number(1), Value.number(2))));
    assertThat(Marks.secret(Objects.requireNonNull(secret.values().get("net")).marks())).isTrue();
  }

  /// The text of a JSON list is no list.
  @Test
  void outputOfAnotherType_isToldWithoutItsValue() {
    var read = reading(_ -> new VariableSource.Shared(Value.text("[7]"), false));

    assertThat(read.missing()).containsExactly("net");
    assertThat(read.problems())
        .singleElement()
        .asString()
        .contains("from output 'vpc' of Stack 'network'")
        .doesNotContain("7");
  }

  @Test
  void outputThatIsNotThere_makesTheVariableWait() {
    var absent =
        reading(_ -> {
          throw new VariableSource.Absent("It is not there.");
        });
    var denied =
        reading(_ -> {
          throw new VariableSource.Denied("It may not be read.");
        });

    assertThat(absent.missing()).containsExactly("net");
    assertThat(absent.problems())
        .singleElement()
        .hasToString("variable.net: Variable has no value: It is not there.");
    assertThat(denied.problems())
        .singleElement()
        .hasToString("variable.net: Variable cannot be read: It may not be read.");
  }
}
