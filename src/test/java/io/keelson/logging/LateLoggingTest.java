package io.keelson.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MarkerFactory;
import org.slf4j.helpers.Reporter;

final class LateLoggingTest {
  private static final String OURS = "io.keelson.logging.LateLoggingTest.ours";
  private static final String LIBRARY = "org.example.LateLoggingTest.library";

  /// A logger in log4j2.xml, and its level where nobody has set one.
  private static final Pattern CONFIGURED =
      Pattern.compile("<(?:Logger name=\"([^\"]+)\"|Root)\\s+level=\"[^\"]*?(\\w+)}*\"");

  private final List<String> asked = new ArrayList<>();
  private final Recorded recorded = new Recorded();

  /// What log4j writes for the loggers of this test.
  private static final class Recorded extends AbstractAppender {
    private final List<LogEvent> lines = new CopyOnWriteArrayList<>();

    private Recorded() {
      super("late-logging", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      if (List.of(OURS, LIBRARY).contains(event.getLoggerName())) lines.add(event.toImmutable());
    }
  }

  private static LoggerContext log4j() {
    return (LoggerContext) LogManager.getContext(false);
  }

  @BeforeEach
  void record() {
    recorded.start();
    Configurator.setLevel(OURS, Level.INFO);
    Configurator.setLevel(LIBRARY, Level.WARN);
    log4j().getConfiguration().getRootLogger().addAppender(recorded, Level.ALL, null);
    log4j().updateLoggers();
  }

  @AfterEach
  void stop() {
    log4j().getConfiguration().getRootLogger().removeAppender(recorded.getName());
    List.of(OURS, LIBRARY).forEach(log4j().getConfiguration()::removeLogger);
    log4j().updateLoggers();
    recorded.stop();
    System.clearProperty(LoggerFactory.PROVIDER_PROPERTY_KEY);
    System.clearProperty(Reporter.SLF4J_INTERNAL_VERBOSITY_KEY);
  }

  private Logger logger(String name) {
    return new LateLogger(
        name,
        () -> {
          asked.add(name);
          return LoggerFactory.getLogger(name);
        });
  }

  @Test
  void whatNobodyWouldSee_setsNothingUp() {
    logger(LIBRARY).info("started {}", 1);
    logger(LIBRARY).atInfo().addKeyValue("port", 1).log("open");
    logger(OURS).debug("called with {} {} {}", 1, 2, 3);
    logger(OURS).trace("called");
    logger("io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils").warn("it is alpha");

    assertThat(asked).isEmpty();
    assertThat(recorded.lines).isEmpty();
  }

  @Test
  void line_isWrittenByTheRealLogger_asItWasGiven() {
    var failure = new IOException("gone");

    logger(LIBRARY).warn("{} of {} are closed", 1, 2, failure);
    logger(OURS).info(MarkerFactory.getMarker("SHOWN"), "ready");
    logger(OURS).atError().addKeyValue("stack", "shop").log("failed");

    assertThat(recorded.lines)
        .extracting(
            LogEvent::getLoggerName,
            LogEvent::getLevel,
            each -> each.getMessage().getFormattedMessage())
        .containsExactly(
            tuple(LIBRARY, Level.WARN, "1 of 2 are closed"),
            tuple(OURS, Level.INFO, "ready"),
            tuple(OURS, Level.ERROR, "failed"));
    assertThat(recorded.lines.getFirst().getThrown()).isSameAs(failure);
    assertThat(recorded.lines.get(1).getMarker().getName()).isEqualTo("SHOWN");
    assertThat(recorded.lines.getLast().getContextData().toMap()).containsEntry("stack", "shop");
  }

  @Test
  void realLogging_isThatOfTheProviderInTheClassPath() {
    var logging = new LateLogging();

    logging.getLogger(OURS).warn("low");

    assertThat(recorded.lines).extracting(LogEvent::getLevel).containsExactly(Level.WARN);
    assertThat(logging.getLogger(OURS)).isSameAs(logging.getLogger(OURS));
  }

  /// What it keeps from the real logging would not have been written.
  @Test
  void levelsOfLog4j_areLetThrough() throws IOException {
    var configuration = Files.readString(Path.of("src/main/resources/log4j2.xml"));
    var levels = CONFIGURED.matcher(configuration).results().toList();

    assertThat(levels).hasSizeGreaterThan(5);
    assertThat(levels)
        .filteredOn(each -> !each.group(2).equals("OFF"))
        .allSatisfy(each ->
            assertThat(
                    logger(each.group(1) == null ? LIBRARY : each.group(1))
                        .isEnabledForLevel(org.slf4j.event.Level.valueOf(each.group(2))))
                .isTrue());
  }

  @Test
  void whoAsksForOtherLevels_hasTheRealLoggingAtOnce() {
    LateLogging.use(Map.of("KEELSON_LOG_LEVEL", "DEBUG"));
    LateLogging.use(Map.of("KEELSON_LOG_LEVEL_LIBRARIES", "INFO"));
    assertThat(System.getProperty(LoggerFactory.PROVIDER_PROPERTY_KEY)).isNull();

    LateLogging.use(Map.of("HOME", "/root"));
    assertThat(System.getProperty(LoggerFactory.PROVIDER_PROPERTY_KEY))
        .isEqualTo(LateLogging.class.getName());
  }
}
