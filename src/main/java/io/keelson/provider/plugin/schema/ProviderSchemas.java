package io.keelson.provider.plugin.schema;

import com.google.protobuf.ByteString;
import io.keelson.engine.function.FunctionSignature;
import io.keelson.engine.schema.Documentation;
import io.keelson.engine.schema.Schema;
import io.keelson.provider.plugin.proto.Tfplugin.Function;
import io.keelson.provider.plugin.proto.Tfplugin.GetProviderSchema;
import io.keelson.provider.plugin.proto.Tfplugin.ResourceIdentitySchema;
import io.keelson.provider.plugin.rpc.Protocol;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// All schemas of one provider. Large ones have thousands of types, so each is read when it is
/// asked for the first time.
public final class ProviderSchemas {
  private final Protocol protocol;
  private final int bytes;
  private final Schema provider;
  private final Documentation providerDocumentation;
  private final Optional<Schema> meta;
  private final Capabilities capabilities;
  private final OnDemand resources;
  private final OnDemand data;
  private final OnDemand ephemeral;
  private final Map<String, ResourceIdentitySchema> identities;
  private final SortedMap<String, FunctionSignature> functions;

  /// @param identities by resource type; empty if the provider has none
  /// @throws BrokenSchema if the schema of the provider's own configuration, or a function, cannot
  ///   be read
  public ProviderSchemas(
      Protocol protocol,
      GetProviderSchema.Response answer,
      Map<String, ResourceIdentitySchema> identities) {
    this.protocol = protocol;
    this.bytes = answer.getSerializedSize();
    var own = new SchemaReader(protocol, "its configuration");
    this.provider = own.read(answer.getProvider());
    this.providerDocumentation = DocumentationReader.read(protocol, answer.getProvider());
    this.meta =
        answer.hasProviderMeta()
            ? Optional.of(own.read(answer.getProviderMeta()))
            : Optional.empty();
    this.capabilities = Capabilities.of(answer.getServerCapabilities());
    this.resources = new OnDemand("resource type ", answer.getResourceSchemasMap());
    this.data = new OnDemand("data source ", answer.getDataSourceSchemasMap());
    this.ephemeral = new OnDemand("ephemeral resource ", answer.getEphemeralResourceSchemasMap());
    this.identities = Map.copyOf(identities);
    this.functions = Collections.unmodifiableSortedMap(functions(answer.getFunctionsMap()));
  }

  private static SortedMap<String, FunctionSignature> functions(Map<String, Function> described) {
    var functions = new TreeMap<String, FunctionSignature>();
    described.forEach((name, function) -> functions.put(name, FunctionReader.read(name, function)));
    return functions;
  }

  /// The major version of the protocol that they were told in.
  public int protocolVersion() {
    return protocol.major();
  }

  /// How long they are on the wire.
  public int bytes() {
    return bytes;
  }

  /// Of the provider's own configuration.
  public Schema provider() {
    return provider;
  }

  public Documentation providerDocumentation() {
    return providerDocumentation;
  }

  /// Of what a module may tell the provider beside its configuration; most providers have none.
  public Optional<Schema> meta() {
    return meta;
  }

  public Capabilities capabilities() {
    return capabilities;
  }

  /// @throws BrokenSchema if the provider's schema contradicts the protocol
  public Optional<Schema> resource(String type) {
    return resources.of(type);
  }

  public Documentation resourceDocumentation(String type) {
    return resources.documentation(type);
  }

  public SortedSet<String> resourceTypes() {
    return resources.types();
  }

  /// @throws BrokenSchema if the provider's schema contradicts the protocol
  public Optional<Schema> data(String type) {
    return data.of(type);
  }

  public Documentation dataDocumentation(String type) {
    return data.documentation(type);
  }

  public SortedSet<String> dataTypes() {
    return data.types();
  }

  /// @throws BrokenSchema if the provider's schema contradicts the protocol
  public Optional<Schema> ephemeral(String type) {
    return ephemeral.of(type);
  }

  public Documentation ephemeralDocumentation(String type) {
    return ephemeral.documentation(type);
  }

  public SortedSet<String> ephemeralTypes() {
    return ephemeral.types();
  }

  /// @throws BrokenSchema if the type of an attribute is none
  public Optional<IdentitySchema> identity(String type) {
    return Optional.ofNullable(identities.get(type))
        .map(schema -> IdentitySchema.read("resource type " + type, schema));
  }

  public SortedMap<String, FunctionSignature> functions() {
    return functions;
  }

  /// Schemas by type, as bytes until they are needed.
  private final class OnDemand {
    private final String kind;
    private final Map<String, ByteString> bytes;
    private final Map<String, Schema> read = new ConcurrentHashMap<>();

    OnDemand(String kind, Map<String, ByteString> bytes) {
      this.kind = kind;
      this.bytes = bytes;
    }

    Optional<Schema> of(String type) {
      var described = bytes.get(type);
      if (described == null) return Optional.empty();
      return Optional.of(
          read.computeIfAbsent(type, _ -> new SchemaReader(protocol, kind + type).read(described)));
    }

    /// Read each time: only people ask for it.
    Documentation documentation(String type) {
      var described = bytes.get(type);
      return described == null ? Documentation.NONE : DocumentationReader.read(protocol, described);
    }

    SortedSet<String> types() {
      return new TreeSet<>(bytes.keySet());
    }
  }
}
