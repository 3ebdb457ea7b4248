package io.keelson.provider.plugin.supervision;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Sessions that several users share: each is opened for its first user, and closed after its last.
///
/// @param <K> what all users of one session have in common
/// @param <S> the sessions
public final class SharedSessions<K, S> {
  private final Consumer<S> close;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<K, Shared<S>> sessions = new HashMap<>();

  private static final class Shared<S> {
    private final S session;
    private int users;

    Shared(S session) {
      this.session = session;
    }
  }

  /// @param close ends a session that nobody uses any more
  public SharedSessions(Consumer<S> close) {
    this.close = close;
  }

  /// The session for one more user, who has to [#leave] it.
  ///
  /// @param open makes it if there is none; starts nothing
  public S enter(K key, Supplier<S> open) {
    lock.lock();
    try {
      var shared = sessions.computeIfAbsent(key, _ -> new Shared<>(open.get()));
      shared.users++;
      return shared.session;
    } finally {
      lock.unlock();
    }
  }

  /// One user less.
  public void leave(K key) {
    S unused;
    lock.lock();
    try {
      var shared = sessions.get(key);
      if (shared == null || --shared.users > 0) return;
      sessions.remove(key);
      unused = shared.session;
    } finally {
      lock.unlock();
    }
    close.accept(unused);
  }
}
