package io.keelson.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntimeFactory;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Looks at what `deploy/gitops/approvals.yaml` lets the accounts of GitOps tools do.
final class ApprovalPolicyTest {
  private static final Path FILE = Path.of("deploy/gitops/approvals.yaml");

  @ParameterizedTest
  @CsvSource({
    "system:serviceaccount:argocd:argocd-server, Approve, false",
    "system:serviceaccount:argocd:argocd-server, Reject, true",
    "system:serviceaccount:flux-system:kustomize-controller, Approve, false",
    "jane@example.com, Approve, true",
    "system:serviceaccount:argocd:other, Approve, true"
  })
  void accountOfATool_mayOnlyReject(String user, String decision, boolean accepted)
      throws IOException {
    var spec = policy().getSpec();
    var request = Map.of("userInfo", Map.of("username", user));
    var object = Map.of("spec", Map.of("decision", decision));
    boolean asked = holds(spec.getMatchConditions().getFirst().getExpression(), request, object);
    boolean valid = holds(spec.getValidations().getFirst().getExpression(), request, object);
    assertThat(!asked || valid).isEqualTo(accepted);
  }

  /// The account that the action names is one that the policy knows.
  @Test
  void accountOfTheAction_isOneOfThePolicy() throws IOException {
    var run = LuaScript.run(ArgoCd.actions("Plan").resolve("reject/action.lua"), plan());
    assertThat(policy().getSpec().getMatchConditions().getFirst().getExpression())
        .contains("'" + run.at("/0/resource/spec/approver").asText() + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"deploy/gitops/approvals.yaml", "deploy/argocd/permissions.yaml"})
  void manifests_haveNoFieldThatKubernetesDoesNotKnow(Path file) throws IOException {
    assertThat(objects(file)).hasSize(2);
  }

  private static JsonNode plan() throws IOException {
    return new ObjectMapper(new YAMLFactory())
        .readTree("{metadata: {namespace: shop}, spec: {stack: shop, digest: abc}}");
  }

  private static ValidatingAdmissionPolicy policy() throws IOException {
    return (ValidatingAdmissionPolicy) objects(FILE).getFirst();
  }

  private static List<KubernetesResource> objects(Path file) throws IOException {
    var strict =
        new ObjectMapper(new YAMLFactory())
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, true);
    new KubernetesSerialization(strict, true);
    try (MappingIterator<KubernetesResource> documents =
        strict.readerFor(KubernetesResource.class).readValues(file.toFile())) {
      return documents.readAll();
    }
  }

  private static boolean holds(String expression, Map<String, ?> request, Map<String, ?> object) {
    try {
      var compiler =
          CelCompilerFactory.standardCelCompilerBuilder()
              .addVar("request", SimpleType.DYN)
              .addVar("object", SimpleType.DYN)
              .build();
      return Boolean.TRUE.equals(
          CelRuntimeFactory.plannerRuntimeBuilder()
              .build()
              .createProgram(compiler.compile(expression).getAst())
              .eval(Map.of("request", request, "object", object)));
    } catch (CelValidationException | CelEvaluationException e) {
      throw new IllegalStateException(expression, e);
    }
  }
}
