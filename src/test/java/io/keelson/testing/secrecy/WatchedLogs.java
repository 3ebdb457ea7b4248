package io.keelson.testing.secrecy;

import io.keelson.operator.stack.report.StackLog;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/// All that this JVM logs, our own words from DEBUG on, those of libraries from WARN on, as an
/// operator by default.
final class WatchedLogs extends AbstractAppender {
  private static boolean listening;

  private WatchedLogs() {
    super("watched-logs", null, null, true, Property.EMPTY_ARRAY);
  }

  /// Begins, at the first call.
  static synchronized void listen() {
    if (listening) return;
    new WatchedLogs().addToLoggers();
    listening = true;
  }

  // What the console shows has a level of its own.
  private void addToLoggers() {
    start();
    var context = (LoggerContext) LogManager.getContext(false);
    var configuration = context.getConfiguration();
    configuration.getRootLogger().addAppender(this, null, null);
    configuration.getRootLogger().setLevel(Level.WARN);
    configuration.getLoggerConfig("io.keelson").setLevel(Level.DEBUG);
    configuration.getLoggerConfig(StackLog.class.getName()).addAppender(this, null, null);
    context.updateLoggers();
  }

  @Override
  public void append(LogEvent event) {
    var text = new StringWriter();
    text.append(event.getMessage().getFormattedMessage()).append('\n');
    text.append(event.getContextData().toMap().toString()).append('\n');
    if (event.getThrown() != null) event.getThrown().printStackTrace(new PrintWriter(text, true));
    SecretWatch.lookForAll("log", text.toString());
  }
}
