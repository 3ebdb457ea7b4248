package io.keelson.operator.stack;

import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.References;
import io.keelson.operator.stack.gate.AnswersCarriedOut;
import io.keelson.operator.stack.gate.Ending;
import io.keelson.operator.stack.gate.Forgetting;
import io.keelson.operator.stack.gate.Gate;
import io.keelson.operator.stack.gate.KeyThere;
import io.keelson.operator.stack.gate.NoCircle;
import io.keelson.operator.stack.gate.OnlyOperator;
import io.keelson.operator.stack.gate.OutputsRestored;
import io.keelson.operator.stack.gate.Passage;
import io.keelson.operator.stack.gate.ProvidersInstalled;
import io.keelson.operator.stack.gate.Quiet;
import io.keelson.operator.stack.gate.ReadReferences;
import io.keelson.operator.stack.gate.RecordsRead;
import io.keelson.operator.stack.gate.ReferencesThere;
import io.keelson.operator.stack.gate.RemovalGrace;
import io.keelson.operator.stack.gate.RemovalGraceOver;
import io.keelson.operator.stack.gate.RoomInMemory;
import io.keelson.operator.stack.gate.RunChosen;
import io.keelson.operator.stack.gate.SameCluster;
import io.keelson.operator.stack.gate.SameRevision;
import io.keelson.operator.stack.gate.Settling;
import io.keelson.operator.stack.gate.StackRelease;
import io.keelson.operator.stack.gate.Turn;
import io.keelson.operator.stack.gate.Understood;
import io.keelson.operator.stack.gate.VariablesSettled;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.stack.plan.WaitingPlan;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One turn of a Stack that exists: it passes the gates, one after the other, and where none stops
/// it, the work is done. Around that are its place among those that plan, and the watches of what
/// it refers to. The turn itself sets only Ready=False with ProgressingWithRetry, where this
/// process may no longer write.
///
/// A new gate is a class beside the others in [io.keelson.operator.stack.gate], and a line in
/// [#gates].
final class StackTurn implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StackTurn.class);

  private final StackParts its;
  private final WaitingPlan waiting;
  private final WatchedReferences references;
  private final List<Gate> gates;
  private final Destruction destruction;
  private final RunTurn run;
  private final Convergence convergence;

  StackTurn(StackParts its) {
    var read = new ReadReferences();
    var release = new StackRelease(its.reviews, its.takeover, its.context.clock());
    var declared = References.declared(its.context, its.memory, its.news);
    this.its = its;
    this.references = new WatchedReferences(its.memory, read, its.session, declared);
    this.waiting = new WaitingPlan(its.key, its.context, its.news);
    this.gates = gates(its, read, release);
    this.destruction = new Destruction(its, release);
    this.run = new RunTurn(its);
    this.convergence = new Convergence(its);
  }

  /// What has to hold before work for the Stack is begun, in this order.
  static List<Gate> gates(StackParts its, ReadReferences read, StackRelease release) {
    var settling = new Settling();
    return List.of(
        new Understood(),
        new RoomInMemory(),
        new Forgetting(its.key, its.context, its.takeover, its.reviews.inStatus()),
        new KeyThere(its.context, its.session, release),
        new RecordsRead(its.instances, its.observation, its.context.clock()),
        new OnlyOperator(),
        new SameCluster(),
        new AnswersCarriedOut(its.observation),
        new OutputsRestored(its.context, its.publication),
        new RunChosen(its.runs, its.pursuit),
        new Quiet(its.context, its.memory, settling, read),
        new SameRevision(),
        new ProvidersInstalled(its.context, its.instances),
        new NoCircle(read),
        new VariablesSettled(its.context, read),
        new ReferencesThere(settling),
        new RemovalGraceOver(its.memory, its.instances, its.takeover, new RemovalGrace()));
  }

  /// What is done behind the gates: the first of these that applies.
  private TurnResult work(Turn turn) {
    if (turn.isEnding()) return destruction.attend(turn);
    // When a vanished Resource was waited for long enough, there is more to plan.
    return turn.requested()
        .map(each -> run.attend(turn, each))
        .orElseGet(() -> convergence.attend(turn))
        .atLatest(turn.complete().until());
  }

  /// @param outdated whether planning goes on in vain
  TurnResult take(Stack stack, BooleanSupplier outdated) {
    references.watch(stack);
    var result = planned(stack, outdated).atLatest(its.published.next());
    waiting.after(result);
    references.watch(stack);
    return result;
  }

  private TurnResult planned(Stack stack, BooleanSupplier outdated) {
    its.planning.begin(outdated);
    var now = its.context.clock().instant();
    try (var _ = new LongPlan(its.status, stack, now, its.planning.stop())) {
      return passed(Turn.of(stack, this::ending, now));
    } catch (StoreFenced e) {
      LOG.warn("{}: {}", StackKey.of(stack), e.getMessage());
      return TurnResult.of(
          Report.going(ConditionReason.ProgressingWithRetry, String.valueOf(e.getMessage())),
          its.context.clock().instant().plusSeconds(1));
    } finally {
      its.planning.end();
    }
  }

  private TurnResult passed(Turn begun) {
    var turn = begun;
    for (Gate gate : gates) {
      if (!gate.concerns(turn)) continue;
      switch (gate.pass(turn)) {
        case Passage.On(var on) -> turn = on;
        case Passage.Stop(var result) -> {
          return result;
        }
      }
    }
    return work(turn);
  }

  private Ending ending() {
    return its.takeover.namespaceIsEnding() ? Ending.NAMESPACE : Ending.STACK;
  }

  @Override
  public void close() {
    references.close();
    waiting.close();
  }
}
