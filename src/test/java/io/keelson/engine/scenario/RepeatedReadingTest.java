package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.testing.ProviderDecorator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The world is read again and again, and nobody repairs anything.
final class RepeatedReadingTest {
  private static final InstanceAddress AT = InstanceAddress.parse("server.web");
  private static final String GRANTED =
      """
      story: A privilege was revoked.
      prior:
        server.web: {id: s-1, size: select}
      config:
        server.web: {size: select}
      """;

  /// Finds what is there of what it is given: the privilege is gone. Where it is given nothing, it
  /// finds no difference, and says what is declared.
  private static class OfWhatItIsGiven extends ProviderDecorator {
    private final List<Value> given;

    OfWhatItIsGiven(Provider real, List<Value> given) {
      super(real);
      this.given = given;
    }

    @Override
    public Answer<Sighting> read(ReadRequest request) {
      var current = request.current();
      var object = (Mapping) current.value();
      given.add(object.attribute("size"));
      boolean granted = object.attribute("size").matches(Value.text("select"));
      return Answer.of(
          new Sighting.Found(
              new Prior(
                  object.mapValues((name, value) ->
                      name.equals("size") ? Value.text(granted ? "none" : "select") : value),
                  current.privateData(),
                  current.identity()),
              List.of()));
    }
  }

  @Test
  @Tag("DEV-9")
  @Tag("R-ART-4")
  void readingOfWhatHasDrifted_startsFromWhatWasApplied() throws JsonValues.NotAValue {
    var given = Collections.synchronizedList(new ArrayList<Value>());
    var stack = Overheard.of(GRANTED, provider -> new OfWhatItIsGiven(provider, given));
    var state = stack.prior();

    for (int i = 0; i < 4; i++) {
      var planned = stack.plan(state);
      assertThat(planned.plan().effective()).as("reading %s", i).hasSize(1);
      state = kept(state, planned);
      assertThat(state.instance(AT).drift()).isInstanceOf(Drift.Changed.class);
    }

    assertThat(given).hasSize(4).allMatch(Value.text("select")::matches);
  }

  @Test
  @Tag("DEV-9")
  @Tag("R-ART-4")
  void whatHadDriftedVanishedAndCameBack_hasDriftedStill() throws JsonValues.NotAValue {
    var given = Collections.synchronizedList(new ArrayList<Value>());
    var gone = new AtomicBoolean();
    var stack =
        Overheard.of(
            GRANTED,
            provider ->
                new OfWhatItIsGiven(provider, given) {
                  @Override
                  public Answer<Sighting> read(ReadRequest request) {
                    var answer = super.read(request);
                    return gone.get() ? Answer.of(new Sighting.Gone()) : answer;
                  }
                });
    var state = kept(stack.prior(), stack.plan(stack.prior()));
    assertThat(state.instance(AT).drift()).isInstanceOf(Drift.Changed.class);
    gone.set(true);
    for (int i = 0; i < 2; i++) {
      state = kept(state, stack.plan(state));
      assertThat(state.instance(AT).drift()).isInstanceOf(Drift.Missing.class);
    }
    gone.set(false);

    var planned = stack.plan(state);

    assertThat(planned.plan().effective()).hasSize(1);
    assertThat(kept(state, planned).instance(AT).drift()).isInstanceOf(Drift.Changed.class);
    assertThat(given).hasSize(4).allMatch(Value.text("select")::matches);
  }

  /// What the plan stores without being asked.
  private static StackState kept(StackState state, PlanOutcome planned) {
    var instances = new TreeMap<>(state.instances());
    instances.putAll(planned.plan().bookkeeping());
    return new StackState(instances, state.outputs());
  }
}
