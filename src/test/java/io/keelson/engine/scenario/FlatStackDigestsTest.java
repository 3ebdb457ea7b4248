package io.keelson.engine.scenario;

import static io.keelson.testing.Graphs.reaches;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.plan.Step;
import io.keelson.engine.plan.text.PlanText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.Example;

/// Approvals name plans by their digests, so stacks that declare no components keep those that they
/// had before there were any. `-Dgolden=update` writes the table anew.
final class FlatStackDigestsTest {
  private static final Path TABLE = Path.of("src/test/resources/digests/flat-stacks.txt");
  private static final int STACKS = 150;

  /// One line for each plan: which it is, its digest, and a hash of its text, its order and what is
  /// recorded of dependencies.
  private static List<String> plans(int seed) throws NoSuchAlgorithmException {
    var stacks = RandomStack.upTo(PlanAndApplyPropertyTest.MOST).generator(1000);
    var random = new Random(seed);
    var before = stacks.next(random).value();
    var after = before.changedTo(stacks.next(random).value(), 0b1011010).renamed(seed % 128);
    var laboratory = new Laboratory(1);
    var lines = new ArrayList<String>();
    for (RandomStack stack : List.of(before, after, RandomStack.single(0))) {
      var planned = laboratory.plan(stack);
      lines.add(
          "%d %d %s %s"
              .formatted(seed, lines.size(), planned.plan().digest(), hash(described(planned))));
      if (planned.outcome().diagnostics().stream().noneMatch(Diagnostic::isError))
        laboratory.apply(planned, Laboratory.Conditions.good());
    }
    return lines;
  }

  private static String described(Laboratory.Planned planned) {
    var stored =
        planned.snapshot().config().resources().keySet().stream()
            .map((ResourceAddress each) ->
                planned.snapshot().dependencies().stored(each).stream()
                    .map(needed -> needed.resource() + " " + needed.direct())
                    .toList())
            .toList();
    return PlanText.of(planned.plan())
        + order(planned.plan().steps())
        + stored
        + planned.outcome().diagnostics();
  }

  /// Which steps have to wait for which.
  private static SortedSet<String> order(Graph<Step> steps) {
    var all = steps.nodes().stream().filter(step -> !(step instanceof Step.Barrier)).toList();
    var order = new TreeSet<String>();
    for (Step first : all)
      for (Step then : all) if (reaches(steps, first, then)) order.add(first + " < " + then);
    return order;
  }

  private static String hash(String text) throws NoSuchAlgorithmException {
    var sha = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(sha, 0, 8);
  }

  @Example
  void flatStacks_haveTheDigestsThatTheyHadWithoutComponents()
      throws IOException, NoSuchAlgorithmException {
    var lines = new ArrayList<String>();
    for (int seed = 0; seed < STACKS; seed++) lines.addAll(plans(seed));
    if ("update".equals(System.getProperty("golden"))) {
      Files.createDirectories(TABLE.getParent());
      Files.write(TABLE, lines);
    }
    assertThat(lines).containsExactlyElementsOf(Files.readAllLines(TABLE));
  }
}
