package io.keelson.operator.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyProgress;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.Step;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.StackSchemas;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.value.Bytes;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.json.PlanJson;
import io.keelson.json.PlanPicture;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.output.Outputs;
import io.keelson.operator.stack.plan.PlanObjects;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.state.StoredRecords;
import io.keelson.operator.status.Diagnostics;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.PlanOptionsBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/// A secret goes through stacks made up by chance, whose provider repeats whatever it is told. It
/// is in nothing that everybody may read: plans, records, statuses and messages.
///
/// There are 250 such stacks in the build, and 10,000 in full ([io.keelson.testing.EveryProperty]).
@Tag("R-SENS-11")
class SecretFlowTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final CelExpressions EXPRESSIONS = new CelExpressions();
  private static final JsonStateCodec CODEC = new JsonStateCodec();
  private static final StoredRecords RECORDS = new StoredRecords();
  private static final DigestKey KEY = new DigestKey(Bytes.utf8("key"), "flow");
  private static final int MOST_DIAGNOSTICS = 100;

  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  private static final String CONSONANTS = "BCDFGHJKLMNPQRSTVWXZ";
  private static final String DIGITS = "0123456789";
  private static final List<String> SPECIAL = List.of("\"", "\\", "${", "}", "'", "\n", "%s", "ü");

  @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void secret_isInNothingThatEverybodyMayRead(@ForAll long number) {
    flow(number);
  }

  static void flow(long number) {
    var random = new Random(number);
    new Flow(random, secret(random)).run();
  }

  /// Mostly of twenty letters and digits, now and then short, or with characters that mean
  /// something to JSON or to expressions. A short one is no part of a word, and no number.
  private static String secret(Random random) {
    boolean small = random.nextInt(8) == 0;
    int length = small ? 4 + random.nextInt(4) : 20;
    var secret = new StringBuilder();
    for (int i = 0; i < length; i++) {
      var letters = !small ? LETTERS : i % 2 == 0 ? CONSONANTS : DIGITS;
      secret.append(letters.charAt(random.nextInt(letters.length())));
    }
    if (!small && random.nextInt(4) == 0)
      secret.insert(random.nextInt(length), SPECIAL.get(random.nextInt(SPECIAL.size())));
    return secret.toString();
  }

  /// One stack, planned and applied again and again.
  private static final class Flow {
    private final Random random;
    private final StackOfSecrets stacks;
    private final Parrot parrot;
    private final Parrot knowing;
    private final Providers providers;
    private final Overhearing heard;
    private final AtomicInteger operations = new AtomicInteger();
    private StackState state = StackState.EMPTY;

    Flow(Random random, String secret) {
      this.random = random;
      this.stacks = new StackOfSecrets(random, secret);
      this.parrot = new Parrot("wild", random, CODEC, secret);
      this.knowing = new Parrot("tame", random, CODEC, secret);
      this.providers =
          new Providers(
              List.of(parrot), new TreeMap<>(Map.of(Aviary.CONFIGURATION, new Aviary(knowing))));
      this.heard = new Overhearing(secret);
    }

    void run() {
      for (int edits = 0; edits < 2; edits++) {
        var declaration = stacks.declaration();
        var loaded = new StackLoader(EXPRESSIONS, new StackSchemas(providers)).load(declaration);
        told(loaded.diagnostics());
        for (int turns = random.nextInt(3); turns >= 0; turns--) {
          int oneOf = random.nextBoolean() ? 1_000 : 6;
          for (var each : List.of(parrot, knowing)) each.complains(oneOf);
          turn(loaded);
          assertThat(heard.leaks()).as("%s", declaration).isEmpty();
          state = RECORDS.readBack(state);
          if (random.nextBoolean()) parrot.disturb();
          if (random.nextBoolean()) knowing.disturb();
        }
      }
    }

    private void turn(StackLoader.Loaded loaded) {
      var snapshot = new Snapshot(loaded.config(), state);
      var planned = new Planner(providers, CODEC).plan(snapshot, options());
      told(planned.diagnostics());
      shown(snapshot, planned);
      var store = new OverheardStore(new MemoryStore(state));
      var outcome =
          new Applier(providers, CODEC, () -> "op-" + operations.incrementAndGet())
              .apply(
                  planned.plan(),
                  snapshot,
                  store,
                  new ApplyOptions(
                      1,
                      new StopSignal(),
                      Limits.DEFAULT,
                      KEY.secret(),
                      ApplyOptions.OnFailure.CONTINUE,
                      progress()));
      told(outcome.diagnostics());
      heard.text("steps", outcome.steps().toString());
      heard.text("checks", outcome.checks().toString());
      var outputs = outcome.state().outputs();
      heard.json("outputs", JSON.valueToTree(Outputs.shown(outputs).values()));
      state = store.real.state(outputs);
    }

    /// Asks at the end of each call what it waits for.
    private ApplyProgress progress() {
      var waits = new HashMap<Step, Supplier<Optional<String>>>();
      return new ApplyProgress() {
        @Override
        public void began(Step step) {}

        @Override
        public void called(Step step, Supplier<Optional<String>> each) {
          waits.put(step, each);
        }

        @Override
        public void ended(Step step, boolean done) {
          var each = waits.remove(step);
          if (each != null) heard.text("what " + step + " waits for", each.get().orElse(""));
        }
      };
    }

    private PlanOptions options() {
      var modes = PlanOptions.Mode.values();
      var mode =
          random.nextInt(6) > 0 ? PlanOptions.Mode.NORMAL : modes[random.nextInt(modes.length)];
      return PlanOptionsBuilder.options(mode, PlanOptions.Refresh.ALL, 1, KEY);
    }

    private void told(List<Diagnostic> diagnostics) {
      diagnostics.forEach(each -> heard.text("the terminal", each.text(Optional.empty())));
      diagnostics.forEach(each -> heard.text("a diagnostic", each.toString()));
      heard.json("status", JSON.valueToTree(Diagnostics.shown(diagnostics, MOST_DIAGNOSTICS)));
    }

    private void shown(Snapshot snapshot, PlanOutcome planned) {
      var plan = planned.plan();
      heard.text("the plan as text", PlanText.of(plan));
      var json = PlanJson.of(plan, planned.diagnostics());
      heard.json("the plan as JSON", json);
      heard.text("the plan as a picture", new PlanPicture(json).dot());
      heard.text("the plan in a page", new PlanPicture(json).mermaid());
      heard.json("Plan", written(snapshot, planned));
      plan.refreshed()
          .instances()
          .forEach((at, instance) -> heard.json("observed " + at, RECORDS.shown(at, instance)));
    }

    private static JsonNode written(Snapshot snapshot, PlanOutcome planned) {
      var stack = new Stack();
      stack.getMetadata().setName("shop");
      stack.getMetadata().setNamespace("shop");
      var all =
          new Planned(
              stack,
              new TreeMap<>(),
              snapshot,
              planned.plan(),
              KEY,
              1,
              OpenRun.NONE,
              Optional.empty(),
              Optional::empty,
              planned.diagnostics(),
              ComponentVersions.NONE,
              new TreeMap<>(),
              new TreeMap<>(),
              Duration.ZERO);
      ObjectNode tree = JSON.valueToTree(PlanObjects.of(all));
      var spec = (ObjectNode) tree.path("spec");
      spec.set("leaves", unzipped(spec.path("leaves").textValue()));
      return tree;
    }

    private static JsonNode unzipped(String leaves) {
      var bytes = new ByteArrayInputStream(Base64.getDecoder().decode(leaves));
      try (var plain = new GZIPInputStream(bytes)) {
        return JSON.readTree(plain);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// A store whose records everybody may read.
    private final class OverheardStore implements StateStore {
      private final MemoryStore real;

      OverheardStore(MemoryStore real) {
        this.real = real;
      }

      private void written(InstanceAddress at, InstanceState state) {
        heard.json("record of " + at, RECORDS.shown(at, state));
      }

      @Override
      public Ticket begin(InstanceAddress at, InstanceState before, Operation intent) {
        written(at, before.opened(intent));
        return real.begin(at, before, intent);
      }

      @Override
      public void finish(Ticket ticket, Optional<InstanceState> after, List<Diagnostic> told) {
        after.ifPresent(each -> written(ticket.at(), each));
        told(told);
        real.finish(ticket, after, told);
      }

      @Override
      public void move(InstanceAddress from, InstanceAddress to) {
        real.move(from, to);
      }

      @Override
      public void keep(InstanceAddress at, Optional<InstanceState> observed) {
        observed.ifPresent(each -> written(at, each));
        real.keep(at, observed);
      }

      @Override
      public void keepConfigurations(SortedMap<String, Bytes> configurations) {
        real.keepConfigurations(configurations);
      }
    }
  }
}
