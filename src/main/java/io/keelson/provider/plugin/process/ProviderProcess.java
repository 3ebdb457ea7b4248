package io.keelson.provider.plugin.process;

import io.keelson.provider.plugin.rpc.ProcessConnection;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A provider process and the connection to it.
///
/// @param <C> the connection
public final class ProviderProcess<C extends ProcessConnection> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderProcess.class);
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final int MOST_CHATTER = 2_000;
  private static final int MOST_LINES_AT_ONCE = 200;
  private static final int LINES_PER_SECOND = 10;

  private final Process process;
  private final C connection;
  private final ProviderLog log;
  private final Path directory;
  private final Thread errors;

  private ProviderProcess(Started started, C connection) {
    this.process = started.process;
    this.connection = connection;
    this.log = started.log;
    this.directory = started.directory;
    this.errors = started.errors;
  }

  /// Starts the process, and waits until it is ready to be called.
  ///
  /// @throws StartFailed if it does not get ready; then no process is left
  public static <C extends ProcessConnection> ProviderProcess<C> start(
      Launch launch, RunDirectory directories, Greeting<C> greeting, Redaction redaction)
      throws StartFailed {
    boolean connected = false;
    try {
      var started = Started.of(launch, directories, greeting, redaction);
      try {
        var process = new ProviderProcess<>(started, started.connect(greeting, launch.patience()));
        connected = true;
        return process;
      } finally {
        if (!connected) started.abandon();
      }
    } finally {
      if (!connected) greeting.close();
    }
  }

  public C connection() {
    return connection;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /// Has something done when the process has ended, or at once if it has.
  public void whenEnded(Runnable task) {
    var _ = process.onExit().thenRun(task);
  }

  /// The number of the process.
  public long pid() {
    return process.pid();
  }

  /// How the process ended, with its last words, after a call to it was lost. Waits a moment for
  /// the end.
  public String end() {
    if (!waitFor(GRACE)) return "The connection to it was lost, but its process is still there.";
    return exit(process.exitValue()) + said(errors, log);
  }

  private static String exit(int code) {
    return code > 128
        ? "Its process was ended by signal " + (code - 128) + "."
        : "Its process ended with exit code " + code + ".";
  }

  private static String said(Thread errors, ProviderLog log) {
    try {
      errors.join(GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    var words = log.lastWords();
    return words.isEmpty() ? "" : " Its last words:\n" + words;
  }

  /// Ends the process: asks it first, and does not wait for long. Calls that run are lost.
  @Override
  public void close() {
    if (process.isAlive()) {
      connection.askToEnd(GRACE);
      if (connection.needsSignal()) process.destroy();
    }
    if (!waitFor(GRACE)) kill(process);
    connection.close();
    tidy(process, directory);
  }

  /// By force, with all that it has started.
  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.toHandle().destroyForcibly();
  }

  private boolean waitFor(Duration patience) {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  private static void tidy(Process process, Path directory) {
    var _ = process.onExit().thenRun(() -> RunDirectory.delete(directory));
  }

  /// A process before its handshake.
  private static final class Started {
    private final String name;
    private final Greeting<?> greeting;
    private final Process process;
    private final Path directory;
    private final ProviderLog log;
    private final CompletableFuture<String> line = new CompletableFuture<>();
    private final StringBuffer chatter = new StringBuffer();
    private final Thread errors;

    private Started(
        String name, Process process, Path directory, ProviderLog log, Greeting<?> greeting) {
      this.name = name;
      this.greeting = greeting;
      this.process = process;
      this.directory = directory;
      this.log = log;
      this.errors = reader("stderr", () -> Lines.read(process.getErrorStream(), log::line));
      reader("stdout", this::readOutput);
    }

    private Thread reader(String stream, Runnable body) {
      return Thread.ofPlatform().daemon().name(name + " " + stream).start(body);
    }

    static Started of(
        Launch launch, RunDirectory directories, Greeting<?> greeting, Redaction redaction)
        throws StartFailed {
      var log =
          new ProviderLog(
              LOG,
              launch.name(),
              redaction,
              new LogBudget(MOST_LINES_AT_ONCE, LINES_PER_SECOND, System::nanoTime));
      var command = command(launch, greeting, log);
      var directory = directories.make();
      var builder = new ProcessBuilder(command);
      builder.environment().clear();
      builder.environment().putAll(Environment.of(launch, directory, greeting));
      builder.directory(directory.toFile());
      builder.redirectInput(new File("/dev/null"));
      Process process;
      try {
        process = Spawn.start(builder);
      } catch (IOException e) {
        RunDirectory.delete(directory);
        throw new StartFailed(
            launch.name()
                + " cannot be started: "
                + e.getMessage()
                + ". Is it an executable for this platform?");
      }
      var started = new Started(launch.name(), process, directory, log, greeting);
      try {
        directories.record(directory, process.toHandle());
      } catch (StartFailed e) {
        started.abandon();
        throw e;
      }
      return started;
    }

    private static List<String> command(Launch launch, Greeting<?> greeting, ProviderLog log)
        throws StartFailed {
      var command = new ArrayList<String>();
      command.add(launch.binary().toString());
      try {
        command.addAll(greeting.begin(log::output));
      } catch (IOException e) {
        throw new StartFailed(launch.name() + " cannot be started: " + e.getMessage() + ".");
      }
      return command;
    }

    /// The first line that looks like one is the greeting; what else is printed is kept for the
    /// case that none comes.
    private void readOutput() {
      Lines.read(
          process.getInputStream(),
          text -> {
            if (line.isDone()) log.output(text);
            else if (greeting.begins(text.strip())) line.complete(text);
            else if (chatter.length() < MOST_CHATTER) chatter.append(text).append('\n');
          });
      line.completeExceptionally(new IOException("standard output was closed"));
    }

    <C extends ProcessConnection> C connect(Greeting<C> greeting, Duration patience)
        throws StartFailed {
      try {
        return greeting.connect(line.get(patience.toMillis(), TimeUnit.MILLISECONDS));
      } catch (Greeting.Unacceptable e) {
        throw StartFailed.unfit(
            name + " cannot be used: " + log.redacted(String.valueOf(e.getMessage())) + ".");
      } catch (TimeoutException e) {
        throw failed("was not ready after " + patience.toSeconds() + " s.");
      } catch (ExecutionException e) {
        throw failed("did not get ready. " + ending());
      } catch (IOException | RuntimeException e) {
        throw new StartFailed(name + " cannot be connected to: " + e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failed("was interrupted while it started.");
      }
    }

    private String ending() {
      try {
        return process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)
            ? exit(process.exitValue())
            : "It closed its standard output.";
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return "";
      }
    }

    private StartFailed failed(String what) {
      kill(process);
      var printed = chatter.isEmpty() ? "" : " It printed:\n" + log.redacted(chatter.toString());
      return new StartFailed(
          name + " " + what + said(errors, log) + printed + "\nIs it a " + greeting.kind() + "?");
    }

    void abandon() {
      kill(process);
      tidy(process, directory);
    }
  }
}
