package io.keelson.cli;

import io.keelson.engine.evaluation.Limits;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/// How many instances may be declared.
final class LimitOptions {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--max-instances-per-resource",
      defaultValue = "10000",
      paramLabel = "N",
      description = "How many instances one Resource may declare; 10000 if not given.")
  private int perResource;

  @Option(
      names = "--max-instances-per-stack",
      defaultValue = "10000",
      paramLabel = "N",
      description =
          "How many instances the Resources of one Stack may declare; 10000 if not given.")
  private int perStack;

  @Option(
      names = "--max-instances-per-namespace",
      defaultValue = "20000",
      paramLabel = "N",
      description =
          "How many instances the Stacks of one namespace may declare; 20000 if not given.")
  private int perNamespace;

  /// @throws ParameterException if one of them is less than 1
  Limits all() {
    if (perResource < 1 || perStack < 1 || perNamespace < 1)
      throw new ParameterException(
          spec.commandLine(), "--max-instances-per-… are at least 1 each.");
    return new Limits(perResource, perStack, perNamespace, 0);
  }
}
