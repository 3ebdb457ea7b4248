package io.keelson.provider.plugin.process;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/// Takes secrets out of what a provider prints. It knows those that this host handed over, or was
/// given: all that the provider was started and configured with, and the most recent ones of
/// objects, if there are very many.
public final class Redaction {
  private static final int MOST_SECRETS = 10_000;

  /// Shorter ones are found everywhere, and protect nothing.
  private static final int SHORTEST_SECRET = 4;

  private static final String INSTEAD = "(sensitive)";

  private final Set<String> own = new HashSet<>();
  private final LinkedHashSet<String> recent = new LinkedHashSet<>();
  private final ReentrantLock lock = new ReentrantLock();

  /// From now on these texts of the provider's own are never shown.
  public void hideAlways(Collection<String> texts) {
    lock.lock();
    try {
      for (String text : texts) if (text.length() >= SHORTEST_SECRET) own.add(text);
    } finally {
      lock.unlock();
    }
  }

  /// From now on these texts of objects are not shown.
  public void hide(Collection<String> texts) {
    if (texts.isEmpty()) return;
    lock.lock();
    try {
      for (String text : texts) if (text.length() >= SHORTEST_SECRET) recent.addLast(text);
      while (recent.size() > MOST_SECRETS) recent.removeFirst();
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
      return Stream.concat(own.stream(), recent.stream())
          .filter(text::contains)
          .sorted(Comparator.comparingInt(String::length).reversed())
          .toList();
    } finally {
      lock.unlock();
    }
  }
}
