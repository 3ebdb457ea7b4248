package io.keelson.provider.plugin.schema;

import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The schemas of programs, each read once as long as there is memory for them. A program is
/// identified by a hash of its content, so its schemas never change.
public final class KnownSchemas {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, SoftReference<ProviderSchemas>> byProgram = new HashMap<>();

  public Optional<ProviderSchemas> of(String program) {
    lock.lock();
    try {
      return Optional.ofNullable(byProgram.get(program)).map(SoftReference::get);
    } finally {
      lock.unlock();
    }
  }

  /// Remembers schemas, unless those of the program are known.
  ///
  /// @return those that are known from now on
  public ProviderSchemas share(String program, ProviderSchemas read) {
    lock.lock();
    try {
      byProgram.values().removeIf(each -> each.get() == null);
      var known = Optional.ofNullable(byProgram.get(program)).map(SoftReference::get);
      if (known.isPresent()) return known.get();
      byProgram.put(program, new SoftReference<>(read));
      return read;
    } finally {
      lock.unlock();
    }
  }
}
