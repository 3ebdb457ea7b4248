package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Provider.Upgraded;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Unmarked;
import io.keelson.testing.Misbehaviour;
import io.keelson.testing.ProviderDecorator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Which questions a provider is spared by what earlier plans have found out.
class PlanMemoTest {
  private final Laboratory laboratory = new Laboratory(2);
  private final PlanMemo memo = new PlanMemo();

  /// 1 refers to the id of 0, 2 to its size; 3 to neither.
  private final RandomStack stack = stack(Map.of(1, RandomStack.Use.ID, 2, RandomStack.Use.SIZE));

  private static RandomStack stack(Map<Integer, RandomStack.Use> uses) {
    var resources = new TreeMap<Integer, RandomStack.Resource>();
    for (int number = 0; number < 4; number++) {
      var used = new TreeMap<Integer, RandomStack.Use>();
      Optional.ofNullable(uses.get(number)).ifPresent(use -> used.put(0, use));
      resources.put(number, new RandomStack.Resource(RandomStack.Repeat.SINGLE, 0, 0, used, false));
    }
    return new RandomStack(resources, new TreeSet<>());
  }

  @BeforeEach
  void settle() {
    laboratory.settle(stack);
    asked(stack, Refresh.AFFECTED);
  }

  /// What a provider is asked about, by the names of resources; `upgrade` and `validate` name none.
  private Set<String> asked(RandomStack declared, Refresh refresh) {
    var asked = new ConcurrentSkipListSet<String>();
    laboratory.plan(declared, refresh, memo, real -> new Watched(real, asked));
    return asked;
  }

  @Test
  void nothingChanged_asksNothing() {
    assertThat(asked(stack, Refresh.AFFECTED)).isEmpty();
    assertThat(memo.size()).isEqualTo(4);
  }

  @Test
  void oneChanged_asksAboutItAndWhoSeesADifference() {
    var changed = stack.withSize(0, 5);

    // The planned id is the old one, so 1 sees no difference.
    assertThat(asked(changed, Refresh.AFFECTED))
        .contains("plan r0", "read r0", "plan r2", "read r2")
        .doesNotContain("plan r1", "read r1", "plan r3", "read r3");
  }

  @Test
  void lookingAtOne_readsThatOneOnly() {
    var asked = new ConcurrentSkipListSet<String>();

    laboratory.plan(
        stack, Set.of(InstanceAddress.parse("fake.r1")), memo, real -> new Watched(real, asked));

    assertThat(asked)
        .contains("read r1")
        .doesNotContain("read r0", "read r2", "read r3", "plan r0", "plan r2", "plan r3");
  }

  @Test
  void readingTheWorld_asksAboutEverything() {
    assertThat(asked(stack, Refresh.ALL))
        .contains("read r0", "plan r0", "read r1", "plan r1", "read r2", "plan r2", "read r3");
    assertThat(asked(stack, Refresh.AFFECTED)).as("afterwards").isEmpty();
  }

  @Test
  void observedDrift_isAskedAbout() {
    laboratory.disturb(1);
    var planned = laboratory.plan(stack, Refresh.ALL, memo, real -> real);
    laboratory.apply(planned, Laboratory.Conditions.good());

    assertThat(asked(stack, Refresh.AFFECTED)).contains("plan r1");
    assertThat(asked(stack, Refresh.AFFECTED)).as("the second time").isEmpty();
  }

  @Test
  void planThatIsMadeAgain_isMadeFromWhatWasRead() {
    var changed = stack.withSize(3, 5);
    assertThat(asked(changed, Refresh.AFFECTED)).contains("plan r3", "read r3");

    assertThat(asked(changed, Refresh.AFFECTED)).contains("plan r3").doesNotContain("read r3");

    memo.answers().forget();
    assertThat(asked(changed, Refresh.AFFECTED)).contains("plan r3", "read r3");
  }

  @Test
  void failedApply_isAskedAbout() {
    var changed = stack.withSize(3, 5);
    var planned = laboratory.plan(changed, Refresh.AFFECTED, memo, real -> real);
    laboratory.apply(
        planned,
        Laboratory.Conditions.failing(
            new TreeMap<>(
                Map.of("update fake.r3", new Misbehaviour.Fails("no", Optional.empty())))));

    assertThat(asked(changed, Refresh.AFFECTED)).contains("plan r3", "read r3");
  }

  @Test
  void vanishedInstance_isForgotten() {
    var less = new TreeMap<>(stack.resources());
    less.remove(3);
    laboratory.settle(new RandomStack(less, new TreeSet<>()));

    asked(new RandomStack(less, new TreeSet<>()), Refresh.AFFECTED);

    assertThat(memo.size()).isEqualTo(3);
  }

  /// Notes what is asked.
  private static final class Watched extends ProviderDecorator {
    private final Set<String> asked;

    Watched(Provider real, Set<String> asked) {
      super(real);
      this.asked = asked;
    }

    @Override
    public List<Diagnostic> validate(String type, Unmarked config) {
      asked.add("validate");
      return super.validate(type, config);
    }

    @Override
    public Answer<Upgraded> upgrade(String type, RawState stored) {
      asked.add("upgrade");
      return super.upgrade(type, stored);
    }

    @Override
    public Answer<Sighting> read(ReadRequest request) {
      asked.add("read " + request.at().resource().name());
      return super.read(request);
    }

    @Override
    public Answer<PlannedState> plan(PlanRequest request) {
      asked.add("plan " + request.at().resource().name());
      return super.plan(request);
    }
  }
}
