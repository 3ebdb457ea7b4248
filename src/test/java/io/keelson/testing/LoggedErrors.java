package io.keelson.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/// What this JVM logs that would wake an engineer: everything of level ERROR until closed.
public final class LoggedErrors implements AutoCloseable {
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Listening appender = new Listening(messages);

  public LoggedErrors() {
    var context = (LoggerContext) LogManager.getContext(false);
    appender.start();
    context.getConfiguration().getRootLogger().addAppender(appender, Level.ERROR, null);
    context.updateLoggers();
  }

  /// In order, with the logger's name.
  public List<String> messages() {
    return List.copyOf(messages);
  }

  @Override
  public void close() {
    var context = (LoggerContext) LogManager.getContext(false);
    context.getConfiguration().getRootLogger().removeAppender(appender.getName());
    context.updateLoggers();
    appender.stop();
  }

  private static final class Listening extends AbstractAppender {
    private final List<String> messages;

    private Listening(List<String> messages) {
      super("logged-errors", null, null, true, Property.EMPTY_ARRAY);
      this.messages = messages;
    }

    @Override
    public void append(LogEvent event) {
      var thrown = event.getThrown() == null ? "" : " (" + event.getThrown() + ")";
      messages.add(
          event.getLoggerName() + ": " + event.getMessage().getFormattedMessage() + thrown);
    }
  }
}
