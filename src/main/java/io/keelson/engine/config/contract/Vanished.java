package io.keelson.engine.config.contract;

import io.keelson.engine.address.Target;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;

/// A resource or a component that a later definition no longer has, and of which neither a move nor
/// a removal says what becomes of it.
///
/// @param what without keys, relative to the definition
/// @rule R-CMP-53
record Vanished(Target what) {
  /// Everything of the kind, by address. A component of which nothing is left is one of them, not
  /// each resource in it.
  public static List<Vanished> between(ComponentDeclaration was, ComponentDeclaration is) {
    return new VanishedParts(is).since(was).stream().map(Vanished::new).toList();
  }

  /// The warning for the author of the definition.
  public Diagnostic warning() {
    var subject = what.block().map(Subject::of).orElseGet(() -> Subject.of(what.path()));
    return Diagnostic.warning(
        Code.REMOVED,
        subject,
        "No longer declared",
        "It is gone, and neither moves nor removed name it: what exists "
            + (what.resource().isPresent() ? "of it" : "in it")
            + " would be destroyed in every use. If it has another name now, add it to moves; if"
            + " its objects are to stay, add it to removed with destroy: false.");
  }
}
