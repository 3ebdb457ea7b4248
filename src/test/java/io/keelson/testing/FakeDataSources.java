package io.keelson.testing;

import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The data sources of a [FakeProvider]. Each finds the object of its type that has the configured
/// attributes, whoever made it.
record FakeDataSources(FakeObjects objects) {
  /// Finds the object of the same type that is as configured, wherever something is configured.
  Answer<FoundData> read(String type, Mapping config, @Nullable Misbehaviour misbehaviour) {
    var thing =
        objects.world().things().values().stream()
            .filter(each -> each.at().resource().type().equals(type))
            .filter(each -> isAs(config, each.value()))
            .findFirst();
    return switch (misbehaviour) {
      case null ->
          thing
              .<Answer<FoundData>>map(
                  each -> Answer.of(new FoundData(each.value(), new TreeSet<>(), List.of())))
              .orElseGet(() -> Answer.failed(FakeProvider.error("no " + type + " is like that")));
      case Misbehaviour.Answers(var different) ->
          Answer.of(new FoundData(FakeObjects.with(config, different), new TreeSet<>(), List.of()));
      case Misbehaviour.Fails(var message, _) -> Answer.failed(FakeProvider.error(message));
      case Misbehaviour.Defers defers -> new Answer.Deferred<>(defers.deferral());
      case Misbehaviour.AnswersNothing _ ->
          Answer.of(
              new FoundData(
                  Value.nothing(objects.type(type).schema().type()), new TreeSet<>(), List.of()));
      case Misbehaviour.Throws _,
          Misbehaviour.Lost _,
          Misbehaviour.NotSent _,
          Misbehaviour.FailsUntold _ ->
          throw new IllegalStateException("the fake provider is broken");
    };
  }

  private static boolean isAs(Mapping config, Mapping object) {
    return config.keys().stream()
        .allMatch(name ->
            config.attribute(name).isNull()
                || config.attribute(name).matches(object.attribute(name)));
  }
}
