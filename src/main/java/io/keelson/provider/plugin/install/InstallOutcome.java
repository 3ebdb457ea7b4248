package io.keelson.provider.plugin.install;

import io.keelson.provider.plugin.install.release.InstallProblem;
import java.util.List;

/// What became of a request.
public sealed interface InstallOutcome {
  /// The provider can be started.
  ///
  /// @param warnings what went wrong on the way
  record Installed(InstalledProvider provider, List<InstallProblem> warnings)
      implements InstallOutcome {}

  /// There is nothing to start.
  ///
  /// @param problems at least one, the most important first
  record Failed(List<InstallProblem> problems) implements InstallOutcome {
    /// Whether trying again later may help without anybody changing anything.
    public boolean mayPass() {
      return problems.stream().anyMatch(each -> each.kind().mayPass());
    }
  }
}
