package io.keelson.engine.provider;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.EphemeralAnswer.Lease;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Unmarked;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a provider opens for a while, such as a token that is good until it is closed. Nothing of
/// it is ever stored.
///
/// Calls are synchronous and may come from many threads. Opening may make something, so no call is
/// repeated.
///
/// @rule R-WO-4
public interface EphemeralResources {
  /// The ephemeral resources of a provider that has none.
  EphemeralResources NONE =
      new EphemeralResources() {
        @Override
        public Optional<Schema> schema(String type) {
          return Optional.empty();
        }

        @Override
        public List<Diagnostic> validate(String type, Unmarked config) {
          throw unknown(type);
        }

        @Override
        public EphemeralAnswer open(String type, Unmarked config) {
          throw unknown(type);
        }

        @Override
        public EphemeralAnswer renew(String type, Lease lease) {
          throw unknown(type);
        }

        @Override
        public EphemeralAnswer close(String type, Lease lease) {
          throw unknown(type);
        }

        @Override
        public Runnable before(Instant due, Runnable task) {
          throw new IllegalStateException("nothing is ever due");
        }

        private IllegalStateException unknown(String type) {
          return new IllegalStateException("no ephemeral resource " + type);
        }
      };

  /// The schema of a type; empty if there is none. Always the same for one type.
  Optional<Schema> schema(String type);

  /// Problems of a configuration that can be told without opening anything. May hold unknowns.
  List<Diagnostic> validate(String type, Unmarked config);

  /// Opens an ephemeral resource. The caller has to close it, and to renew it until then.
  ///
  /// @param config wholly known
  EphemeralAnswer open(String type, Unmarked config);

  /// @param lease from the last answer about it
  EphemeralAnswer renew(String type, Lease lease);

  /// @param lease from the last answer about it
  EphemeralAnswer close(String type, Lease lease);

  /// Runs something once, in good time before `due`, on a thread of its own. The engine has no
  /// clock.
  ///
  /// @return cancels the task, unless it has begun
  Runnable before(Instant due, Runnable task);
}
