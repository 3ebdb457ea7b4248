package io.keelson.provider.plugin.process;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.keelson.provider.plugin.rpc.Connection;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A provider process and the connection to it.
public final class ProviderProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderProcess.class);
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final int MOST_CHATTER = 2_000;

  private final Process process;
  private final Connection connection;
  private final ProviderLog log;
  private final Path directory;
  private final Thread errors;

  private ProviderProcess(Started started, Connection connection) {
    this.process = started.process;
    this.connection = connection;
    this.log = started.log;
    this.directory = started.directory;
    this.errors = started.errors;
  }

  /// Starts the process, and waits until it is ready to be called.
  ///
  /// @throws StartFailed if it does not get ready; then no process is left
  public static ProviderProcess start(
      Launch launch, RunDirectory directories, EventLoopGroup loop, Redaction redaction)
      throws StartFailed {
    var host = HostIdentity.make(new SecureRandom(), Instant.now());
    var started = Started.of(launch, directories, host, redaction);
    try {
      var handshake = started.handshake(launch.patience());
      var connection =
          Connection.open(
              loop,
              handshake.protocol(),
              handshake.socket(),
              new Connection.Tls(handshake.certificate(), host.certificate(), host.key()));
      connection.drainOutput(started.log::output);
      return new ProviderProcess(started, connection);
    } catch (StartFailed | SSLException | RuntimeException e) {
      started.abandon();
      throw e instanceof StartFailed failed
          ? failed
          : new StartFailed(launch.name() + " cannot be connected to: " + e);
    }
  }

  public Connection connection() {
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
    if (process.isAlive()) connection.askToEnd(GRACE);
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
    private final Process process;
    private final Path directory;
    private final ProviderLog log;
    private final CompletableFuture<String> line = new CompletableFuture<>();
    private final StringBuffer chatter = new StringBuffer();
    private final Thread errors;

    private Started(String name, Process process, Path directory, ProviderLog log) {
      this.name = name;
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
        Launch launch, RunDirectory directories, HostIdentity host, Redaction redaction)
        throws StartFailed {
      var directory = directories.make();
      var builder = new ProcessBuilder(launch.binary().toString());
      builder.environment().clear();
      builder.environment().putAll(Environment.of(launch, directory, host));
      builder.directory(directory.toFile());
      builder.redirectInput(new File("/dev/null"));
      Process process;
      try {
        process = builder.start();
      } catch (IOException e) {
        RunDirectory.delete(directory);
        throw new StartFailed(
            launch.name()
                + " cannot be started: "
                + e.getMessage()
                + ". Is it an executable for this platform?");
      }
      var started =
          new Started(
              launch.name(), process, directory, new ProviderLog(LOG, launch.name(), redaction));
      try {
        directories.record(directory, process.toHandle());
      } catch (StartFailed e) {
        started.abandon();
        throw e;
      }
      return started;
    }

    /// The first line that looks like one is the handshake; what else is printed is kept for the
    /// case that none comes.
    private void readOutput() {
      Lines.read(
          process.getInputStream(),
          text -> {
            if (line.isDone()) log.output(text);
            else if (Handshake.begins(text.strip())) line.complete(text);
            else if (chatter.length() < MOST_CHATTER) chatter.append(text).append('\n');
          });
      line.completeExceptionally(new IOException("standard output was closed"));
    }

    Handshake handshake(Duration patience) throws StartFailed {
      try {
        return Handshake.parse(line.get(patience.toMillis(), TimeUnit.MILLISECONDS));
      } catch (Handshake.Unacceptable e) {
        throw StartFailed.unfit(
            name + " cannot be used: " + log.redacted(String.valueOf(e.getMessage())) + ".");
      } catch (TimeoutException e) {
        throw failed("was not ready after " + patience.toSeconds() + " s.");
      } catch (ExecutionException e) {
        throw failed("did not get ready. " + ending());
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
          name + " " + what + said(errors, log) + printed + "\nIs it a Terraform provider?");
    }

    void abandon() {
      kill(process);
      tidy(process, directory);
    }
  }
}
