package io.keelson.cli;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.cli.definition.DefinitionSource;
import io.keelson.cli.definition.DescribedComponent;
import io.keelson.cli.provider.DescribedType;
import io.keelson.cli.provider.PluginInstaller;
import io.keelson.cli.provider.SchemaCatalog;
import io.keelson.cli.provider.StackProviders;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.api.provider.ProviderSpec;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.provider.plugin.schema.BrokenSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Shows what can be written for a type.
@Command(
    name = "schema",
    description = "Show what can be written for a type, or list all types.",
    footer = {
      "",
      "A type that every Stack has needs no cluster. Others come from the Providers of the cluster,"
          + " or from --source; they are downloaded, verified and started for it.",
      "Exit code: 0 shown, 1 error.",
      "",
      "Example:",
      "  keelson schema time_static"
    },
    mixinStandardHelpOptions = true)
public final class SchemaCommand implements Callable<Integer> {
  private static final String COMPONENT = "component/";
  private static final List<String> OWN_TYPES = List.of("terraform_data", "kubernetes_object");

  @Spec private CommandSpec spec;
  @Mixin private ClusterConnection connection = new ClusterConnection();

  @Parameters(
      arity = "0..1",
      paramLabel = "TYPE",
      description =
          "Such as time_static, data.aws_ami, ephemeral.aws_secret, or provider.time for what a"
              + " ProviderConfig takes and for functions, program.site:index:WebApp for a component"
              + " that a program makes, or component/NAME for what a ComponentDefinition takes and"
              + " gives. Without a type all are listed.")
  private @Nullable String type;

  @Option(
      names = "--json-schema",
      description = "JSON Schema (draft 2020-12) of manifests with this type, for editors.")
  private boolean jsonSchema;

  @Option(
      names = "--source",
      paramLabel = "ADDRESS",
      description =
          "Source of a provider, such as hashicorp/time, instead of the Providers of the cluster.")
  private @Nullable String source;

  @Option(
      names = "--source-version",
      paramLabel = "CONSTRAINT",
      description = "Which version of --source, such as '~> 0.14'; the newest if not given.")
  private @Nullable String version;

  @Option(
      names = "--protocol",
      paramLabel = "PROTOCOL",
      defaultValue = "Terraform",
      description = "What --source speaks: Terraform, as it is if not given, or Pulumi.")
  private ProviderSpec.Protocol protocol = ProviderSpec.Protocol.Terraform;

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "PATH",
      description = "Files with the ComponentDefinition, instead of the cluster. Repeatable.")
  private @Nullable List<String> files;

  @Mixin private NamespaceOption namespace = new NamespaceOption();
  @Mixin private ProviderOptions options = new ProviderOptions();

  private boolean complete = true;

  /// @throws IOException if the folder for providers cannot be written
  @Override
  public Integer call() throws IOException {
    try (var client = connection.open()) {
      if (type != null && type.startsWith(COMPONENT))
        return component(client, type.substring(COMPONENT.length()));
      var catalogs = new ArrayList<>(own(client));
      var asked = type;
      var found = asked == null ? Optional.<DescribedType>empty() : find(asked, catalogs);
      if (found.isEmpty()) {
        catalogs.addAll(installed(client));
        if (asked == null) return list(catalogs);
        found = find(asked, catalogs);
      }
      return found.isPresent() ? show(found.get()) : unknown(String.valueOf(asked), catalogs);
    } catch (BrokenSchema e) {
      return failed(e.getMessage() + ". That is a mistake in the provider: report it there.");
    }
  }

  private int component(KubernetesClient client, String name) throws IOException {
    var source = new DefinitionSource(client, files, namespace.in(client));
    var described = new DescribedComponent(source.find(name));
    return print(jsonSchema ? JsonSchema.of(described).toPrettyString() + "\n" : described.text());
  }

  private static List<SchemaCatalog> own(KubernetesClient client) {
    var nowhere = new StackKey("default", "none");
    return new StackProviders(client, new JsonStateCodec())
        .make(nowhere, "", client).all().stream()
            .<SchemaCatalog>map(each -> new SchemaCatalog.Own(each, OWN_TYPES))
            .toList();
  }

  private static Optional<DescribedType> find(String title, List<SchemaCatalog> catalogs) {
    return catalogs.stream().flatMap(each -> each.find(title).stream()).findFirst();
  }

  /// What the providers offer that may have the type; all of them without a type.
  private List<SchemaCatalog> installed(KubernetesClient client) throws IOException {
    try (var installer = options.installer(client)) {
      var catalogs = new ArrayList<SchemaCatalog>();
      for (Provider provider : providers(client)) {
        if (!mayHave(installer.type(provider))) continue;
        switch (installer.offer(provider)) {
          case PluginInstaller.Offer.Known(var catalog) -> catalogs.add(catalog);
          case PluginInstaller.Offer.Failed(var message) ->
              failed("Provider '" + provider.getMetadata().getName() + "': " + message);
        }
      }
      return catalogs;
    }
  }

  private List<Provider> providers(KubernetesClient client) {
    if (source == null) return declared(client);
    var provider = new Provider();
    provider.setMetadata(new ObjectMetaBuilder().withName(source).build());
    provider.setSpec(new ProviderSpec());
    provider.getSpec().source = source;
    provider.getSpec().version = version;
    provider.getSpec().protocol = protocol;
    return List.of(provider);
  }

  private List<Provider> declared(KubernetesClient client) {
    try {
      return client.resources(Provider.class).list().getItems();
    } catch (KubernetesClientException e) {
      failed(
          "The Providers of the cluster are left out: "
              + e.getMessage()
              + ". Choose a context with --context, or name a provider with --source.");
      return List.of();
    }
  }

  /// Whether a provider is asked: its types begin with its name.
  private boolean mayHave(Optional<String> name) {
    if (type == null || source != null || name.isEmpty()) return true;
    var bare = type.substring(type.indexOf('.') + 1);
    return ProviderPrograms.fits(bare.replace(':', '_'), name.get());
  }

  private int show(DescribedType found) {
    return print(jsonSchema ? JsonSchema.of(found).toPrettyString() + "\n" : SchemaText.of(found));
  }

  private int print(String text) {
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
    return 0;
  }

  /// @return 1 if a provider could not be asked
  private int list(List<SchemaCatalog> catalogs) {
    var out = spec.commandLine().getOut();
    for (SchemaCatalog catalog : catalogs) {
      out.println(catalog.provider());
      catalog.titles().forEach(each -> out.println("  " + each));
    }
    out.flush();
    return complete ? 0 : 1;
  }

  private int unknown(String asked, List<SchemaCatalog> catalogs) {
    var titles = new TreeSet<String>();
    catalogs.forEach(each -> titles.addAll(each.titles()));
    var advice = Nearest.advice(asked, titles);
    return failed(
        "No provider has a type '%s'. %s"
            .formatted(
                asked,
                advice.isEmpty()
                    ? "'keelson schema' lists all; --source asks another provider."
                    : advice));
  }

  private int failed(String message) {
    complete = false;
    spec.commandLine().getErr().println("Error: " + message);
    spec.commandLine().getErr().flush();
    return 1;
  }
}
