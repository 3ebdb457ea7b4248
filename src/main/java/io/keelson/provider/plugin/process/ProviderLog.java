package io.keelson.provider.plugin.process;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.json.ExactJson;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/// What a provider process prints beside its answers: log lines as JSON, and anything else.
///
/// Only the message of a log line goes on, with its level: the other fields hold whatever the
/// provider works with. From a crash on, everything counts as an error.
final class ProviderLog {
  private static final int MOST_WORDS = 40;
  private static final int LONGEST_WORD = 500;
  private static final int LONGEST_LINE = 10_000;
  private static final Map<String, Level> PREFIXES =
      Map.of(
          "[TRACE]", Level.TRACE,
          "[DEBUG]", Level.DEBUG,
          "[INFO]", Level.INFO,
          "[WARN]", Level.WARN,
          "[ERROR]", Level.ERROR);

  private final Logger logger;
  private final String provider;
  private final Redaction redaction;
  private final LogBudget budget;
  private final Deque<String> lastWords = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private boolean crashed;

  /// @param budget of this process
  ProviderLog(Logger logger, String provider, Redaction redaction, LogBudget budget) {
    this.logger = logger;
    this.provider = provider;
    this.redaction = redaction;
    this.budget = budget;
  }

  /// One line from standard error.
  void line(String line) {
    if (line.isBlank()) return;
    var parsed = parse(line);
    var level = parsed.map(Line::level).orElseGet(() -> plainLevel(line));
    var message = parsed.map(Line::message).orElse(line);
    // What is said at trace and debug is everything that is sent: only a crash is worth keeping.
    if (level.toInt() >= Level.INFO.toInt() || parsed.isEmpty()) keep(message);
    if (logger.isEnabledForLevel(level)) pass(level, message);
  }

  private void pass(Level level, String message) {
    // Who asks for what providers say to those who debug them gets all of it.
    var verdict =
        level.toInt() < Level.INFO.toInt() ? new LogBudget.Verdict.Passed(0) : budget.next();
    switch (verdict) {
      case LogBudget.Verdict.Passed(var leftOut) -> {
        if (leftOut > 0) logger.warn("provider {}: {} lines were left out here", provider, leftOut);
        redaction.pass(
            message,
            redacted ->
                logger
                    .atLevel(level)
                    .log("provider {}: {}", provider, shortened(redacted, LONGEST_LINE)));
      }
      case LogBudget.Verdict.LeftOut(var first) -> {
        if (first)
          logger.warn(
              "provider {} says more than {} lines at once and {} a second; what is more is left"
                  + " out here. Its last words are kept",
              provider,
              budget.atOnce(),
              budget.perSecond());
      }
    }
  }

  /// What was printed on standard output, after the handshake.
  void output(String text) {
    if (!text.isBlank() && logger.isDebugEnabled())
      redaction.pass(
          text.strip(), redacted -> logger.debug("provider {} printed: {}", provider, redacted));
  }

  /// The last lines that tell something, oldest first; empty if there were none. A crash is shown
  /// from its beginning.
  String lastWords() {
    lock.lock();
    try {
      return redaction.apply(String.join("\n", lastWords));
    } finally {
      lock.unlock();
    }
  }

  /// A text of the provider without the secrets that are known.
  String redacted(String text) {
    return redaction.apply(text);
  }

  private record Line(Level level, String message) {}

  private static Optional<Line> parse(String line) {
    if (!line.startsWith("{")) return Optional.empty();
    try {
      JsonNode node = ExactJson.JSON.readTree(line);
      if (!node.path("@message").isTextual()) return Optional.empty();
      return Optional.of(
          new Line(level(node.path("@level").asText()), node.path("@message").textValue()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Level level(String name) {
    return switch (name) {
      case "error" -> Level.ERROR;
      case "warn" -> Level.WARN;
      case "info" -> Level.INFO;
      case "trace" -> Level.TRACE;
      default -> Level.DEBUG;
    };
  }

  private Level plainLevel(String line) {
    lock.lock();
    try {
      if (line.startsWith("panic: ") || line.startsWith("fatal error: ")) {
        // What came before does not matter any more.
        if (!crashed) lastWords.clear();
        crashed = true;
      }
      if (crashed) return Level.ERROR;
    } finally {
      lock.unlock();
    }
    return PREFIXES.entrySet().stream()
        .filter(each -> line.contains(each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(Level.DEBUG);
  }

  private static String shortened(String message, int longest) {
    return message.length() > longest ? message.substring(0, longest) + "…" : message;
  }

  private void keep(String message) {
    // A secret that is cut in two would not be found again.
    var word =
        message.length() > LONGEST_WORD
            ? shortened(redaction.apply(message), LONGEST_WORD)
            : message;
    lock.lock();
    try {
      if (lastWords.size() < MOST_WORDS) lastWords.addLast(word);
      else if (!crashed) {
        lastWords.removeFirst();
        lastWords.addLast(word);
      }
    } finally {
      lock.unlock();
    }
  }
}
