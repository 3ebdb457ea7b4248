package io.keelson.engine.apply;

import io.keelson.engine.plan.Step;
import java.util.Optional;
import java.util.function.Supplier;

/// Is told what goes on while a plan is applied: by many threads, each about steps of its own, and
/// about no barrier. What it is told must not throw and not wait.
public interface ApplyProgress {
  /// Tells nobody.
  ApplyProgress NONE =
      new ApplyProgress() {
        @Override
        public void began(Step step) {}

        @Override
        public void called(Step step, Supplier<Optional<String>> waits) {}

        @Override
        public void ended(Step step, boolean done) {}
      };

  void began(Step step);

  /// The provider is called to change the object of a step that has begun.
  ///
  /// @param waits gives what the call waits for, as long as the step has not ended: see
  ///   [io.keelson.engine.provider.Provider#waitsFor]; without secrets of the object
  void called(Step step, Supplier<Optional<String>> waits);

  /// A step that has begun is over.
  ///
  /// @param done whether what waits for it may start; it failed otherwise
  void ended(Step step, boolean done);
}
