package io.keelson.cli;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.definition.DefinitionSource;
import io.keelson.cli.definition.PrintedKind;
import io.keelson.cli.definition.RevisionUses;
import io.keelson.json.ManifestYaml;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.component.ComponentUse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Works with the definitions of components.
@Command(
    name = "component",
    description = "Work with the definitions of components.",
    subcommands = {ComponentCommand.Uses.class, ComponentCommand.Crd.class},
    footer = {"", "Example:", "  keelson component uses web-app -n platform"},
    mixinStandardHelpOptions = true)
public final class ComponentCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do with it: uses, or crd.");
  }

  /// Lists who uses a definition.
  @Command(
      name = "uses",
      description = "List who uses a ComponentDefinition: Stacks, and other definitions.",
      footer = {
        "",
        "What you may not read is not listed; by default all namespaces are asked.",
        "",
        "Example:",
        "  keelson component uses web-app -n platform"
      },
      mixinStandardHelpOptions = true)
  static final class Uses implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClusterConnection connection = new ClusterConnection();

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the ComponentDefinition.")
    private String name = "";

    @Mixin private NamespaceOption namespace = new NamespaceOption();

    @Option(
        names = "--in",
        paramLabel = "NS",
        description = "Ask only this namespace for uses. May be repeated.")
    private List<String> where = new ArrayList<>();

    @Override
    public Integer call() {
      try (var client = connection.open()) {
        var home = namespace.in(client);
        row("NAMESPACE", "STACK OR DEFINITION", "COMPONENT", "WANTED", "VERSION");
        var components = all(client, Component.class);
        inStacks(components, home);
        var revisions = new RevisionUses(client);
        var definitions = all(client, ComponentDefinition.class);
        for (ComponentDefinition each : definitions) inDefinition(each, revisions, home);
        inEarlierRevisions(revisions.of(name, home, components), definitions);
        spec.commandLine().getOut().flush();
        return 0;
      }
    }

    private void row(String in, String user, String component, String wanted, String version) {
      spec.commandLine()
          .getOut()
          .printf("%-24s %-32s %-24s %-16s %s%n", in, user, component, wanted, version);
    }

    private void inStacks(List<Component> components, String home) {
      for (Component each : components) {
        var used = each.getSpec().definition;
        if (used != null && isMeant(each, used, home))
          row(
              each.getMetadata().getNamespace(),
              each.getSpec().stack,
              each.getMetadata().getName(),
              wanted(used),
              each.getStatus() == null ? "" : shown(each.getStatus().version));
      }
    }

    private void inDefinition(ComponentDefinition user, RevisionUses revisions, String home) {
      if (user.getSpec().components == null) return;
      var current = published(user);
      for (var inside : user.getSpec().components)
        if (isMeant(user, inside.definition, home))
          row(
              user.getMetadata().getNamespace(),
              user.getMetadata().getName() + " " + user.getSpec().version,
              inside.name,
              wanted(inside.definition),
              current.map(one -> locked(revisions, one, inside.name)).orElse(""));
    }

    /// Uses in revisions that somebody uses still, without those that are published now.
    private void inEarlierRevisions(
        List<RevisionUses.Use> uses, List<ComponentDefinition> definitions) {
      var published = new TreeSet<String>();
      for (ComponentDefinition each : definitions) published(each).ifPresent(published::add);
      for (var use : uses) {
        var meta = use.outer().getMetadata();
        if (!published.contains(meta.getNamespace() + "/" + meta.getName()))
          row(
              meta.getNamespace(),
              use.outer().getSpec().definition + " " + use.outer().getSpec().version,
              use.component(),
              "locked",
              use.inner().getSpec().version);
      }
    }

    private <T extends CustomResource<?, ?>> List<T> all(KubernetesClient client, Class<T> kind) {
      if (where.isEmpty()) return client.resources(kind).inAnyNamespace().list().getItems();
      var found = new ArrayList<T>();
      for (String each : where)
        found.addAll(client.resources(kind).inNamespace(each).list().getItems());
      return found;
    }

    /// The revision that was last published of a definition, as namespace/name.
    private static Optional<String> published(ComponentDefinition definition) {
      return Optional.ofNullable(definition.getStatus())
          .map(status -> status.revision)
          .map(revision -> definition.getMetadata().getNamespace() + "/" + revision);
    }

    /// The version of a component inside of a revision; empty if it is not known.
    private static String locked(RevisionUses revisions, String outer, String component) {
      return revisions
          .revision(outer)
          .map(each -> each.getSpec().locked)
          .map(locked -> locked.get(component))
          .flatMap(revisions::revision)
          .map(inner -> inner.getSpec().version)
          .orElse("");
    }

    private boolean isMeant(
        CustomResource<?, ?> user, ComponentUse.DefinitionRef used, String home) {
      return used.name.equals(name)
          && Objects.requireNonNullElse(used.namespace, user.getMetadata().getNamespace())
              .equals(home);
    }

    private static String wanted(ComponentUse.DefinitionRef used) {
      return used.revision != null ? "pinned" : shown(used.version);
    }

    private static String shown(@Nullable String text) {
      return text == null ? "" : text;
    }
  }

  /// Prints a kind of its own for a definition.
  @Command(
      name = "crd",
      description =
          "Print a CustomResourceDefinition whose objects are Components of a ComponentDefinition,"
              + " with typed inputs.",
      footer = {
        "",
        "Commit it to Git, and apply it: the operator never writes it. Its objects' inputs are"
            + " literals; sensitive and ephemeral variables are left out.",
        "Exit code: 0 printed, 1 error.",
        "",
        "Example:",
        "  keelson component crd web-app --kind WebApp -n platform"
      },
      mixinStandardHelpOptions = true)
  static final class Crd implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClusterConnection connection = new ClusterConnection();

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the ComponentDefinition.")
    private String name = "";

    @Option(
        names = "--kind",
        required = true,
        paramLabel = "KIND",
        description = "The kind of its objects, such as WebApp.")
    private String kind = "";

    @Option(
        names = "--plural",
        paramLabel = "NAME",
        description = "What several of them are called, such as webapps.")
    private @Nullable String plural;

    @Option(
        names = {"-f", "--filename"},
        paramLabel = "PATH",
        description = "Files with the ComponentDefinition, instead of the cluster. Repeatable.")
    private @Nullable List<String> files;

    @Mixin private NamespaceOption namespace = new NamespaceOption();

    /// @throws IOException if a file cannot be read
    @Override
    public Integer call() throws IOException {
      try (var client = connection.open()) {
        var definition = new DefinitionSource(client, files, namespace.in(client)).find(name);
        var out = spec.commandLine().getOut();
        var printed = new PrintedKind(definition, kind, plural);
        if (files == null) printed.refuseTaken(client);
        out.print(ManifestYaml.write(printed.crd()));
        out.flush();
        return 0;
      } catch (IllegalArgumentException e) {
        spec.commandLine().getErr().println("Error: " + e.getMessage());
        spec.commandLine().getErr().flush();
        return 1;
      }
    }
  }
}
