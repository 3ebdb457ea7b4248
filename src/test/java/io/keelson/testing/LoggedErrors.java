package io.keelson.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/// What this JVM logs that would wake an engineer: everything of level ERROR until closed, but for
/// what names the namespaces of other tests only, which run at the same time, and for what
/// providers say.
public final class LoggedErrors implements AutoCloseable {
  private static final AtomicInteger OPENED = new AtomicInteger();
  private static final Pattern NAMESPACE = Pattern.compile("\\btest-\\d+\\b");

  private static final String OF_PROVIDERS =
      "io.keelson.provider.plugin.process.ProviderProcess: provider ";

  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Listening appender = new Listening(messages);
  private final String own;

  public LoggedErrors(TestNamespace namespace) {
    own = namespace.name();
    var context = (LoggerContext) LogManager.getContext(false);
    appender.start();
    context.getConfiguration().getRootLogger().addAppender(appender, Level.ERROR, null);
    context.updateLoggers();
  }

  /// In order, with the logger's name.
  public List<String> messages() {
    return messages.stream().filter(this::isOfThisTest).toList();
  }

  private boolean isOfThisTest(String message) {
    var named = NAMESPACE.matcher(message).results().map(MatchResult::group).toList();
    return named.contains(own) || named.isEmpty() && !message.startsWith(OF_PROVIDERS);
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
      super("logged-errors-" + OPENED.incrementAndGet(), null, null, true, Property.EMPTY_ARRAY);
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
