package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Values that the chart refuses, and what it says of them.
final class HelmMistakesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "replica: 2                                           | replica",
        "replicas: 0                                          | replicas",
        "image: {repository: k, digest: abc}                  | '/image/digest': 'abc' does not"
            + " match pattern",
        "limits: {instancesPerStack: 0}                       | instancesPerStack",
        "limits: {instancesPerStack: 3000000000}              | instancesPerStack",
        "podDisruptionBudget: {enabled: maybe}                | '/podDisruptionBudget/enabled':"
            + " value must be one of true, false, 'auto'",
        "podDisruptionBudget: {maxUnavailable: 0}             |"
            + " '/podDisruptionBudget/maxUnavailable': minimum: got 0, want 1",
        "podDisruptionBudget: {minAvailable: 1}               | minAvailable",
        "networkPolicy: {enabled: true, httpsPorts: []}       | '/networkPolicy/httpsPorts':"
            + " minItems: got 0, want 1",
        "networkPolicy: {httpsPorts: [70000]}                 | '/networkPolicy/httpsPorts/0':"
            + " maximum: got 70,000",
        "topologySpreadConstraints: [{topologyKey: zone}]     | missing properties 'maxSkew',"
            + " 'whenUnsatisfiable'",
        "extraEnv: [{value: x}]                               | '/extraEnv/0': missing property"
            + " 'name'",
        "extraVolumeMounts: [{name: a, mountPath: data}]      | '/extraVolumeMounts/0/mountPath':"
            + " 'data' does not match pattern",
        "scope: some                                          | '/scope': value must be one of"
            + " 'cluster', 'namespaced'",
        "{scope: namespaced, namespaces: [a, a]}              | '/namespaces': items at 0 and 1 are"
            + " equal",
        "{scope: namespaced, namespaces: [a_b]}               | '/namespaces/0': 'a_b' does not"
            + " match pattern",
        "podLabels: {a: b c}                                  | '/podLabels/a': 'b c' does not"
            + " match pattern",
      })
  void valueOfAWrongForm_isRefusedByTheSchema(String values, String told) {
    assertThatThrownBy(() -> Chart.with(values)).hasMessageContaining(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "scope: namespaced                    | scope: namespaced works for the namespaces that are"
            + " named in namespaces",
        "namespaces: [a]                      | namespaces: scope is cluster, which means all"
            + " namespaces",
        "extraArgs: [--namespaces=a]          | --namespaces is set by the chart. Use scope and"
            + " namespaces instead.",
        "extraArgs: [--hold]                  | extraArgs: --hold is set by the chart. Use hold"
            + " instead.",
        "extraArgs: [--provider-mirror=/a]    | --provider-mirror is set by the chart. Use"
            + " providers.mirrors instead.",
        "extraEnv: [{name: POD_UID}]          | extraEnv: POD_UID is set by the chart",
        "commonLabels: {app.kubernetes.io/name: a} | commonLabels: the label app.kubernetes.io/name"
            + " is set by the chart",
        "podLabels: {app.kubernetes.io/name: a}    | podLabels: the label app.kubernetes.io/name is"
            + " set by the chart",
        "{commonLabels: {a: b}, podLabels: {a: c}} | podLabels: commonLabels sets the label a"
            + " already",
        "extraVolumes: [{name: tmp}]               | extraVolumes: there is a volume tmp already",
        "extraVolumes: [{name: provider-mirror-0}] | extraVolumes: there is a volume"
            + " provider-mirror-0 already",
        "extraVolumes: [{name: a}, {name: a}]      | extraVolumes: there is a volume a already",
        "extraVolumeMounts: [{name: a, mountPath: /a}]     | extraVolumeMounts: there is no volume"
            + " a. Add it to extraVolumes",
        "extraVolumeMounts: [{name: tmp, mountPath: /tmp}] | extraVolumeMounts: at /tmp something"
            + " is mounted already",
      })
  void valuesThatContradict_areRefusedWithAReason(String values, String told) {
    assertThatThrownBy(() -> Chart.with(values)).hasMessageContaining(told);
  }
}
