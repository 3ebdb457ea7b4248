package io.keelson.cli;

import static io.keelson.cli.ShopManifests.STACK;
import static io.keelson.cli.ShopManifests.resource;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Policies and approval rules in files: what `check` tells about them, and they about the rest.
final class CheckedPolicyTest {
  private final ShopManifests files;

  CheckedPolicyTest(@TempDir Path folder) {
    files = new ShopManifests(folder);
  }

  @Test
  void policyWithAMistake_isToldWithItsLine() throws IOException {
    var check =
        files.check(
            """
            apiVersion: keelson.dev/v1alpha1
            kind: Policy
            metadata: {name: sizes}
            spec:
              rules:
                - name: size
                  condition: "${planned.size != }"
                  errorMessage: Too large.
            """);

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.errors()).contains("shop.yaml line 7, Policy sizes", "ends too early", "^");
  }

  @Test
  void soundPolicy_isNoProblem() throws IOException {
    var check = files.check(Files.readString(Path.of("examples/policies/sizes.yaml")));

    assertThat(check.errors()).isEmpty();
    assertThat(check.exitCode()).isZero();
  }

  /// What is not known without a plan violates nothing: the id, and what a variable gives.
  @Test
  void policies_lookAtWhatIsDeclared(@TempDir Path other) throws IOException {
    var policies = other.resolve("policies.yaml");
    Files.writeString(
        policies,
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Policy
        metadata: {name: sizes}
        spec:
          match: {types: [terraform_data], namespaces: {matchLabels: {tier: prod}}}
          rules:
            - {name: size, condition: "${planned.input != 'large'}", errorMessage: "${resource.address} is too large."}
            - {name: id, condition: "${planned.id == 'none'}", errorMessage: Never told.}
        """);
    var shop =
        STACK
            + resource("web", "terraform_data", "large")
            + resource("api", "terraform_data", "small")
            + resource("cache", "terraform_data", "${variable.token}");

    Files.writeString(files.folder.resolve("shop.yaml"), shop);
    var check =
        Program.run("check", "-f", files.folder.resolve("shop.yaml"), "--policies", policies);

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.errors())
        .contains("Resource web", "policy sizes, rule size", "terraform_data.web is too large.")
        .doesNotContain("Never told")
        .doesNotContain("Resource api", "Resource cache");
  }

  @Test
  void approvalRuleWithAnUnknownField_isToldWithTheNames() throws IOException {
    var approval = "spec: {approval: {autoApproveWhen: plan.destroyed == 0}, ";
    var result = files.check(STACK.replace("spec: {", approval));

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors())
        .contains("Stack shop\n  at approval.autoApproveWhen")
        .contains("Plan has no attribute 'destroyed', so the rule approves no plan.")
        .contains("Did you mean 'destroy'? A plan has: add, change,");
  }
}
