package io.keelson.operator.component;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Types;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.operator.api.component.ComponentRevisionSpec;
import io.keelson.operator.api.component.ComponentUse;
import io.keelson.operator.component.Acceptance.Verdict;
import io.keelson.operator.stack.context.ComponentSource.Resolution;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.testing.FakeSystems;
import io.keelson.testing.FakeType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Definitions of components in the namespace `platform`, published as the operator would do it,
/// and the providers that the cluster has meanwhile.
final class DefinitionsFixture {
  static final String RESOURCE =
      "resources: [{name: a, type: terraform_data, config: {input: \"%s\"}}]";

  final Publications publications = new Publications();
  private final Acceptance acceptance =
      new Acceptance(
          publications,
          new CelExpressions(),
          new DefinitionTypes(
              new Providers(List.of(new BuiltinProvider(() -> "id", new JsonStateCodec()))),
              new Programs()));
  Optional<ProviderPrograms.Program> aws = Optional.empty();
  private int generation;

  /// The cluster has a Provider of `aws`, or none.
  private final class Programs implements ProviderPrograms {
    @Override
    public Program ofType(String type) {
      return type.equals("aws") && aws.isPresent() ? aws.get() : ProviderPrograms.none(type);
    }

    @Override
    public Program named(String provider) {
      throw new AssertionError("nobody asks for a name");
    }

    @Override
    public Program from(String source) {
      throw new AssertionError("nobody asks for a source");
    }

    @Override
    public List<Implicit> implicit() {
      return List.of();
    }

    @Override
    public boolean knowsAll() {
      return true;
    }
  }

  /// It has buckets with a size.
  static ProviderPrograms.Program buckets() {
    var bucket =
        new FakeType(
            "aws_bucket",
            Schema.of(
                0,
                new TreeMap<>(
                    Map.of(
                        "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                        "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL)))),
            new TreeSet<>(),
            new TreeSet<>(),
            CreateRecovery.FINDABLE);
    return new ProviderPrograms.Program.Usable(
        "hashicorp/aws",
        "aws",
        _ -> new FakeSystems(new TreeMap<>(Map.of("aws_bucket", bucket)), new JsonStateCodec()));
  }

  /// @param more fields of the spec, as one line of YAML
  ComponentDefinition definition(String name, String version, String more) {
    var definition =
        Serialization.unmarshal(
            """
            metadata: {name: %s, namespace: platform, uid: %1$s, generation: %d}
            spec: {version: "%s"%s}
            """
                .formatted(name, ++generation, version, more.isEmpty() ? "" : ", " + more),
            ComponentDefinition.class);
    // The API server does that.
    if (definition.getSpec().resources != null)
      definition.getSpec().resources.forEach(each -> each.mode = ResourceSpec.Mode.Managed);
    publications.observe(definition);
    return definition;
  }

  Verdict verdict(String name, String version, String more) {
    return acceptance.of(definition(name, version, more));
  }

  Verdict.Refused refused(String name, String version, String more) {
    return (Verdict.Refused) verdict(name, version, more);
  }

  /// As if it were written and observed.
  ComponentRevision publish(String name, String version, String more) {
    var definition = definition(name, version, more);
    var accepted = (Verdict.Accepted) acceptance.of(definition);
    var revision = new ComponentRevision();
    revision.setMetadata(
        new ObjectMetaBuilder()
            .withName(accepted.name())
            .withNamespace("platform")
            .withUid(accepted.name())
            .withCreationTimestamp("2026-01-01T00:00:%02dZ".formatted(generation % 60))
            .build());
    var spec = new ComponentRevisionSpec();
    spec.definition = name;
    spec.version = version;
    spec.digest = accepted.digest();
    spec.body = accepted.body();
    spec.locked = accepted.locked();
    spec.allowedNamespaces = definition.getSpec().allowedNamespaces;
    revision.setSpec(spec);
    publications.observe(revision);
    return revision;
  }

  Resolution resolve(String namespace, String version) {
    var wanted = new ComponentUse.DefinitionRef();
    wanted.name = "web";
    wanted.namespace = "platform";
    wanted.version = version.isEmpty() ? null : version;
    return publications.resolve(namespace, wanted);
  }
}
