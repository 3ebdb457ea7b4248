package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The rights of an operator that works for some namespaces.
final class NamespacedChartTest {
  private static final Chart CHART = Chart.with("{scope: namespaced, namespaces: [shop, bank]}");

  @Test
  void operator_isToldItsNamespaces() {
    var pod = CHART.the(Deployment.class).getSpec().getTemplate().getSpec();
    assertThat(pod.getContainers().getFirst().getArgs()).contains("--namespaces=shop,bank");
  }

  @Test
  void rolesOfTheCluster_reachNoSecretAndNoAccount() {
    var rules = rulesOfTheCluster(CHART);
    assertThat(rules).isNotEmpty();
    assertThat(rules)
        .flatExtracting(PolicyRule::getResources)
        .doesNotContain("secrets", "configmaps", "serviceaccounts", "pods", "*");
    // Outside of its namespaces it writes only what belongs to none.
    assertThat(rules)
        .filteredOn(rule -> rule.getVerbs().stream().anyMatch(List.of("update", "patch")::contains))
        .flatExtracting(PolicyRule::getResources)
        .allMatch(resource -> resource.startsWith("providers") || resource.startsWith("policies"));
  }

  @Test
  void rolesOfEachNamespace_areTheSame_andBound() {
    assertThat(CHART.all(Role.class))
        .extracting(role -> role.getMetadata().getNamespace())
        .containsExactlyInAnyOrder("keelson-system", "default", "shop", "bank");
    assertThat(CHART.all(RoleBinding.class))
        .extracting(role -> role.getMetadata().getNamespace())
        .containsExactlyInAnyOrder("keelson-system", "default", "shop", "bank");
    assertThat(CHART.all(RoleBinding.class))
        .allSatisfy(binding ->
            assertThat(binding.getSubjects().getFirst().getNamespace())
                .isEqualTo("keelson-system"));
    assertThat(role("shop").getRules()).isEqualTo(role("bank").getRules());
    assertThat(role("shop").getRules())
        .anyMatch(rule ->
            rule.getResources().equals(List.of("serviceaccounts"))
                && rule.getVerbs().contains("impersonate"));
  }

  private static Role role(String namespace) {
    return CHART.all(Role.class).stream()
        .filter(each -> each.getMetadata().getNamespace().equals(namespace))
        .findFirst()
        .orElseThrow();
  }

  /// The roles that people get are not the operator's.
  private static List<PolicyRule> rulesOfTheCluster(Chart chart) {
    return chart.all(ClusterRole.class).stream()
        .filter(role -> role.getMetadata().getName().startsWith("keelson-operator"))
        .flatMap(role -> role.getRules().stream())
        .toList();
  }
}
