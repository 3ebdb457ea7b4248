package io.keelson.operator.stack.declaration;

import static io.keelson.engine.state.StackState.EMPTY;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.PlanOptionsBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Holds what the documentation shows to what comes of it.
final class ExamplesTest {
  private static final JsonStateCodec CODEC = new JsonStateCodec();
  private static final Path OFFICES = Path.of("examples/terraform-data/offices.yaml");

  private final AtomicInteger ids = new AtomicInteger();
  private final AtomicInteger operations = new AtomicInteger();
  private final Providers providers =
      new Providers(List.of(new BuiltinProvider(() -> "id-" + ids.incrementAndGet(), CODEC)));

  @Test
  void anotherFloor_isPlannedAsTheDocumentationShows() throws IOException {
    var first = new Snapshot(config("first"), EMPTY);
    var second = new Snapshot(config("second"), applied(first));
    assertThat(Files.readString(Path.of("docs/plans.md")))
        .as("docs/plans.md shows this plan")
        .contains("```text\n" + PlanText.of(plan(second)) + "```");
  }

  /// One operation after the other, so that the ids are always the same.
  private StackState applied(Snapshot snapshot) {
    var store = new MemoryStore(snapshot.prior());
    var outcome =
        new Applier(providers, CODEC, () -> "operation-" + operations.incrementAndGet())
            .apply(
                plan(snapshot),
                snapshot,
                store,
                new ApplyOptions(1, new StopSignal(), Bytes.utf8("key")));
    assertThat(outcome.complete()).as("%s", outcome.diagnostics()).isTrue();
    return outcome.state();
  }

  private Plan plan(Snapshot snapshot) {
    var key = new DigestKey(Bytes.utf8("key"), "offices");
    var options =
        PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 1, key);
    var outcome = new Planner(providers, CODEC).plan(snapshot, options);
    assertThat(outcome.diagnostics()).isEmpty();
    return outcome.plan();
  }

  @Test
  void resourcesOfTheDocumentation_areMadeAsTheyAreShown() throws IOException {
    var page = Files.readString(Path.of("docs/resources.md"));
    var blocks =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
            .matcher(page)
            .results()
            .map(block -> block.group(1))
            .collect(Collectors.joining("---\n"));

    var state = applied(new Snapshot(config("first", declared(Resource.class, blocks)), EMPTY));

    assertThat(state.instances().keySet())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder(
            "terraform_data.chair[0]",
            "terraform_data.chair[1]",
            "terraform_data.office",
            "terraform_data.sign",
            "terraform_data.desk[0]",
            "terraform_data.desk[1]",
            "terraform_data.desk[2]",
            "terraform_data.team[\"platform\"]",
            "terraform_data.team[\"shop\"]",
            "terraform_data.label",
            "terraform_data.guest_book",
            "terraform_data.records",
            "terraform_data.safe");
  }

  private StackConfig config(String floor) throws IOException {
    return config(floor, declared(Resource.class, Files.readString(OFFICES)));
  }

  private StackConfig config(String floor, List<Resource> resources) throws IOException {
    var stack = declared(Stack.class, Files.readString(OFFICES)).getFirst();
    var variables = new TreeMap<String, Value>();
    variables.put("desks", Value.number(2));
    variables.put("floor", Value.text(floor));
    var read =
        Declarations.read(
            stack, resources, variables, new ProviderChoice(providers, ProviderConfigs.NONE));
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(read.declaration());
    assertThat(loaded.diagnostics()).isEmpty();
    return loaded.config();
  }

  private static <T extends HasMetadata> List<T> declared(Class<T> kind, String manifests) {
    return Stream.of(manifests.split("(?m)^---\n"))
        .filter(document -> document.contains("\nkind: " + kind.getSimpleName() + "\n"))
        .map(document -> Serialization.unmarshal(document, kind))
        .toList();
  }
}
