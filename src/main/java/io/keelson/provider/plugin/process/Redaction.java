package io.keelson.provider.plugin.process;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Takes secrets out of what a provider prints. It knows those that this host handed over, or was
/// given: all that the provider was started and configured with, and the most recent ones of
/// objects, if there are very many. While an answer is awaited that brings secrets, what is printed
/// is held back.
public final class Redaction {
  private static final int MOST_HELD = 1_000;
  private static final int MOST_SECRETS = 10_000;

  /// Shorter ones are found everywhere, and protect nothing.
  private static final int SHORTEST_SECRET = 4;

  /// The same for one line of a secret that has several, such as a key: what is printed comes by
  /// line.
  private static final int SHORTEST_LINE = 10;

  private static final String INSTEAD = "(sensitive)";

  private final Set<String> own = new HashSet<>();
  private final LinkedHashSet<String> recent = new LinkedHashSet<>();
  private final Deque<Printed> held = new ArrayDeque<>();
  private int holds;
  private int leftOut;
  private final ReentrantLock lock = new ReentrantLock();

  /// A text on its way.
  private record Printed(String text, Consumer<String> to) {}

  /// What is printed is held back until this is closed.
  public interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  /// From now on these texts of the provider's own are never shown.
  public void hideAlways(Collection<String> texts) {
    lock.lock();
    try {
      texts.stream().flatMap(Redaction::parts).forEach(own::add);
    } finally {
      lock.unlock();
    }
  }

  /// From now on these texts of objects are not shown.
  public void hide(Collection<String> texts) {
    if (texts.isEmpty()) return;
    lock.lock();
    try {
      texts.stream().flatMap(Redaction::parts).forEach(recent::addLast);
      while (recent.size() > MOST_SECRETS) recent.removeFirst();
    } finally {
      lock.unlock();
    }
  }

  /// A secret as it may be printed: as a whole, and line by line.
  private static Stream<String> parts(String text) {
    if (text.length() < SHORTEST_SECRET) return Stream.empty();
    var lines = text.lines().map(String::strip).filter(line -> line.length() >= SHORTEST_LINE);
    return text.indexOf('\n') < 0 ? Stream.of(text) : Stream.concat(Stream.of(text), lines);
  }

  /// To be closed when the secrets are told to [#hide].
  public Hold hold() {
    lock.lock();
    try {
      holds++;
    } finally {
      lock.unlock();
    }
    return this::release;
  }

  private void release() {
    lock.lock();
    try {
      if (--holds > 0) return;
      int missing = leftOut;
      leftOut = 0;
      while (!held.isEmpty()) {
        var next = held.removeFirst();
        next.to().accept(apply(next.text()));
        if (held.isEmpty() && missing > 0)
          next.to().accept("(%d more lines are left out)".formatted(missing));
      }
    } finally {
      lock.unlock();
    }
  }

  /// Hands a text on without secrets, in its turn. Of very many that are held back, the last are
  /// left out.
  void pass(String text, Consumer<String> to) {
    lock.lock();
    try {
      if (holds == 0) to.accept(apply(text));
      else if (held.size() < MOST_HELD) held.addLast(new Printed(text, to));
      else leftOut++;
    } finally {
      lock.unlock();
    }
  }

  /// The text without secrets, and without characters that could do something to a terminal.
  public String apply(String text) {
    var shown = text;
    for (String secret : contained(text)) shown = shown.replace(secret, INSTEAD);
    return shown.chars().anyMatch(Redaction::isControl)
        ? CONTROL.matcher(shown).replaceAll("")
        : shown;
  }

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");

  private static boolean isControl(int each) {
    return each != '\n' && each != '\t' && Character.isISOControl(each);
  }

  /// Longer ones first: a secret may be part of another.
  private List<String> contained(String text) {
    lock.lock();
    try {
      return Stream.concat(own.stream(), recent.stream())
          .filter(text::contains)
          .sorted(Comparator.comparingInt(String::length).reversed())
          .toList();
    } finally {
      lock.unlock();
    }
  }
}
