package io.keelson.provider.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.NamespaceConditionBuilder;
import io.keelson.provider.kubernetes.HomeNamespace.Rest;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the status of a namespace tells about what is left in it.
final class HomeNamespaceTest {
  private static final String RECORDS = "resourceinstances.keelson.dev has 2 resource instances";

  @Test
  void kindThatIsNotListed_isGone() {
    assertThat(rest("configmaps.", left(RECORDS, "secrets. has 1 resource instances")))
        .isEqualTo(Rest.NONE);
  }

  @Test
  void kindThatIsListed_isThere() {
    assertThat(rest("configmaps.", left("configmaps. has 1 resource instances", RECORDS)))
        .isEqualTo(Rest.SOME);
    assertThat(rest("deployments.apps", left("deployments.apps has 1 resource instances", RECORDS)))
        .isEqualTo(Rest.SOME);
  }

  @Test
  void kindOfTheSameNameInAnotherGroup_isNotMistakenForIt() {
    assertThat(rest("widgets.example.org", left("widgets. has 1 resource instances", RECORDS)))
        .isEqualTo(Rest.NONE);
    assertThat(rest("maps.", left("configmaps. has 1 resource instances", RECORDS)))
        .isEqualTo(Rest.NONE);
  }

  @Test
  void listThatWasBrokenOff_tellsNothing() {
    assertThat(rest("configmaps.", left("pods. has 1 resource instances"))).isEqualTo(Rest.ENDING);
    assertThat(rest("configmaps.", List.of())).isEqualTo(Rest.ENDING);
  }

  @Test
  void listWithoutWhatCouldNotBeDeleted_tellsNothing() {
    var conditions =
        left(RECORDS).stream()
            .map(each ->
                each.getType().equals("NamespaceDeletionContentFailure")
                    ? condition(each.getType(), "True", "Failed to delete all resource types")
                    : each)
            .toList();

    assertThat(rest("configmaps.", conditions)).isEqualTo(Rest.ENDING);
  }

  private static Rest rest(String kind, List<NamespaceCondition> conditions) {
    return HomeNamespace.rest(conditions, kind);
  }

  private static List<NamespaceCondition> left(String... kinds) {
    return List.of(
        condition("NamespaceDeletionDiscoveryFailure", "False", "All resources discovered"),
        condition("NamespaceDeletionGroupVersionParsingFailure", "False", "All parsed"),
        condition("NamespaceDeletionContentFailure", "False", "All content deleted"),
        condition(
            "NamespaceContentRemaining",
            "True",
            "Some resources are remaining: " + String.join(", ", kinds)));
  }

  private static NamespaceCondition condition(String type, String status, String message) {
    return new NamespaceConditionBuilder()
        .withType(type)
        .withStatus(status)
        .withMessage(message)
        .build();
  }
}
