package io.keelson.testing;

import io.keelson.cli.OperatorCommand;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;

/// The operator of the jar, where each change of a built-in provider takes longer, so that a crash
/// hits every phase of an operation. The first argument says how long; the others are those of
/// `keelson operator`.
public final class SlowOperator {
  private SlowOperator() {}

  public static void main(String[] arguments) {
    var delay = Duration.parse(arguments[0]);
    var command = new OperatorCommand(provider -> slow(provider, delay));
    var options = Arrays.copyOfRange(arguments, 1, arguments.length);
    System.exit(new CommandLine(command).execute(options));
  }

  /// One whose changes take at least so long.
  public static Provider slow(Provider provider, Duration delay) {
    return new SlowProvider(provider, delay);
  }

  /// Pauses before a change and after it.
  private static final class SlowProvider extends ProviderDecorator {
    private final Duration delay;

    SlowProvider(Provider real, Duration delay) {
      super(real);
      this.delay = delay;
    }

    @Override
    public ApplyAnswer apply(ApplyRequest request) {
      pause();
      var answer = super.apply(request);
      pause();
      return answer;
    }

    private void pause() {
      long until = System.nanoTime() + delay.toNanos() / 2;
      while (System.nanoTime() - until < 0) LockSupport.parkNanos(until - System.nanoTime());
    }
  }
}
