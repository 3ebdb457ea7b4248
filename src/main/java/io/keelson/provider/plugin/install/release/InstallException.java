package io.keelson.provider.plugin.install.release;

/// A source, a package or the cache failed; the problem says how.
public final class InstallException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient InstallProblem problem;

  public InstallException(InstallProblem problem) {
    super(problem.toString());
    this.problem = problem;
  }

  public InstallException(InstallProblem.Kind kind, String what, String why, String remedy) {
    this(new InstallProblem(kind, what, why, remedy));
  }

  public InstallProblem problem() {
    return problem;
  }
}
