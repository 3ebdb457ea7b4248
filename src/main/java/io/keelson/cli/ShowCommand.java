package io.keelson.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.json.ExactJson;
import io.keelson.json.JsonStateCodec;
import io.keelson.json.ManifestYaml;
import io.keelson.json.StateFile;
import io.keelson.json.StateJson;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.offline.RecordedStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Shows a plan or a state.
@Command(
    name = "show",
    description = "Show a plan or a state, without secrets.",
    footer = {
      "",
      "  keelson show PLAN          a Plan of the cluster",
      "  keelson show --stack NAME  the state of a Stack of the cluster",
      "  keelson show FILE          what 'keelson plan -o json' or 'keelson state export' wrote, or"
          + " a Plan that kubectl got",
      "",
      "Example:",
      "  keelson show shop-57-7c21d0"
    },
    mixinStandardHelpOptions = true)
public final class ShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterConnection connection = new ClusterConnection();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PLAN|FILE",
      description = "Name of a Plan, or a file.")
  private @Nullable String name;

  @Mixin private NamespaceOption namespace = new NamespaceOption();

  @Option(names = "--stack", paramLabel = "NAME", description = "Show the state of this Stack.")
  private @Nullable String stack;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (default), json, dot or mermaid.")
  private OutputFormat format = OutputFormat.text;

  /// @throws java.io.IOException if the file cannot be read
  @Override
  public Integer call() throws Exception {
    var named = name;
    if ((named == null) == (stack == null))
      throw new ParameterException(
          spec.commandLine(), "Say what to show: a Plan, a file, or a Stack with --stack.");
    if (named != null && Files.exists(Path.of(named))) return file(Path.of(named));
    try (var client = connection.open()) {
      var where = namespace.in(client);
      return named == null ? state(client, where) : plan(client, where, named);
    }
  }

  private int state(KubernetesClient client, String where) throws RecordedStack.Unreadable {
    var recorded =
        RecordedStack.read(
            client, new StackKey(where, String.valueOf(stack)), new JsonStateCodec());
    recorded
        .problems()
        .values()
        .forEach(each -> spec.commandLine().getErr().println("Error: " + each.message()));
    return state(StateJson.of(recorded.state()), recorded.problems().isEmpty() ? 0 : 1);
  }

  private int state(JsonNode state, int exitCode) {
    return switch (format) {
      case text -> print(StateText.of(state), exitCode);
      case json -> print(state.toPrettyString() + "\n", exitCode);
      case dot, mermaid -> refuse("A state has no order to be drawn; a plan has.");
    };
  }

  /// @param text with the kind before it, as kubectl names objects, or without
  private int plan(KubernetesClient client, String where, String text) {
    var named = text.startsWith("plan/") ? text.substring("plan/".length()) : text;
    var found = client.resources(Plan.class).inNamespace(where).withName(named).get();
    if (found == null)
      return refuse("There is no Plan and no file '%s' (namespace '%s').".formatted(named, where));
    return object(client.getKubernetesSerialization().convertValue(found, JsonNode.class));
  }

  private int file(Path path) throws Exception {
    var text = Files.readString(path);
    var tree = tree(text);
    return switch (tree.path("kind").asText()) {
      case "Plan" -> tree.has("formatVersion") ? document(tree) : object(tree);
      case "State" -> state(StateJson.of(StateFile.read(text)), 0);
      default -> refuse("The file '%s' holds neither a plan nor a state.".formatted(path));
    };
  }

  /// What commands wrote is JSON, in which a number keeps its digits; kubectl writes YAML as well.
  private static JsonNode tree(String text) throws ManifestYaml.Malformed {
    try {
      return ExactJson.JSON.readTree(text);
    } catch (JsonProcessingException _) {
      var documents = ManifestYaml.read(text);
      return documents.isEmpty() ? MissingNode.getInstance() : documents.getFirst().tree();
    }
  }

  /// What `keelson plan -o json` wrote.
  private int document(JsonNode plan) {
    return print(format.of(plan, PlanLines.of(plan)), 0);
  }

  /// A Plan of the cluster keeps its text, and its changes without values.
  private int object(JsonNode plan) {
    var text = plan.path("spec").path("text").asText();
    return switch (format) {
      case text -> print(PlanColours.onTerminals(text), 0);
      case json -> print(PlanRecordJson.of(plan).toPrettyString() + "\n", 0);
      case dot, mermaid ->
          refuse("A Plan of the cluster does not keep its order; 'keelson plan' draws it.");
    };
  }

  private int print(String text, int exitCode) {
    spec.commandLine().getErr().flush();
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
    return exitCode;
  }

  private int refuse(String sentence) {
    spec.commandLine().getErr().println("Error: " + sentence);
    spec.commandLine().getErr().flush();
    return 1;
  }
}
