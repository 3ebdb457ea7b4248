package io.keelson.provider.plugin.process;

import io.keelson.engine.value.HiddenTexts;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Takes secrets out of what a provider prints. It knows those that this host handed over, or was
/// given: all that the provider was started and configured with, and the most recent ones of
/// objects, if there are very many. While an answer is awaited that brings secrets, what is printed
/// is held back.
public final class Redaction {
  private static final int MOST_HELD = 1_000;

  /// When so many texts are recent, they become the older half, and a new half begins.
  private static final int MOST_RECENT = 5_000;

  private static final int MOST_CHARACTERS = 1_000_000;

  private final HiddenTexts own = new HiddenTexts();
  private HiddenTexts recent = new HiddenTexts();
  private HiddenTexts before = new HiddenTexts();
  private final Deque<Printed> held = new ArrayDeque<>();
  private int holds;
  private int leftOut;
  private final ReentrantLock lock = new ReentrantLock();

  /// A text that is held back, and who gets it later.
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
      own.addAll(texts);
    } finally {
      lock.unlock();
    }
  }

  /// From now on these texts of objects are not shown.
  public void hide(Collection<String> texts) {
    if (texts.isEmpty()) return;
    lock.lock();
    try {
      if (recent.size() > MOST_RECENT || recent.characters() > MOST_CHARACTERS) {
        before = recent;
        recent = new HiddenTexts();
      }
      recent.addAll(texts);
    } finally {
      lock.unlock();
    }
  }

  /// Holds back what is printed. To be closed once [#hide] knows the secrets.
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

  /// Passes a text on without secrets, after all texts that are held back before it. If too many
  /// are held back, the last ones are left out.
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
    var redacted = withoutSecrets(text);
    return redacted.chars().anyMatch(Redaction::isControl)
        ? CONTROL.matcher(redacted).replaceAll("")
        : redacted;
  }

  private String withoutSecrets(String text) {
    lock.lock();
    try {
      return HiddenTexts.without(text, List.of(own, recent, before));
    } finally {
      lock.unlock();
    }
  }

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");

  private static boolean isControl(int each) {
    return each != '\n' && each != '\t' && Character.isISOControl(each);
  }
}
