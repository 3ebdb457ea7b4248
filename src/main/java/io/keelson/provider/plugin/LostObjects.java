package io.keelson.provider.plugin;

import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;

/// Finds objects of one resource type whose import id is known before they are made.
///
/// @param others looks for objects
/// @param id the attribute whose planned value is that id
record LostObjects(ResourceCalls calls, TakeOverCalls others, String id) {
  /// Whether there is one has to be told now: some providers defer where they find none.
  LostObjects {
    calls = calls.withoutDeferral();
    others = others.withoutDeferral();
  }

  /// The id that the object of a create will have; empty if it is not known, is secret, or may be
  /// taken. Somebody else's object would otherwise look as if the create had made it.
  Optional<String> locator(Value planned) {
    return planned instanceof Mapping object
            && object.get(id) instanceof Value.Text text
            && text.marks().isEmpty()
            && find(text.text()) instanceof FindAnswer.Absent
        ? Optional.of(text.text())
        : Optional.empty();
  }

  /// An import alone tells little: many providers take any id, and look when they read.
  FindAnswer find(String locator) {
    return switch (others.importObject(new ImportKey.Id(locator), Optional.empty())) {
      case ImportAnswer.Absent _ -> new FindAnswer.Absent();
      case ImportAnswer.Deferred(var deferral) -> unknown(deferral);
      case ImportAnswer.Failed(var diagnostics) -> new FindAnswer.Failed(diagnostics);
      case ImportAnswer.Found found -> read(found.object());
    };
  }

  private FindAnswer read(Prior imported) {
    return switch (calls.read(imported)) {
      case Answer.Given(Sighting.Gone _) -> new FindAnswer.Absent();
      case Answer.Deferred(var deferral) -> unknown(deferral);
      case Answer.Failed(var diagnostics) -> new FindAnswer.Failed(diagnostics);
      case Answer.Given(Sighting.Found found) -> new FindAnswer.Found(found.object());
    };
  }

  private FindAnswer unknown(Deferral deferral) {
    return new FindAnswer.Failed(List.of(calls.type().reports().cannotWait(deferral)));
  }
}
