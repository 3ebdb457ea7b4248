package io.keelson.testing;

import java.util.logging.Level;
import java.util.logging.Logger;
import net.jqwik.api.Example;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutionResult.Status;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/// What all properties have in common. One is tried 250 times in the build, unless `@Property` says
/// how often, and 40 times as often in full ([Soak]). The seed is another one each time, unless
/// `-Dkeelson.seed=…` repeats an earlier run, as a line at the end of each property says. An
/// example is tried once.
///
/// jqwik finds this class by its entry in `META-INF/services`.
public final class EveryProperty implements AroundPropertyHook {
  private static final int IN_THE_BUILD = 250;
  private static final int FULL = 40;
  private static final String SEED = "keelson.seed";

  /// It tells of many a property that there are more edge cases than tries.
  private static final Logger JQWIK = Logger.getLogger("net.jqwik");

  static {
    JQWIK.setLevel(Level.WARNING);
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    if (context.targetMethod().isAnnotationPresent(Example.class)) return property.execute();
    var attributes = context.attributes();
    int tries = attributes.tries().orElse(IN_THE_BUILD);
    attributes.setTries(Soak.times(tries, FULL * tries));
    var seed = System.getProperty(SEED);
    if (seed != null) attributes.setSeed(seed);
    var result = property.execute();
    tell(context, result);
    return result;
  }

  private static void tell(PropertyLifecycleContext context, PropertyExecutionResult result) {
    var test = context.containerClass().getSimpleName();
    System.out.printf(
        "%s.%s: %s%d tries, again with -Dtest=%s%s -D%s=%s%n",
        test,
        context.targetMethod().getName(),
        result.status() == Status.FAILED ? "FAILED after " : "",
        result.countTries(),
        test,
        Soak.isFull() ? " -Dkeelson.soak" : "",
        SEED,
        result.seed().orElse("(none)"));
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }
}
