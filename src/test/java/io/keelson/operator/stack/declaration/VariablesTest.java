package io.keelson.operator.stack.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import java.util.ArrayList;
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
    var reference = new StackSpec.KeyReference();
    reference.name = "db";
    reference.key = key;
    var variable = new StackSpec.Variable();
    variable.name = key;
    variable.valueFrom = new StackSpec.ValueSource();
    variable.valueFrom.secretKeyRef = reference;
    var stack = new Stack();
    stack.getMetadata().setNamespace("shop");
    stack.setSpec(new StackSpec());
    stack.getSpec().variables = new ArrayList<>();
    stack.getSpec().variables.add(variable);
    var data = ClusterVariables.data(secret(notSecret));
    var values = Variables.read(stack, (_, _) -> Optional.of(data), new CelExpressions()).values();
    return Objects.requireNonNull(values.get(key));
  }

  @Test
  @Tag("R-SENS-11")
  void onlyKeysThatTheSecretItselfLetsOut_areNoSecrets() {
    assertThat(variable("username", "host, username")).isEqualTo(Value.text("shop"));
    assertThat(Marks.secret(variable("password", "host, username").marks())).isTrue();
    assertThat(Marks.secret(variable("username", "").marks())).isTrue();
    assertThat(Marks.secret(variable("username", "user").marks())).isTrue();
  }
}
