package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.manifest.ManifestReader;
import io.keelson.cli.manifest.RunCheck;
import io.keelson.operator.api.RunSpec;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Rules that the CRD of Runs has for fields, asked without an API server.
final class RunCheckTest {
  private static RunSpec run() {
    var run = new RunSpec();
    run.stack = "shop";
    run.mode = RunSpec.Mode.Apply;
    run.scope = RunSpec.Scope.Needed;
    return run;
  }

  private static List<String> problems(RunSpec run) throws IOException {
    return RunCheck.problems(ManifestReader.schemaOf("Run"), run);
  }

  @Test
  void runThatKeepsTheRules_hasNoProblem() throws IOException {
    var run = run();
    run.targets = List.of("terraform_data.web");
    run.replace = List.of("terraform_data.web");
    run.scope = RunSpec.Scope.Exact;

    assertThat(problems(run)).isEmpty();
  }

  @Test
  void ruleBetweenFields_isTold() throws IOException {
    var run = run();
    run.targets = List.of("terraform_data.web");
    run.exclude = List.of("terraform_data.api");

    assertThat(problems(run)).singleElement().asString().contains("not both");
  }

  @Test
  void ruleOverTheElementsOfAField_isTold() throws IOException {
    var run = run();
    run.replace = List.of("terraform_data.web", "data.acme_image.base");

    assertThat(problems(run)).singleElement().asString().contains("names a data source");
  }

  @Test
  void whatIsBothReplacedAndExcluded_isTold() throws IOException {
    var run = run();
    run.replace = List.of("terraform_data.web");
    run.exclude = List.of("terraform_data.web");

    assertThat(problems(run)).singleElement().asString().contains("spec.exclude leaves out");
  }

  @Test
  void scopeWithoutTargets_isTold() throws IOException {
    var run = run();
    run.scope = RunSpec.Scope.Exact;

    assertThat(problems(run)).singleElement().asString().contains("there are none");
  }
}
