package io.keelson.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When nothing more is to be said of a plan that has ended.
final class StackTreeTest {
  private static final State READY = new State(Health.READY, "UpToDate", "");
  private static final State APPLYING = new State(Health.WORKING, "Applying", "");
  private static final State AWAITING = new State(Health.WAITING, "AwaitingApproval", "");

  private static StackTree tree(State stack, State member) {
    var node = new Node(Node.Kind.Resource, "sea.one", "one", member, "1/1", List.of());
    return new StackTree(
        "ns",
        "shop",
        stack,
        false,
        "1/1",
        Optional.empty(),
        Optional.empty(),
        List.of(node),
        new TreeSet<>());
  }

  @ParameterizedTest
  @CsvSource({
    "up-to-date,true",
    "awaiting-approval,true",
    "failed,true",
    "applying,false",
    "first-apply,false",
    "planning,false"
  })
  void stackThatIsLookedAtAgain_isNotSettled(String state, boolean settled) throws Exception {
    assertThat(RecordedObjects.read(state).tree().orElseThrow().isSettled()).isEqualTo(settled);
  }

  @Test
  void resourceThatStillWaits_isAsItsInstances_whileThePlanIsCarriedOut() throws Exception {
    var objects = RecordedObjects.read("applying");
    objects.put(RecordedObjects.resource("awaiting-approval", "settings"));
    assertThat(objects.tree().orElseThrow().members())
        .extracting(Node::health)
        .containsOnly(Health.WORKING);
  }

  @Test
  void memberThatSaysWhatItSaidBefore_isNotSettled() {
    assertThat(tree(READY, READY).isSettled()).isTrue();
    assertThat(tree(READY, AWAITING).isSettled()).isFalse();
    assertThat(tree(READY, APPLYING).isSettled()).isFalse();
    assertThat(tree(AWAITING, APPLYING).isSettled()).isFalse();
    assertThat(tree(AWAITING, AWAITING).isSettled()).isTrue();
  }
}
