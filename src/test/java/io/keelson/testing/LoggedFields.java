package io.keelson.testing;

import static org.awaitility.Awaitility.await;

import io.keelson.operator.stack.report.StackLog;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/// The fields of what this JVM logs about the Stacks of one namespace, until closed: for each line
/// a map, with `message` and `level` as well.
public final class LoggedFields implements AutoCloseable {
  private static final AtomicInteger OPENED = new AtomicInteger();

  private final List<Map<String, String>> lines = new CopyOnWriteArrayList<>();
  private final Listening appender;

  public LoggedFields(String namespace) {
    appender = new Listening(namespace, lines);
    var context = (LoggerContext) LogManager.getContext(false);
    // The first test of a JVM may come while another thread reads the configuration.
    await().until(context::isStarted);
    appender.start();
    of(context).addAppender(appender, Level.INFO, null);
    context.updateLoggers();
  }

  private static LoggerConfig of(LoggerContext context) {
    return context.getConfiguration().getLoggerConfig(StackLog.class.getName());
  }

  /// In order.
  public List<Map<String, String>> lines() {
    return List.copyOf(lines);
  }

  /// The lines that are about such an action, in order.
  public List<Map<String, String>> lines(String action) {
    return lines.stream().filter(each -> action.equals(each.get("action"))).toList();
  }

  @Override
  public void close() {
    var context = (LoggerContext) LogManager.getContext(false);
    of(context).removeAppender(appender.getName());
    context.updateLoggers();
    appender.stop();
  }

  private static final class Listening extends AbstractAppender {
    private final String namespace;
    private final List<Map<String, String>> lines;

    private Listening(String namespace, List<Map<String, String>> lines) {
      super("logged-fields-" + OPENED.incrementAndGet(), null, null, true, Property.EMPTY_ARRAY);
      this.namespace = namespace;
      this.lines = lines;
    }

    @Override
    public void append(LogEvent event) {
      var fields = new TreeMap<>(event.getContextData().toMap());
      if (!namespace.equals(fields.get("namespace"))) return;
      fields.put("message", event.getMessage().getFormattedMessage());
      fields.put("level", event.getLevel().name());
      lines.add(fields);
    }
  }
}
