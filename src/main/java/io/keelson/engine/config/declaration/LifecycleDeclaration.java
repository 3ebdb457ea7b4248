package io.keelson.engine.config.declaration;

import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;

/// Lifecycle options as written.
///
/// @param deleteBeforeReplace whether the old object has to go before the new one is made
/// @param destroy whether objects that go are destroyed; if not, they are forgotten
/// @param onPartialCreate what becomes of an object whose creation failed half-way
/// @param replaceOnChanges attribute paths, which may have wildcards, whose change in place is none
/// @param sensitive attribute paths, which may have wildcards, of what is not to be shown
/// @param ignoreChanges attribute paths; the single entry `all` means everything
/// @param replaceTrigger a tree that gives anything
/// @param deletedWith an address of a resource, a component or an instance of one
/// @param timeouts for how long the calls about one object may take
public record LifecycleDeclaration(
    boolean createBeforeDestroy,
    boolean deleteBeforeReplace,
    boolean preventDestroy,
    boolean destroy,
    PartialCreate onPartialCreate,
    List<String> ignoreChanges,
    List<String> replaceOnChanges,
    List<String> sensitive,
    List<String> replaceTriggeredBy,
    Optional<Value> replaceTrigger,
    Optional<String> deletedWith,
    Timeouts timeouts,
    List<StackDeclaration.CheckRule> preconditions,
    List<StackDeclaration.CheckRule> postconditions) {
  public static final LifecycleDeclaration PLAIN =
      new LifecycleDeclaration(
          false,
          false,
          false,
          true,
          PartialCreate.REPLACE,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Timeouts.NONE,
          List.of(),
          List.of());
}
