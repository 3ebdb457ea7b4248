package io.keelson.operator.stack.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.Run;
import io.keelson.operator.api.RunSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.plan.PlanApprovalSpec;
import io.keelson.operator.api.provider.ProviderConfigSpec;
import io.keelson.operator.api.provider.ProviderSpec;
import io.keelson.operator.stack.declaration.UnknownWords;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects that a CustomResourceDefinition of another version let through.
final class UnknownWordsTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  private static final String STACK =
      """
      metadata: {name: shop, namespace: team}
      spec:
        deletes: Layered
        onFailure: Stop
        approval: {mode: Policy}
        driftPolicy: {mode: Report}
        deletion: {policy: Destroy, approval: Required}
        imports: [{to: server.web, id: s-9, allow: InPlace}]
      status: {plan: {name: shop-1-abc, phase: Applying}}
      """;

  private static final String RUN =
      "{metadata: {name: now}, spec: {mode: Apply, refresh: All, scope: Needed}}";

  /// @param path of the field that gets another word
  private static ObjectNode changed(String object, String path) throws JsonProcessingException {
    var tree = YAML.readTree(object);
    int last = path.lastIndexOf('.');
    var parent =
        (ObjectNode)
            tree.at("/" + path.substring(0, last).replaceAll("[.\\[]", "/").replace("]", ""));
    parent.put(path.substring(last + 1), "Sometimes");
    return (ObjectNode) tree;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spec.deletes",
        "spec.onFailure",
        "spec.approval.mode",
        "spec.driftPolicy.mode",
        "spec.deletion.policy",
        "spec.deletion.approval",
        "spec.imports[0].allow",
        "status.plan.phase"
      })
  void stackWithAWordThatThisVersionDoesNotKnow_isLeftAloneAndSaysWhichItIs(String path)
      throws JsonProcessingException {
    var report = UnknownWords.in(YAML.treeToValue(changed(STACK, path), Stack.class)).orElseThrow();

    assertThat(report.progress()).isEqualTo(Report.Progress.STALLED);
    assertThat(report.reason()).isEqualTo(ConditionReason.InvalidConfiguration);
    assertThat(report.message()).startsWith(path + " holds a word").contains("Update the operator");
  }

  @ParameterizedTest
  @ValueSource(strings = {"spec.mode", "spec.refresh", "spec.scope"})
  void runWithAWordThatThisVersionDoesNotKnow_isRefused(String path)
      throws JsonProcessingException {
    var run = YAML.treeToValue(changed(RUN, path), Run.class);
    var report = RunAdmission.refusal(run, RunHistory.reference(run), new Stack()).orElseThrow();

    assertThat(report.reason()).isEqualTo(ConditionReason.InvalidConfiguration);
    assertThat(report.message()).startsWith(path + " holds a word").contains("create another Run");
  }

  /// A field that is added later must not be taken for a default either.
  @Test
  void everyWord_isLookedAt() {
    assertThat(words(StackSpec.class))
        .containsExactly(
            "Approval.mode",
            "Deletion.approval",
            "Deletion.policy",
            "DriftPolicy.mode",
            "Import.allow",
            "StackSpec.deletes",
            "StackSpec.onFailure");
    assertThat(words(RunSpec.class))
        .containsExactly("RunSpec.mode", "RunSpec.refresh", "RunSpec.scope");
    assertThat(words(ResourceSpec.class))
        .containsExactly("Import.allow", "Lifecycle.onPartialCreate", "ResourceSpec.mode");
    assertThat(words(PlanApprovalSpec.class)).containsExactly("PlanApprovalSpec.decision");
    assertThat(words(ProviderSpec.class)).containsExactly("ProviderSpec.protocol", "Recovery.mode");
    assertThat(words(ProviderConfigSpec.class)).isEmpty();
  }

  private static List<String> words(Class<?> spec) {
    return Stream.concat(Stream.of(spec), Stream.of(spec.getDeclaredClasses()))
        .filter(each -> !each.isEnum())
        .flatMap(each -> Stream.of(each.getFields()))
        .filter(field -> field.getType().isEnum())
        .map(field -> field.getDeclaringClass().getSimpleName() + "." + field.getName())
        .sorted()
        .toList();
  }

  @Test
  void wordsThatAreKnown_areNoProblem() throws JsonProcessingException {
    assertThat(UnknownWords.in(YAML.readValue(STACK, Stack.class))).isEqualTo(Optional.empty());
    assertThat(UnknownWords.in(YAML.readValue(RUN, Run.class))).isEqualTo(Optional.empty());
  }
}
