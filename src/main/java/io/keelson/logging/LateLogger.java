package io.keelson.logging;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.spi.LoggingEventBuilder;

/// A logger that asks the real one only about lines that log4j2.xml may let through where nobody
/// has set a level: our own from INFO on, those of others from WARN on, or from ERROR on.
final class LateLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1;
  private static final String OURS = "io.keelson";

  /// It warns in every command that the versions of our kinds are alpha ones.
  private static final String OF_VERSIONS =
      "io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils";

  private final transient Supplier<Logger> real;
  private final Level from;

  /// @param real gives the logger that decides and writes
  LateLogger(String name, Supplier<Logger> real) {
    this.name = name;
    this.real = real;
    this.from = from(name);
  }

  private static Level from(String name) {
    if (name.startsWith(OURS)) return Level.INFO;
    return name.equals(OF_VERSIONS) ? Level.ERROR : Level.WARN;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public boolean isInfoEnabled() {
    return from == Level.INFO;
  }

  @Override
  public boolean isWarnEnabled() {
    return from != Level.ERROR;
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }

  @Override
  public LoggingEventBuilder makeLoggingEventBuilder(Level level) {
    return real.get().atLevel(level);
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String message,
      Object @Nullable [] arguments,
      @Nullable Throwable cause) {
    var event = real.get().atLevel(level).setMessage(message).setCause(cause);
    if (marker != null) event = event.addMarker(marker);
    if (arguments != null) for (Object each : arguments) event = event.addArgument(each);
    event.log();
  }
}
