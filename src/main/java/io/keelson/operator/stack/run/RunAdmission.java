package io.keelson.operator.stack.run;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.operator.api.Run;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.RanRun;
import io.keelson.operator.api.StackStatus.RunReference;
import io.keelson.operator.stack.declaration.UnknownWords;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Decides which Runs are refused, whatever they ask for.
final class RunAdmission {
  /// The labels and annotations that Argo CD and Flux write on the objects that they apply
  /// repeatedly.
  private static final List<String> TRACKED =
      List.of(
          "argocd.argoproj.io/",
          "app.kubernetes.io/instance",
          "kustomize.toolkit.fluxcd.io/name",
          "helm.toolkit.fluxcd.io/name");

  private RunAdmission() {}

  /// Why a Run that has not begun is refused, and what to do instead.
  static Optional<Report> refusal(Run run, RunReference reference, Stack stack) {
    return tracked(run)
        .map(RunAdmission::managedByGitOps)
        .or(() -> UnknownWords.in(run))
        .or(() -> RunHistory.same(stack, reference).map(ran -> alreadyRan(run, ran)));
  }

  private static Report managedByGitOps(String mark) {
    return Report.stalled(
        ConditionReason.ManagedByGitOps,
        "The Run carries %s: GitOps applies it, and would create it again whenever it is gone. A Run is a request of one moment and is not looked at there. Take it out of Git; create it with kubectl create, keelson replan, or a job, without that mark."
            .formatted(mark));
  }

  private static Report alreadyRan(Run run, RanRun ran) {
    return Report.stalled(
        ConditionReason.AlreadyRan,
        "A Run %s of the Stack asked for the same already: %s%s. A Run is carried out once; to ask again, create one with another name (metadata.generateName)."
            .formatted(
                run.getMetadata().getName(),
                ran.phase,
                ran.finishedAt == null ? "" : " at " + ran.finishedAt));
  }

  /// The label or annotation by which GitOps tools mark the object.
  private static Optional<String> tracked(HasMetadata object) {
    var meta = object.getMetadata();
    return Stream.concat(
            marks("label", meta.getLabels()), marks("annotation", meta.getAnnotations()))
        .findFirst();
  }

  private static Stream<String> marks(String kind, Map<String, String> all) {
    return Objects.requireNonNullElse(all, Map.<String, String>of()).keySet().stream()
        .filter(name -> TRACKED.stream().anyMatch(name::startsWith))
        .sorted()
        .map(name -> "the " + kind + " " + name);
  }
}
