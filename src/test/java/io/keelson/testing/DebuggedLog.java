package io.keelson.testing;

import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/// What one class of this JVM logs at level DEBUG and above, until closed. Other tests may make it
/// log at the same time.
public final class DebuggedLog implements AutoCloseable {
  private static final AtomicInteger OPENED = new AtomicInteger();

  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
  private final String name;

  public DebuggedLog(Class<?> logging) {
    name = logging.getName();
    // The first test of a JVM may come while another thread reads the configuration.
    await().until(context::isStarted);
    var appender = new Listening(messages);
    appender.start();
    var config =
        LoggerConfig.newBuilder()
            .setLoggerName(name)
            .setLevel(Level.DEBUG)
            .setAdditivity(true)
            .setConfig(context.getConfiguration())
            .build();
    config.addAppender(appender, Level.DEBUG, null);
    context.getConfiguration().addLogger(name, config);
    context.updateLoggers();
  }

  /// In order.
  public List<String> messages() {
    return List.copyOf(messages);
  }

  @Override
  public void close() {
    context.getConfiguration().removeLogger(name);
    context.updateLoggers();
  }

  private static final class Listening extends AbstractAppender {
    private final List<String> messages;

    private Listening(List<String> messages) {
      super("debugged-" + OPENED.incrementAndGet(), null, null, true, Property.EMPTY_ARRAY);
      this.messages = messages;
    }

    @Override
    public void append(LogEvent event) {
      messages.add(event.getMessage().getFormattedMessage());
    }
  }
}
