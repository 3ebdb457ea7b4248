package io.keelson.engine.scenario;

import static io.keelson.engine.scenario.WebServer.UPDATE;
import static io.keelson.engine.scenario.WebServer.WEB;
import static io.keelson.engine.scenario.WebServer.change;
import static io.keelson.engine.scenario.WebServer.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.plan.Action;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.json.JsonValues;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What providers are told, in which order, and with what around each call in the journal.
final class ProviderCallsTest {
  @Test
  @Tag("R-ART-11")
  @Tag("R-APPLY-50")
  void update_hasItsCallsInOrder() throws JsonValues.NotAValue {
    var stack = Overheard.of(UPDATE);

    var planned = stack.plan();
    assertThat(stack.calls).containsExactly("upgrade", "read", "validate", "plan");

    stack.apply(planned);
    assertThat(stack.calls)
        .containsExactly("upgrade", "validate", "plan", "begin", "apply", "finish");
  }

  @Test
  @Tag("R-PUL-40")
  void timeouts_goWithTheCallsThatTheyAreDeclaredFor() throws JsonValues.NotAValue {
    var timeouts =
        "lifecycle: {timeouts: {create: PT1M, update: PT2M, read: PT4M, delete: PT3M}}}\n";

    var updated = Overheard.of(UPDATE.replace("large}\n", "large, " + timeouts));
    var planned = updated.plan();
    assertThat(updated.reads.getFirst().timeout()).contains(Duration.ofMinutes(4));
    updated.apply(planned);
    assertThat(updated.applies.getFirst().timeout()).contains(Duration.ofMinutes(2));

    var replaced =
        Overheard.of(
            UPDATE.replace("large}\n", "large, " + timeouts)
                + "provider: {server: {requiresReplace: [size]}}\n");
    replaced.apply(replaced.plan());
    assertThat(replaced.applies)
        .extracting(ApplyRequest::timeout)
        .containsExactly(Optional.of(Duration.ofMinutes(3)), Optional.of(Duration.ofMinutes(1)));
  }

  @Test
  @Tag("R-PUL-40")
  void removedObject_isDestroyedInTheTimeThatIsStoredWithIt() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: A server that nobody declares any more.
            prior:
              server.web: {id: s-1, size: small, lifecycle: {deleteTimeout: PT3M}}
            config: {}
            """);

    stack.apply(stack.plan());

    assertThat(stack.applies.getFirst().timeout()).contains(Duration.ofMinutes(3));
  }

  @Test
  @Tag("R-PLAN-5")
  @Tag("R-PLAN-6")
  @Tag("R-IGN-2")
  @Tag("R-IGN-8")
  void ignoredChange_isValidatedAndNotPlanned() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: The size is not to be changed, the name is, and the zone is the provider's.
            prior:
              server.web: {id: s-1, size: small, name: a, zone: eu}
            config:
              server.web: {size: huge, name: b, lifecycle: {ignoreChanges: [size]}}
            provider: {server: {computed: [zone]}}
            """);

    stack.plan();

    assertThat(text(stack.validated.getFirst().value(), "size")).isEqualTo("huge");
    var asked = stack.plans.getFirst();
    assertThat(text(asked.config().value(), "size")).isEqualTo("small");
    assertThat(text(asked.proposed().value(), "size")).isEqualTo("small");
    assertThat(text(asked.proposed().value(), "name")).isEqualTo("b");
    assertThat(text(asked.proposed().value(), "zone")).isEqualTo("eu");
  }

  @Test
  @Tag("R-PLAN-9")
  @Tag("R-MERGE-7")
  @Tag("R-ART-11")
  void replace_isPlannedOnceMoreFromNothing() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: Another image needs another server, and the size counts again.
            prior:
              server.web: {id: s-1, image: a, size: small, private: before}
            config:
              server.web: {image: b, size: large, lifecycle: {ignoreChanges: [size]}}
            provider: {server: {requiresReplace: [image]}}
            """);

    stack.plan();

    assertThat(stack.calls).containsExactly("upgrade", "read", "validate", "plan", "plan");
    assertThat(text(stack.plans.getFirst().config().value(), "size")).isEqualTo("small");
    var anew = stack.plans.getLast();
    assertThat(anew.prior().isNull()).isTrue();
    assertThat(anew.privateData()).isEqualTo(Bytes.utf8("planned"));
    assertThat(anew.superseded()).isEqualTo(Bytes.NONE);
    assertThat(text(anew.config().value(), "size")).isEqualTo("large");
    assertThat(((Mapping) anew.proposed().value()).attribute("id").isNull()).isTrue();
  }

  @Test
  @Tag("R-PLAN-4")
  void taintedObject_isPlannedLikeNone() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: The server was not finished.
            prior:
              server.web: {id: s-1, size: small, private: before, tainted: true}
            config:
              server.web: {size: small}
            """);

    stack.plan();

    assertThat(stack.plans)
        .singleElement()
        .satisfies(asked -> {
          assertThat(asked.prior().isNull()).isTrue();
          assertThat(asked.privateData()).isEqualTo(Bytes.NONE);
          assertThat(asked.superseded()).isEqualTo(Bytes.utf8("before"));
        });
  }

  @Test
  @Tag("R-MERGE-9")
  @Tag("R-PLAN-37")
  @Tag("R-APPLY-18")
  void destroy_proposesNothing() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: The server is not needed any more.
            prior:
              server.web: {id: s-1, size: small, private: before}
            config: {}
            """);

    var planned = stack.plan();
    assertThat(stack.calls).containsExactly("upgrade", "read", "plan");
    var asked = stack.plans.getFirst();
    assertThat(asked.config().value().isNull()).isTrue();
    assertThat(asked.proposed().value().isNull()).isTrue();
    assertThat(text(asked.prior(), "size")).isEqualTo("small");
    var change = change(planned.plan());
    assertThat(change.after()).isEmpty();
    assertThat(change.privateData()).isEqualTo(Bytes.utf8("planned"));

    var applied = stack.apply(planned);
    assertThat(stack.calls).containsExactly("upgrade", "plan", "begin", "apply", "finish");
    var done = stack.applies.getFirst();
    assertThat(text(done.prior(), "id")).isEqualTo("s-1");
    assertThat(done.planned().isNull()).isTrue();
    assertThat(done.config().value().isNull()).isTrue();
    assertThat(done.privateData()).isEqualTo(Bytes.utf8("planned"));
    assertThat(applied.state().instances()).isEmpty();
  }

  @Test
  @Tag("R-APPLY-19")
  @Tag("R-STATE-15")
  void deposedObject_isUpgradedAndPlannedAgainBeforeItIsDestroyed() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: An old server was left behind.
            prior:
              server.web (deposed s-0): {size: small}
            config: {}
            """);

    stack.apply(stack.plan());

    assertThat(stack.calls).containsExactly("upgrade", "plan", "begin", "apply", "finish");
    assertThat(stack.plans.getFirst().proposed().value().isNull()).isTrue();
    assertThat(text(stack.applies.getFirst().prior(), "id")).isEqualTo("s-0");
  }

  @Test
  @Tag("R-APPLY-10")
  void oldObject_isSetAsideInTheWriteThatBeginsTheCreate() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: Another image needs another server, and that comes first.
            prior:
              server.web: {id: s-1, image: a, lifecycle: {createBeforeDestroy: true}}
            config:
              server.web: {image: b, lifecycle: {createBeforeDestroy: true}}
            provider: {server: {requiresReplace: [image]}}
            """);
    var old = stack.prior().instance(WEB).current().orElseThrow();

    stack.apply(stack.plan());

    assertThat(stack.calls.subList(0, 5))
        .containsExactly("validate", "plan", "begin", "apply", "finish");
    assertThat(stack.begun.getFirst().current()).isEmpty();
    assertThat(stack.begun.getFirst().deposed().values()).containsExactly(old);
    assertThat(stack.applies.getFirst().isCreate()).isTrue();
    assertThat(stack.applies.getLast().isDestroy()).isTrue();
  }

  @Test
  @Tag("R-APPLY-51")
  @Tag("R-PLAN-1")
  void nothingToDo_isAChangeOfThePlanAndWritesNothing() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: All is as declared.
            prior:
              server.web: {id: s-1, size: small}
            config:
              server.web: {size: small}
            """);

    var planned = stack.plan();
    assertThat(change(planned.plan()).action()).isEqualTo(new Action.NoOp());

    var applied = stack.apply(planned);
    assertThat(stack.calls).isEmpty();
    assertThat(applied.state()).isEqualTo(stack.prior());
  }

  @Test
  @Tag("DEV-7")
  void approval_outlivesChangesItIsNotAbout() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: A larger server, and a disk that has nothing to do with it.
            prior:
              server.web: {id: s-1, size: small}
              server.xyz: {id: s-2, size: small}
            config:
              server.web: {size: large}
              server.xyz: {size: small}
            """);
    var approved = stack.plan().plan();
    var xyz = InstanceAddress.parse("server.xyz");
    var elsewhere = new TreeMap<>(stack.prior().instances());
    elsewhere.computeIfPresent(xyz, (_, state) -> state.writtenBy("another run"));

    var later = stack.plan(new StackState(elsewhere, stack.prior().outputs())).plan();

    assertThat(later.prior()).isNotEqualTo(approved.prior());
    assertThat(later.digest()).isEqualTo(approved.digest());
  }
}
