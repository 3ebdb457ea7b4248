package io.keelson.testing;

import io.keelson.testing.ControlPlane.Unavailable;
import io.keelson.testing.secrecy.ShowsSecret;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Runs tests against a real control plane: one for all classes of this JVM, which run side by
/// side, but for those with [OwnControlPlane].
///
/// A test asks for a [TestNamespace] or the [ControlPlane] by a parameter. Where the machine has no
/// means to run one, each test is skipped with the reason; with `CI=true` it fails.
///
/// ```java
/// @ExtendWith(OnControlPlane.class)
/// final class StackIT {
///   @Test
///   void stack_isPlanned(TestNamespace namespace) { ... }
/// }
/// ```
public final class OnControlPlane implements ExecutionCondition, ParameterResolver {
  /// The order of classes that take long: the others find a place beside them.
  public static final int EARLY = 1;

  private static final boolean MUST_RUN = "true".equals(System.getenv("CI"));

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    // Skipping the methods, not the class, names each test in the report.
    if (context.getTestMethod().isEmpty() || MUST_RUN) {
      return ConditionEvaluationResult.enabled("decided for each test");
    }
    return shared(context)
        .unavailable()
        .map(reason -> skipped(context, reason))
        .orElseGet(() -> ConditionEvaluationResult.enabled("the control plane runs"));
  }

  // Maven prints only how many were skipped.
  private static ConditionEvaluationResult skipped(ExtensionContext context, Unavailable reason) {
    var test = context.getRequiredTestClass().getSimpleName() + "." + context.getDisplayName();
    System.err.println("SKIPPED " + test + ": " + reason.getMessage());
    return ConditionEvaluationResult.disabled(reason.getMessage());
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    return type == TestNamespace.class || type == ControlPlane.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var controlPlane = shared(context).orThrow();
    if (parameter.getParameter().getType() == ControlPlane.class) {
      return controlPlane;
    }
    return context
        .getStore(ExtensionContext.Namespace.create(OnControlPlane.class, context.getUniqueId()))
        .computeIfAbsent(
            TestNamespace.class, _ -> ofTest(controlPlane, context), TestNamespace.class);
  }

  private static TestNamespace ofTest(ControlPlane controlPlane, ExtensionContext context) {
    var made = controlPlane.newNamespace("test");
    var type = context.getRequiredTestClass();
    var allowed = new ArrayList<>(List.of(type.getAnnotationsByType(ShowsSecret.class)));
    context
        .getTestMethod()
        .ifPresent(test -> allowed.addAll(List.of(test.getAnnotationsByType(ShowsSecret.class))));
    var name = type.getSimpleName() + "." + context.getDisplayName();
    controlPlane.secrets().isOf(name, made.name(), allowed);
    return made;
  }

  private static Shared shared(ExtensionContext context) {
    var all =
        store(context.getRoot())
            .computeIfAbsent(ControlPlanes.class, _ -> new ControlPlanes(), ControlPlanes.class);
    var own = context.getRequiredTestClass().getAnnotation(OwnControlPlane.class);
    if (own == null) return all.ofAll();
    return store(ofClass(context))
        .computeIfAbsent(
            Lent.class, _ -> own.audited() ? all.startAudited() : all.lend(own.once()), Lent.class)
        .controlPlane();
  }

  private static ExtensionContext.Store store(ExtensionContext context) {
    return context.getStore(ExtensionContext.Namespace.GLOBAL);
  }

  private static ExtensionContext ofClass(ExtensionContext context) {
    return context.getTestMethod().isPresent()
        ? ofClass(context.getParent().orElseThrow())
        : context;
  }

  /// What a class has for itself, until JUnit closes it with the class.
  private record Lent(ControlPlanes all, Shared controlPlane, boolean once)
      implements AutoCloseable {
    @Override
    public void close() {
      if (once) all.end(controlPlane);
      else all.takeBack(controlPlane);
    }
  }

  /// The control planes of this JVM, closed by JUnit when the last test has run.
  private static final class ControlPlanes implements AutoCloseable {
    private final Queue<Shared> started = new ConcurrentLinkedQueue<>();
    private final Queue<Shared> idle = new ArrayBlockingQueue<>(1);
    private @Nullable Shared ofAll;

    synchronized Shared ofAll() {
      if (ofAll == null) ofAll = start();
      return ofAll;
    }

    /// One that nobody uses now.
    ///
    /// @param once whether it has to be as new
    Lent lend(boolean once) {
      var found = once ? null : idle.poll();
      return new Lent(this, found == null ? start() : found, once);
    }

    /// One that logs requests, which no other class uses.
    Lent startAudited() {
      return new Lent(this, start("--audited"), true);
    }

    /// One is kept for the next class; an idle one costs more in three minutes than its start.
    void takeBack(Shared lent) {
      if (!idle.offer(lent)) end(lent);
    }

    /// Ends what no class uses any more.
    void end(Shared controlPlane) {
      started.remove(controlPlane);
      controlPlane.close();
    }

    private Shared start(String... options) {
      var shared = Shared.start(options);
      started.add(shared);
      return shared;
    }

    @Override
    public void close() {
      var failures = new ArrayList<AssertionError>();
      for (Shared each : started) {
        try {
          each.close();
        } catch (AssertionError e) {
          failures.add(e);
        }
      }
      if (failures.isEmpty()) return;
      failures.stream().skip(1).forEach(failures.getFirst()::addSuppressed);
      throw failures.getFirst();
    }
  }

  record Shared(Optional<ControlPlane> running, Optional<Unavailable> unavailable) {
    static Shared start(String... options) {
      try {
        return new Shared(Optional.of(ControlPlane.start(options)), Optional.empty());
      } catch (Unavailable e) {
        return new Shared(Optional.empty(), Optional.of(e));
      }
    }

    ControlPlane orThrow() {
      return running.orElseThrow(unavailable::orElseThrow);
    }

    void close() {
      running.ifPresent(ControlPlane::close);
    }
  }
}
