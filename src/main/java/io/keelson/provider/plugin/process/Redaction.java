package io.keelson.provider.plugin.process;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// Takes secrets out of what providers print. It knows those that this host handed over, or was
/// given; the most recent ones, if there are very many.
public final class Redaction {
  private static final int MOST_SECRETS = 10_000;

  /// Shorter ones are found everywhere, and protect nothing.
  private static final int SHORTEST_SECRET = 4;

  private static final String INSTEAD = "(sensitive)";

  private final LinkedHashSet<String> secrets = new LinkedHashSet<>();
  private final ReentrantLock lock = new ReentrantLock();

  /// From now on these texts are not shown.
  public void hide(Collection<String> texts) {
    if (texts.isEmpty()) return;
    lock.lock();
    try {
      for (String text : texts) if (text.length() >= SHORTEST_SECRET) secrets.addLast(text);
      while (secrets.size() > MOST_SECRETS) secrets.removeFirst();
    } finally {
      lock.unlock();
    }
  }

  /// The text without secrets.
  public String apply(String text) {
    var shown = text;
    for (String secret : contained(text)) shown = shown.replace(secret, INSTEAD);
    return shown;
  }

  /// Longer ones first: a secret may be part of another.
  private List<String> contained(String text) {
    lock.lock();
    try {
      return secrets.stream()
          .filter(text::contains)
          .sorted(Comparator.comparingInt(String::length).reversed())
          .toList();
    } finally {
      lock.unlock();
    }
  }
}
