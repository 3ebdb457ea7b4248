package io.keelson.operator.stack.declaration;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.StackVariable;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.api.provider.ProviderConfigSpec;
import io.keelson.operator.stack.context.ProviderPrograms;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A lender's Secret that the API server does not give.
@Tag("R-SENS-11")
class ProviderConfigsTest {
  @Test
  void serverThatFails_tellsTheOwnerWhichSecretItIs() {
    assertThatThrownBy(() -> reading("platform").read("cloud", config()))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("secrets/vault");
  }

  @Test
  void serverThatFails_tellsABorrowerNotWhichSecretItIs() {
    assertThatThrownBy(() -> reading("shop").read("platform/cloud", config()))
        .isInstanceOf(KubernetesClientException.class)
        .hasNoCause()
        .hasMessageContaining("ProviderConfig 'platform/cloud'")
        .hasMessageContaining("500")
        .hasMessageNotContaining("vault");
  }

  @Test
  @Tag("R-PRG-9")
  void autonaming_isWhatTheProviderIsMadeWith() {
    var config = config();
    config.getSpec().secrets = null;
    var programs = new Refusing();

    assertThatThrownBy(() -> reading("platform", programs).read("cloud", config))
        .hasMessage("Optional.empty");
    config.getSpec().autonaming = new ProviderConfigSpec.Autonaming();
    config.getSpec().autonaming.disabled = true;
    assertThatThrownBy(() -> reading("platform", programs).read("cloud", config))
        .hasMessage("Optional[Naming[pattern=Optional.empty, enforced=false]]");
    config.getSpec().autonaming.disabled = null;
    config.getSpec().autonaming.pattern = "${name}";
    config.getSpec().autonaming.enforce = true;
    assertThatThrownBy(() -> reading("platform", programs).read("cloud", config))
        .hasMessage("Optional[Naming[pattern=Optional[${name}], enforced=true]]");
  }

  private static ProviderConfigReading reading(String namespace) {
    return reading(namespace, new NoPrograms());
  }

  private static ProviderConfigReading reading(String namespace, ProviderPrograms programs) {
    var stack = new Stack();
    stack.getMetadata().setNamespace(namespace);
    stack.setSpec(new StackSpec());
    return new ProviderConfigReading(
        stack, programs, new FailingSecrets(namespace), new ProviderConfigs.Kept());
  }

  private static ProviderConfig config() {
    var config = new ProviderConfig();
    config.getMetadata().setNamespace("platform");
    config.getMetadata().setName("cloud");
    var spec = new ProviderConfigSpec();
    spec.providerRef = new ProviderConfigSpec.Reference();
    spec.providerRef.name = "cloud";
    var token = new ProviderConfigSpec.SecretValue();
    token.name = "token";
    token.secretKeyRef = new StackVariable.KeyReference();
    token.secretKeyRef.name = "vault";
    token.secretKeyRef.key = "token";
    spec.secrets = List.of(token);
    config.setSpec(spec);
    return config;
  }

  /// Says how it should name objects.
  private static final class Refusing extends NoPrograms {
    @Override
    public Program named(String provider) {
      return new Program.Usable(
          "registry/cloud",
          "cloud",
          use -> {
            throw new IllegalStateException(use.naming().toString());
          });
    }
  }

  private static class NoPrograms implements ProviderPrograms {
    @Override
    public Program named(String provider) {
      return new Program.Coming();
    }

    @Override
    public Program from(String source) {
      return new Program.Coming();
    }

    @Override
    public Program ofType(String type) {
      return new Program.Coming();
    }

    @Override
    public List<Implicit> implicit() {
      return List.of();
    }

    @Override
    public boolean knowsAll() {
      return true;
    }
  }

  /// @param reader the namespace of the Stack
  private record FailingSecrets(String reader) implements ProviderConfigSource {
    @Override
    public Optional<ProviderConfig> config(String namespace, String name) {
      return Optional.empty();
    }

    @Override
    public boolean knowsAll() {
      return true;
    }

    @Override
    public Optional<VariableSource> secrets(ProviderConfig config) {
      return Optional.of((_, _) -> {
        throw new KubernetesClientException(
            "GET at namespaces/platform/secrets/vault: broken", 500, null);
      });
    }

    @Override
    public boolean tellsSecrets(ProviderConfig config) {
      return config.getMetadata().getNamespace().equals(reader);
    }
  }
}
