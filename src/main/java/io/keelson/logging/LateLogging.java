package io.keelson.logging;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.Reporter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/// Sets logging up with the first line that is logged. Most commands log nothing, and to make the
/// logging ready takes up to a quarter of their processor time: `docs/decisions/start.md`.
public final class LateLogging implements SLF4JServiceProvider, ILoggerFactory {
  /// Whoever sets one of these wants other lines than a [LateLogger] passes on.
  private static final List<String> LEVELS =
      List.of("KEELSON_LOG_LEVEL", "KEELSON_LOG_LEVEL_LIBRARIES");

  private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter context = new BasicMDCAdapter();
  private @Nullable ILoggerFactory real;

  /// Has SLF4J use it, unless the environment asks for other levels. To be called before anything
  /// logs.
  public static void use(Map<String, String> environment) {
    if (LEVELS.stream().anyMatch(environment::containsKey)) return;
    System.setProperty(LoggerFactory.PROVIDER_PROPERTY_KEY, LateLogging.class.getName());
    // It would tell on standard error that it obeys.
    System.setProperty(Reporter.SLF4J_INTERNAL_VERBOSITY_KEY, "WARN");
  }

  @Override
  public Logger getLogger(String name) {
    return loggers.computeIfAbsent(name, each -> new LateLogger(each, () -> real(each)));
  }

  private synchronized Logger real(String name) {
    if (real == null) {
      var own = LateLogging.class.getClassLoader();
      var provider = ServiceLoader.load(SLF4JServiceProvider.class, own).findFirst().orElseThrow();
      provider.initialize();
      real = provider.getLoggerFactory();
    }
    return real.getLogger(name);
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return this;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return context;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {
    // Nothing is made before it is needed.
  }
}
