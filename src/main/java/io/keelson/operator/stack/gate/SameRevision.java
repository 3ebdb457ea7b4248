package io.keelson.operator.stack.gate;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.operator.stack.declaration.ConfigRevision;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Durations;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Stops a Stack while members name another revision of the configuration than it names itself.
public record SameRevision() implements Gate.ToPlan {
  @Override
  public Passage pass(Turn turn) {
    var quiet = Durations.parse(turn.stack().getSpec().settle);
    return otherRevision(turn)
        .map(why ->
            Passage.going(
                ConditionReason.MembersChanged, why, turn.now().plus(quiet.plusSeconds(30))))
        .orElseGet(() -> new Passage.On(turn));
  }

  private static Optional<String> otherRevision(Turn turn) {
    var wanted = ConfigRevision.of(turn.stack());
    if (wanted.isEmpty()) return Optional.empty();
    var late =
        members(turn.declaration().members())
            .filter(member ->
                ConfigRevision.of(member).filter(each -> !wanted.get().equals(each)).isPresent())
            .map(member -> member.getMetadata().getName())
            .collect(Collectors.joining(", "));
    return late.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "The Stack is at %s %s, but these members are not: %s. They are waited for."
                .formatted(ConfigRevision.ANNOTATION, wanted.get(), late));
  }

  private static Stream<HasMetadata> members(StackMemory.Declared declared) {
    return Stream.concat(declared.resources().stream(), declared.components().stream());
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of(ConditionReason.MembersChanged);
  }
}
