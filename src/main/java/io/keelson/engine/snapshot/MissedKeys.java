package io.keelson.engine.snapshot;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.Optional;

/// Finds what a statement moves to where nothing can be declared: something on the way is repeated,
/// and the statement names none of its keys.
public record MissedKeys(StackConfig config, MovedState moved) {
  /// The warning about an object that is not kept at the address that it has now.
  ///
  /// @return empty if that is not the fault of a statement
  public Optional<Diagnostic> warning(InstanceAddress at) {
    return Optional.ofNullable(moved.origins().get(at))
        .flatMap(from -> repeated(at).map(name -> warning(from, at, name)));
  }

  /// The component or resource whose key is missing in an address.
  private Optional<String> repeated(InstanceAddress at) {
    var path = at.resource().in();
    var keys = at.key().components();
    for (int depth = 1; depth <= keys.size(); depth++) {
      ComponentPath around = path.first(depth);
      if (lacks(keys.get(depth - 1), config.repetition(around)))
        return Optional.of(around.toString());
    }
    return lacks(at.key().own(), config.repetition(at.resource()))
        ? Optional.of(at.resource().toString())
        : Optional.empty();
  }

  private static boolean lacks(InstanceKey key, Optional<Repetition> repetition) {
    return key instanceof InstanceKey.None
        && repetition
            .filter(each -> each instanceof Repetition.ForEach || each instanceof Repetition.Count)
            .isPresent();
  }

  private static Diagnostic warning(InstanceAddress from, InstanceAddress to, String name) {
    return Diagnostic.warning(
        Code.MOVED,
        Subject.of(to),
        "Moved to where nothing can be declared",
        "The object at "
            + from
            + " moves to "
            + to
            + ", and does not stay there: "
            + name
            + " is repeated, and the statement names none of its keys. Name one in `to`, with a"
            + " statement for each object.");
  }
}
