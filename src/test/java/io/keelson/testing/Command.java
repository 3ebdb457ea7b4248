package io.keelson.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// A process to run to its end, with its output captured.
///
/// @param input what it reads from standard input
/// @param progress is given each line of standard error as it comes
public record Command(List<String> words, String input, Consumer<String> progress) {
  private static final long LIMIT_MINUTES = 30;

  public static Command of(String... words) {
    return new Command(List.of(words), "", line -> {});
  }

  /// The same with further arguments.
  public Command with(String... more) {
    return new Command(Stream.concat(words.stream(), Stream.of(more)).toList(), input, progress);
  }

  public Command reading(String text) {
    return new Command(words, text, progress);
  }

  /// The same, showing its standard error to who runs the tests.
  public Command showingProgress() {
    return new Command(words, input, System.err::println);
  }

  /// Returns when the process has ended, whatever its exit code.
  public Result run() {
    try {
      var process = new ProcessBuilder(words).start();
      var out = reading(process.inputReader(), line -> {});
      var err = reading(process.errorReader(), progress);
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
      }
      return new Result(words, process.waitFor(), out.join(), err.join());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running " + String.join(" ", words), e);
    }
  }

  /// On a thread of its own: the common pool may have a single one, which others need.
  private static CompletableFuture<String> reading(
      BufferedReader reader, Consumer<String> progress) {
    return CompletableFuture.supplyAsync(() -> read(reader, progress), Thread::startVirtualThread);
  }

  private static String read(BufferedReader reader, Consumer<String> progress) {
    var text = new StringBuilder();
    reader.lines().peek(progress).forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  /// What a process left behind.
  public record Result(List<String> words, int exitCode, String out, String err) {
    /// This result, if the process ended well.
    ///
    /// @throws AssertionError with the output, if it did not
    public Result orThrow() {
      if (exitCode != 0) {
        throw new AssertionError(
            "%s ended with %d%n%s%s".formatted(String.join(" ", words), exitCode, out, err));
      }
      return this;
    }
  }
}
