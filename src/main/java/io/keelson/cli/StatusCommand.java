package io.keelson.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.status.Health;
import io.keelson.cli.status.StackReader;
import io.keelson.cli.status.StackTree;
import io.keelson.cli.status.TreeJson;
import io.keelson.cli.status.drawing.StacksText;
import io.keelson.cli.status.drawing.Terminal;
import io.keelson.cli.status.drawing.TreeText;
import io.keelson.cli.status.drawing.WatchedStack;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.StackKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Shows how a Stack is, with everything in it, or how all Stacks of a namespace are.
@Command(
    name = "status",
    description = "Show how Stacks are, what they wait for, and who may decide.",
    footer = {
      "",
      "  keelson status             the Stacks of the namespace, a line each",
      "  keelson status STACK       one of them, with everything in it",
      "With --watch it goes on until the Stack is gone, or somebody interrupts it.",
      "Exit code: 0 ready, 2 waits for a person or works, 1 failed, or error.",
      "",
      "Example:",
      "  keelson status shop --watch"
    },
    mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterConnection connection = new ClusterConnection();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "STACK",
      description = "Name of the Stack; all of the namespace if not given.")
  private @Nullable String stack;

  @Mixin private NamespaceOption namespace = new NamespaceOption();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (default) or json.")
  private Format format = Format.text;

  @Option(
      names = {"-w", "--watch"},
      description = "Follow the Stack: drawn anew on a terminal, a line for each change elsewhere.")
  private boolean watch;

  /// How a status is printed.
  enum Format {
    text,
    json
  }

  /// @throws InterruptedException if the thread is told to stop
  @Override
  public Integer call() throws InterruptedException {
    if (watch && (stack == null || format != Format.text))
      throw new ParameterException(
          spec.commandLine(), "With --watch name one STACK, and leave out -o: text is printed.");
    try (var client = connection.open()) {
      var where = namespace.in(client);
      if (stack == null) return all(client, where);
      var key = new StackKey(where, stack);
      return watch ? followed(client, key) : one(client, key);
    }
  }

  private int followed(KubernetesClient client, StackKey key) throws InterruptedException {
    if (client.resources(Stack.class).inNamespace(key.namespace()).withName(key.name()).get()
        == null) return missing(key);
    var out = spec.commandLine().getOut();
    var ending = new WatchedStack(client, key).follow(out, _ -> Optional.empty());
    out.println(ending.sentence());
    out.flush();
    return ending.exitCode();
  }

  private int one(KubernetesClient client, StackKey key) {
    var found = StackReader.read(client, key);
    if (found.isEmpty()) return missing(key);
    var tree = found.get();
    print(new TreeText(tree, Instant.now(), Terminal.look()).text(), TreeJson.of(tree));
    return tree.health().exitCode();
  }

  private int all(KubernetesClient client, String where) {
    var stacks = StackReader.all(client, where);
    print(
        stacks.isEmpty()
            ? "There is no Stack in namespace '%s'.%n".formatted(where)
            : StacksText.of(stacks, Terminal.look()),
        TreeJson.of(stacks));
    return exitCode(stacks);
  }

  /// That of the Stack that needs a look most.
  private static int exitCode(List<StackTree> stacks) {
    return stacks.stream()
        .map(StackTree::health)
        .min(Comparator.naturalOrder())
        .map(Health::exitCode)
        .orElse(0);
  }

  private void print(String text, JsonNode json) {
    var out = spec.commandLine().getOut();
    out.print(
        switch (format) {
          case text -> text;
          case json -> json.toPrettyString() + "\n";
        });
    out.flush();
  }

  private int missing(StackKey key) {
    var errors = spec.commandLine().getErr();
    errors.printf(
        "Error: There is no Stack '%s' in namespace '%s'.%n", key.name(), key.namespace());
    errors.flush();
    return 1;
  }
}
